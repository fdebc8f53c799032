// The film of a game, as a page has it (arena/web/replay.py): JSON, in a page of a site packed with zlib, in base64.
//
//   const film = await ArenaFilm.read(element);      a `Replay`, with every frame of every view written out
"use strict";

/**
 * @typedef {{id: string, seats: Seat[], views: Object<string, Frame[]>, pack: string[], steps: Array<[number, number,
 *   number]>, marks: Object<string, number[]>, commands: Object<string, string>, record: string, file: string,
 *   saved?: string, only?: Object<string, string>, sent?: Object<string, string>}} Replay
 *   `only`: on a page with nothing but what some seats were told, the file for what each was sent, which is `sent`;
 *   `steps`: the last frame of each step, the number of its deal, and which step of the deal it is (0 is the deal itself);
 *   `marks`: the steps with a trick that ends, a fault, or a new leader
 */

const ArenaFilm = (() => {
  /** @param {HTMLElement} element @returns {Promise<Replay>} */
  async function read(element) {
    const text = element.textContent || "";
    const film = JSON.parse(element.hasAttribute("data-packed") ? await unpacked(text) : text);
    const whole = /** @type {Frame[]} */ (film.views.all);
    const lines = film.record.split("\n").slice(1).filter((line) => line && !line.startsWith("clock "));
    whole.forEach((frame, at) => {
      if (frame.k && frame.x === undefined) frame.x = lines[at]; // a packed film does not repeat the lines of its record
    });
    for (const name in film.views) film.views[name] = film.views[name].map((frame, at) => written(frame, whole[at]));
    return film;
  }

  /** What was packed with zlib and written in base64. @param {string} text @returns {Promise<string>} */
  function unpacked(text) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  }

  /**
   * A frame of a view of a seat, written out, with how many cards each hand has (arena/replay/frames.py, `AS_ALL` and `WITHOUT_HANDS`).
   * @param {Frame | 0 | 1} frame 0: the seat sees what the full view has; 1: it does so but for hands, time and choice
   * @param {Frame} full
   * @returns {Frame}
   */
  function written(frame, full) {
    if (frame === 0 || frame === full) return full;
    const { p, ms, l, ...told } = full;
    const hands = Object.entries(p || {}).map(([place, cards]) => [place, cards ? cards.split(" ").length : 0]);
    return { ...(frame === 1 ? told : frame), c: Object.fromEntries(hands) };
  }

  return { read };
})();
