// Touching a table: places that stand for a move are touched one after another, or dragged onto
// each other.  Without this file every move is a button.
"use strict";

(() => {
  const DRAG = 8; // pixels: less is a tap
  const SILENT = "The connection is lost. Try again in a moment.";
  let moves = [], chosen = [], dragged = null, timer = null, playing = false;
  const streams = new Map(); // what grows while it is looked at, and where its news come from
  let whys = 0; // how often it was asked why something cannot be done
  let held = []; // the dice that were held when the others were thrown
  let sent = false; // a move was sent, and its answer has not come: the table is as it was

  const table = () => document.getElementById("table");
  const places = () => [...table().querySelectorAll("[data-place]")];
  const nameOf = place => place.dataset.place;

  function counted(names) {
    const found = new Map();
    for (const name of names) found.set(name, (found.get(name) || 0) + 1);
    return found;
  }

  // Whether a move is made by touching all of these places, and perhaps more.
  function goesOn(move, names) {
    const has = counted(move.places);
    return [...counted(names)].every(([name, times]) => (has.get(name) || 0) >= times);
  }

  const left = names => moves.filter(move => move.places.length && goesOn(move, names));

  function begin() {
    stop();
    if (!table()) return;
    const drawn = new Set(places().map(nameOf));
    moves = JSON.parse(table().dataset.moves).filter(move => move.places.every(name => drawn.has(name)));
    chosen = [];
    for (const name of held.splice(0)) { // as long as the player does not give them back
      const die = left([...chosen.map(nameOf), name]).length && places().find(
        one => nameOf(one) === name && !chosen.includes(one) && one.getClientRects().length);
      if (die) chosen.push(die);
    }
    sent = false;
    whys += 1;
    for (const place of places()) {
      place.addEventListener("pointerdown", event => press(event, place));
      place.addEventListener("keydown", event => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); touch(place); }
      });
    }
    show();
    for (const box of table().querySelectorAll("section[data-live]")) listen(box);
    for (const box of table().querySelectorAll("details[data-live]")) {
      const kept = sessionStorage[box.className];
      box.open = kept ? kept === "open" : box.open;
      if (box.open) listen(box);
      box.addEventListener("toggle", () => {
        sessionStorage[box.className] = box.open ? "open" : "closed";
        box.open ? listen(box) : stopListening(box);
      });
    }
    const button = table().querySelector("[data-play]");
    if (button) {
      button.addEventListener("click", () => { playing = !playing; watch(); });
      watch();
    }
  }

  // What can be touched next is light, all else is grey; what is chosen can be given back.
  function show() {
    const names = chosen.map(nameOf), next = left(names), had = counted(names);
    const goOn = new Set(next.flatMap(move => // once for all places: a board can have thousands
      [...counted(move.places)].filter(([name, times]) => times > (had.get(name) || 0)).map(([name]) => name)));
    const useful = place => goOn.has(nameOf(place)) || isChosen(place) || isOther(place);
    for (const place of places()) {
      const can = moves.length > 0 && useful(place);
      place.classList.toggle("can", can);
      place.classList.toggle("cannot", moves.some(move => move.places.length) && !can);
      place.classList.toggle("chosen", isChosen(place));
      if (can) {
        place.setAttribute("tabindex", "0");
        place.setAttribute("role", "button");
        place.setAttribute("aria-pressed", isChosen(place));
        place.setAttribute("aria-label", (place.querySelector("title") || place).textContent);
      } else {
        for (const name of ["tabindex", "role", "aria-pressed", "aria-label"]) place.removeAttribute(name);
      }
    }
    document.dispatchEvent(new Event("playout:touched"));
    const exact = next.filter(move => move.places.length === names.length);
    const box = document.getElementById("chosen");
    if (!box) return;
    box.replaceChildren();
    if (names.length && (exact.length > 1 || (exact.length && next.length > 1))) {
      for (const move of exact) box.append(button(move.text));
    }
  }

  function button(text) {
    const made = document.createElement("button");
    made.className = "button";
    made.name = "move";
    made.value = made.textContent = text;
    return made;
  }

  function touch(place) {
    if (sent) return;
    document.getElementById("message").replaceChildren();
    const again = chosen.findIndex(one => isSame(one, place)), names = [...chosen.map(nameOf), nameOf(place)];
    if (again >= 0) {
      chosen.splice(again, 1);
    } else if (left(names).length) {
      chosen.push(place);
    } else if (isOther(place)) {
      chosen = [place];
    } else {
      why(names);
      return;
    }
    const now = left(chosen.map(nameOf)), whole = now.filter(move => move.places.length === chosen.length);
    const ends = chosen.includes(place) && nameOf(place).startsWith("button-"); // a button completes a move
    const made = ends && whole.length === 1 ? whole[0] : now.length === 1 && (ends || whole.length) ? now[0] : null;
    if (chosen.length && made) {
      make(made.text);
      return;
    }
    show();
    places().includes(document.activeElement) || (place.hasAttribute("tabindex") && place.focus({preventScroll: true}));
  }

  // Places of one name are the same place, unless a move needs several of them.
  const isSame = (one, place) => one === place || (nameOf(one) === nameOf(place) &&
    !moves.some(move => counted(move.places).get(nameOf(one)) > 1));
  const isChosen = place => chosen.some(one => isSame(one, place));

  // Another card in the place of the one that is chosen: cards are named card-..., piles pile-...
  // Or a place that is a move by itself in the place of all that are chosen.
  const kind = place => nameOf(place).replace(/-.*/, "");
  const isMove = place => moves.some(move => move.places.length === 1 && move.places[0] === nameOf(place));
  const isOther = place => !isChosen(place) && chosen.length > 0 && (isMove(place) ||
    (chosen.length === 1 && kind(chosen[0]) === kind(place) && left([nameOf(place)]).length > 0));

  function make(text) {
    const form = table().querySelector("form.moves"), made = document.createElement("input");
    made.type = "hidden";
    made.name = "move";
    made.value = text;
    form.append(made);
    held = chosen.map(nameOf).filter(name => name.startsWith("die-"));
    sent = true;
    form.requestSubmit();
  }

  async function why(names) {
    if (!moves.length) return;
    const mine = ++whys, query = names.map(name => `place=${encodeURIComponent(name)}`).join("&");
    waits();
    const answer = await fetch(`${table().dataset.here}/why?${query}`).catch(() => null);
    waitsNoMore();
    if (!answer) document.dispatchEvent(new Event("playout:lost"));
    if (!answer || mine !== whys) return; // touched something else, or moved, meanwhile
    const message = document.createElement("p");
    message.className = "warned";
    message.textContent = answer.ok ? await answer.text() : "That is not possible now.";
    document.getElementById("message").replaceChildren(message);
  }

  function press(event, place) {
    if (event.button !== 0) return;
    dragged = {place, x: event.clientX, y: event.clientY, moved: false};
    if (place.releasePointerCapture && place.hasPointerCapture(event.pointerId)) place.releasePointerCapture(event.pointerId);
  }

  document.addEventListener("pointermove", event => {
    if (!dragged) return;
    const far = Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y);
    dragged.moved = dragged.moved || (far > DRAG && event.pointerType === "mouse");
    if (dragged.moved) document.body.style.cursor = "grabbing";
  });

  document.addEventListener("pointerup", event => {
    if (!dragged) return;
    const {place, moved} = dragged;
    dragged = null;
    document.body.style.cursor = "";
    const below = document.elementFromPoint(event.clientX, event.clientY);
    const onto = below && below.closest("[data-place]");
    if (onto === place) return touch(place);
    if (moved && onto) {
      chosen = [];
      touch(place);
      if (chosen.length) touch(onto);
    }
  });
  document.addEventListener("pointercancel", () => { dragged = null; });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape" && table() && chosen.length) { chosen = []; show(); }
  });

  // What grows more certain while the page is open: the chance from here, a map.
  function listen(box) {
    if (streams.has(box)) return;
    const value = box.querySelector(".value"), stream = new EventSource(box.dataset.live);
    let answered = false;
    value.textContent = `${value.dataset.doing || ""} …`.trim();
    streams.set(box, stream);
    stream.addEventListener("answer", event => {
      answered = true;
      box.querySelector(".words")?.remove();
      (box.querySelector(".bar") ? drawBar : drawMap)(box, value, JSON.parse(event.data));
    });
    stream.addEventListener("words", event => {
      const words = JSON.parse(event.data);
      if (words && !answered) (box.querySelector(".words") || value).textContent = words;
    });
    stream.addEventListener("error", () => {
      if (stream.readyState !== EventSource.CLOSED) return; // else the browser tries again
      if (!answered) value.textContent = "That is not possible now.";
      stopListening(box);
    });
    stream.addEventListener("over", event => {
      const error = JSON.parse(event.data);
      if (error) {
        value.textContent = error;
        box.querySelector(".curves")?.remove(); // none will come
      }
      stopListening(box);
    });
  }

  function drawBar(box, value, now) {
    const bar = box.querySelector(".bar");
    bar.hidden = false;
    value.textContent = `${now.name} ${now.text}`;
    bar.querySelector(".reach").style.left = `${100 * now.low}%`;
    bar.querySelector(".reach").style.width = `${100 * (now.high - now.low)}%`;
    bar.querySelector(".at").style.left = `${100 * now.at}%`;
  }

  function drawMap(box, value, now) {
    const drawn = box.querySelector(".drawn");
    value.textContent = now.text;
    drawn.innerHTML = now.html;
    drawn.classList.remove("old");
  }

  function stopListening(box) {
    streams.get(box)?.close();
    streams.delete(box);
  }

  function stop() {
    [...streams.keys()].forEach(stopListening);
    clearTimeout(timer);
  }

  // Watching: a step at a time, as fast as was asked.
  function watch() {
    const form = document.getElementById("playing"), button = form.querySelector("[data-play]");
    const speed = form.querySelector("[data-speed]");
    if (sessionStorage.speed) speed.value = sessionStorage.speed;
    speed.onchange = () => { sessionStorage.speed = speed.value; };
    playing = playing && !button.disabled;
    button.textContent = playing ? "Pause" : "Play";
    button.setAttribute("aria-pressed", playing);
    clearTimeout(timer);
    if (playing) timer = setTimeout(() => htmx.trigger(form, "step"), Number(speed.value));
  }

  // What takes long says what it waits for: rules are compiled once on a machine.
  let busy = 0, asking = null;
  function waits() {
    busy += 1;
    asking = asking || setInterval(async () => {
      const line = document.getElementById("waits");
      const words = await fetch("/waiting").then(answer => answer.text(), () => "");
      if (busy > 0) line.textContent = words ? `${words} …` : "";
    }, 700);
  }
  function waitsNoMore() {
    busy -= 1;
    if (busy > 0) return;
    clearInterval(asking);
    asking = null;
    document.getElementById("waits").textContent = "";
  }
  document.addEventListener("htmx:beforeRequest", waits);
  document.addEventListener("htmx:afterRequest", waitsNoMore);
  document.addEventListener("htmx:afterRequest", event => { sent = sent && event.detail.successful; });
  document.addEventListener("htmx:sendError", () => { if (!table()?.dataset.here) document.getElementById("waits").textContent = SILENT; });

  // What was open before the table changed is open after it.
  let open = [], map = null;
  document.addEventListener("htmx:beforeSwap", () => {
    if (!table()) return;
    open = [...table().querySelectorAll("details[open]")].map(one => one.className);
    map = table().querySelector(".map[open] .drawn");
  });
  document.addEventListener("htmx:afterSettle", event => {
    if (event.target.id !== "table" && !event.target.querySelector("#table")) return;
    for (const one of table().querySelectorAll("details")) {
      if (!["hints", "all"].includes(one.className) && !one.dataset.live && open.includes(one.className)) one.open = true;
    }
    const drawn = table().querySelector(".map .drawn");
    if (map && drawn) { // pale until the new one is there, so that nothing below it jumps
      drawn.replaceWith(map);
      map.classList.add("old");
    }
    begin();
  });
  begin();
})();
