// A board whose cells are too small for a finger (its picture says how broad they are: data-cell) is
// enlarged by a touch, two fingers or two buttons.  A touch moves only where cells are large enough.
"use strict";

(() => {
  const LEAST = 44, MOST = 4; // pixels of a cell for a finger; times the size that fits
  const fingers = matchMedia("(pointer: coarse)");
  let zoom = 1, seen = {x: .5, y: .5}; // how large, and which part: both stay when the table changes

  const table = () => document.getElementById("table");
  const fitting = svg => svg.parentElement.clientWidth / svg.viewBox.baseVal.width * Number(svg.dataset.cell);
  const isSmall = svg => fitting(svg) * zoom < LEAST - 1;

  function begin() {
    if (!fingers.matches || !table()) return;
    for (const svg of table().querySelectorAll(".board svg[data-cell]")) {
      const box = svg.parentElement;
      if (!box.clientWidth || box.classList.contains("zooms") || fitting(svg) >= LEAST) continue;
      box.classList.add("zooms");
      listen(box, svg);
      box.before(tools(box, svg));
      show(box, svg);
      go(box);
    }
  }

  function show(box, svg) {
    box.style.setProperty("--zoom", zoom);
    box.classList.toggle("large", zoom > 1);
    const line = box.previousElementSibling;
    line.querySelector("small").textContent = isSmall(svg) ? "Touch the board to enlarge it." : "Touch a cell, or push the board.";
    line.querySelector("[data-less]").disabled = zoom <= 1;
    line.querySelector("[data-more]").disabled = zoom >= MOST;
  }

  function go(box) {
    box.scrollLeft = seen.x * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = seen.y * box.scrollHeight - box.clientHeight / 2;
  }

  // What lies at this point of the window stays there.
  function enlarge(box, svg, wanted, x, y) {
    const at = svg.getBoundingClientRect(), box_at = box.getBoundingClientRect();
    const part = {x: (x - at.left) / at.width, y: (y - at.top) / at.height};
    zoom = wanted < 1.1 ? 1 : Math.min(wanted, MOST);
    show(box, svg);
    const now = svg.getBoundingClientRect();
    box.scrollLeft = part.x * now.width - (x - box_at.left);
    box.scrollTop = part.y * now.height - (y - box_at.top);
  }

  function tools(box, svg) {
    const line = document.createElement("p");
    line.className = "zooming";
    for (const [name, text, label, factor] of [["less", "−", "Make the board smaller", 1 / 1.5], ["more", "+", "Enlarge the board", 1.5]]) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button plain";
      button.dataset[name] = "";
      button.textContent = text;
      button.setAttribute("aria-label", label);
      button.addEventListener("click", () => {
        const at = box.getBoundingClientRect();
        enlarge(box, svg, zoom * factor, at.left + at.width / 2, at.top + at.height / 2);
      });
      line.append(button);
    }
    line.append(document.createElement("small"));
    return line;
  }

  function listen(box, svg) {
    let pinch = null, small = false;
    box.addEventListener("scroll", () => {
      seen = {x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth, y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight};
    });
    box.addEventListener("pointerdown", event => {
      small = isSmall(svg);
      if (small) event.stopPropagation(); // no move
    }, true);
    box.addEventListener("click", event => {
      if (small) enlarge(box, svg, LEAST / fitting(svg) * 1.02, event.clientX, event.clientY);
    });
    const apart = event => {
      const [one, other] = event.touches;
      return {length: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY), x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2};
    };
    box.addEventListener("touchstart", event => {
      pinch = event.touches.length === 2 ? {zoom, length: apart(event).length} : null;
    }, {passive: true});
    box.addEventListener("touchmove", event => {
      if (!pinch || event.touches.length !== 2) return;
      event.preventDefault();
      const {length, x, y} = apart(event);
      enlarge(box, svg, pinch.zoom * length / pinch.length, x, y);
    }, {passive: false});
  }

  document.addEventListener("htmx:afterSettle", begin);
  addEventListener("resize", begin);
  begin();
})();
