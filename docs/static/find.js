// The search of the site.  Each section of a page is scored by the words of the question that it
// has: rare words count more than common ones, words of a title more than words of the text, and
// a section with all words more than one with some.  Answers to questions come before other pages.
const PARTS = { "how-do-i": 1.6, start: 1.1, changes: 0.3, contributing: 0.5, cite: 0.7 };
const [LISTS, NAMES] = [0.35, 0.6]; // pages that list others; the names in Python
// What a word is worth next to 0 to 2 in the text: in the title, as another word for it, as part of
// a phrase, and in the title of the page.
const [TITLE, ALSO, WITHIN, PAGE] = [4, 4, 2, 1];
// Factors: the question has the whole title; one of the phrases; it asks what a term means.
const [NAMED, PHRASE, MEANT] = [1.5, 2.5, 2.5];
const [LEAST, MOST] = [3, 20]; // sections shown
const ROOM = 30; // words of a section shown
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

/** A text without what does not matter when whole phrases are compared. */
const plain = (text) => ` ${text.toLowerCase().match(/[\p{L}\p{N}'%-]+/gu)?.join(" ")} `;

const BOOK = SECTIONS.map(([page, anchor, of, title, also, command, text, shown]) => {
  const body = counted(`${text} ${shown}`);
  const length = [...body.values()].reduce((sum, count) => sum + count, 0);
  const others = also.split(",").map((other) => other.trim());
  const phrases = others.filter((other) => other.includes(" "));
  const alone = others.filter((other) => !other.includes(" "));
  const heads = [title, alone, phrases, of].map((head) => new Set(wordsOf(`${head}`)));
  const index = /(^|\/)index$/.test(page) ? LISTS : 1;
  const name = page.startsWith("reference/python/") ? NAMES : 1;
  const worth = (PARTS[page.split("/")[0]] || 1) * index * name;
  const part = { page, anchor, of, title, command, text, shown, body, length, heads, worth };
  return { ...part, phrases: phrases.map(plain) };
});
const AVERAGE = BOOK.reduce((sum, { length }) => sum + length, 0) / BOOK.length;
const PAGES_WITH = new Map(); // in how many sections each word is
for (const { body, heads: [title, alone, phrases] } of BOOK) {
  for (const word of new Set([...body.keys(), ...title, ...alone, ...phrases])) {
    PAGES_WITH.set(word, (PAGES_WITH.get(word) || 0) + 1);
  }
}

/** What a word counts in a section. */
function inSection(word, { body, length, heads }) {
  const count = body.get(word) || 0;
  const text = (2 * count) / (count + 0.5 + (0.5 * length) / AVERAGE);
  return text + ([TITLE, ALSO, WITHIN, PAGE].find((_, place) => heads[place].has(word)) || 0);
}

/** How many letters two words differ by: changed, added, left out, or two exchanged. */
function apart(one, other) {
  let [before, row] = [[], [...Array(other.length + 1).keys()]];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1);
      const exchanged = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(changed, row[j] + 1, next[j - 1] + 1);
      if (exchanged) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[other.length];
}

/** The words of the site that a word may stand for: itself, else longer ones, else similar ones. */
function meant(word) {
  if (PAGES_WITH.has(word)) return [word];
  const all = [...PAGES_WITH.keys()];
  const longer = word.length > 2 ? all.filter((other) => other.startsWith(word)) : [];
  if (longer.length || word.length < 5 || /\d/.test(word)) return longer;
  const most = word.length < 7 ? 1 : 2;
  return all.filter((other) => other[0] === word[0] && apart(word, other) <= most);
}

/** The sections that answer a question best, the best first. */
function find(question) {
  const counts = /\d+\s+(?:\S+\s+)?(?:of|in|out of)\s+\d+|\d\s*%?\s+(?:\S+\s+){0,3}\d+\s+games/;
  const what = /^\s*(?:what (?:is|are|does)|meaning of|define)\b|\bmeans?\s*\??\s*$/i; // a term?
  const all = [...new Set(wordsOf(counts.test(question) ? `${question} counted wins` : question))];
  const words = all.every((word) => EMPTY.has(word)) ? all : all.filter((word) => !EMPTY.has(word));
  const asked = words.map(meant).filter((forms) => forms.length);
  if (!asked.length) return [];
  const rarity = asked.map((forms) => {
    const pages = Math.max(...forms.map((form) => PAGES_WITH.get(form)));
    const number = /^\d+$/.test(forms[0]) ? 0.5 : 1;
    return number * Math.log(1 + BOOK.length / pages);
  });
  const most = rarity.reduce((sum, part) => sum + part, 0);
  const whole = plain(question);
  const scored = BOOK.map((section) => {
    let [score, had] = [0, 0];
    asked.forEach((forms, place) => {
      const here = Math.max(...forms.map((form) => inSection(form, section)));
      score += here * rarity[place];
      had += here > 0 ? rarity[place] : 0;
    });
    const heading = [...section.heads[0]];
    const isNamed = heading.length && heading.every((word) => words.includes(word));
    const isTerm = section.page === "reference/glossary" && what.test(question);
    const named = isNamed ? (isTerm ? MEANT : NAMED) : 1;
    const phrase = section.phrases.some((phrase) => whole.includes(phrase)) ? PHRASE : 1;
    return { ...section, score: (named * phrase * section.worth * score * had) / most };
  });
  const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  return found.filter(({ score }, at) => at < LEAST || score > 0.2 * found[0].score).slice(0, MOST);
}

/** How a section begins, and its sentence that has most of the words that were asked for. */
function summary({ text, shown }, question) {
  const wanted = new Set(wordsOf(question));
  const sentences = (text || shown).split(/(?<=[.!?])\s+(?=[^a-z])/u);
  const had = (sentence) => new Set(wordsOf(sentence).filter((word) => wanted.has(word))).size;
  const short = (part) => {
    const words = part.split(" ");
    return words.slice(0, ROOM).join(" ") + (words.length > ROOM ? " ..." : "");
  };
  const first = short(sentences.slice(0, 2).join(" "));
  const rest = sentences.slice(1).filter((sentence) => !first.includes(sentence));
  const best = rest.reduce((a, b) => (had(b) > had(a) ? b : a), "");
  if (had(best) <= had(first)) return first;
  const [begin] = sentences;
  const gap = rest[0] === best || /\.\.\.$/.test(short(begin)) ? " " : " ... ";
  return short(begin) + gap + short(best);
}

function show(question) {
  const list = document.querySelector(".found");
  const found = question.trim() ? find(question) : [];
  list.replaceChildren();
  for (const section of found) {
    const { page, anchor, of, title, command } = section;
    const item = list.appendChild(document.createElement("li"));
    const link = item.appendChild(document.createElement("a"));
    link.href = `${page}.html${anchor && "#"}${anchor}`;
    link.textContent = title;
    if (title !== of) item.append(` (${of})`);
    const said = summary(section, question);
    if (said) item.appendChild(document.createElement("p")).textContent = said;
    if (command) item.appendChild(document.createElement("code")).textContent = command;
  }
  document.querySelector(".nothing").hidden = found.length > 0;
  document.querySelector(".none").hidden = !question.trim();
  document.title = question.trim() ? `${question.trim()} - Search` : "Search";
}

window.addEventListener("DOMContentLoaded", () => {
  const box = document.querySelector(".search-box input");
  box.value = new URLSearchParams(window.location.search).get("q") || "";
  box.addEventListener("input", () => show(box.value));
  show(box.value);
  if (!box.value) box.focus();
});
