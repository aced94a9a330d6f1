// How the sets of a search by decision diagrams grow: states and nodes by round, one decade as high as the next. States
// have one colour and nodes another; the first set is a whole line, the second a dashed one.

import type { SetsSample } from "../search-insight/index.ts";
import { fitting, type Picture, round as rounded, type Shape, shape, words } from "./shape.ts";
import { ticks } from "./time-axis.ts";

const [LEFT, RIGHT, BOTTOM, TOP] = [46, 14, 34, 44];
/** From one number of the axis up to the next. */
const LINE = 20;
const DOTS = 60;
const STATES = "@accent";
const NODES = "@sync";
const DASHES = [undefined, "5 3"];

export function drawSetSizes({ names, rounds }: SetsSample, width: number, height: number): Picture {
  const last = Math.max(1, rounds.at(-1)?.round ?? 0);
  const sizes = rounds.flatMap(({ sets }) => sets);
  const top = Math.max(1, ...sizes.flatMap(({ log10, nodes }) => [log10, Math.log10(Math.max(1, nodes))]));
  const [x0, x1, y0, y1] = [LEFT, width - RIGHT, height - BOTTOM, TOP];
  const xOf = (round: number): number => rounded(x0 + (round / last) * (x1 - x0));
  const yOf = (log10: number): number => rounded(y0 - (log10 / top) * (y0 - y1));
  const small = { fill: "@soft", "font-size": 11 };
  const shapes: Shape[] = [];
  const step = Math.max(1, Math.ceil(top / Math.max(2, Math.floor((y0 - y1) / LINE))));
  for (let decade = 0; decade <= top; decade += step) {
    shapes.push(
      shape("line", { x1: x0, y1: yOf(decade), x2: x1, y2: yOf(decade), stroke: "@faint", "stroke-width": 1 }),
      words(x0 - 6, yOf(decade) - 6, powerOfTen(decade), { ...small, "text-anchor": "end" }),
    );
  }
  for (const round of ticks(0, last, 6).filter(Number.isInteger))
    shapes.push(words(xOf(round), y0 + 4, `${round}`, { ...small, "text-anchor": "middle" }));
  const quantities = [
    { what: "states", colour: STATES, of: (at: number) => rounds.map(({ sets }) => sets[at]!.log10) },
    { what: "nodes", colour: NODES, of: (at: number) => rounds.map(({ sets }) => Math.log10(sets[at]!.nodes)) },
  ];
  for (const [at, name] of names.entries()) {
    const dashes = DASHES[at % DASHES.length];
    for (const [column, { what, colour, of }] of quantities.entries()) {
      const points = of(at).flatMap((log10, i) =>
        Number.isFinite(log10) ? [[xOf(rounds[i]!.round), yOf(log10)]] : [],
      );
      const d = points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${x} ${y}`).join("");
      const line = { fill: "none", stroke: colour, "stroke-width": 2.2, "stroke-dasharray": dashes };
      if (points.length > 1) shapes.push(shape("path", { d, ...line, "stroke-linejoin": "round" }));
      if (rounds.length <= DOTS)
        shapes.push(...points.map(([cx, cy]) => shape("circle", { cx, cy, r: at === 0 ? 3 : 2.2, fill: colour })));
      const left = x0 + (column * (x1 - x0)) / 2;
      shapes.push(
        shape("line", { x1: left, y1: 9 + 18 * at, x2: left + 18, y2: 9 + 18 * at, ...line }),
        words(left + 24, 3 + 18 * at, fitting(`${what}, ${name}`, (x1 - x0) / 2 - 30, 11), { "font-size": 11 }),
      );
    }
  }
  // What is pointed at is told by its column, wherever the lines are.
  for (const [at, one] of rounds.entries()) {
    const from = at === 0 ? x0 : (xOf(rounds[at - 1]!.round) + xOf(one.round)) / 2;
    const to = at === rounds.length - 1 ? x1 : (xOf(one.round) + xOf(rounds[at + 1]!.round)) / 2;
    const place = { x: rounded(from), y: y1, width: rounded(to - from), height: y0 - y1 };
    const title = shape("title", {}, roundText(names, one));
    shapes.push(shape("rect", { ...place, fill: "@paper", "fill-opacity": 0, "data-round": one.round }, title));
  }
  shapes.push(
    words(x1, height - 14, "round", { ...small, "text-anchor": "end" }),
    words(4, height - 14, "size of the sets", small),
  );
  const latest = rounds.at(-1);
  const title = `States and nodes by round, logarithmic${latest === undefined ? "" : `; ${roundText(names, latest)}`}`;
  return { title, box: { x: 0, y: 0, width, height }, shapes };
}

/** `round 3: all reached 96 states in 17 nodes; latest layer 12 states in 9 nodes` */
function roundText(names: readonly string[], { round, sets }: SetsSample["rounds"][number]): string {
  const each = names.map((name, at) => {
    const { states, nodes } = sets[at]!;
    const many = `${states} ${states === "1" ? "state" : "states"}`;
    return `${name} ${many} in ${nodes.toLocaleString("en")} ${nodes === 1 ? "node" : "nodes"}`;
  });
  return `round ${round}: ${each.join("; ")}`;
}

function powerOfTen(exponent: number): string {
  if (exponent <= 3) return (10 ** exponent).toLocaleString("en");
  return `10${[...String(exponent)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("")}`;
}
