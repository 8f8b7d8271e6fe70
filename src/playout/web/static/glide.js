// Pieces glide: what has the same data-part or data-place in the table before and after a move goes
// from its old place to the new one; what is new there fades in.
"use strict";

(() => {
  const LASTS = 260, FAR = 3; // milliseconds, pixels: less is no move
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const table = () => document.getElementById("table");
  let before = null; // the places of all pieces of the table before, by name

  // Pieces that are seen, by name: those of the picture for a desk, or for a phone.  Dice roll by
  // themselves.
  function pieces() {
    const found = new Map();
    for (const one of table().querySelectorAll("svg [data-part], svg [data-place]")) {
      if (!one.getClientRects().length || one.closest(".throw")) continue;
      const name = one.dataset.part || one.dataset.place;
      found.set(name, [...(found.get(name) || []), one]);
    }
    return found;
  }

  const middle = box => [box.left + box.width / 2, box.top + box.height / 2];
  const placed = one => middle(one.getBoundingClientRect());

  document.addEventListener("htmx:beforeSwap", () => {
    before = null;
    if (!table() || calm.matches || document.hidden) return;
    before = new Map([...pieces()].map(([name, all]) => [name, all.map(placed)]));
  });

  document.addEventListener("htmx:afterSettle", () => {
    if (!before || !table()) return;
    const old = before;
    before = null;
    const moving = [];
    for (const [name, all] of pieces()) {
      all.forEach((one, number) => {
        const from = (old.get(name) || [])[number], to = placed(one);
        if (from) {
          const [x, y] = [from[0] - to[0], from[1] - to[1]];
          if (Math.hypot(x, y) > FAR) moving.push([one, x, y]);
        } else if (one.dataset.part) appear(one);
      });
    }
    // If all of the table has moved, the page has: nothing glides.
    const same = moving.every(([, x, y]) => Math.hypot(x - moving[0][1], y - moving[0][2]) <= FAR);
    if (moving.length > 2 && same) return;
    moving.forEach(([one, x, y]) => glide(one, x, y));
  });

  const timing = {duration: LASTS, easing: "ease-out"};

  function glide(one, x, y) {
    const size = one.ownerSVGElement.getScreenCTM()?.a || 1;
    one.animate([{translate: `${x / size}px ${y / size}px`}, {translate: "none"}], timing);
  }

  function appear(one) {
    one.animate([{opacity: 0}, {opacity: 1}], timing);
  }
})();
