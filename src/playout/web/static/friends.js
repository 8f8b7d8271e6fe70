// Friends who are invited: their links are copied, and the page says who is there.
"use strict";

(() => {
  let present = null, wereAll = false;

  function mark() {
    for (const one of document.querySelectorAll("[data-copy]")) one.hidden = false;
    if (!present) return;
    const lines = [...document.querySelectorAll("[data-present]")];
    const isThere = line => present.includes(Number(line.dataset.present));
    for (const line of lines) line.textContent = isThere(line) ? "here" : "not here";
    const invite = document.querySelector(".invite"), all = lines.every(isThere);
    if (invite && all && !wereAll) invite.open = false; // nobody is waited for any more
    wereAll = all;
  }

  // Pages that come without encryption have no clipboard of their own.
  async function copy(text) {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }

  document.addEventListener("click", async event => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    await copy(button.dataset.copy);
    button.textContent = "Copied";
  });
  document.addEventListener("playout:here", event => { present = event.detail; mark(); });
  document.addEventListener("htmx:afterSettle", mark);
  mark();
})();
