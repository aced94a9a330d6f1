// Draws docs/guide/estimates.svg from the build: all states of the maze of docs/guide/choosing-a-strategy.md, coloured
// by what two estimates say about each.
//
//   npm run build && node scripts/guide-pictures.js

import { readFileSync, writeFileSync } from "node:fs";
import { createConcreteSemantics, HeatMap, loadModel, problemOfQuery, ZERO } from "../packages/core/dist/index.js";

const page = new URL("../docs/guide/choosing-a-strategy.md", import.meta.url);
const [, content] = /```xta file=maze\.xta\n([\s\S]*?)```/.exec(readFileSync(page, "utf8"));
const asked = loadModel({ name: "maze.xta", content }).compileQuery("E<> Walker.out");
const states = allStates(createConcreteSemantics(asked.network));
const problem = problemOfQuery(asked.network, asked.value);
const [WIDTH, STEP, TOP, RADIUS] = [460, 34, 60, 11];
const places = placed(states);
const height = TOP + STEP * (1 + Math.max(...places.map(({ y }) => y))) + 20;
const panels = ["distance()", "hU()"].map((spec, index) => panel(spec, index * WIDTH));
writeFileSync(
  new URL("../docs/guide/estimates.svg", import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * WIDTH} ${height}" font-family="sans-serif" font-size="11">
<title>The states of the maze, coloured by two estimates</title>
<rect width="${2 * WIDTH}" height="${height}" fill="#ffffff"/>
${panels.join("\n")}
</svg>
`,
);

/** In breadth-first order, each with its parent and depth. */
function allStates(semantics) {
  const [initial] = semantics.initial();
  const found = [{ state: initial, parent: -1, depth: 0 }];
  const known = new Set([keyOf(initial)]);
  for (const [index, { state, depth }] of found.entries()) {
    for (const option of semantics.options(state).options) {
      const next = semantics.take(state, option, ZERO);
      if (known.has(keyOf(next))) continue;
      known.add(keyOf(next));
      found.push({ state: next, parent: index, depth: depth + 1 });
    }
  }
  return found;
}

function keyOf({ locations, cells }) {
  return `${[...locations]} ${[...cells]}`;
}

/** Columns by depth, rows by keys: the hall above, what lies below it beneath. */
function placed(all) {
  const rows = new Map();
  return all.map(({ depth }) => {
    const y = rows.get(depth) ?? 0;
    rows.set(depth, y + 1);
    return { x: depth, y };
  });
}

function panel(spec, left) {
  const heat = HeatMap.create(problem, spec);
  if (typeof heat === "string") throw new Error(heat);
  const values = heat.along({ initial: states[0].state, steps: states.slice(1) });
  const most = Math.max(...values.filter(Number.isFinite));
  const at = (index) => ({ x: left + 30 + places[index].x * STEP, y: TOP + places[index].y * STEP });
  const lines = states.flatMap(({ parent }, index) => {
    if (parent < 0) return [];
    const [from, to] = [at(parent), at(index)];
    return [`<line x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}" stroke="#b8b8b8"/>`];
  });
  const circles = values.map((value, index) => {
    const { x, y } = at(index);
    if (!Number.isFinite(value)) {
      const cross = `M${x - 5} ${y - 5}l10 10m0 -10l-10 10`;
      return `<circle cx="${x}" cy="${y}" r="${RADIUS}" fill="#eeeeee" stroke="#888888"/><path d="${cross}" stroke="#888888"/>`;
    }
    const light = Math.round(88 - (58 * value) / Math.max(1, most));
    const ink = light > 55 ? "#111111" : "#ffffff";
    return `<circle cx="${x}" cy="${y}" r="${RADIUS}" fill="hsl(28 80% ${light}%)" stroke="#7a4a12"/><text x="${x}" y="${y + 4}" text-anchor="middle" fill="${ink}">${value}</text>`;
  });
  return `<text x="${left + 18}" y="28" font-size="15">${spec}</text>\n${lines.join("")}\n${circles.join("\n")}`;
}
