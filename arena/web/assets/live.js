// Keeps a served page up to date: says how a run stands, and shows new standings as they come.
// A classic script. Texts go into the page as text, never as HTML.
"use strict";

(function () {
  const root = document.currentScript.src.replace(/assets\/[^/]*$/, "");
  const bar = document.createElement("p");
  bar.className = "soft";
  const state = document.createElement("span"), again = document.createElement("button"), said = document.createElement("span");
  said.setAttribute("role", "status"); // the numbers change too often to be read aloud
  again.type = "button";
  again.textContent = "show the new results";
  again.hidden = true;
  said.append(again);
  bar.append(state, " ", said);
  document.querySelector("main").prepend(bar);
  again.addEventListener("click", () => location.reload());

  /** Whether the reader has sorted, searched or filtered, or is there with the keyboard: it must not change under her hands. */
  function inUse() {
    return document.querySelector("th[aria-sort], main :focus-visible") !== null || document.getElementById("choose") !== null ||
      [...document.querySelectorAll("main input")].some((field) => field.value !== "");
  }

  /** Show the page as it is now. */
  async function renew() {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (inUse()) { // it may be since it was asked for
      again.hidden = false;
      return;
    }
    const main = document.querySelector("main"), fresh = document.adoptNode(page.querySelector("main"));
    const open = new Set([...main.querySelectorAll("details[open] > summary")].map((each) => each.textContent));
    for (const each of fresh.querySelectorAll("details > summary")) each.parentElement.open ||= open.has(each.textContent);
    const places = window.arenaPlaces(main);
    fresh.prepend(bar);
    main.replaceWith(fresh);
    window.arenaLists(fresh);
    window.arenaGlide(places, fresh);
  }

  /** After so many ms a server is asked again that answered with an error; a browser asks again only if none answers. */
  const AGAIN = 5000;
  /** Whether something may have come while nobody listened. */
  let missed = false;
  let source = null;

  function listen() {
    source = new EventSource(root + "events");
    source.addEventListener("open", () => {
      if (missed) renew();
      missed = false;
    });
    source.addEventListener("run", (event) => {
      const run = JSON.parse(event.data);
      const words = [run.done + " of " + run.planned + " games"];
      if (run.running) words.push(run.open + " being played");
      if (run.running && run.pace) words.push(run.pace + " games/s");
      if (run.left) words.push(run.left + " left");
      if (!run.running) words.push("no run is playing");
      state.textContent = words.join(", ");
    });
    source.addEventListener("standings", renew);
    source.addEventListener("error", () => {
      state.textContent = "no connection to the server";
      missed = true;
      if (source.readyState !== EventSource.CLOSED) return;
      source = null;
      setTimeout(() => { if (!document.hidden && !source) listen(); }, AGAIN);
    });
  }

  // A hidden page needs no stream, and a browser has only a few.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && source) {
      source.close();
      source = null;
    } else if (!document.hidden && !source) {
      missed = true;
      listen();
    }
  });
  if (!document.hidden) listen();
})();
