// The replay of a game. The page has the film (arena/web/replay.py) as JSON; this steps through it and draws with table.js.
//
// A step is what one key press shows: a card or a call, with the notes that follow it. Python made the list of steps and
// what each view knows of every line; nothing is filtered here.
"use strict";

/**
 * @typedef {{id: string, seats: Seat[], views: Object<string, Frame[]>, pack: string[], steps: Array<[number, number,
 *   number]>, marks: Object<string, number[]>, commands: Object<string, string>, record: string, file: string}} Replay
 *   `steps`: the last frame of each step, the number of its deal, and which step of the deal it is (0 is the deal itself);
 *   `marks`: the steps with a trick that ends, a fault, or a new leader
 */

/** What was packed with zlib and written in base64. @param {string} text @returns {Promise<string>} */
function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
}

/**
 * A frame of a view of a seat, written out (arena/replay/film.py, `AS_ALL` and `WITHOUT_HANDS`).
 * @param {Frame | 0 | 1} frame 0: the seat sees what the full view has; 1: it does so but for hands and time
 * @param {Frame} full
 * @returns {Frame}
 */
function written(frame, full) {
  if (frame === 0) return full;
  if (frame !== 1) return frame;
  const { p, ms, ...told } = full;
  return told;
}

(async () => {
  const data = document.getElementById("film");
  if (!data) return;
  const text = data.textContent || "";
  /** @type {Replay} */
  const film = JSON.parse(data.hasAttribute("data-packed") ? await unpacked(text) : text);
  const whole = /** @type {Frame[]} */ (film.views.all);
  for (const name in film.views) film.views[name] = film.views[name].map((frame, number) => written(frame, whole[number]));
  const SPEEDS = [2500, 1600, 1000, 600, 350, 200, 100];
  const AFTER = 300;
  const VIEWS = ["all", ...Object.keys(film.views).filter((name) => name !== "all")];
  const last = film.steps.length - 1;

  /** @param {string} id @returns {HTMLElement} */
  const at = (id) => {
    const found = document.getElementById(id);
    if (!found) throw new Error(`the page has no ${id}`);
    return found;
  };

  /** What was chosen last time; a page from a disk may not be allowed to remember. @param {string} name @param {string} [value] */
  function remembered(name, value) {
    try {
      if (value !== undefined) localStorage.setItem(`arena-replay-${name}`, value);
      return localStorage.getItem(`arena-replay-${name}`);
    } catch {
      return null;
    }
  }

  let view = "all";
  let below = 0;
  let step = 0;
  let frame = -1;
  let speed = Number(remembered("speed") ?? 3);
  if (!(speed in SPEEDS)) speed = 3;
  let covered = remembered("cover") === "yes";
  let kept = remembered("keep") !== "no";
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
    const heard = frames.slice(begin, end + 1).filter((one) => one.x && !(one.k === "show" && card === 0));
    const told = heard.map((one) => ArenaTable.sentence(one, seats) + (one.ms === undefined ? "" : ` (${one.ms} ms)`));
    at("told").textContent = told.join(". ");
    at("where").textContent = deal ? `deal ${deal}, card ${card}` : "before the first deal";
    quote();
    scrubber.value = String(step);
    scrubber.setAttribute("aria-valuetext", at("where").textContent || "");
    for (const name of ["back", "trick-back", "deal-back", "first"]) disable(name, step === 0);
    for (const name of ["next", "trick-next", "deal-next", "last"]) disable(name, step === last);
    for (const name of ["fault", "lead"]) disable(name, !film.marks[name].some((one) => one > step));
    clearTimeout(writing);
    writing = window.setTimeout(() => history.replaceState(null, "", `#${address()}`), AFTER);
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
    look(wanted !== null && VIEWS.includes(wanted) ? wanted : words.has("deal") ? "all" : view);
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
    link.href = URL.createObjectURL(new Blob([film.record], { type: "text/plain" }));
    link.download = film.file;
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
    link: () => copy(`${location.href.split("#")[0]}#${address()}`),
    save,
    command: () => copy(at("command").textContent || ""),
    help: () => (help.open ? help.close() : help.showModal()),
  };
  /** @type {Object<string, string>} */
  const KEYS = {
    ArrowLeft: "back", ArrowRight: "next", PageUp: "deal-back", PageDown: "deal-next", Home: "first", End: "last",
    " ": "play", "+": "faster", "-": "slower", f: "turn", h: "cover", g: "keep", x: "fault", l: "lead", "?": "help",
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
  const texts = document.getElementById("as-text");
  if (texts) texts.removeAttribute("open");
  at("replay").hidden = false;
  read();
})();
