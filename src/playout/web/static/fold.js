// On a phone a table that is too wide becomes a card for each row, with the heads in the card.
// Without this file it scrolls sideways.
"use strict";

(() => {
  const narrow = matchMedia("(max-width: 47.99rem)");

  function fold(region) {
    const table = region.querySelector("table");
    table.classList.remove("folds");
    if (!narrow.matches || !table.tHead || table.clientWidth <= region.clientWidth) return;
    const heads = [...table.tHead.rows[0].cells].map(cell => cell.textContent);
    for (const row of table.querySelectorAll("tbody tr:not(.name)"))
      [...row.cells].forEach((cell, k) => { cell.dataset.head = heads[k]; });
    table.classList.add("folds");
  }

  const all = () => document.querySelectorAll(".scroll:has(table)").forEach(fold);

  // What is folded away has no width before it is opened.
  document.addEventListener("toggle", all, true);
  document.addEventListener("htmx:afterSettle", all);
  document.addEventListener("grown", all);
  narrow.addEventListener("change", all);
  all();
})();
