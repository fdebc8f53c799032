// The film of a game, as a page has it (arena/web/replay.py): plain, or packed.
//
// What is packed says only what its record does not (arena/replay/compact.py). Each frame is guessed from its line and the
// frames before, in the same way as there; what was guessed wrong stands beside it. What a seat was told is written for
// each frame: it is never worked out here.
//
//   const film = await ArenaFilm.read(element);      a `Replay`, with every frame of every view written out
"use strict";

/**
 * @typedef {{id: string, seats: Seat[], views: Object<string, Frame[]>, pack: string[], steps: Array<[number, number,
 *   number]>, marks: Object<string, number[]>, commands: Object<string, string>, record: string, file: string}} Replay
 *   `steps`: the last frame of each step, the number of its deal, and which step of the deal it is (0 is the deal itself);
 *   `marks`: the steps with a trick that ends, a fault, or a new leader
 */

const ArenaFilm = (() => {
  /** @param {HTMLElement} element @returns {Promise<Replay>} */
  async function read(element) {
    const text = element.textContent || "";
    if (element.hasAttribute("data-packed")) return loose(JSON.parse(await unpacked(text)));
    const film = JSON.parse(text);
    const whole = /** @type {Frame[]} */ (film.views.all);
    for (const name in film.views) film.views[name] = film.views[name].map((frame, at) => written(frame, whole[at]));
    return film;
  }

  /** What was packed with zlib and written in base64. @param {string} text @returns {Promise<string>} */
  function unpacked(text) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  }

  /**
   * A frame of a view of a seat, written out (arena/replay/frames.py, `AS_ALL` and `WITHOUT_HANDS`).
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

  /** A film of which everything is there again that `compact` left out. @param {any} film @returns {Replay} */
  function loose(film) {
    const { count, kinds, odd, times, ms, ...rest } = film;
    const order = new Map(film.pack.map((card, place) => [card, place]));
    const all = frames(film, order);
    const views = { all };
    for (const [name, [signs, told]] of Object.entries(film.views)) {
      const left = [...told];
      views[name] = all.map((full, at) => seen(signs[at], full, left, order));
    }
    const marks = Object.fromEntries(Object.entries(film.marks).map(([name, lengths]) => [name, sums(lengths)]));
    return { ...rest, views, steps: steps(sums(film.steps), all), marks };
  }

  /** A frame of a view of a seat. @param {string} sign @param {Frame} full @param {Frame[]} left those that are written out @param {Map<string, number>} order */
  function seen(sign, full, left, order) {
    if (sign === "3") return {};
    if (sign === "4") return left.shift();
    return sign === "2" ? { ...full, p: hand(full.x, order) } : written(Number(sign), full);
  }

  /** The numbers of which each is told by how much it is more than the one before. @param {number[]} lengths */
  function sums(lengths) {
    let last = -1;
    return lengths.map((length) => (last += length));
  }

  /** The steps of a film. @param {number[]} ends their last frames @param {Frame[]} all @returns {Array<[number, number, number]>} */
  function steps(ends, all) {
    let [deal, card] = [0, 0];
    return ends.map((end, number) => {
      const begun = all[number ? ends[number - 1] + 1 : 0].n;
      [deal, card] = begun ? [begun, 0] : [deal, card + (number ? 1 : 0)];
      return [end, deal, card];
    });
  }

  /** The frames of the full view. @param {any} film @param {Map<string, number>} order @returns {Frame[]} */
  function frames(film, order) {
    const lines = film.record.split("\n").slice(1).filter((line) => line && !line.startsWith("clock "));
    const found = [];
    /** @type {Object<string, string>} */
    let held = {};
    let trick = [];
    let taken = false;
    let answers = 0;
    while (found.length < film.count) {
      const at = found.length;
      const frame = guess(at);
      mend(frame, film.odd[at] || {});
      if (frame.k === "deal") [held, taken] = [{}, false];
      Object.assign(held, frame.p);
      if (frame.t) [trick, taken] = [frame.t, false];
      if (frame.k === "trick") taken = true;
      if ((frame.x || "").startsWith("did ")) {
        const sign = film.ms.charCodeAt(answers++);
        if (sign > 32) frame.ms = film.times[sign - (sign > 92 ? 36 : 35)];
      }
      found.push(frame);
    }
    return found;

    /** What a line seems to make. @param {number} at @returns {Frame} */
    function guess(at) {
      const line = lines[at] || "";
      const words = line.split(" ");
      const frame = { x: line, k: film.kinds[sort(words)] || "" };
      if (frame.k === "deal") {
        frame.n = Number(words[2]);
        if (trick.length) frame.t = [];
        const hands = dealt(at + 1);
        if (Object.keys(hands).length) frame.p = hands;
      } else if (frame.k === "play" || frame.k === "lay") {
        const [, seat, , word] = words;
        const cards = (held[seat] || "").split(" ");
        if (cards.includes(word)) frame.p = { [seat]: cards.filter((card) => card !== word).join(" ") };
        if (frame.k === "play") frame.t = [...(taken ? [] : trick), [seat, word === "-" ? null : word]];
      } else if (frame.k === "trick") frame.w = words[2];
      return frame;
    }

    /** The hands that the next lines show. @param {number} at */
    function dealt(at) {
      let hands = {};
      for (; at < lines.length && lines[at].startsWith("show "); at++) hands = { ...hand(lines[at], order), ...hands };
      return hands;
    }
  }

  /** The words of a line that say which kind of frame it is. @param {string[]} words */
  function sort(words) {
    const place = { did: 2, note: 1, show: 1 }[words[0]];
    return place ? `${words[0]} ${words[place]}` : words[0];
  }

  /** The hand that a line shows, by its seat; nothing if it shows none. @param {string} line @param {Map<string, number>} order */
  function hand(line, order) {
    const [, kind, seat, ...cards] = line.split(" ");
    if (kind !== "hand" || !cards.every((card) => order.has(card))) return {};
    return { [seat]: cards.sort((a, b) => order.get(a) - order.get(b)).join(" ") };
  }

  /** Put into a guess what was guessed wrong; null takes it out. @param {any} guess @param {any} odd */
  function mend(guess, odd) {
    for (const [name, value] of Object.entries(odd)) {
      if (name === "p" && guess.p && value instanceof Object) mend(guess.p, value); // the places are told one by one
      else if (value === null) delete guess[name];
      else guess[name] = value;
    }
  }

  return { read };
})();
