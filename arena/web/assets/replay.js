// The replay of a game. The page has the film (arena/web/replay.py) as JSON; film.js reads it, this steps through it,
// and table.js draws.
//
// A step is what one key press shows: a card or a call, with the notes that follow it. Python made the list of steps and
// what each view knows of every line; nothing is filtered here.
"use strict";

/** @param {string} id @returns {HTMLElement} */
function at(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/** Put in the table, the buttons and all else that needs a script. @param {HTMLElement} root */
function build(root) {
  const { make } = ArenaTable;
  const { drawn } = ArenaCards;

  /** @param {string} what @param {string} path @param {string} label @param {string} key @returns {HTMLElement} */
  function sign(what, path, label, key) {
    const found = drawn("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
    found.append(drawn("path", { d: path }));
    const title = `${label}: ${key}`;
    return make("button", { type: "button", id: `do-${what}`, title }, make("span", { class: "unseen" }, label), found);
  }

  /** @param {string} what @param {string} text @param {string} [key] @returns {HTMLElement} */
  function button(what, text, key) {
    return make("button", { type: "button", id: `do-${what}`, ...(key ? { title: `Key ${key}` } : {}) }, text);
  }

  /** @param {Object<string, string>} attributes @param {...(Node | string)} children @returns {HTMLElement} */
  function row(attributes, ...children) {
    return make("div", { class: "replay-row", ...attributes }, ...children);
  }

  const KEYS = [
    ["← →", "a card back, the next card; with Shift a trick"],
    ["PgUp PgDn", "a deal back, the next deal"],
    ["Home End", "start and end of the game"],
    ["Space", "play, stop"],
    ["+ -", "faster, slower"],
    ["1 to 9", "what a seat sees; 1 is seat 0"],
    ["0", "all hands"],
    ["f", "full screen"],
    ["r", "turn the table"],
    ["h", "hide what comes"],
    ["g", "played cards stay in their hands, pale"],
    ["w", "what could be played: the legal cards of each step"],
    ["c", "a pack of two colors, or of four"],
    ["l x", "next change of the lead, next fault"],
    ["?", "these keys"],
  ];
  const facts = make("dl", { class: "facts" });
  for (const [keys, does] of KEYS) {
    const named = keys.split(" ").flatMap((key) => [" ", key === "to" ? key : make("kbd", {}, key)]);
    facts.append(make("dt", {}, ...named.slice(1)), make("dd", {}, does));
  }
  const scrubber = make("input", { id: "scrubber", type: "range", min: "0", value: "0", "aria-label": "Step" });
  const about = "What bots wrote to standard error at this step";
  const wrote = make("div", { id: "wrote", tabindex: "0", role: "region", "aria-label": about, hidden: "" });
  root.append(
    make(
      "div", { class: "replay-table" },
      make("div", { id: "table" }),
      make("div", { class: "replay-bar" },
      row(
        { class: "replay-row replay-steps", role: "group", "aria-label": "Steps" },
        sign("first", "M6 5v14M17 5l-7 7 7 7", "start", "Home"),
        sign("trick-back", "M12 5l-6 7 6 7M18 5l-6 7 6 7", "trick back", "Shift and left"),
        sign("back", "M15 5l-7 7 7 7", "card back", "Left"),
        sign("play", "M7 4l12 8-12 8z", "play", "Space"),
        sign("next", "M9 5l7 7-7 7", "next card", "Right"),
        sign("trick-next", "M6 5l6 7-6 7M12 5l6 7-6 7", "next trick", "Shift and right"),
        sign("last", "M18 5v14M7 5l7 7-7 7", "end", "End"),
      ),
      row({}, make("label", { class: "replay-scrub" }, make("span", { id: "where" }), scrubber)),
      ),
      make("p", { id: "told", role: "status", "aria-live": "polite" }),
      ...(root.dataset.wrote === undefined ? [] : [wrote]),
      row({ id: "views", role: "group", "aria-label": "Whose view" }),
      make(
        "details", { id: "more" },
        make("summary", {}, "More"),
        row(
        { role: "group", "aria-label": "Settings and jumps" },
        sign("deal-back", "M10 5l-6 7 6 7M15 5l-6 7 6 7M20 5l-6 7 6 7", "deal back", "Page up"),
        sign("deal-next", "M4 5l6 7-6 7M9 5l6 7-6 7M14 5l6 7-6 7", "next deal", "Page down"),
        button("full", "Full screen", "f"),
        sign("slower", "M5 12h14", "slower", "-"),
        make("span", { id: "speed" }),
        sign("faster", "M5 12h14M12 5v14", "faster", "+"),
        button("cover", "Hide what comes", "h"),
        button("keep", "Played cards stay", "g"),
        button("could", "What could be played", "w"),
        button("colors", "Two colors", "c"),
        button("turn", "Turn the table", "r"),
        button("lead", "Next change of the lead", "l"),
        button("fault", "Next fault", "x"),
        button("link", "Copy link"),
        button("save", "Save record"),
        button("help", "Keys", "?"),
        make("span", { id: "said", role: "status" }),
        ),
        make("p", {}, "The same game for a bot: ", make("code", { id: "command" }), " ", button("command", "Copy command")),
        ...(root.dataset.play ? [make("p", {}, "These cards for you: ", make("code", {}, root.dataset.play))] : []),
      ),
    ),
    make("div", { id: "panels" }),
    make(
      "dialog", { id: "help", "aria-label": "Keys" },
      make("h2", {}, "Keys"), facts, make("form", { method: "dialog" }, make("button", {}, "Close")),
    ),
  );
}

(async () => {
  const data = document.getElementById("film");
  if (!data) return;
  build(at("replay"));
  const film = await ArenaFilm.read(data);
  const SPEEDS = [2500, 1600, 1000, 600, 350, 200, 100];
  const AFTER = 300;
  const SEATS = Object.keys(film.views).filter((name) => name !== "all");
  const VIEWS = film.only ? SEATS : ["all", ...SEATS];
  const last = film.steps.length - 1;

  /** What was chosen last time; a page from a disk may not be allowed to remember. @param {string} name @param {string} [value] */
  function remembered(name, value) {
    try {
      if (value !== undefined) localStorage.setItem(`arena-replay-${name}`, value);
      return localStorage.getItem(`arena-replay-${name}`);
    } catch {
      return null;
    }
  }

  let view = VIEWS[0];
  let below = 0;
  let step = 0;
  let frame = -1;
  let speed = Number(remembered("speed") ?? 3);
  if (!(speed in SPEEDS)) speed = 3;
  let covered = remembered("cover") === "yes";
  let kept = remembered("keep") !== "no";
  let choices = remembered("could") === "yes";
  /** @type {number | undefined} */
  let timer;
  /** @type {number | undefined} */
  let writing;
  /** @type {Map<number, State>} what the table was before each deal, to go back to */
  let starts = new Map();

  /** What bots wrote at each step. @type {Map<string, HTMLElement[]>} */
  const quotes = new Map();
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("pre[data-step]"))) {
    const number = one.dataset.step || "";
    quotes.set(number, [...(quotes.get(number) || []), one]);
  }

  const seats = film.seats;
  const table = ArenaTable.create(at("table"), { seats, all: true, keep: kept, pack: film.pack });
  const panels = ArenaTable.panels(at("panels"), {
    seats,
    onDeal: (to) => go(stepAt(to)),
    onFrame: (to) => go(stepAt(to)),
  });
  const scrubber = /** @type {HTMLInputElement} */ (at("scrubber"));
  scrubber.max = String(last);

  /** The step that shows a frame. @param {number} number */
  function stepAt(number) {
    const found = film.steps.findIndex(([end]) => end >= number);
    return found < 0 ? last : found;
  }

  /** Go to a step. @param {number} to @param {boolean} [playing] whether the play button goes there */
  function go(to, playing = false) {
    if (!playing) pause();
    step = Math.max(0, Math.min(last, to));
    const [end, deal, card] = film.steps[step];
    const frames = film.views[view];
    if (end < frame) {
      const from = Math.max(...[...starts.keys()].filter((start) => start <= end), -1);
      if (from < 0) table.reset();
      else table.restore(/** @type {State} */ (starts.get(from)));
      frame = from - (from < 0 ? 0 : 1);
    }
    while (frame < end) {
      frame += 1;
      if (frames[frame].k === "deal" && !starts.has(frame)) starts.set(frame, table.state());
      table.apply(frames[frame], false);
    }
    table.draw();
    panels.show(frames, end);
    const begin = step ? film.steps[step - 1][0] + 1 : 0;
    const heard = frames.slice(begin, end + 1).filter((one) => one.x && one.k !== "board" && !(one.k === "show" && card === 0));
    const told = heard.map((one) => ArenaTable.sentence(one, seats) + (one.ms === undefined ? "" : ` (${one.ms} ms)`));
    at("told").textContent = [...told, ...choice(frames.slice(begin, end + 1))].join(". ");
    at("where").textContent = deal ? `deal ${deal}, card ${card}` : "before the first deal";
    quote();
    scrubber.value = String(step);
    scrubber.setAttribute("aria-valuetext", at("where").textContent || "");
    for (const name of ["back", "trick-back", "deal-back", "first"]) disable(name, step === 0);
    for (const name of ["next", "trick-next", "deal-next", "last"]) disable(name, step === last);
    for (const name of ["fault", "lead"]) disable(name, !film.marks[name].some((one) => one > step));
    clearTimeout(writing);
    writing = window.setTimeout(write, AFTER);
  }

  /** Mark the cards that could be played at a step, if that is wanted, and say them. @param {Frame[]} frames of the step */
  function choice(frames) {
    const played = frames.find((one) => one.k === "play" && one.t);
    const [, seat] = (played && played.x || "").split(" ");
    const known = seat && (view === "all" || String(seats[Number(seat)].by) === view);
    const legal = played && played.l ? played.l.split(" ") : [];
    table.could(choices && known ? seat : "", legal);
    if (!choices || !known) return [];
    const cards = legal.length ? legal.map(ArenaCards.label).join(", ") : "any card";
    return [`${ArenaTable.seat(seats, seat)}, could play ${cards}`];
  }

  /** Keep the step in the address of the page; a page inside another one, as in a notebook, has none of its own. */
  function write() {
    if (location.href !== "about:srcdoc") history.replaceState(null, "", `#${address()}`);
  }

  /** Show what bots wrote to standard error at this step, on a page for their owner. */
  function quote() {
    const place = document.getElementById("wrote");
    if (!place) return;
    const found = quotes.get(String(step)) || [];
    place.hidden = !found.length;
    place.replaceChildren(
      ...found.flatMap((from) => {
        const whose = document.createElement("p");
        whose.textContent = `Seat ${from.dataset.seat} wrote:`;
        const words = document.createElement("pre");
        words.className = "wrap";
        words.textContent = from.textContent;
        return [whose, words];
      }),
    );
    place.scrollTop = place.scrollHeight; // the last lines say most of a fault
  }

  /** @param {string} name @param {boolean} off */
  function disable(name, off) {
    const button = at(`do-${name}`);
    if (button.getAttribute("aria-disabled") !== String(off)) button.setAttribute("aria-disabled", String(off));
  }

  /** The place, for the address. */
  function address() {
    const [, deal, card] = film.steps[step];
    return [film.id, `deal=${deal}`, `card=${card}`, ...(view === "all" ? [] : [`view=${view}`])].join("&");
  }

  /** Go where the address says; what it does not say stays. */
  function read() {
    const words = new URLSearchParams(location.hash.slice(1));
    const wanted = words.get("view");
    if (words.has("deal")) {
      const [deal, card] = ["deal", "card"].map((name) => Math.trunc(Number(words.get(name))) || 0);
      const own = film.steps.map((_, number) => number).filter((number) => film.steps[number][1] === deal);
      if (own.length) step = own[Math.max(0, Math.min(own.length - 1, card))];
    }
    if (words.has("fault") && film.marks.fault.length) [step] = film.marks.fault;
    look(wanted !== null && VIEWS.includes(wanted) ? wanted : words.has("deal") ? VIEWS[0] : view);
  }

  /** Look with the eyes of a seat. @param {string} to `all` or a seat @param {boolean} [turned] whether `below` is set */
  function look(to, turned = false) {
    if (!turned && to !== "all") below = Number(to);
    if (view !== to) {
      view = to;
      starts = new Map();
      frame = -1;
      table.reset();
    }
    table.look({ me: view === "all" ? null : Number(view), all: view === "all", below, keep: kept });
    for (const button of at("views").querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.view === view));
    }
    at("command").textContent = film.commands[view] || film.commands[Object.keys(film.commands)[0]];
    go(step, timer !== undefined);
  }

  function pause() {
    clearTimeout(timer);
    timer = undefined;
    at("do-play").setAttribute("aria-pressed", "false");
  }

  function play() {
    if (timer !== undefined) return pause();
    if (step === last) step = -1;
    at("do-play").setAttribute("aria-pressed", "true");
    const tick = () => {
      go(step + 1, true);
      if (step === last) pause();
      else timer = window.setTimeout(tick, SPEEDS[speed]);
    };
    tick();
  }

  /** @param {number} by */
  function faster(by) {
    speed = Math.max(0, Math.min(SPEEDS.length - 1, speed + by));
    remembered("speed", String(speed));
    at("speed").textContent = `speed ${speed + 1} of ${SPEEDS.length}`;
  }

  /** Go to the next or the last step with a mark. @param {string} name @param {number} by 1 or -1 */
  function jump(name, by) {
    const found = film.marks[name].filter((one) => (by > 0 ? one > step : one < step));
    if (found.length) go(by > 0 ? found[0] : found[found.length - 1]);
    else if (name === "trick") go(by > 0 ? last : 0);
  }

  /** Go to the start of a deal. @param {number} by */
  function turnDeal(by) {
    const firsts = film.steps.map((_, number) => number).filter((number) => film.steps[number][2] === 0);
    const found = firsts.filter((one) => (by > 0 ? one > step : one < step));
    go(found.length ? (by > 0 ? found[0] : found[found.length - 1]) : by > 0 ? last : 0);
  }

  function cover() {
    document.body.classList.toggle("cover", covered);
    at("do-cover").setAttribute("aria-pressed", String(covered));
    at("do-keep").setAttribute("aria-pressed", String(kept));
    at("do-could").setAttribute("aria-pressed", String(choices));
  }

  /** Copy a text; where that is not allowed, show it to be copied. @param {string} text */
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      at("said").textContent = "copied";
    } catch {
      at("said").textContent = text;
    }
  }

  function save() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([film.only ? film.sent[view] : film.saved || film.record], { type: "text/plain" }));
    link.download = film.only ? film.only[view] : film.file;
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(link.href), AFTER);
  }

  const help = /** @type {HTMLDialogElement} */ (at("help"));
  /** @type {Object<string, () => void>} */
  const acts = {
    back: () => go(step - 1),
    next: () => go(step + 1),
    "trick-back": () => jump("trick", -1),
    "trick-next": () => jump("trick", 1),
    "deal-back": () => turnDeal(-1),
    "deal-next": () => turnDeal(1),
    first: () => go(0),
    last: () => go(last),
    play,
    slower: () => faster(-1),
    faster: () => faster(1),
    fault: () => jump("fault", 1),
    lead: () => jump("lead", 1),
    full: () => (document.fullscreenElement ? document.exitFullscreen() : at("table").parentElement.requestFullscreen()),
    turn: () => {
      below = (below + 1) % seats.length;
      look(view, true);
    },
    cover: () => {
      covered = !covered;
      remembered("cover", covered ? "yes" : "no");
      cover();
    },
    keep: () => {
      kept = !kept;
      remembered("keep", kept ? "yes" : "no");
      cover();
      look(view, true);
    },
    could: () => {
      choices = !choices;
      remembered("could", choices ? "yes" : "no");
      cover();
      go(step, timer !== undefined);
    },
    colors: () => at("do-colors").setAttribute("aria-pressed", String(ArenaCards.colors(true))),
    link: () => copy(`${location.href.split("#")[0]}#${address()}`),
    save,
    command: () => copy(at("command").textContent || ""),
    help: () => (help.open ? help.close() : help.showModal()),
  };
  /** @type {Object<string, string>} */
  const KEYS = {
    ArrowLeft: "back", ArrowRight: "next", PageUp: "deal-back", PageDown: "deal-next", Home: "first", End: "last",
    " ": "play", "+": "faster", "-": "slower", f: "full", r: "turn", h: "cover", g: "keep", w: "could", c: "colors", x: "fault", l: "lead", "?": "help",
  };

  for (const button of document.querySelectorAll("button[id^='do-']")) {
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") acts[button.id.slice(3)]();
    });
  }
  scrubber.addEventListener("input", () => go(Number(scrubber.value)));
  VIEWS.forEach((name, number) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.view = name;
    const key = document.createElement("kbd");
    key.textContent = String(number);
    if (number < 10) button.append(key, " ");
    if (name === "all") button.append("all hands");
    else button.append(`seat ${name} `, ArenaTable.name(seats, name));
    button.addEventListener("click", () => look(name));
    at("views").append(button);
  });
  document.addEventListener("keydown", (event) => {
    const on = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.altKey || event.metaKey || on.closest("input, select, textarea")) return;
    if (on.closest("button, a, summary") && (event.key === " " || event.key === "Enter")) return;
    if (help.open && event.key !== "?") return;
    const name = event.shiftKey && event.key.startsWith("Arrow") ? `trick-${KEYS[event.key]}` : KEYS[event.key];
    if (name && acts[name]) acts[name]();
    else if (/^\d$/.test(event.key) && Number(event.key) < VIEWS.length) look(VIEWS[Number(event.key)]);
    else return;
    event.preventDefault();
  });
  window.addEventListener("hashchange", () => {
    read();
    at("table").scrollIntoView({ block: "nearest" }); // the link may stand far below it
  });
  faster(0);
  cover();
  at("do-colors").setAttribute("aria-pressed", String(ArenaCards.colors()));
  const texts = document.getElementById("as-text");
  if (texts) texts.removeAttribute("open");
  at("replay").hidden = false;
  read();
})();
