// The newest finished game plays by itself; when it is over, the next one comes.
"use strict";

(function () {
  const root = document.currentScript.src.replace(/assets\/[^/]*$/, "");
  const PAUSE = 5000;

  document.body.classList.add("tv");
  window.addEventListener("load", () => {
    const play = document.getElementById("do-play");
    let begun = false;
    const watching = setInterval(() => {
      if (document.getElementById("replay").hidden) return; // it is being unpacked
      if (!begun) play.click();
      begun = true;
      if (play.getAttribute("aria-pressed") === "true") return;
      const last = document.getElementById("scrubber");
      if (last.value !== last.max) return; // somebody has stopped it
      clearInterval(watching);
      setTimeout(() => location.assign(root + "tv"), PAUSE);
    }, 500);
  });
})();
