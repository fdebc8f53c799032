// A card table in a page: hands, places, the trick, the auction, rows of tricks and the score sheet, drawn from frames.
//
// It knows no game. It takes frames as arena/replay/frames.py makes them (`Frame.data()`), and draws what they say. Every
// text goes in as `textContent`, so a name or table talk can never become markup.
//
//   const table = ArenaTable.create(element, {seats, me: 2});
//   table.apply(frame);            takes a frame in and draws; table.apply(frame, false) only takes it in
//   table.draw();                  draws what was taken in
//   table.reset();                 forgets all frames
//   table.look({me: 1, all: false, below: 3, keep: true, pack: [...]});  changes what `create` was given
//   table.could("2", ["8S"]);      marks cards that a seat may play or might have played; "" for none
//   table.onCard((card) => ...);   called with a legal card that was clicked, or chosen by keyboard
//   table.legal(["8S", "QH"]);     the cards that can be clicked; [] for none
//   table.turn(2);                 marks the seat whose turn it is; null for none
//   table.state();                 what lies where: a copy; table.restore(state) puts it back
//
//   const panels = ArenaTable.panels(element, {seats, onDeal, onFrame});
//   panels.apply(frame);           takes the next frame in and draws auction, tricks, score sheet and other notes
//   panels.show(frames, at);       draws the deal of frame `at` of a whole list; what comes after it has the class `later`
//   panels.reset();                forgets all frames
//
// Cards are drawn by cards.js.
//
//   ArenaTable.sentence(frame, seats)   what the frame says: "seat 2, owl, plays the ten of spades"; "" for nothing
//   ArenaTable.seat(seats, 2)      "seat 2, owl"
//   ArenaTable.name(seats, 2)      a <bdi> element with the name of a seat, without the digest of its code if that is
//                                  not needed to tell it from others
//   ArenaTable.plain(text)         a stranger's text with control and direction marks as escapes
//   ArenaTable.make("p", {class: "soft"}, "text", element)   an element
"use strict";

/**
 * @typedef {{name: string, side: number | null, by: number}} Seat who sits there, and the seat that answers for it
 * @typedef {{x?: string, k?: string, p?: Object<string, string>, t?: Array<[string | null, string | null]>, w?: string,
 *   n?: number, ms?: number, l?: string, c?: Object<string, number>}} Frame `l`: the cards that could be played, if that was
 *   not any; `c`: how many cards hands have that are not seen
 * @typedef {{seats: Seat[], me?: number | null, all?: boolean, below?: number, keep?: boolean, pack?: string[]}} Look
 *   `me`: the seat that sees this, null for a spectator; `all`: whether every hand is known; `below`: the seat at the
 *   bottom (else `me`, else 0); `keep`: whether cards that left a hand stay there, pale, until the deal is over; `pack`:
 *   all cards in the order in which hands are sorted, which `keep` needs
 * @typedef {{places: Object<string, string[]>, gone: Object<string, string[]>, counts: Object<string, number>, open:
 *   string[], trick: Array<[string | null, string | null]>, winner: string, said: string[], last: string, board: string[], drawing: boolean}} State
 *   `drawing`: whether the last frame was a row of the board, so that the next one may be another row
 * @typedef {{seat: number, kind: string, word: string, at: number}} Call
 * @typedef {{cards: Array<[string | null, string | null, number]>, winner: string, worth: string, at: number}} Trick
 * @typedef {{number: number, at: number, dealer: number | null, calls: Call[], tricks: Trick[], contract: Array<[string,
 *   number]>, points: [string[], number] | null, scores: [string[], number] | null, notes: Array<[string, number]>}} Deal
 */

