// The script of reports: moves the marks of a trace from step to step, by buttons, clicks and arrow keys. It reads data
// and sets classes; it makes no elements and no requests.

export const REPORT_SCRIPT = `"use strict";
for (const walk of document.querySelectorAll(".walk")) {
  const marks = JSON.parse(walk.querySelector("script").textContent);
  const figures = [...walk.querySelectorAll("figure")];
  const items = [...walk.querySelectorAll(".steps [data-step]")];
  const where = walk.querySelector(".where");
  let now = 0;
  const show = (step, scroll) => {
    now = Math.max(0, Math.min(marks.length - 1, step));
    for (const on of walk.querySelectorAll(".on")) on.classList.remove("on");
    const { at, taken } = marks[now];
    figures.forEach((figure, i) => figure.querySelector('[data-node="' + at[i] + '"]')?.classList.add("on"));
    for (const [i, edges] of taken) {
      for (const edge of edges) figures[i]?.querySelector('[data-edge="' + edge + '"]')?.classList.add("on");
    }
    for (const part of walk.querySelectorAll('[data-step="' + now + '"]')) part.classList.add("on");
    if (scroll) items[now].scrollIntoView({ block: "nearest" });
    where.textContent = now === 0 ? "start" : "step " + now + " of " + (marks.length - 1);
  };
  const moves = { first: () => 0, back: () => now - 1, on: () => now + 1, last: () => marks.length - 1 };
  walk.addEventListener("click", (event) => {
    const go = event.target.closest("[data-go]");
    const step = event.target.closest("[data-step]");
    if (go) show(moves[go.dataset.go](), true);
    else if (step) show(Number(step.dataset.step), false);
  });
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  walk.addEventListener("keydown", (event) => {
    const key = keys[event.key];
    if (key === undefined) return;
    event.preventDefault();
    show(moves[key](), true);
  });
  show(0, false);
}
`;
