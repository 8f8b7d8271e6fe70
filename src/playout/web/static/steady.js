// Nothing jumps: while a game goes on, its parts stay as high as they have been, though the
// hand empties and others move.
"use strict";

(() => {
  const table = () => document.getElementById("table");
  let high = new Map(), wide = innerWidth;

  function keep() {
    if (!table()) return;
    const isOver = table().querySelector(".dock.over"), parts = [".status", ".board", ".dock"];
    for (const name of parts) {
      const one = table().querySelector(name);
      if (!one) continue;
      one.style.minHeight = "";
      const most = isOver && name === ".dock" ? 0 : Math.max(high.get(name) || 0, one.offsetHeight);
      high.set(name, most);
      if (most > one.offsetHeight) one.style.minHeight = `${most}px`;
    }
  }

  document.addEventListener("htmx:afterSwap", keep); // before it is painted
  document.addEventListener("playout:touched", keep); // a touch can bring buttons
  addEventListener("resize", () => {
    if (innerWidth === wide) return;
    wide = innerWidth;
    high = new Map();
    keep();
  });
})();
