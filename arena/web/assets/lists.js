// Lists of a site: tables that are sorted by a click and searched, any two bots, and filters of games.
// A classic script, so that it works from a disk too. Texts go into the page as text, never as HTML.
"use strict";

(function () {
  /** So many rows of a folded list are seen (arena.css). */
  const FOLDED = 40;

  /** Make an element. @param {string} tag @param {string} [text] @param {Record<string, string>} [attributes] */
  function make(tag, text, attributes) {
    const found = document.createElement(tag);
    if (text !== undefined) found.textContent = text;
    for (const key in attributes || {}) found.setAttribute(key, attributes[key]);
    return found;
  }

  // Tables: a click on a head sorts, once more turns the order round.

  /** What a cell is sorted by: its number if the column has numbers, else its text. @param {Element} cell */
  function keyOf(cell, isNumber) {
    const text = cell.textContent.trim();
    if (!isNumber) return text.toLowerCase();
    const found = text.match(/[-+]?\d+(\.\d+)?/);
    return found ? Number(found[0]) : -Infinity;
  }

  function sortable(table) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      if (head.hasAttribute("data-unsorted")) return;
      const isNumber = head.classList.contains("number");
      const button = make("button", head.textContent, { type: "button" });
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const before = head.getAttribute("aria-sort");
        const up = before ? before === "descending" : !isNumber || column === 0;
        heads.forEach((each) => each.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        const body = table.tBodies[0];
        const rows = [...body.rows].map((row) => ({ row, key: keyOf(row.cells[column], isNumber) }));
        rows.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) * (up ? 1 : -1));
        body.append(...rows.map((each) => each.row));
      });
    });
  }

  function searchable(table) {
    if (table.tBodies[0].rows.length < 10) return;
    const bar = make("div", undefined, { class: "controls" });
    const label = make("label", "search " + table.getAttribute("data-list"));
    const field = make("input", undefined, { type: "search" });
    const count = make("p", "", { class: "soft", role: "status" });
    label.append(field);
    bar.append(label, count);
    table.parentElement.before(bar);
    field.addEventListener("input", () => {
      const wanted = field.value.trim().toLowerCase();
      let shown = 0;
      for (const row of table.tBodies[0].rows) {
        row.hidden = !row.textContent.toLowerCase().includes(wanted);
        shown += row.hidden ? 0 : 1;
      }
      count.textContent = wanted ? shown + " shown" : "";
    });
  }

  // Times: in the reader's own zone, which the title names, with UTC.

  const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

  /** Show the times below an element in the reader's zone. @param {ParentNode} root */
  function localize(root) {
    for (const time of root.querySelectorAll("time[datetime]")) {
      const when = new Date(time.dateTime);
      if (isNaN(when)) continue;
      time.title = `${ZONE}; ${time.textContent}`;
      time.textContent = when.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
    }
  }

  /** Make the tables below an element sortable and searchable, and its times local. @param {ParentNode} root */
  window.arenaLists = (root) => {
    localize(root);
    root.querySelectorAll("table.games").forEach(foldable);
    for (const table of root.querySelectorAll("table[data-list]")) {
      sortable(table);
      searchable(table);
    }
  };
  window.arenaLists(document);

  /** A long list of games is folded; short lists show all and no button. @param {Element} table */
  function foldable(table) {
    const button = make("button", "Show all of this page", { type: "button", class: "unfold" });
    table.classList.add("folded");
    table.parentElement.after(button);
    button.addEventListener("click", () => {
      table.classList.remove("folded");
      table.tBodies[0].rows[FOLDED].querySelector("a")?.focus();
      button.remove();
    });
  }

  // Rows that change their places glide there.

  /** The rows of the ladders below an element, by what they are called. @param {ParentNode} root */
  function rowsOf(root) {
    const tables = [...root.querySelectorAll("table.rows:not(.games)")];
    return tables.flatMap((table, number) => [...table.tBodies[0].rows].map((row) => [`${number} ${row.cells[1].textContent}`, row]));
  }

  /** Where the rows below an element stand. @param {ParentNode} root */
  window.arenaPlaces = (root) => new Map(rowsOf(root).map(([key, row]) => [key, row.getBoundingClientRect().top]));

  /** Let rows glide from where they were. @param {Map<string, number>} places @param {ParentNode} root */
  window.arenaGlide = (places, root) => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const [key, row] of rowsOf(root)) {
      const by = places.get(key) - row.getBoundingClientRect().top;
      if (by) row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: 600, easing: "ease-in-out" });
    }
  };

  // Any two bots: the line of one on the page of the other.

  const two = document.getElementById("any-two");
  if (two) {
    const links = [...document.querySelectorAll("#bots a")];
    for (const select of [two.one, two.other]) {
      for (const link of links) select.append(make("option", link.textContent, { value: link.getAttribute("href") }));
    }
    two.other.selectedIndex = Math.min(1, links.length - 1);
    two.hidden = links.length < 2;
    two.addEventListener("submit", (event) => {
      event.preventDefault();
      const other = decodeURIComponent(two.other.value).replace(/^bot\/|\.html$/g, "");
      location.href = two.one.value + "#vs-" + encodeURIComponent(other);
    });
  }

  // Games: filters over all that are listed, which are loaded page by page when they are needed.

  const form = document.getElementById("choose");
  if (!form) return;
  const config = JSON.parse(document.getElementById("config").textContent);
  const names = new Map(config.bots), contests = new Map(config.contests);
  const body = document.getElementById("games").tBodies[0], first = [...body.rows];
  const found = document.getElementById("found");
  const MOST = 500;
  /** Path of a page of games -> its rows: id, contest, room, sides, scores, end, faults. */
  const loaded = new Map();
  let turn = 0;

  for (const [value, text] of config.bots) form.bot.append(make("option", text, { value }));
  for (const [value, text] of config.contests) form.contest.append(make("option", text, { value }));
  for (const kind of config.kinds) form.fault.append(make("option", kind, { value: kind }));
  form.hidden = false;

  window.arenaGames = (path, rows) => loaded.set(path, rows);

  /** Load a page of games: a script, since a page from a disk may load nothing else. */
  function load(path) {
    if (loaded.has(path)) return Promise.resolve();
    return new Promise((done) => {
      const script = make("script", undefined, { src: path });
      script.addEventListener("load", done);
      script.addEventListener("error", done);
      document.head.append(script);
    });
  }

  function isWanted(row, bot, contest, fault) {
    return (!bot || row[3].some((side) => side[0] === bot)) && (!contest || row[1] === contest) &&
      (!fault || (fault === "*" ? row[6] !== "" : row[6].split(", ").some((one) => one.startsWith(fault + " "))));
  }

  function lineOf([id, contest, room, sides, scores, end, faults, replay]) {
    const line = make("tr", undefined, { "data-game": id }), playing = make("td"), where = make("td"), points = make("td", undefined, { class: "number" });
    points.append(replay ? make("a", scores || "no score", { href: "game/" + id + ".html" }) : scores || "–");
    where.append(make("a", contests.get(contest) || contest, { href: "contest/" + contest + ".html" }));
    sides.forEach(([file, won], place) => {
      const link = make("a", undefined, { href: "bot/" + encodeURIComponent(file) + ".html" });
      link.append(make("bdi", names.get(file) || file));
      const shown = won ? make("b") : link;
      if (won) shown.append(link);
      playing.append(place ? " – " : "", shown);
    });
    line.append(where, make("td", room, { class: "number" }), playing, points);
    line.append(make("td", end), make("td", faults, { class: "fault" }));
    return line;
  }

  async function show() {
    const own = ++turn, bot = form.bot.value, contest = form.contest.value, fault = form.fault.value;
    const words = new URLSearchParams();
    for (const [key, value] of [["bot", bot], ["contest", contest], ["fault", fault]]) if (value) words.set(key, value);
    history.replaceState(null, "", words.size ? "#" + words : location.pathname + location.search);
    document.querySelector(".pages").hidden = words.size > 0;
    if (!words.size) {
      body.replaceChildren(...first);
      found.textContent = "";
      return;
    }
    const lines = [];
    for (const path of config.blocks) {
      await load(path);
      if (own !== turn) return;
      const rows = (loaded.get(path) || []).filter((row) => isWanted(row, bot, contest, fault));
      lines.push(...rows.slice(0, MOST - lines.length).map(lineOf));
      if (lines.length >= MOST) break;
    }
    body.replaceChildren(...lines);
    found.textContent = lines.length >= MOST ? "the newest " + MOST + " of them" : lines.length + " games";
  }

  function read() {
    const words = new URLSearchParams(location.hash.slice(1));
    for (const key of ["bot", "contest", "fault"]) form[key].value = words.get(key) || "";
    for (const key of ["bot", "contest", "fault"]) if (form[key].selectedIndex < 0) form[key].value = "";
    show();
  }

  form.addEventListener("change", show);
  form.addEventListener("reset", () => setTimeout(show));
  form.addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("hashchange", read);
  if (location.hash) read();
})();
