// Runs that grow while one looks, and boards on which stones are set.  Without this file a page of
// a run is loaded again every few seconds, and each cell of a board is a link.
"use strict";

(() => {
  let stream = null;

  const run = () => document.getElementById("run");
  const say = text => { document.getElementById("said").textContent = text; };

  // What grows takes the place of what was there; where one was in it stays as it is.
  function grow(html) {
    const place = run().querySelector(".grows");
    const scrolls = [...place.querySelectorAll(".scroll")];
    const lefts = scrolls.map(one => one.scrollLeft), at = scrolls.indexOf(document.activeElement);
    const open = [...place.querySelectorAll("details")].map(one => one.open);
    const summary = [...place.querySelectorAll("summary")].indexOf(document.activeElement);
    place.innerHTML = html;
    place.querySelectorAll("details").forEach((one, k) => { one.open = Boolean(open[k]); });
    document.dispatchEvent(new Event("grown"));
    const fresh = place.querySelectorAll(".scroll"), heads = place.querySelectorAll("summary");
    fresh.forEach((one, k) => { one.scrollLeft = lefts[k] || 0; });
    const focused = at >= 0 ? fresh[at] : summary >= 0 ? heads[summary] : null;
    if (focused) focused.focus({preventScroll: true});
  }

  // A person who selects something in the table is not disturbed.
  const isSelecting = () => {
    const chosen = document.getSelection();
    return chosen && !chosen.isCollapsed && run().querySelector(".grows").contains(chosen.anchorNode);
  };

  function listen() {
    if (stream) stream.close();
    stream = null;
    const here = run();
    if (!here || !here.dataset.events) return;
    const bar = here.querySelector("progress"), words = here.querySelector(".words");
    stream = new EventSource(here.dataset.events);
    stream.addEventListener("answer", event => { if (!isSelecting()) grow(JSON.parse(event.data)); });
    stream.addEventListener("words", event => {
      const now = JSON.parse(event.data);
      if (now.text) words.textContent = now.text;
      if (now.share === null) bar.removeAttribute("value"); else bar.value = now.share;
    });
    stream.addEventListener("over", () => {
      stream.close();
      stream = null;
      setTimeout(() => htmx.ajax("GET", here.dataset.here, {target: "#run", swap: "outerHTML"}), 200);
    });
  }

  document.addEventListener("htmx:afterSettle", event => {
    if (!run() || event.target.closest(".pictures")) return;
    const state = run().querySelector(".state, .warned"), answer = run().querySelector(".answer");
    say(run().dataset.events ? "Running." : `${state.textContent} ${answer ? answer.textContent : ""}`);
    listen();
  });
  if (run()) listen();

  const wrong = document.getElementById("wrong");
  if (wrong) wrong.focus();

  // ------------------------------------------------------------------ a board of Hex

  const board = document.querySelector("form[data-hex]");

  async function draw(touched) {
    const query = new URLSearchParams(new FormData(board));
    if (touched) query.set("touch", touched);
    const answer = await fetch(`/hex/board?${query}`, {headers: {"HX-Request": "true"}});
    const text = await answer.text();
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("hex");
    if (!fresh) {
      document.getElementById("message").innerHTML = text;
      return;
    }
    document.getElementById("message").replaceChildren();
    document.getElementById("hex").replaceWith(fresh);
    for (const name of ["ones", "twos"]) board.elements[name].value = fresh.dataset[name];
    const cell = touched && shown(`[data-cell="${CSS.escape(touched)}"]`);
    rove(cell || shown("[data-cell]"));
    if (cell) cell.focus({preventScroll: true});
  }

  // Of the board for a desk and that for a phone the page shows one.
  function shown(query) {
    return [...document.querySelectorAll(`#hex ${query}`)].find(one => one.getClientRects().length);
  }

  // One cell can be reached with the tabulator, the others from it with the arrows.
  function rove(cell) {
    for (const one of document.querySelectorAll("#hex [data-cell]"))
      one.setAttribute("tabindex", one.dataset.cell === cell.dataset.cell ? 0 : -1);
  }

  const ARROWS = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};

  if (board) {
    board.addEventListener("click", event => {
      const cell = event.target.closest("[data-cell]");
      if (cell) { event.preventDefault(); draw(cell.dataset.cell); }
    });
    board.addEventListener("keydown", event => {
      const cell = event.target.closest("[data-cell]");
      if (!cell) return;
      if (event.key === " ") { event.preventDefault(); draw(cell.dataset.cell); }
      if (!(event.key in ARROWS)) return;
      event.preventDefault();
      const [down, right] = ARROWS[event.key];
      const next = shown(`[data-row="${Number(cell.dataset.row) + down}"][data-col="${Number(cell.dataset.col) + right}"]`);
      if (next) { rove(next); next.focus(); }
    });
    board.addEventListener("change", event => {
      if (["rows", "cols", "ones", "twos"].includes(event.target.name)) draw();
    });
    rove(shown("[data-cell]"));
  }
})();
