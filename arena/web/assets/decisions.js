// The page of the costliest decisions of a game: while they are searched for, it asks for them, and shows them then.
"use strict";

(function () {
  const PAUSE = 1500;
  /** What is answered while there is nothing to show yet: being searched, too many requests, too many games. */
  const LATER = [202, 429, 503];

  async function look() {
    let status = LATER[0]; // also if the server is away for a moment
    try {
      status = (await fetch(location.href, { cache: "no-store" })).status;
    } catch {
      // Asked again.
    }
    if (LATER.includes(status)) setTimeout(look, PAUSE);
    else location.reload();
  }

  if (document.querySelector("[data-waits]")) setTimeout(look, PAUSE);
})();
