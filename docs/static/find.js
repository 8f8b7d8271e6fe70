// The search of the site.  Each section of a page is scored by the words of the question that it
// has: rare words count more than common ones, words of a title more than words of the text, and
// a section with all words more than one with some.  Answers to questions come before other pages.
const PARTS = { "how-do-i": 1.6, start: 1.1, changes: 0.3, contributing: 0.5, cite: 0.7 };
const [LISTS, NAMES] = [0.35, 0.6]; // pages that list others; the names in Python
const [TITLE, ALSO, PAGE] = [4, 4, 1]; // what a word is worth in a title, next to 0 to 2 in the text
const MOST = 20;
const EMPTY = new Set(["get", "got", "one", "want", "like", "make", "need", "tell", "say", "many"]);

const stemmer = new Stemmer();

/** The words of a text, without endings: "knock-outs" is knock, out and knockout. */
function wordsOf(text) {
  const found = [];
  for (const [word] of text.toLowerCase().replaceAll("’", "'").matchAll(/[\p{L}\p{N}_'-]+/gu)) {
    const whole = word.replace(/^['-]+|['-]+$|'s$/g, "");
    if (stopwords.has(whole)) continue;
    const parts = whole.split(/[-_']+/);
    found.push(...parts.filter((part) => !stopwords.has(part)));
    if (parts.length > 1) found.push(parts.join(""));
  }
  return found.filter((word) => word).map((word) => stemmer.stemWord(word));
}

/** How often each word comes. */
function counted(text) {
  const counts = new Map();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) || 0) + 1);
  return counts;
}

const BOOK = SECTIONS.map(([page, anchor, of, title, also, text]) => {
  const body = counted(text);
  const length = [...body.values()].reduce((sum, count) => sum + count, 0);
  const heads = [title, also, of].map((head) => new Set(wordsOf(head)));
  const index = /(^|\/)index$/.test(page) ? LISTS : 1;
  const name = page.startsWith("reference/python/") ? NAMES : 1;
  const worth = (PARTS[page.split("/")[0]] || 1) * index * name;
  return { page, anchor, of, title, text, body, length, heads, worth };
});
const AVERAGE = BOOK.reduce((sum, { length }) => sum + length, 0) / BOOK.length;
const PAGES_WITH = new Map(); // in how many sections each word is
for (const { body, heads } of BOOK) {
  for (const word of new Set([...body.keys(), ...heads[0], ...heads[1]])) {
    PAGES_WITH.set(word, (PAGES_WITH.get(word) || 0) + 1);
  }
}

/** What a word counts in a section. */
function inSection(word, { body, length, heads: [title, also, of] }) {
  const count = body.get(word) || 0;
  const text = (2 * count) / (count + 0.5 + (0.5 * length) / AVERAGE);
  return text + (title.has(word) ? TITLE : also.has(word) ? ALSO : of.has(word) ? PAGE : 0);
}

/** The sections that answer a question best, the best first. */
function find(question) {
  const counts = /\d+\s+(?:\S+\s+)?(?:of|in|out of)\s+\d+/.test(question); // 54 wins in 100
  const all = [...new Set(wordsOf(counts ? `${question} counted wins` : question))];
  const words = all.every((word) => EMPTY.has(word)) ? all : all.filter((word) => !EMPTY.has(word));
  const asked = words.flatMap((word) => {
    if (PAGES_WITH.has(word)) return [[word]];
    const longer = word.length > 2 ? [...PAGES_WITH.keys()].filter((w) => w.startsWith(word)) : [];
    return longer.length ? [longer] : []; // a word that is still being typed
  });
  if (!asked.length) return [];
  const rarity = asked.map((forms) => {
    const pages = Math.max(...forms.map((form) => PAGES_WITH.get(form)));
    const number = /^\d+$/.test(forms[0]) ? 0.5 : 1;
    return number * Math.log(1 + BOOK.length / pages);
  });
  const most = rarity.reduce((sum, part) => sum + part, 0);
  const scored = BOOK.map((section) => {
    let [score, had] = [0, 0];
    asked.forEach((forms, place) => {
      const here = Math.max(...forms.map((form) => inSection(form, section)));
      score += here * rarity[place];
      had += here > 0 ? rarity[place] : 0;
    });
    const heading = [...section.heads[0]];
    const named = heading.length && heading.every((word) => words.includes(word)) ? 1.5 : 1;
    return { ...section, score: (named * section.worth * score * had) / most };
  });
  scored.sort((a, b) => b.score - a.score);
  return scored.filter(({ score }) => score > 0.2 * scored[0].score).slice(0, MOST);
}

/** Some of the text around the first word that was asked for. */
function around(text, question) {
  const wanted = new Set(wordsOf(question));
  const words = text.split(" ");
  const first = Math.max(0, words.findIndex((word) => wordsOf(word).some((w) => wanted.has(w))));
  const from = Math.max(0, first - 8);
  const cut = words.slice(from, from + 32).join(" ");
  return (from ? "... " : "") + cut + (from + 32 < words.length ? " ..." : "");
}

function show(question) {
  const list = document.querySelector(".found");
  const found = question.trim() ? find(question) : [];
  list.replaceChildren();
  for (const { page, anchor, of, title, text } of found) {
    const item = list.appendChild(document.createElement("li"));
    const link = item.appendChild(document.createElement("a"));
    link.href = `${page}.html${anchor && "#"}${anchor}`;
    link.textContent = title;
    if (title !== of) item.append(` (${of})`);
    item.appendChild(document.createElement("p")).textContent = around(text, question);
  }
  document.querySelector(".nothing").hidden = found.length > 0;
  document.title = question.trim() ? `${question.trim()} - Search` : "Search";
}

window.addEventListener("DOMContentLoaded", () => {
  const box = document.querySelector(".search-box input");
  box.value = new URLSearchParams(window.location.search).get("q") || "";
  box.addEventListener("input", () => show(box.value));
  show(box.value);
  if (!box.value) box.focus();
});
