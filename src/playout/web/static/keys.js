// A table by keyboard and by ear: arrows go from place to place, after a move the focus is where the
// game goes on, and what has happened is read aloud.
"use strict";

(() => {
  const WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
  const ACROSS = 2.5; // how much farther a place seems that lies aside
  let byKeyboard = false, swapped = false;
  let last = null; // where the last move began
  let had = null; // finds what had the focus before the table changed

  const table = () => document.getElementById("table");
  const seen = query => [...table().querySelectorAll(query)].filter(one => one.getClientRects().length);
  const isCell = place => !place.dataset.place.includes("-");

  function middle(one) {
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  }

  function nearest(places, from, way = null) {
    let best = null, least = Infinity;
    for (const place of places) {
      const [x, y] = middle(place), right = x - from[0], down = y - from[1];
      const along = way ? right * way[0] + down * way[1] : Math.hypot(right, down);
      const far = way ? along + ACROSS * Math.abs(right * way[1] - down * way[0]) : along;
      if ((!way || along > 3) && far < least) [best, least] = [place, far];
    }
    return best;
  }

  // Of the cells of a board one can be reached with the tabulator, the others from it with arrows.
  function rove(place) {
    for (const one of seen(".can").filter(isCell)) one.setAttribute("tabindex", one === place ? "0" : "-1");
  }

  document.addEventListener("pointerdown", () => { byKeyboard = false; });
  document.addEventListener("keydown", event => {
    byKeyboard = true;
    const here = event.target.closest?.("#table .can"), way = WAYS[event.key];
    if (!here || !way || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    nearest(seen(".can"), middle(here), way)?.focus();
  });
  document.addEventListener("focusin", event => {
    if (event.target.matches("#table .can") && isCell(event.target)) rove(event.target);
  });

  // Buttons and folds that are in the table after it has changed as before keep the focus.
  function sameAs(one) {
    const name = one.tagName, text = one.textContent.trim();
    const fold = one.closest("details")?.className;
    if (one === document.body || !table().contains(one) || one.matches("[data-place]")) return null;
    if (name === "SUMMARY") return () => seen(`details.${fold} > summary`)[0];
    return () => seen(name).find(other => other.textContent.trim() === text && !other.disabled && other.tabIndex >= 0);
  }

  document.addEventListener("htmx:beforeSwap", event => {
    if (!table() || event.target !== table()) return;
    const active = document.activeElement, begun = seen(".chosen")[0] || active.closest("#table .can");
    swapped = true;
    if (begun) last = middle(begun);
    had = sameAs(active);
  });

  // A move of several touches begins in the hand, so that is where it goes on.
  function next() {
    const moves = JSON.parse(table().dataset.moves).filter(move => move.places.length);
    const most = Math.max(...moves.map(move => move.places.length));
    const begins = new Set(moves.filter(move => move.places.length === most).map(move => move.places[0]));
    const places = seen(".can"), first = places.filter(place => begins.has(place.dataset.place));
    if (last && first.length) return nearest(first, last);
    return first[0] || places[0] || seen("#buttons button, .ending button, .over button, .cover button")[0];
  }

  document.addEventListener("playout:touched", () => {
    const cells = seen(".can").filter(isCell);
    if (swapped) {
      swapped = false;
      const words = [".status", ".how"].map(one => table().querySelector(one)?.textContent.trim()).filter(Boolean);
      document.getElementById("heard").textContent = words.join(" ").replace(/\s+/g, " ");
      if (document.activeElement === document.body && (byKeyboard || had)) {
        const to = (had && had()) || (byKeyboard && (next() || seen(".board")[0]));
        if (to) to.focus({preventScroll: !to.matches(".button")});
      }
    }
    const active = document.activeElement;
    if (cells.length) rove(cells.includes(active) ? active : (last && nearest(cells, last)) || cells[0]);
  });
})();
