// TV: the newest finished game plays by itself, with the ladder or the bracket beside it. Then the next one comes; while
// there is none, the ladder or the bracket is all there is to see.
"use strict";

(function () {
  const root = document.currentScript.src.replace(/assets\/[^/]*$/, "");
  const PAUSE = 5000, NEWS = 12000, LOOK = 15000;
  const KEPT = ["rank", "Elo", "±95 %"];
  const game = document.getElementById("replay");
  const beside = document.createElement("section"), news = document.createElement("p");
  let waiting = false;
  beside.className = "tv-standing";
  beside.setAttribute("aria-label", "Standings");
  news.className = "tv-news";
  news.setAttribute("role", "status");
  document.documentElement.classList.add("tv");
  document.querySelector("main").append(news);

  /** What was said last of who leads; a page that may not remember has just come. @param {string} [told] */
  function remembered(told) {
    try {
      if (told !== undefined) sessionStorage.setItem("arena-tv", told);
      return sessionStorage.getItem("arena-tv");
    } catch {
      return null;
    }
  }

  /** Show the ladder or the bracket as it is now, and say it if somebody else leads. */
  async function stand() {
    const answer = await fetch(root + "index.html", { cache: "no-store" });
    if (!answer.ok) return;
    const main = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
    const shown = main.querySelector(".bracket, table.rows");
    if (!shown) return;
    const event = [...main.querySelectorAll("h2")].find((head) => head.compareDocumentPosition(shown) & 4);
    const [first, second] = shown.querySelectorAll("tbody tr");
    const ranks = [first, second].map((row) => row && row.querySelector("[data-head=rank]")?.textContent.trim());
    const alone = first && ranks[0] !== ranks[1];
    const leads = event ? event.textContent : alone ? first.querySelector("th").textContent.trim() + " leads" : "";
    if (!event) {
      for (const cell of shown.querySelectorAll("thead th")) cell.hidden = ![...KEPT, "name"].includes(cell.textContent);
      for (const cell of shown.querySelectorAll("td")) cell.hidden = !KEPT.includes(cell.dataset.head);
    }
    const head = document.createElement("h2");
    head.textContent = leads || "Ladder";
    const places = window.arenaPlaces(beside);
    beside.replaceChildren(head, document.adoptNode(shown));
    if (waiting) fit();
    window.arenaGlide(places, beside);
    const before = remembered();
    remembered(leads);
    if (before === null || before === leads || !leads) return;
    news.textContent = leads;
    setTimeout(() => { news.textContent = ""; }, NEWS);
  }

  /** Go to the newest game, if one may be shown that was not shown yet. */
  async function turn() {
    const answer = await fetch(root + "tv", { cache: "no-store" });
    if (answer.ok && new URL(answer.url).pathname !== location.pathname) location.assign(answer.url);
  }

  /** Make the ladder or the bracket as large as the screen allows; a phone scrolls. */
  function fit() {
    const page = document.documentElement;
    if (innerWidth < 800) return;
    for (let size = 40; size >= 12; size--) {
      page.style.fontSize = size + "px";
      if (page.scrollHeight <= innerHeight && beside.scrollWidth <= beside.clientWidth) return;
    }
  }

  /** Show nothing but the ladder or the bracket until a game comes. */
  function wait() {
    if (game) game.hidden = true;
    document.documentElement.classList.add("tv-waits");
    document.querySelector("main").append(beside);
    waiting = true;
    fit();
    setInterval(turn, LOOK);
    turn();
  }

  function play() {
    const button = document.getElementById("do-play");
    let begun = false;
    const watching = setInterval(() => {
      if (game.hidden) return; // it is being unpacked
      if (!begun) {
        document.getElementById("panels").append(beside); // unpacking has made the panels anew
        button.click();
      }
      begun = true;
      if (button.getAttribute("aria-pressed") === "true") return;
      const last = document.getElementById("scrubber");
      if (last.value !== last.max) return; // somebody has stopped it
      clearInterval(watching);
      setTimeout(wait, PAUSE);
    }, 500);
  }

  function listen() {
    const source = new EventSource(root + "events");
    source.addEventListener("open", stand); // something may have come while there was no connection
    source.addEventListener("standings", () => {
      stand();
      if (waiting) turn();
    });
    source.addEventListener("error", () => { if (source.readyState === EventSource.CLOSED) setTimeout(listen, LOOK); });
  }

  window.addEventListener("load", () => {
    if (game) play();
    else wait();
    stand();
    listen();
  });
})();
