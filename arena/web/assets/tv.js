// The newest finished game plays by itself, with the bracket or the ladder beside it; when it is over, the next one comes.
"use strict";

(function () {
  const root = document.currentScript.src.replace(/assets\/[^/]*$/, "");
  const PAUSE = 5000;
  const next = () => setTimeout(() => location.assign(root + "tv"), PAUSE);
  const beside = document.createElement("aside");

  async function look() {
    try {
      const found = await fetch(root + "tv/beside.html", { cache: "no-store" });
      if (!found.ok) return;
      const page = new DOMParser().parseFromString(await found.text(), "text/html");
      beside.replaceChildren(...page.body.childNodes);
    } catch {
      // The server is away for a moment.
    } finally {
      setTimeout(look, PAUSE);
    }
  }

  document.body.classList.add("tv");
  window.addEventListener("load", () => {
    document.getElementById("main").append(beside);
    look();
    const play = document.getElementById("do-play");
    if (!play) {
      next(); // there is no game yet
      return;
    }
    let begun = false;
    const watching = setInterval(() => {
      if (document.getElementById("replay").hidden) return; // it is being unpacked
      if (!begun) play.click();
      begun = true;
      if (play.getAttribute("aria-pressed") === "true") return;
      const last = document.getElementById("scrubber");
      if (last.value !== last.max) return; // somebody has stopped it
      clearInterval(watching);
      next();
    }, 500);
  });
})();
