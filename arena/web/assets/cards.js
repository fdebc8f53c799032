// Playing cards as drawings, with what they are called. Everything is drawn here: no picture is loaded.
//
//   ArenaCards.picture("TS")       an SVG element, labelled "ten of spades"; null is the back of a card
//   ArenaCards.picture("TS", ", wins", true)   its label goes on; only the corner with rank and suit is drawn
//   ArenaCards.label("TS")         "ten of spades"
//   ArenaCards.parts("TS")         ["T", "S"]; a word such as ROYAL or JK2 has no suit
//   ArenaCards.colors(true)        changes between packs of four colors and of two; true if it is two now
//   ArenaCards.drawn("path", {d: "..."})   an element of a drawing
"use strict";

const ArenaCards = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
  const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
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

  /** Where the pips of a rank are: left, middle, right, from 0 at the top to 6. @type {Object<string, [string, string, string]>} */
  const PLACES = {
    2: ["", "06", ""], 3: ["", "036", ""], 4: ["06", "", "06"], 5: ["06", "3", "06"], 6: ["036", "", "036"],
    7: ["036", "1", "036"], 8: ["036", "15", "036"], 9: ["0246", "3", "0246"], 10: ["0246", "15", "0246"],
  };
  const ROBE = "M14.5 52C14.5 40 18 33 26 33s11.5 7 11.5 19z";
  // Each court card is a robe, a head, and what it wears: the last path is in gold.
  const COURTS = {
    K: ["M21 22v5c0 7 2.5 9.5 5 9.5s5-2.5 5-9.5v-5z", "M18.5 20L17 9l5 4.5L26 7l4 6.5L35 9l-1.5 11z"],
    Q: ["M19 18c-2.5 5-2 12-4 16h5l2-4h8l2 4h5c-2-4-1.5-11-4-16z", "M19 18l-2-8 4.5 3.5L26 8l4.5 5.5L35 10l-2 8c-4-2-10-2-14 0z"],
    J: ["M20 19v9c-1 2-2 3-3.5 3.5h19C34 31 33 30 32 28v-9z", "M18 19c-1-7 3-10 8-10 3 0 5-1 6-3 4 3 4 8 2 13z"],
  };
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

  /**
   * Draw a card; null is its back.
   * @param {string | null} card
   * @param {string} [note] added to its label
   * @param {boolean} [corner] whether only rank and suit are drawn, for rows of small cards
   */
  function picture(card, note = "", corner = false) {
    const root = drawn("svg", { class: "card", viewBox: "0 0 40 56", role: "img" });
    root.setAttribute("aria-label", label(card) + note);
    root.append(drawn("rect", { class: "card-face", x: 0.75, y: 0.75, width: 38.5, height: 54.5, rx: 4 }));
    if (card === null) {
      root.classList.add("card-back");
      root.append(drawn("rect", { class: "card-net", x: 4.5, y: 4.5, width: 31, height: 47, rx: 2 }));
      root.append(drawn("path", { class: "card-net", d: "M20 12L30 28L20 44L10 28z" }));
      return root;
    }
    const [rank, suit] = parts(card);
    const pip = suit || "*";
    const joker = /^JK(\d*)$/.exec(card);
    const text = drawn("text", { x: 9, y: 18, "text-anchor": "middle" });
    text.textContent = rank === "T" ? "10" : joker ? `JOKER${joker[1]}` : rank;
    root.classList.add(`suit-${suit ? suit.toLowerCase() : "none"}`);
    root.append(text);
    if (text.textContent.length > 2) return word(root, text);
    if (text.textContent.length === 2) {
      text.setAttribute("textLength", "15");
      text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
    root.append(shape(pip, 9, 27, 0.62));
    if (corner) {
      root.setAttribute("viewBox", "0 0 18.5 36");
      root.classList.add("corner");
      return root;
    }
    const columns = PLACES[text.textContent];
    if (rank in COURTS && suit) court(root, /** @type {keyof COURTS} */ (rank), pip);
    else if (columns) {
      columns.forEach((rows, column) => {
        for (const row of rows) root.append(shape(pip, 21.5 + 6.4 * column, 10 + 6 * Number(row), 0.36, Number(row) > 3));
      });
    } else root.append(shape(pip, 27, 33, 1));
    return root;
  }

  /** A pip. @param {string} pip @param {number} x its middle @param {number} y @param {number} size of 20 @param {boolean} [turned] */
  function shape(pip, x, y, size, turned = false) {
    const place = `translate(${x} ${y}) scale(${turned ? -size : size}) translate(-10 -10)`;
    return drawn("path", { d: PIPS[/** @type {keyof PIPS} */ (pip)], transform: place });
  }

  /** @param {SVGElement} root @param {keyof COURTS} rank @param {string} pip */
  function court(root, rank, pip) {
    const [behind, worn] = COURTS[rank];
    root.append(
      drawn("path", { d: ROBE }),
      drawn("path", { class: "card-hair", d: behind }),
      drawn("circle", { class: "card-skin", cx: 26, cy: 24, r: 5.4 }),
      ...(rank === "K" ? [drawn("path", { class: "card-hair", d: "M20.6 25c1 5 2.5 9 5.4 9s4.4-4 5.4-9c-2 2-8.8 2-10.8 0z" })] : []),
      drawn("path", { class: "card-gold", d: worn }),
    );
    const on = shape(pip, 26, 43, 0.5);
    on.setAttribute("class", "card-on");
    root.append(on);
  }

  /** A card that is a word, such as a joker: the word stands along its side. @param {SVGElement} root @param {SVGElement} text */
  function word(root, text) {
    for (const [name, value] of Object.entries({
      class: "card-word", transform: "translate(12.5 51) rotate(-90)", x: "0", y: "0", "text-anchor": "start",
      textLength: String(Math.min(46, (text.textContent || "").length * 9)), lengthAdjust: "spacingAndGlyphs",
    })) text.setAttribute(name, value);
    root.append(shape("*", 27, 28, 1));
    return root;
  }

  /**
   * Show the pack in two colors or in four, as was chosen last; a page from a disk may not be allowed to remember.
   * @param {boolean} [change] whether to take the other one
   */
  function colors(change = false) {
    const page = document.documentElement;
    let two = page.dataset.pack === "two";
    try {
      two = localStorage.getItem("arena-pack") === "two";
      if (change) localStorage.setItem("arena-pack", two ? "four" : "two");
    } catch {
      // it stays until the page is left
    }
    if (change) two = !two;
    page.dataset.pack = two ? "two" : "four";
    return two;
  }

  return { SIGNS, picture, label, parts, colors, drawn };
})();
