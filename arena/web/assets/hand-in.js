// The page where something is handed in: files can be dropped anywhere, and what is said about them appears by itself.
"use strict";
const form = document.querySelector("form.hand-in");
const state = document.querySelector("[data-waiting]");

if (form) {
  const input = form.querySelector("input[type=file]");
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length && !input.disabled) {
      input.files = event.dataTransfer.files;
      form.requestSubmit();
    }
  });
}

async function look() {
  try {
    const told = await (await fetch("hand-in.json", {cache: "no-store"})).json();
    if (!told.waiting) {
      location.reload();
      return;
    }
  } catch {
    // The server is away for a moment.
  }
  setTimeout(look, 2000);
}

if (state && state.dataset.waiting === "yes") setTimeout(look, 1000);
