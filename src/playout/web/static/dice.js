// Dice roll when a new throw arrives, and say whether they are held.
"use strict";

(() => {
  const table = () => document.getElementById("table");
  const faceOf = die => die.closest("[data-place]")?.dataset.place;
  let before = null, held = []; // the throws of the table before, and the dice held there

  const throws = () => table() && [...table().querySelectorAll(".throw")].map(one => one.dataset.throw).join();

  document.addEventListener("htmx:beforeSwap", () => {
    if (!table()) return;
    before = throws();
    held = [...table().querySelectorAll('[data-place^="die-"].chosen')].map(place => place.dataset.place);
  });

  document.addEventListener("htmx:afterSettle", () => {
    if (before === null || throws() === before) return;
    before = null;
    for (const thrown of table().querySelectorAll(".throw")) {
      const kept = [...held];
      [...thrown.querySelectorAll(".die")].forEach((die, number) => {
        const again = kept.indexOf(faceOf(die));
        if (again >= 0) { kept.splice(again, 1); return; }
        die.classList.add("thrown");
        die.style.animationDelay = `${35 * number}ms`;
      });
    }
  });

  // What can be touched has changed: dice that are held are called so, and the button says how many
  // others it throws.
  document.addEventListener("playout:touched", () => {
    for (const thrown of table().querySelectorAll(".throw")) {
      const dice = [...thrown.querySelectorAll('[data-place^="die-"]')];
      for (const place of dice) name(place, `${place.dataset.place.replace("-", " ")}${place.matches(".chosen") ? ", held" : ""}`);
      const rest = dice.filter(place => !place.matches(".chosen")).length;
      const text = rest === dice.length ? `Throw all ${rest}` : `Throw the other ${rest === 1 ? "die" : rest}`;
      if (dice.length) for (const button of thrown.closest("svg").querySelectorAll('[data-place="button-throw"]')) {
        button.querySelector("text").textContent = text;
        name(button, `${text}, hold ${dice.length - rest}`);
      }
    }
  });

  function name(place, text) {
    place.querySelector("title").textContent = text;
    if (place.hasAttribute("aria-label")) place.setAttribute("aria-label", text);
  }
})();