const ArenaTable = (() => {
  const { picture, label, parts, drawn } = ArenaCards;
  const DIGEST = /@[0-9a-f]{8}$/;

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

  /** A stranger's text: what a page would obey or hide is shown as an escape. @param {string} text */
  function plain(text) {
    return text.replace(
      /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0d\uffa0]|(?<=\p{M}{4})\p{M}/gu,
      (mark) => `\\u${(mark.codePointAt(0) || 0).toString(16).padStart(4, "0")}`,
    );
  }

  /** The name of a seat, by itself in its line of writing. @param {Seat[]} seats @param {number | string} seat */
  function name(seats, seat) {
    return make("bdi", {}, called(seats, seat));
  }

  /** What a seat is called. @param {Seat[]} seats @param {number | string} seat */
  function called(seats, seat) {
    const its = seats[Number(seat)];
    if (!its) return plain(String(seat));
    const short = its.name.replace(DIGEST, "");
    const alone = seats.every((other) => other.name === its.name || other.name.replace(DIGEST, "") !== short);
    return plain(alone && short ? short : its.name);
  }

  /** How a seat is spoken of. @param {Seat[]} seats @param {number | string} seat */
  function spoken(seats, seat) {
    return seats[Number(seat)] ? `seat ${seat}, ${called(seats, seat)}` : plain(String(seat));
  }

  /** Whether a card won its trick; one of no seat did if a winner such as `house` is no seat either. @param {Seat[]} seats @param {string | null} by @param {string} winner */
  function took(seats, by, winner) {
    return winner !== "" && (by === null ? !seats[Number(winner)] : by === winner);
  }

  /** What a frame says, as a sentence. @param {Frame} frame @param {Seat[]} seats */
  function sentence(frame, seats) {
    const [verb, ...rest] = (frame.x || "").split(" ");
    if (frame.k === "board") return "";
    if (verb === "did") {
      const [seat, kind, word = "-"] = rest;
      const shown = word === "-" ? "" : plain(word);
      const who = spoken(seats, seat);
      if (frame.k === "play" && frame.t) return `${who}, plays ${word === "-" ? label(null) : `the ${label(word)}`}`;
      if (frame.k === "lay") return `${who}, ${plain(kind)}: ${shown ? label(word) : label(null)}`;
      return `${who}, ${plain(kind)}: ${shown}`;
    }
    if (frame.k === "trick") {
      const who = spoken(seats, rest[1]) + (seats[Number(rest[1])] ? "," : "");
      return `${who} wins the trick${rest[2] ? ` (${plain(rest.slice(2).join(" "))})` : ""}`;
    }
    if (frame.k === "deal") return `deal ${frame.n || rest[1]}`;
    if (verb === "show" && rest.length > 2) {
      const whose = rest[1] === "-" ? "" : ` of ${spoken(seats, rest[1])}`;
      return `${plain(rest[0])}${whose}: ${rest.slice(2).map((card) => label(card)).join(", ")}`;
    }
    if (verb === "say") return `${spoken(seats, rest[0])}, says ${plain(rest.slice(1).join(" "))}`;
    return plain(verb === "note" ? rest.join(" ") : frame.x || "");
  }

  /** What is agreed, with the sign of its trump. @param {string} text */
  function suited(text) {
    return text.replace(/(?<=^trump )[SHDC]$/, (suit) => ArenaCards.SIGNS[/** @type {"S" | "H" | "D" | "C"} */ (suit)]);
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
    /** @type {Map<string, HTMLElement>} cards in hands that were drawn before: the same ones come again and again */
    const drawnCards = new Map();
    /** @type {{place: string, cards: string[]}} */
    let could = { place: "", cards: [] };
    /** @type {{count: number, winner: string}} the trick as it was drawn last */
    let before = { count: 0, winner: "" };
    /** @type {(card: string) => void} */
    let chosen = () => {};
    /** @type {number | null} */
    let turn = null;
    const felt = make("div", { class: "felt" });
    const sides = ["top", "left", "right", "bottom"].map((side) => make("div", { class: `felt-${side}` }));
    const [top, left, right, bottom] = sides;
    const said = make("p", { class: "felt-said" });
    const trick = make("ol", { class: "trick", "aria-label": "on the table" });
    const board = make("pre", { class: "felt-board", hidden: "" });
    const few = make("div", { class: "felt-places" });
    const many = make("div", { class: "felt-piles" });
    felt.append(left, top, make("div", { class: "felt-center" }, said, board, trick, few), right, bottom);
    element.classList.add("card-table");
    element.replaceChildren(felt, many);
    element.addEventListener("click", (event) => {
      const hit = event.target instanceof Element ? event.target.closest("button[data-card]") : null;
      if (hit instanceof HTMLElement && hit.dataset.card) chosen(hit.dataset.card);
    });
    seat();

    /** @returns {State} */
    function blank() {
      return { places: {}, gone: {}, counts: {}, open: [], trick: [], winner: "", said: [], last: "", board: [], drawing: false };
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
      if (frame.k === "deal") Object.assign(state, { gone: {}, counts: {}, open: [], said: [], winner: "", last: "", board: [] });
      if (frame.k === "board") {
        const line = frame.x || ""; // note board ROW, or show KIND OWNER ROW
        const row = line.split(" ").slice(line.startsWith("show ") ? 3 : 2).join(" ");
        state.board = [...(state.drawing ? state.board : []), row];
      }
      state.drawing = frame.k === "board";
      for (const [place, words] of Object.entries(frame.p || {})) {
        const cards = words ? words.split(" ") : [];
        const before = frame.k === "deal" ? [] : state.places[place] || [];
        const gone = new Set([...(state.gone[place] || []), ...before]);
        for (const card of cards) gone.delete(card);
        state.places[place] = cards;
        state.gone[place] = [...gone];
      }
      state.counts = { ...state.counts, ...frame.c };
      if (frame.t) [state.trick, state.winner] = [frame.t, ""];
      if (frame.w) state.winner = frame.w;
      if (frame.k === "contract" && frame.x) state.said = [...state.said, suited(frame.x.replace(/^note /, ""))];
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
      once("board", state.board.map(plain).join("\n"), (text) => {
        board.textContent = text;
        board.hidden = !text;
        trick.hidden = Boolean(text) && !state.trick.length;
      });
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
      const large = (state.places[place] || []).length > 6;
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
      const backs = hidden ? Math.max(0, (state.counts[place] ?? (state.board.length ? 0 : held.length + 1)) - held.length) : 0;
      const marked = could.place === place ? could.cards : [];
      once(`hand ${place}`, JSON.stringify([cards, backs, state.counts[place], live, marked]), () => {
        let number = 0;
        const groups = bySuit(cards).map((suit) => {
          const list = make("ul", { class: "suit" });
          for (const [card, left] of suit) {
            const item = kept(place, card, left, live.includes(card));
            item.classList.toggle("could", marked.includes(card));
            item.style.setProperty("--fan", String(cards.length > 1 ? (2 * number) / (cards.length - 1) - 1 : 0));
            list.append(item);
            number += 1;
          }
          return make("li", {}, list);
        });
        if (backs) groups.unshift(make("li", { class: "backs" }, unknown(backs, place in state.counts)));
        box.hand.replaceChildren(...groups);
        box.hand.hidden = !groups.length;
        if (!its) box.box.hidden = !cards.length;
        box.box.classList.toggle("unknown", Boolean(backs && !cards.length));
      });
    }

    /** Hidden cards, in a fan. @param {number} count @param {boolean} known whether that is their number */
    function unknown(count, known) {
      const step = Math.min(9, 90 / count);
      const wide = 40 + step * (count - 1);
      const found = drawn("svg", { class: "fan", viewBox: `-5 -3 ${wide + 10} 64`, role: "img" });
      found.setAttribute("aria-label", known ? `${count} hidden card${count === 1 ? "" : "s"}` : "hidden cards");
      found.style.setProperty("--cards", String((wide + 10) / 40));
      for (let number = 0; number < count; number++) {
        const turned = (number - (count - 1) / 2) * Math.min(2, 16 / count);
        const one = drawn("g", { transform: `translate(${number * step} ${turned ** 2 / 40}) rotate(${turned} 20 56)` });
        one.append(...ArenaCards.picture(null).childNodes);
        found.append(one);
      }
      if (known) {
        found.append(drawn("circle", { class: "fan-count", cx: wide / 2, cy: 30, r: 15 }));
        const text = drawn("text", { x: wide / 2, y: 37, "text-anchor": "middle" });
        text.textContent = String(count);
        found.append(text);
      }
      return found;
    }

    /** A card in a hand, the same element whenever it is the same. @param {string} place @param {string} card @param {boolean} gone @param {boolean} live */
    function kept(place, card, gone, live) {
      const key = `${place} ${card} ${gone} ${live}`;
      const found = drawnCards.get(key) || item(card, gone, live);
      drawnCards.set(key, found);
      return found;
    }

    /** A card in a hand. @param {string} card @param {boolean} gone @param {boolean} live */
    function item(card, gone, live) {
      if (!live) return make("li", gone ? { class: "gone" } : {}, picture(card, gone ? ", played" : ""));
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
      const size = count > 4 ? count / 3.2 : 1; // so that no card lies on another one
      const length = state.trick.length;
      const came = !state.winner && (length === before.count + 1 || (length === 1 && before.winner !== ""));
      before = { count: length, winner: state.winner };
      const items = state.trick.map(([by, card], number) => {
        const wins = took(now.seats, by, state.winner);
        const newest = number === length - 1 && !state.winner;
        const who = make("span", { class: "trick-by", "aria-hidden": "true" }, by === null ? "" : `${by} `);
        if (by !== null) who.append(wins ? make("b", {}, "wins") : name(now.seats, by));
        const face = picture(card);
        const says = `${by === null ? "" : `${spoken(now.seats, by)}: `}${label(card)}${wins ? ", wins" : ""}`;
        face.setAttribute("aria-label", says);
        const found = make("li", { class: wins ? "wins" : newest ? `newest${came ? " came" : ""}` : "" }, face, who);
        const angle = Math.PI * (0.5 + (2 * ((Number(by) - below + count) % count)) / count);
        const [x, y] = by === null ? [number - length / 2, 0] : [Math.cos(angle) * Math.max(1.35, count / 3.6), Math.sin(angle) * size];
        found.style.setProperty("--x", x.toFixed(3));
        found.style.setProperty("--y", y.toFixed(3));
        return found;
      });
      const taker = state.winner;
      if (taker && !state.trick.some(([by]) => took(now.seats, by, taker))) {
        items.push(make("li", { class: "trick-to" }, `to ${spoken(now.seats, taker)}`));
      }
      trick.replaceChildren(...items);
      trick.style.setProperty("--size", String(size));
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
      /** @param {string} place @param {string[]} [cards] */
      could(place, cards = []) {
        could = { place, cards };
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
          ...state,
          places: copied(Object.entries(state.places)),
          gone: copied(Object.entries(state.gone)),
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
    /** @type {Deal | null} */
    let open = null;
    const titles = { auction: "Auction", tricks: "Tricks", score: "Score", notes: "Notes" };
    const places = Object.entries(titles).map(([key, title]) => {
      const body = make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title });
      return { box: make("section", { class: `panel panel-${key}` }, make("h2", {}, title), body), body };
    });
    const [forCalls, forTricks, forScore, forNotes] = places;
    element.replaceChildren(...places.map((place) => place.box));
    element.addEventListener("click", (event) => {
      const hit = event.target instanceof Element ? event.target.closest("[data-at]") : null;
      if (!(hit instanceof HTMLElement)) return;
      const at = Number(hit.dataset.at);
      if (forScore.box.contains(hit)) onDeal?.(at);
      else onFrame?.(at);
    });

    /** Fill a panel; an empty one goes away. @param {{box: HTMLElement, body: HTMLElement}} place @param {Node | null} content */
    function fill(place, content) {
      place.box.hidden = !content;
      place.body.replaceChildren(...(content ? [content] : []));
    }

    /** A table. @param {(string | Node)[]} heads @param {HTMLElement[]} rows @param {string} caption */
    function grid(heads, rows, caption) {
      const first = /** @type {HTMLTableRowElement | undefined} */ (rows[0]);
      const head = make("tr", {}, ...heads.map((text, column) => {
        const kind = first?.cells[column]?.classList.contains("number") ? { class: "number" } : {};
        return text ? make("th", { scope: "col", ...kind }, text) : make("td", kind);
      }));
      return make("table", {}, make("caption", { class: "unseen" }, caption), make("thead", {}, head), make("tbody", {}, ...rows));
    }

    /** Something that was so from a frame on. @param {number} at @param {HTMLElement} element */
    function since(at, element) {
      element.dataset.since = String(at);
      return element;
    }

    /** Something to jump to. @param {number} at @param {string | Node} content @param {boolean} can */
    function jump(at, content, can) {
      return can ? make("button", { type: "button", class: "jump", "data-at": String(at) }, content) : make("span", {}, content);
    }

    /** The number and the name of a seat. @param {number | string} seat */
    const who = (seat) => make("span", {}, seats[Number(seat)] ? `${seat} ` : "", name(seats, seat));

    /** @param {Deal} deal */
    function auction(deal) {
      if (!deal.calls.length) return null;
      const order = seats.map((_, number) => (deal.calls[0].seat + number) % seats.length);
      const usual = deal.calls[0].kind;
      /** @type {HTMLElement[][]} */
      const rows = [];
      let last = seats.length;
      for (const call of deal.calls) {
        const place = order.indexOf(call.seat);
        if (place <= last) rows.push(order.map(() => make("td")));
        last = place;
        const text = plain(call.kind === usual ? call.word : `${call.kind} ${call.word}`);
        rows[rows.length - 1][place].append(since(call.at, jump(call.at, text, Boolean(onFrame))));
      }
      const lines = rows.map((cells) => make("tr", {}, ...cells));
      return grid(order.map(who), lines, "Each row is a round of calls.");
    }

    /** @param {Deal} deal */
    function tricks(deal) {
      if (!deal.tricks.length) return null;
      const rows = deal.tricks.map((trick, number) => {
        const cards = make("ol", { class: "row" });
        for (const [by, card, at] of trick.cards) {
          const face = picture(card, "", true);
          const item = since(at, make("li", {}, make("span", { class: "row-by" }, by ?? ""), jump(at, face, Boolean(onFrame))));
          if (took(seats, by, trick.winner)) item.dataset.wins = String(trick.at);
          cards.append(item);
        }
        const taker = make("td", {});
        if (trick.winner) taker.append(who(trick.winner));
        const worth = make("td", { class: "number" }, plain(trick.worth));
        return make(
          "tr", {}, make("th", { scope: "row", class: "number" }, String(number + 1)), make("td", {}, cards),
          since(trick.at, taker), since(trick.at, worth),
        );
      });
      return grid(["", "cards, in order", "to", "worth"], rows, "Each row is a trick; the card that wins is marked.");
    }

    function score() {
      if (!all.some((one) => one.scores || one.contract.length)) return null;
      const sides = [...new Set(seats.map((its) => its.side))].filter((side) => side !== null);
      const widest = Math.max(...all.map((one) => (one.scores ? one.scores[0].length : 0)));
      const heads = Array.from({ length: widest }, (_, column) => {
        if (sides.length !== widest) return `score ${column + 1}`;
        const of = seats.map((_, number) => number).filter((number) => seats[number].side === sides[column]);
        return make("span", {}, `${of.join("+")} `, name(seats, of[0]));
      });
      const rows = all.map((one) => {
        const [scores, scored] = one.scores || [[], one.at];
        const points = one.points && one.points[0].length === widest ? one.points[0] : [];
        const cells = heads.map((_, column) => {
          const cell = since(scored, make("td", { class: "number" }, plain(scores[column] ?? "")));
          if (points.length) cell.append(make("span", { class: "soft" }, ` (${plain(points[column])})`));
          return cell;
        });
        const agreed = make("td");
        one.contract.forEach(([text, at], number) => {
          agreed.append(since(at, make("span", {}, plain((number ? " · " : "") + suited(text.replace(/^contract /, ""))))));
        });
        const dealer = make("td", { class: "number" }, one.dealer === null ? "" : String(one.dealer));
        const row = make("tr", {}, make("th", { scope: "row", class: "number" }, jump(one.at, String(one.number), Boolean(onDeal))), dealer, agreed, ...cells);
        row.dataset.deal = String(one.at);
        if (onDeal) row.dataset.at = String(one.at);
        return since(one.at, row);
      });
      return grid(["deal", "dealer", "contract", ...heads], rows, "Each row is a deal: scores after it, its points in brackets.");
    }

    /** @param {Deal} deal */
    function notes(deal) {
      if (!deal.notes.length) return null;
      const lines = deal.notes.map(([line, at]) => since(at, make("li", {}, make("bdi", {}, plain(line.replace(/^note /, ""))))));
      return make("ul", { class: "lines" }, ...lines);
    }

    /** @param {Frame[]} list @param {number} [at] */
    function show(list, at = list.length - 1) {
      const fresh = read !== list || list === frames;
      if (fresh) {
        [read, all] = [list, deals(list)];
        fill(forScore, score());
      }
      const deal = [...all].reverse().find((one) => one.at <= at) || all[0];
      if (fresh || deal !== open) {
        open = deal;
        fill(forCalls, auction(deal));
        fill(forTricks, tricks(deal));
        fill(forNotes, notes(deal));
        for (const row of forScore.body.querySelectorAll("tr[data-deal]")) {
          if (!(row instanceof HTMLElement)) continue;
          row.removeAttribute("aria-current");
          if (row.dataset.deal !== String(deal.at)) continue;
          row.setAttribute("aria-current", "true");
          forScore.body.scrollTop = row.offsetTop - forScore.body.clientHeight / 2;
        }
      }
      for (const one of element.querySelectorAll("[data-since]")) {
        if (one instanceof HTMLElement) one.classList.toggle("later", Number(one.dataset.since) > at);
      }
      for (const one of element.querySelectorAll("[data-wins]")) {
        if (!(one instanceof HTMLElement)) continue;
        one.classList.toggle("wins", Number(one.dataset.wins) <= at);
      }
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
        show(frames);
      },
    };
  }

  return { create, panels, deals, sentence, seat: spoken, name, plain, make };
})();
