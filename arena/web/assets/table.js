// A card table in a page: hands, places, the trick, the auction, rows of tricks and the score sheet, drawn from frames.
//
// It knows no game. It takes frames as arena/replay/film.py makes them (`Frame.data()`), and draws what they say. Every
// text goes in as `textContent`, so a name or table talk can never become markup.
//
//   const table = ArenaTable.create(element, {seats, me: 2});
//   table.apply(frame);            takes a frame in and draws; table.apply(frame, false) only takes it in
//   table.draw();                  draws what was taken in
//   table.reset();                 forgets all frames
//   table.look({me: 1, all: false, below: 3, keep: true, pack: [...]});  changes what `create` was given
//   table.onCard((card) => ...);   called with a legal card that was clicked, or chosen by keyboard
//   table.legal(["8S", "QH"]);     the cards that can be clicked; [] for none
//   table.turn(2);                 marks the seat whose turn it is; null for none
//   table.state();                 {places, trick, winner}: a copy; table.restore(state) puts it back
//
//   const panels = ArenaTable.panels(element, {seats, onDeal, onFrame});
//   panels.apply(frame);           takes the next frame in and draws auction, tricks, score sheet and other notes
//   panels.show(frames, at, to);   the same for the frames 0 to `at` of a list; the score sheet shows the deals up to `to`
//   panels.reset();                forgets all frames
//
//   ArenaTable.label("TS")         "ten of spades"
//   ArenaTable.card("TS")          an SVG element with that label
//   ArenaTable.sentence(frame, seats)   what the frame says: "seat 2, owl, plays the ten of spades"; "" for nothing
//   ArenaTable.seat(seats, 2)      "seat 2, owl"
//   ArenaTable.name(seats, 2)      a <bdi> element with the name of a seat
//   ArenaTable.plain(text)         a stranger's text with control and direction marks as escapes
"use strict";

/**
 * @typedef {{name: string, side: number | null, by: number}} Seat who sits there, and the seat that answers for it
 * @typedef {{x?: string, k?: string, p?: Object<string, string>, t?: Array<[string | null, string | null]>, w?: string,
 *   n?: number, ms?: number}} Frame
 * @typedef {{seats: Seat[], me?: number | null, all?: boolean, below?: number, keep?: boolean, pack?: string[]}} Look
 *   `me`: the seat that sees this, null for a spectator; `all`: whether every hand is known; `below`: the seat at the
 *   bottom (else `me`, else 0); `keep`: whether cards that left a hand stay there, pale, until the deal is over; `pack`:
 *   all cards in the order in which hands are sorted, which `keep` needs
 * @typedef {{places: Object<string, string[]>, gone: Object<string, string[]>, open: string[], trick: Array<[string |
 *   null, string | null]>, winner: string, said: string[], last: string}} State
 * @typedef {{seat: number, kind: string, word: string, at: number}} Call
 * @typedef {{cards: Array<[string | null, string | null, number]>, winner: string, worth: string, at: number}} Trick
 * @typedef {{number: number, at: number, dealer: number | null, calls: Call[], tricks: Trick[], contract: Array<[string,
 *   number]>, points: [string[], number] | null, scores: [string[], number] | null, notes: Array<[string, number]>}} Deal
 */

