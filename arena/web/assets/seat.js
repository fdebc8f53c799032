// The seat of a person: it draws what the seat is told (arena/seat/sitting.py says which messages there are), and posts
// answers. It knows no game, and gets nothing that the seat may not know.
"use strict";

/**
 * @typedef {{n: number, seat: number, kind: string, legal: string[], picked: string[], cards: boolean, talk: number,
 *   c: Object<string, number>}} Ask
 * @typedef {{id: string, game: string, title: string, preset: string, seats: Seat[], me: number, pack: string[]}} Game
 * @typedef {{game?: Game, frame?: Frame, ask?: Ask, closed?: number, over?: Object<string, string>, fault?: string,
 *   bye?: boolean, replays?: string[], judged?: Judged}} Told
 * @typedef {{deal: number, kind: string, cards: boolean, word: string, best: string, more: number, done: number, of:
 *   number}} Judged a decision of the game that is over, and what a search would have done
 */

(() => {
  const settings = document.getElementById("settings");
  if (!settings) return;
  /** @type {{hints: boolean}} */
  const given = JSON.parse(settings.textContent || "");
  const PACES = [[0, 0], [150, 500], [450, 1300], [900, 2600]];

  /** @param {string} id @returns {HTMLElement} */
  const at = (id) => {
    const found = document.getElementById(id);
    if (!found) throw new Error(`the page has no ${id}`);
    return found;
  };
  const typed = /** @type {HTMLInputElement} */ (at("typed"));
  const say = /** @type {HTMLInputElement} */ (at("say"));
  const pace = /** @type {HTMLSelectElement} */ (at("pace"));

  /** @type {Game | null} */
  let game = null;
  /** @type {ReturnType<typeof ArenaTable.create> | null} */
  let table = null;
  /** @type {ReturnType<typeof ArenaTable.panels> | null} */
  let panels = null;
  /** @type {Frame[]} */
  let frames = [];
  /** @type {Ask | null} */
  let ask = null;
  /** @type {Array<[number, Told]>} messages that are not shown yet, each with its number */
  let waiting = [];
  /** How many messages were there when the stream began: they are shown at once, so that no question of old seems open. */
  let there = 0;
  /** @type {number | undefined} */
  let timer;
  /** The number of the question whose answer is on its way; the next one may come before the arena has said "taken". */
  let posting = 0;
  /** The number of the question that was answered here last. */
  let answered = 0;
  /** On a touch screen, the first touch takes a card up, and the second one plays it. */
  const touch = matchMedia("(pointer: coarse)").matches;
  let aimed = "";
  /** @type {Judged[]} */
  let judged = [];

  try {
    pace.value = localStorage.getItem("arena-seat-pace") || "2";
  } catch {
    pace.value = "2";
  }
  pace.addEventListener("change", () => {
    try {
      localStorage.setItem("arena-seat-pace", pace.value);
    } catch {
      // a browser may not let a page remember
    }
    clearTimeout(timer);
    timer = undefined;
    goOn();
  });

  /** How long a message is looked at before the next one comes, in ms. @param {number} number @param {Told} told */
  function pause(number, told) {
    const frame = told.frame;
    if (number < there || !frame || !game || (frame.x || "").startsWith(`did ${game.me} `)) return 0;
    const [card, trick] = PACES[Number(pace.value)] || PACES[2];
    return frame.k === "trick" ? trick : frame.k === "play" || frame.k === "call" || frame.k === "lay" ? card : 0;
  }

  /** Show waiting messages one by one at the pace of the person; a question as soon as nothing else is to be seen. */
  function goOn() {
    const asked = waiting.some(([, told]) => told.ask) && waiting.every(([number, told]) => !pause(number, told));
    if (timer !== undefined && !asked) return;
    clearTimeout(timer);
    timer = undefined;
    let drawing = false;
    while (waiting.length && timer === undefined) {
      const [number, told] = /** @type {[number, Told]} */ (waiting.shift());
      take(told);
      drawing = drawing || Boolean(told.frame || told.game);
      const time = pause(number, told);
      if (time) {
        timer = window.setTimeout(() => {
          timer = undefined;
          goOn();
        }, time);
      }
    }
    if (drawing && table && panels) {
      table.draw();
      panels.show(frames.slice());
    }
    question();
  }

  /** @param {Told} told */
  function take(told) {
    if (told.game) begin(told.game);
    else if (told.frame && table) {
      frames.push(told.frame);
      table.apply(told.frame, false);
      const text = told.frame.x && told.frame.k !== "show" && game ? ArenaTable.sentence(told.frame, game.seats) : "";
      if (text) at("told").textContent = text;
      if (told.frame.k === "trick") lastTrick();
    } else if (told.ask) {
      ask = told.ask;
      table?.apply({ c: ask.c }, false);
    } else if (told.judged) judge(told.judged);
    else if (told.closed !== undefined) ask = null;
    else if (told.over) over(told.over);
    else if (told.fault) trouble(`The arena says: ${ArenaTable.plain(told.fault)}`);
    else if (told.replays) replays(told.replays);
  }

  /** @param {Game} its */
  function begin(its) {
    [game, frames, ask] = [its, [], null];
    judged = [];
    at("judged").hidden = true;
    at("seat").hidden = false;
    at("last").hidden = true;
    delete at("asked").dataset.over;
    at("title").textContent = `${its.game}: ${its.preset}`;
    at("about").textContent = `${its.title}. You sit in seat ${its.me}. Game ${its.id}`;
    const seats = its.seats.map((seat, number) => (number === its.me ? { ...seat, name: "you" } : seat));
    game = { ...its, seats };
    table = ArenaTable.create(at("table"), { seats, me: its.me });
    table.onCard(aim);
    panels = ArenaTable.panels(at("panels"), { seats });
  }

  function lastTrick() {
    if (!table || !game) return;
    const { trick } = table.state();
    const winner = frames[frames.length - 1].w;
    const items = trick.map(([by, card]) => {
      const item = document.createElement("li");
      const who = document.createElement("span");
      who.className = "row-by";
      who.textContent = by ?? "";
      item.append(who, ArenaCards.picture(card, "", true));
      if (by !== null && by === winner) item.className = "wins";
      return item;
    });
    at("last-trick").replaceChildren(...items);
    at("last").hidden = !items.length;
  }

  /** Draw the question, once all that came before it is shown. */
  function question() {
    const open = ask && !waiting.length && timer === undefined ? ask : null;
    at("asked").classList.toggle("mine", Boolean(open));
    at("asked").dataset.n = open ? String(open.n) : "";
    at("typing").hidden = !open;
    at("words").hidden = !open;
    at("picked").hidden = !open || !open.picked.length;
    if (at("asked").dataset.n !== at("confirm").dataset.n) aim("");
    document.title = open ? "Your turn" : "A seat at the table";
    if (!table || !game) return;
    table.turn(open ? open.seat : null);
    const held = new Set(Object.values(table.state().places).flat());
    const cards = open && open.cards ? open.legal.filter((word) => held.has(word)) : [];
    table.legal(cards);
    if (!open) {
      if (ask || waiting.length) at("question").textContent = "";
      return;
    }
    const whose = open.seat === game.me ? "" : ` for ${ArenaTable.seat(game.seats, open.seat)}`;
    at("question").textContent = `Your turn${whose}: ${open.kind}${cards.length ? ` (${touch ? "touch" : "click"} a card)` : ""}`;
    if (at("words").dataset.n !== String(open.n)) {
      at("words").dataset.n = String(open.n);
      box(open.legal.filter((word) => !cards.includes(word)), open.cards);
      at("legal").replaceChildren(...open.legal.map((word) => {
        const option = document.createElement("option");
        option.value = word;
        return option;
      }));
      at("picked").replaceChildren("Picked:", ...open.picked.map((card) => ArenaCards.picture(card)));
      typed.value = "";
      say.value = "";
      say.maxLength = open.talk;
      at("saying").hidden = !open.talk;
      at("undo").hidden = !open.picked.length;
      at("hint").hidden = !given.hints;
    }
  }

  /**
   * Put in the buttons of words. Bids stand by level: a row for each number, a column for each thing that is bid.
   * @param {string[]} words
   * @param {boolean} cards whether these are cards
   */
  function box(words, cards) {
    /** @type {Array<[string, string, string]>} */
    const bids = cards ? [] : words.flatMap((word) => {
      const found = /^(\d+)(.*)$/.exec(word);
      return found ? [[word, found[1], found[2]]] : [];
    });
    const columns = [...new Set(bids.map(([, , what]) => what))];
    const rows = [...new Set(bids.map(([, level]) => level))];
    const boxed = columns.length > 1 && rows.length > 1;
    const others = words.filter((word) => !boxed || !bids.some(([bid]) => bid === word));
    const { make } = ArenaTable;
    /** @param {string} word @param {string} text */
    const button = (word, text) => {
      const found = make("button", { type: "button", "data-word": word }, text);
      found.addEventListener("click", () => answer(word));
      return found;
    };
    const grid = make("div", { class: "bids" });
    grid.style.setProperty("--columns", String(columns.length));
    at("seat").style.setProperty("--levels", String(rows.length));
    for (const level of boxed ? rows : []) {
      for (const what of columns) {
        const bid = bids.find((one) => one[1] === level && one[2] === what);
        grid.append(bid ? button(bid[0], level + (ArenaCards.SIGNS[/** @type {"S"} */ (what)] || what)) : make("span"));
      }
    }
    at("words").replaceChildren(
      ...others.map((word) => button(word, cards ? ArenaCards.label(word) : word)), ...(boxed ? [grid] : []),
    );
  }

  /** A card was touched or clicked; "" takes back what was touched. @param {string} card */
  function aim(card) {
    const confirm = at("confirm");
    confirm.dataset.n = at("asked").dataset.n;
    if (card && (!touch || card === aimed)) {
      answer(card);
      return;
    }
    aimed = card;
    confirm.hidden = !card;
    confirm.textContent = card && ask ? `${ask.kind}: the ${ArenaCards.label(card)}` : "";
    table?.could(card && ask ? String(ask.seat) : "", [card]);
  }

  /** Show what a search would have done at one more decision. @param {Judged} one */
  function judge(one) {
    judged.push(one);
    const { make, plain } = ArenaTable;
    const costly = judged.filter((each) => each.more > 0).sort((a, b) => b.more - a.more);
    const same = judged.length - costly.length;
    /** @param {Judged} each @param {string} word */
    const said = (each, word) => (each.cards ? ArenaCards.label(word) : plain(word));
    at("judged").hidden = false;
    at("judged-how").textContent = `Knowing only what you knew: the same as you in ${same} of ${judged.length} decisions` +
      (one.done < one.of ? `, ${one.of - one.done} still to be looked at.` : ". The points are means over likely deals.");
    at("judged-rows").replaceChildren(
      ...costly.map((each) => make(
        "tr", {}, make("td", { class: "number" }, String(each.deal)), make("td", {}, said(each, each.word)),
        make("td", {}, said(each, each.best)), make("td", { class: "number" }, `+${each.more.toFixed(1)}`),
      )),
    );
    /** @type {HTMLElement} */ (at("judged-rows").closest(".scroll")).hidden = !costly.length;
  }

  /** Post something about the open question. @param {string} where @param {object} what @returns {Promise<Response | null>} */
  async function post(where, what) {
    try {
      return await fetch(where, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(what),
        cache: "no-store",
      });
    } catch {
      trouble("The arena cannot be reached: nothing was sent. Try again.");
      return null;
    }
  }

  /** Answer the open question. @param {string} word */
  async function answer(word) {
    if (!ask || ask.n === answered || ask.n === posting || waiting.length || timer !== undefined) return;
    const text = ask.talk ? say.value.trim() : "";
    const { n } = ask;
    posting = n;
    const found = await post("answer", { n, word, ...(text ? { say: text } : {}) });
    if (posting === n) posting = 0;
    if (found && found.ok) {
      answered = Math.max(answered, n);
      trouble("");
    } else if (found && found.status !== 409) at("told").textContent = await found.text();
  }

  // At a quick table the next question is open when the second click of a double click comes: that one answers nothing.
  for (const id of ["table", "words"]) {
    at(id).addEventListener("click", (event) => {
      if (event.detail > 1) event.stopPropagation();
    }, true);
  }
  at("typing").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!ask) return;
    const text = typed.value.trim();
    const same = ask.legal.filter((word) => word === text);
    const begun = ask.legal.filter((word) => text && word.toLowerCase().startsWith(text.toLowerCase()));
    const alike = ask.legal.filter((word) => word.toLowerCase() === text.toLowerCase());
    const [word] = same.length ? same : alike.length === 1 ? alike : begun.length === 1 && !/^\d+$/.test(text) ? begun : [];
    if (word) answer(word);
    else at("told").textContent = begun.length ? `Which one: ${begun.join(" ")}?` : `Legal now: ${ask.legal.join(" ")}`;
  });
  at("confirm").addEventListener("click", () => aim(aimed));
  const colors = (/** @type {boolean} */ change) => at("colors").setAttribute("aria-pressed", String(ArenaCards.colors(change)));
  at("colors").addEventListener("click", () => colors(true));
  colors(false);
  at("undo").addEventListener("click", () => {
    if (ask) post("answer", { n: ask.n, undo: true });
  });
  at("hint").addEventListener("click", async () => {
    if (!ask) return;
    at("told").textContent = "Asking for a hint …";
    const found = await post("hint", { n: ask.n });
    const word = found && found.ok ? (await found.json()).word : null;
    at("told").textContent = word ? `Hint: ${word}${ask && ask.cards ? `, the ${ArenaCards.label(word)}` : ""}` : "There is no hint.";
  });

  /** @param {Object<string, string>} its */
  function over(its) {
    ask = null;
    at("asked").dataset.over = "";
    const side = game ? game.seats[game.me].side : null;
    const place = side === null || !its.places ? "" : its.places.split(",")[side];
    const scores = (its.scores || "").replaceAll(",", ", ");
    at("question").textContent =
      `The game is over${its.reason ? ` (${its.reason})` : ""}. ${scores ? `Scores: ${scores}. ` : ""}${place ? `You take place ${place}.` : ""}`;
  }

  /** Show where the replays are. @param {string[]} places */
  function replays(places) {
    const links = places.map((place) => {
      const link = document.createElement("a");
      link.href = `replay/${encodeURIComponent(place)}`;
      link.textContent = places.length > 1 ? `Replay of game ${place} with all hands` : "Replay with all hands";
      return link;
    });
    at("replays").replaceChildren(...links);
  }

  /** Say what is wrong; "" if nothing is any more. @param {string} text */
  function trouble(text) {
    at("trouble").textContent = text;
    at("trouble").hidden = !text;
  }

  const stream = new EventSource("events");
  stream.addEventListener("there", (event) => {
    there = Number(event.data);
    trouble("");
  });
  stream.addEventListener("end", () => {
    stream.close();
    trouble("The arena has ended: this page does nothing any more.");
  });
  stream.addEventListener("message", (event) => {
    const number = Number(event.lastEventId);
    waiting.push([number, JSON.parse(event.data)]);
    if (number >= there - 1) goOn();
  });
  stream.addEventListener("error", () => trouble("The connection is lost; the page tries again."));
})();
