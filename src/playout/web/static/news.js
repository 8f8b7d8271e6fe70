// Others at the table: whenever it has changed, the page loads it.  If the connection is lost it is
// tried again, with growing pauses; a move that could not be sent is sent then.
"use strict";

(() => {
  const FIRST = 500, MOST = 8000; // milliseconds between two tries
  const LOST = "The connection is lost; trying again …";
  let ear = null; // what listens, and where
  let lost = false, pause = FIRST, timer = null;
  let sending = 0; // requests on their way that change the table
  let unsent = null; // a move that did not arrive

  const table = () => document.querySelector("#table[data-here]");
  const load = (verb, path, values) => htmx.ajax(verb, path, {target: "#table", swap: "outerHTML", values});

  function hear() {
    clearTimeout(timer);
    const where = !document.hidden && table() && (lost ? `${table().dataset.here}/news` : table().dataset.news);
    if (ear && ear.where === where) return;
    if (ear) ear.stream.close();
    ear = where ? {where, stream: new EventSource(where)} : null;
    if (!ear) return;
    const stream = ear.stream;
    stream.addEventListener("version", event => learn(event.data));
    stream.addEventListener("here", event =>
      document.dispatchEvent(new CustomEvent("playout:here", {detail: JSON.parse(event.data)})));
    stream.addEventListener("error", () => { // closed, or refused: the browser would not always try again
      stream.close();
      if (ear && ear.stream === stream) tryAgain(pause > FIRST); // at once it may be there again
    });
  }

  function tryAgain(isLost) {
    lost = lost || isLost;
    const line = document.getElementById("lost");
    line.hidden = !lost;
    if (lost) line.textContent = unsent ? `${LOST} Your move is sent as soon as it is back.` : LOST;
    if (ear) ear.stream.close();
    ear = null;
    clearTimeout(timer);
    timer = setTimeout(hear, pause);
    pause = Math.min(2 * pause, MOST);
  }

  // There is a connection, and the table has this version.
  function learn(version) {
    const {here, version: shown} = table().dataset, wasLost = lost, move = unsent;
    lost = false;
    pause = FIRST;
    unsent = null;
    document.getElementById("lost").hidden = true;
    if (move) load("POST", move.path, move.values); // with its turn: at a later one it is not made
    else if (wasLost) load("GET", here);
    else if (version !== shown && !sending) load("GET", `${here}?version=${shown}`);
  }

  function failed({requestConfig: {verb, path, parameters}}) {
    if (!table()) return;
    if (verb === "post" && path.endsWith("/move")) {
      unsent = {path, values: {turn: parameters.turn, move: parameters.move}};
      table().inert = true;
    }
    tryAgain(true);
  }

  const changes = event => event.detail.requestConfig.verb === "post";
  document.addEventListener("htmx:beforeRequest", event => { sending += changes(event); });
  document.addEventListener("htmx:afterRequest", event => { sending -= changes(event); });
  document.addEventListener("htmx:sendError", event => failed(event.detail));
  document.addEventListener("htmx:beforeSwap", event => {
    if (!table() || !event.detail.xhr.getResponseHeader("Retry-After")) return;
    event.detail.shouldSwap = false; // the table is being prepared
    failed(event.detail);
  });
  document.addEventListener("playout:lost", () => tryAgain(true));
  document.addEventListener("visibilitychange", hear);
  document.addEventListener("htmx:afterSettle", hear);
  hear();
})();
