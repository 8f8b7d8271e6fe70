// In what order the site's search shows pages that have the words: answers before all others,
// what has changed last.  The other numbers are those of Sphinx.
const BEFORE = { "how-do-i": 8, start: 4, games: 3, changes: -12, contributing: -4 };
var Scorer = {
  score: ([page, , , , score]) => score + (BEFORE[page.split("/")[0]] || 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