const ArenaTable = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
  const RANKS = {
    A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six",
    7: "seven", 8: "eight", 9: "nine", 10: "ten", 11: "eleven", 12: "twelve", 13: "thirteen",
  };
  // Drawn in a square of 20 by 20.
  const PIPS = {
    S: "M10 1C8 5 2 8 2 12.5A3.9 3.9 0 0 0 9 15C9 17 8 18.5 6.5 19.5h7C12 18.5 11 17 11 15A3.9 3.9 0 0 0 18 12.5C18 8 12 5 10 1z",
    H: "M10 18.5C8 14 1.5 11 1.5 6.3A4.3 4.3 0 0 1 10 5A4.3 4.3 0 0 1 18.5 6.3C18.5 11 12 14 10 18.5z",
    D: "M10 1L17 10L10 19L3 10z",
    C: "M10 1.2A4 4 0 0 1 12.8 8A4.1 4.1 0 1 1 11 13.6C11 16.5 12 18.5 13.5 19.5h-7C8 18.5 9 16.5 9 13.6A4.1 4.1 0 1 1 7.2 8A4 4 0 0 1 10 1.2z",
    "*": "M10 1l2.6 6 6.4.6-4.9 4.2 1.5 6.4L10 14.8l-5.6 3.4 1.5-6.4L1 7.6 7.4 7z",
  };

  /**
   * Make an element.
   * @param {string} tag
   * @param {Object<string, string>} [attributes]
   * @param {...(Node | string)} children
   * @returns {HTMLElement}
   */
  function make(tag, attributes = {}, ...children) {
    const found = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
    found.append(...children);
    return found;
  }

  /**
   * Make an element of a drawing.
   * @param {string} tag
   * @param {Object<string, string | number>} attributes
   * @returns {SVGElement}
   */
  function drawn(tag, attributes) {
    const found = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, String(value));
    return found;
  }

  /** A stranger's text: what a page would obey or hide is shown as an escape. @param {string} text */
  function plain(text) {
    return text.replace(
      /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu,
      (mark) => `\\u${(mark.codePointAt(0) || 0).toString(16).padStart(4, "0")}`,
    );
  }

  /** Rank and suit of a card; a word such as ROYAL or JK2 has no suit. @param {string} card @returns {[string, string]} */
  function parts(card) {
    const found = /^([AKQJT\d]|\d\d)([SHDC])$/.exec(card);
    return found ? [found[1], found[2]] : [card, ""];
  }

  /** What a card is called. @param {string | null} card */
  function label(card) {
    if (card === null) return "a card face down";
    const [rank, suit] = parts(card);
    if (suit) return `${RANKS[/** @type {keyof RANKS} */ (rank)] || rank} of ${SUITS[/** @type {keyof SUITS} */ (suit)]}`;
    return rank.replace(/^JK(\d*)$/, (_, number) => (number ? `joker ${number}` : "joker")).toLowerCase();
  }

  /** Draw a card; null is its back. @param {string | null} card @param {string} [note] added to its label */
  function picture(card, note = "") {
    const root = drawn("svg", { class: "card", viewBox: "0 0 40 56", role: "img" });
    root.setAttribute("aria-label", label(card) + note);
    root.append(drawn("rect", { class: "card-face", x: 0.75, y: 0.75, width: 38.5, height: 54.5, rx: 4 }));
    if (card === null) {
      root.classList.add("card-back");
      root.append(drawn("path", { class: "card-net", d: "M5 14L14 5M5 26L26 5M5 38L35 8M5 50L35 20M14 51L35 32M26 51L35 44" }));
      return root;
    }
    const [rank, suit] = parts(card);
    root.classList.add(`suit-${suit ? suit.toLowerCase() : "none"}`);
    const pip = suit || "*";
    const joker = /^JK(\d*)$/.exec(card);
    const text = drawn("text", { x: 8.5, y: 16, "text-anchor": "middle" });
    text.textContent = rank === "T" ? "10" : joker ? `J${joker[1]}` : rank;
    if (text.textContent.length > 2) {
      text.setAttribute("class", "card-word");
      text.setAttribute("transform", "translate(12.5 51) rotate(-90)");
      text.setAttribute("x", "0");
      text.setAttribute("y", "0");
      text.setAttribute("text-anchor", "start");
      text.setAttribute("textLength", String(Math.min(45, text.textContent.length * 9)));
      text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    } else {
      root.append(drawn("path", { d: PIPS[/** @type {keyof PIPS} */ (pip)], transform: "translate(2.5 19) scale(.6)" }));
    }
    root.append(text, drawn("path", { d: PIPS[/** @type {keyof PIPS} */ (pip)], transform: "translate(16 28) scale(1.05)" }));
    return root;
  }

  /** The name of a seat, by itself in its line of writing. @param {Seat[]} seats @param {number | string} seat */
  function name(seats, seat) {
    const its = seats[Number(seat)];
    return make("bdi", {}, its ? plain(its.name) : String(seat));
  }

  /** How a seat is spoken of. @param {Seat[]} seats @param {number | string} seat */
  function spoken(seats, seat) {
    const its = seats[Number(seat)];
    return its ? `seat ${seat}, ${plain(its.name)}` : plain(String(seat));
  }

  /** What a frame says, as a sentence. @param {Frame} frame @param {Seat[]} seats */
  function sentence(frame, seats) {
    const [verb, ...rest] = (frame.x || "").split(" ");
    if (verb === "did") {
      const [seat, kind, word = "-"] = rest;
      const shown = word === "-" ? "" : plain(word);
      const who = spoken(seats, seat);
      if (frame.k === "play" && frame.t) return `${who}, plays ${word === "-" ? label(null) : `the ${label(word)}`}`;
      if (frame.k === "lay") return `${who}, ${plain(kind)}: ${shown ? label(word) : label(null)}`;
      return `${who}, ${plain(kind)}: ${shown}`;
    }
    if (frame.k === "trick") return `${spoken(seats, rest[1])}, wins the trick${rest[2] ? `, ${rest.slice(2).join(" ")}` : ""}`;
    if (frame.k === "deal") return `deal ${frame.n || rest[1]}`;
    if (verb === "show" && rest.length > 2) {
      const whose = rest[1] === "-" ? "" : ` of ${spoken(seats, rest[1])}`;
      return `${plain(rest[0])}${whose}: ${rest.slice(2).map((card) => label(card)).join(", ")}`;
    }
    if (verb === "say") return `${spoken(seats, rest[0])}, says ${plain(rest.slice(1).join(" "))}`;
    return plain(verb === "note" ? rest.join(" ") : frame.x || "");
  }

  /** How many of the other seats stand left, on top, and right. @param {number} others @returns {[number, number, number]} */
  function around(others) {
    const side = others < 2 ? 0 : others < 6 ? 1 : others < 9 ? 2 : 3;
    return [side, others - 2 * side, side];
  }

  /** Cards by suit, in the order in which they come. @param {Array<[string, boolean]>} cards each with whether it is gone */
  function bySuit(cards) {
    /** @type {Map<string, Array<[string, boolean]>>} */
    const found = new Map();
    for (const card of cards) {
      const suit = parts(card[0])[1];
      found.set(suit, [...(found.get(suit) || []), card]);
    }
    return [...found.values()];
  }

  /** @param {Iterable<[string, string[]]>} lists */
  const copied = (lists) => Object.fromEntries([...lists].map(([place, cards]) => [place, [...cards]]));

  /**
   * A table in an element.
   * @param {HTMLElement} element it is emptied
   * @param {Look} look
   */
  function create(element, look) {
    /** @type {Look} */
    let now = { me: null, all: false, keep: false, pack: [], ...look };
    /** @type {State} */
    let state = blank();
    /** @type {Map<string, number>} */
    let order = new Map();
    /** @type {Set<string>} */
    let playable = new Set();
    /** @type {Map<string, string>} what each part of the page shows, to leave alone what stays */
    const shown = new Map();
    /** @type {Map<string, {box: HTMLElement, title: HTMLElement, hand: HTMLElement}>} */
    let boxes = new Map();
    /** @type {(card: string) => void} */
    let chosen = () => {};
    /** @type {number | null} */
    let turn = null;
    const felt = make("div", { class: "felt" });
    const sides = ["top", "left", "right", "bottom"].map((side) => make("div", { class: `felt-${side}` }));
    const [top, left, right, bottom] = sides;
    const said = make("p", { class: "felt-said" });
    const trick = make("ol", { class: "trick", "aria-label": "on the table" });
    const few = make("div", { class: "felt-places" });
    const many = make("div", { class: "felt-piles" });
    felt.append(top, left, make("div", { class: "felt-centre" }, said, trick, few), right, bottom);
    element.replaceChildren(felt, many);
    element.addEventListener("click", (event) => {
      const hit = event.target instanceof Element ? event.target.closest("button[data-card]") : null;
      if (hit instanceof HTMLElement && hit.dataset.card) chosen(hit.dataset.card);
    });
    seat();

    /** @returns {State} */
    function blank() {
      return { places: {}, gone: {}, open: [], trick: [], winner: "", said: [], last: "" };
    }

    /** Put the seats round the table, as `now` has it. */
    function seat() {
      order = new Map((now.pack || []).map((card, number) => [card, number]));
      const count = now.seats.length;
      const below = now.below ?? now.me ?? 0;
      const [onLeft, onTop] = around(count - 1);
      boxes = new Map();
      shown.clear();
      few.replaceChildren();
      many.replaceChildren();
      for (const side of sides) side.replaceChildren();
      felt.dataset.seats = String(count);
      for (let step = 0; step < count; step++) {
        const number = (below + step) % count;
        const box = area(String(number), spoken(now.seats, number));
        box.title.append(make("b", {}, String(number)), " ", name(now.seats, number));
        const its = now.seats[number];
        if (its.by !== number) box.title.append(make("span", { class: "soft" }, ` · seat ${its.by} plays it`));
        if (step === 0) bottom.append(box.box);
        else if (step <= onLeft) left.prepend(box.box);
        else if (step <= onLeft + onTop) top.append(box.box);
        else right.append(box.box);
      }
    }

    /** A titled hand. @param {string} place @param {string} label */
    function area(place, label) {
      const title = make("p", { class: "hand-of" });
      const hand = make("ul", { class: "hand", "aria-label": `cards of ${label}` });
      const found = { box: make("section", { class: "seat", "aria-label": label }, title, hand), title, hand };
      boxes.set(place, found);
      return found;
    }

    /** @param {Frame} frame @param {boolean} [drawing] */
    function apply(frame, drawing = true) {
      if (frame.k === "deal") Object.assign(state, { gone: {}, open: [], said: [], winner: "", last: "" });
      for (const [place, words] of Object.entries(frame.p || {})) {
        const cards = words ? words.split(" ") : [];
        const before = frame.k === "deal" ? [] : state.places[place] || [];
        const gone = new Set([...(state.gone[place] || []), ...before]);
        for (const card of cards) gone.delete(card);
        state.places[place] = cards;
        state.gone[place] = [...gone];
      }
      if (frame.t) [state.trick, state.winner] = [frame.t, ""];
      if (frame.w) state.winner = frame.w;
      if (frame.k === "contract" && frame.x) state.said = [...state.said, frame.x.replace(/^note /, "")];
      const open = /^show hand (\d+) /.exec(frame.x || "");
      if (open) state.open = [...state.open, open[1]];
      const actor = /^did (\d+) /.exec(frame.x || "");
      if (actor) state.last = actor[1];
      if (drawing) draw();
    }

    /** Draw what changed. */
    function draw() {
      for (const place of Object.keys(state.places)) if (!boxes.has(place)) pile(place);
      for (const [place, box] of boxes) hand(place, box);
      for (const [place, box] of boxes) {
        box.box.classList.toggle("acted", place === state.last && turn === null);
        box.box.classList.toggle("turn", place === String(turn));
      }
      once("said", state.said.join(" · "), (text) => said.replaceChildren(plain(text)));
      once("trick", JSON.stringify([state.trick, state.winner]), table);
    }

    /** Draw a part only if it differs from what stands there. @param {string} what @param {string} text @param {(text: string) => void} draw */
    function once(what, text, draw) {
      if (shown.get(what) === text) return;
      shown.set(what, text);
      draw(text);
    }

    /** Make room for a place that is no seat. @param {string} place */
    function pile(place) {
      const box = area(place, plain(place));
      box.title.append(plain(place));
      const large = (state.places[place] || []).length > 7;
      (large ? many : few).append(box.box);
    }

    /** @param {string} place @param {{box: HTMLElement, hand: HTMLElement}} box */
    function hand(place, box) {
      const held = state.places[place] || [];
      const its = now.seats[Number(place)];
      const gone = now.keep && its ? (state.gone[place] || []).filter((card) => !held.includes(card)) : [];
      /** @type {Array<[string, boolean]>} */
      const cards = [...held.map((card) => [card, false]), ...gone.map((card) => [card, true])];
      if (gone.length) cards.sort((a, b) => (order.get(a[0]) ?? 0) - (order.get(b[0]) ?? 0));
      const hidden = its && !now.all && its.by !== now.me && !state.open.includes(place);
      const live = held.filter((card) => playable.has(card));
      once(`hand ${place}`, JSON.stringify([cards, hidden, live]), () => {
        const groups = bySuit(cards).map((suit) => {
          const list = make("ul", { class: "suit" });
          for (const [card, left] of suit) list.append(item(card, left, live.includes(card)));
          return make("li", {}, list);
        });
        if (hidden) groups.unshift(make("li", {}, make("ul", { class: "suit" }, make("li", {}, unknown()))));
        box.hand.replaceChildren(...groups);
        box.hand.hidden = !groups.length;
        if (!its) box.box.hidden = !cards.length;
      });
    }

    function unknown() {
      const found = picture(null);
      found.setAttribute("aria-label", "hidden cards");
      return found;
    }

    /** A card in a hand. @param {string} card @param {boolean} gone @param {boolean} live */
    function item(card, gone, live) {
      if (!live) return make("li", gone ? { class: "gone" } : {}, picture(card, gone ? ", gone" : ""));
      const face = picture(card);
      face.removeAttribute("role");
      face.removeAttribute("aria-label");
      face.setAttribute("aria-hidden", "true");
      return make("li", { class: "live" }, make("button", { type: "button", "data-card": card, "aria-label": label(card) }, face));
    }

    /** Draw the trick: each card where its seat sits. */
    function table() {
      const count = now.seats.length;
      const below = now.below ?? now.me ?? 0;
      const items = state.trick.map(([by, card], number) => {
        const wins = state.winner !== "" && (by ?? "") === state.winner;
        const who = make("span", { class: "trick-by" }, by === null ? "" : `${by} `);
        if (by !== null) who.append(name(now.seats, by));
        const found = make("li", wins ? { class: "wins" } : {}, picture(card), who);
        if (wins) who.append(make("b", {}, " wins"));
        const angle = Math.PI * (0.5 + (2 * ((Number(by) - below + count) % count)) / count);
        const [x, y] = by === null ? [(number - state.trick.length / 2) * 4, 0] : [Math.cos(angle) * 38, Math.sin(angle) * 36];
        found.style.left = `${50 + x}%`;
        found.style.top = `${50 + y}%`;
        return found;
      });
      const taker = state.winner;
      if (taker && !state.trick.some(([by]) => by === taker)) {
        items.push(make("li", { class: "trick-to" }, `to ${spoken(now.seats, taker)}`));
      }
      trick.replaceChildren(...items);
      trick.classList.toggle("crowded", count > 6);
    }

    return {
      apply,
      draw,
      reset() {
        state = blank();
        playable = new Set();
        seat();
        draw();
      },
      /** @param {Partial<Look>} changes */
      look(changes) {
        now = { ...now, ...changes };
        seat();
        draw();
      },
      /** @param {(card: string) => void} callback */
      onCard(callback) {
        chosen = callback;
      },
      /** @param {string[]} cards */
      legal(cards) {
        playable = new Set(cards);
        draw();
      },
      /** @param {number | null} seat */
      turn(seat) {
        turn = seat;
        draw();
      },
      /** @returns {State} */
      state() {
        return {
          places: copied(Object.entries(state.places)),
          gone: copied(Object.entries(state.gone)),
          open: state.open,
          trick: state.trick,
          winner: state.winner,
          said: state.said,
          last: state.last,
        };
      },
      /** @param {State} saved */
      restore(saved) {
        state = { ...saved, places: { ...saved.places }, gone: { ...saved.gone } };
      },
    };
  }

  /**
   * What the frames of a game come to, deal by deal. Each thing has the number of its frame (`at`).
   * @param {Frame[]} frames
   * @returns {Deal[]}
   */
  function deals(frames) {
    /** @type {Deal[]} */
    const found = [];
    let deal = begun(0, 0, "");
    frames.forEach((frame, at) => {
      const line = frame.x || "";
      const rest = line.split(" ").slice(1);
      if (frame.k === "deal") found.push((deal = begun(frame.n || found.length + 1, at, line)));
      else if (frame.k === "call" || (frame.k === "play" && !frame.t)) {
        deal.calls.push({ seat: Number(rest[0]), kind: rest[1], word: rest.slice(2).join(" "), at });
      } else if (frame.t && frame.t.length) {
        const open = deal.tricks[deal.tricks.length - 1];
        const [by, card] = frame.t[frame.t.length - 1];
        if (open && !open.winner && frame.t.length > 1) open.cards.push([by, card, at]);
        else deal.tricks.push({ cards: frame.t.map(([seat, one]) => [seat, one, at]), winner: "", worth: "", at });
      } else if (frame.k === "trick") {
        const open = deal.tricks[deal.tricks.length - 1];
        if (open) Object.assign(open, { winner: frame.w, worth: rest.slice(2).join(" "), at });
      } else if (frame.k === "contract") deal.contract.push([rest.join(" "), at]);
      else if (frame.k === "score" && rest[0] === "points") deal.points = [rest.slice(1), at];
      else if (frame.k === "score") deal.scores = [rest.slice(1), at];
      else if (frame.k === "note" || frame.k === "say" || frame.k === "fault" || frame.k === "over") {
        deal.notes.push([line, at]);
      }
    });
    return found.length ? found : [deal];
  }

  /** @param {number} number @param {number} at @param {string} line @returns {Deal} */
  function begun(number, at, line) {
    const dealer = / dealer=(\d+)/.exec(line);
    return {
      number, at, dealer: dealer && Number(dealer[1]), calls: [], tricks: [], contract: [], points: null, scores: null, notes: [],
    };
  }

  /**
   * The panels beside a table.
   * @param {HTMLElement} element it is emptied
   * @param {{seats: Seat[], onDeal?: (at: number) => void, onFrame?: (at: number) => void}} look `onDeal` is called with
   *   the frame of a deal that was chosen in the score sheet, `onFrame` with that of a call or a card
   */
  function panels(element, look) {
    const { seats, onDeal, onFrame } = look;
    /** @type {Frame[]} */
    let frames = [];
    /** @type {Frame[] | null} */
    let read = null;
    /** @type {Deal[]} */
    let all = [];
    /** @type {Map<string, string>} */
    const shown = new Map();
    const titles = { auction: "Auction", tricks: "Tricks", score: "Score", notes: "Notes" };
    const parts = Object.fromEntries(
      Object.entries(titles).map(([key, title]) => {
        const body = make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title });
        const found = { box: make("section", { class: `panel panel-${key}` }, make("h2", {}, title), body), body };
        return [key, found];
      }),
    );
    element.replaceChildren(...Object.values(parts).map((part) => part.box));
    element.addEventListener("click", (event) => {
      const hit = event.target instanceof Element ? event.target.closest("[data-at]") : null;
      if (!(hit instanceof HTMLElement)) return;
      const at = Number(hit.dataset.at);
      if (hit.closest(".panel-score")) onDeal?.(at);
      else onFrame?.(at);
    });

    /** Draw a panel if it changed; an empty one goes away. @param {string} key @param {string} text @param {() => Node | null} draw */
    function panel(key, text, draw) {
      if (shown.get(key) === text) return;
      shown.set(key, text);
      const found = draw();
      parts[key].box.hidden = !found;
      parts[key].body.replaceChildren(...(found ? [found] : []));
    }

    /** A table. @param {(string | Node)[]} heads @param {HTMLElement[]} rows @param {string} caption */
    function grid(heads, rows, caption) {
      const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
      return make("table", {}, make("caption", { class: "unseen" }, caption), make("thead", {}, head), make("tbody", {}, ...rows));
    }

    /** A thing one can jump to. @param {number} at @param {string} text @param {boolean} can */
    function jump(at, text, can) {
      return can ? make("button", { type: "button", class: "jump", "data-at": String(at) }, text) : make("span", {}, text);
    }

    /** @param {number} seat */
    const head = (seat) => make("span", {}, `${seat} `, name(seats, seat));

    /** @param {Deal} deal @param {number} at */
    function auction(deal, at) {
      const calls = deal.calls.filter((call) => call.at <= at);
      panel("auction", `${deal.at} ${calls.length}`, () => {
        if (!calls.length) return null;
        const first = calls[0].seat;
        const order = seats.map((_, number) => (first + number) % seats.length);
        const kinds = new Set(calls.map((call) => call.kind));
        /** @type {HTMLElement[][]} */
        const rows = [];
        let column = seats.length;
        for (const call of calls) {
          const place = order.indexOf(call.seat);
          if (place < column || !rows.length) rows.push(order.map(() => make("td")));
          if (rows[rows.length - 1][place].childNodes.length) rows.push(order.map(() => make("td")));
          column = place + 1;
          const text = kinds.size > 1 && call.kind !== "bid" && call.kind !== "call" ? `${call.kind} ${call.word}` : call.word;
          rows[rows.length - 1][place].append(jump(call.at, plain(text), Boolean(onFrame)));
        }
        return grid(order.map(head), rows.map((cells) => make("tr", {}, ...cells)), "Each row is a round of calls.");
      });
    }

    /** @param {Deal} deal @param {number} at */
    function tricks(deal, at) {
      const begunTricks = deal.tricks.filter((trick) => trick.cards[0][2] <= at);
      panel("tricks", `${deal.at} ${begunTricks.map((one) => one.cards.filter((card) => card[2] <= at).length)} ${begunTricks.filter((one) => one.winner && one.at <= at).length}`, () => {
        if (!begunTricks.length) return null;
        const rows = begunTricks.map((trick, number) => {
          const over = trick.winner !== "" && trick.at <= at;
          const cards = make("ol", { class: "row" });
          for (const [by, card, when] of trick.cards) {
            if (when > at) continue;
            const wins = over && (by ?? "") === trick.winner;
            const face = picture(card, wins ? ", wins" : "");
            const item = make("li", wins ? { class: "wins" } : {}, make("span", { class: "row-by" }, by ?? ""));
            item.append(onFrame ? make("button", { type: "button", class: "jump", "data-at": String(when) }, face) : face);
            cards.append(item);
          }
          const taker = over ? head2(trick.winner) : "";
          return make(
            "tr", {}, make("th", { scope: "row" }, String(number + 1)), make("td", {}, cards), make("td", {}, taker),
            make("td", { class: "number" }, over ? plain(trick.worth) : ""),
          );
        });
        return grid(["", "cards, in order", "to", "worth"], rows, "Each row is a trick; the card that wins is marked.");
      });
    }

    /** @param {string} seat */
    const head2 = (seat) => make("span", {}, `${seats[Number(seat)] ? seat : ""} `, name(seats, seat));

    /** @param {Deal} deal @param {number} at @param {number} to */
    function score(deal, at, to) {
      const rows = all.filter((one) => one.at <= to);
      const key = rows.map((one) => `${one.scores && one.scores[1] <= to}${one.contract.filter((line) => line[1] <= to).length}`);
      panel("score", `${deal.at} ${key}`, () => {
        if (!rows.some((one) => one.scores || one.contract.length)) return null;
        const sides = [...new Set(seats.map((its) => its.side))].filter((side) => side !== null);
        const widest = Math.max(...rows.map((one) => (one.scores ? one.scores[0].length : 0)));
        const named = sides.length === widest;
        const heads = [];
        for (let column = 0; column < widest; column++) {
          const of = seats.map((its, number) => number).filter((number) => seats[number].side === sides[column]);
          heads.push(named ? make("span", {}, `${of.join("+")} `, name(seats, of[0])) : `score ${column + 1}`);
        }
        const body = rows.map((one) => {
          const scores = one.scores && one.scores[1] <= to ? one.scores[0] : [];
          const points = one.points && one.points[1] <= to ? one.points[0] : [];
          const cells = heads.map((_, column) => {
            const cell = make("td", { class: "number" }, plain(scores[column] ?? ""));
            if (scores.length && points.length === widest) cell.append(make("span", { class: "soft" }, ` (${plain(points[column])})`));
            return cell;
          });
          const contract = one.contract.filter((line) => line[1] <= to).map((line) => line[0].replace(/^contract /, ""));
          const row = make(
            "tr", one === deal ? { "aria-current": "true" } : {}, make("th", { scope: "row" }, jump(one.at, String(one.number), Boolean(onDeal))),
            make("td", {}, one.dealer === null ? "" : String(one.dealer)), make("td", {}, plain(contract.join(" · "))), ...cells,
          );
          if (onDeal) row.dataset.at = String(one.at);
          return row;
        });
        return grid(["deal", "dealer", "contract", ...heads], body, "Each row is a deal: scores after it, its points in brackets.");
      });
    }

    /** @param {Deal} deal @param {number} at */
    function notes(deal, at) {
      const lines = deal.notes.filter((line) => line[1] <= at).map((line) => line[0]);
      panel("notes", `${deal.at} ${lines.length}`, () => {
        if (!lines.length) return null;
        return make("ul", { class: "lines" }, ...lines.map((line) => make("li", {}, make("bdi", {}, plain(line)))));
      });
    }

    /** @param {Frame[]} list @param {number} [at] @param {number} [to] */
    function show(list, at = list.length - 1, to = at) {
      if (read !== list || list === frames) [read, all] = [list, deals(list)];
      const deal = [...all].reverse().find((one) => one.at <= at) || all[0];
      auction(deal, at);
      tricks(deal, at);
      score(deal, at, to);
      notes(deal, at);
    }

    return {
      show,
      /** @param {Frame} frame */
      apply(frame) {
        frames.push(frame);
        show(frames);
      },
      reset() {
        frames = [];
        shown.clear();
        show(frames);
      },
    };
  }

  return { create, panels, deals, label, card: picture, sentence, seat: spoken, name, plain };
})();
