// The hunt as a picture: the matrix of g and h with the target's row at the bottom, coloured by what happened lately;
// and lines of what was best so far.

import type { HuntMatrix } from "../search-insight/index.ts";
import { heatColour } from "./palette.ts";
import { fitting, type Picture, round, type Shape, shape, words } from "./shape.ts";
import { ticks } from "./time-axis.ts";

const LEFT = 46;
const BOTTOM = 34;
const TOP = 8;
/** From one number of the axis up to the next. */
const LINE = 20;

export function drawHunt(matrix: HuntMatrix, width: number, height: number): Picture {
  const { columns, rows, gPerColumn, hPerRow, total, recent } = matrix;
  const usedColumns = lastUsed(columns, (column) => some(rows, (row) => total[row * columns + column]! > 0));
  const finite = rows - 1;
  const usedRows = Math.max(
    4,
    lastUsed(finite, (row) => some(columns, (column) => total[row * columns + column]! > 0)),
  );
  const hasEnds = some(columns, (column) => total[finite * columns + column]! > 0);
  const shownColumns = Math.max(12, usedColumns);
  const lines = usedRows + (hasEnds ? 1 : 0);
  const cellWidth = (width - LEFT - 12) / shownColumns;
  const cellHeight = (height - TOP - BOTTOM) / lines;
  const yOf = (row: number): number => TOP + (row === finite ? 0 : lines - 1 - row) * cellHeight;
  let most = 1;
  for (const count of recent) most = Math.max(most, count);
  const shapes: Shape[] = [
    shape("rect", { x: LEFT, y: TOP, width: shownColumns * cellWidth, height: lines * cellHeight, fill: "@panel" }),
  ];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < usedColumns; column++) {
      const count = total[row * columns + column]!;
      if (count === 0) continue;
      const fresh = recent[row * columns + column]!;
      // What is hot now glows; what was once is a shade of grey, on which the coldest of the others still stands out.
      const fill = fresh > 0 ? heatColour(0.5 * (1 - Math.log1p(fresh) / Math.log1p(most))) : "@visited";
      shapes.push(
        shape("rect", {
          x: LEFT + column * cellWidth,
          y: yOf(row),
          width: Math.max(1, cellWidth - 0.6),
          height: Math.max(1, cellHeight - 0.6),
          fill,
        }),
      );
    }
  }
  const small = { fill: "@soft", "font-size": 11 };
  const isNarrow = width < 440;
  for (const g of ticks(0, shownColumns * gPerColumn, 8).filter(Number.isInteger)) {
    shapes.push(
      words(LEFT + (g / gPerColumn) * cellWidth, height - BOTTOM + 4, `${g}`, { ...small, "text-anchor": "middle" }),
    );
  }
  for (const h of ticks(0, usedRows * hPerRow, 6).filter(Number.isInteger)) {
    if (h / hPerRow >= usedRows) continue;
    shapes.push(
      words(LEFT - 6, yOf(Math.floor(h / hPerRow)) + cellHeight / 2 - 6, `${h}`, { ...small, "text-anchor": "end" }),
    );
  }
  if (hasEnds) shapes.push(words(LEFT - 6, yOf(finite) + cellHeight / 2 - 6, "∞", { ...small, "text-anchor": "end" }));
  shapes.push(
    shape("line", {
      x1: LEFT,
      y1: height - BOTTOM,
      x2: width - 12,
      y2: height - BOTTOM,
      stroke: "@accent",
      "stroke-width": 2,
    }),
    words(width - 12, height - 14, isNarrow ? "g: steps →" : "g: steps from the start →", {
      ...small,
      "text-anchor": "end",
    }),
    words(4, height - 14, isNarrow ? "h ↑ estimated" : "h ↑ estimated steps to the target", { ...small }),
  );
  return {
    title: "States explored by distance from the start and estimated distance to the target",
    box: { x: 0, y: 0, width, height },
    shapes,
  };
}

function some(count: number, test: (index: number) => boolean): boolean {
  for (let i = 0; i < count; i++) if (test(i)) return true;
  return false;
}

function lastUsed(count: number, test: (index: number) => boolean): number {
  for (let i = count - 1; i >= 0; i--) if (test(i)) return i + 1;
  return 0;
}

/** Round numbers up to the top, about so many; never the ground alone. */
function heightsUp(top: number, most: number): readonly number[] {
  const few = ticks(0, top, most);
  return few.length > 1 ? few : ticks(0, top, 2 * most);
}

/** Lines are thin: they take the colours of text, which stand out more. */
const INKS = ["@accent", "@sync", "@good", "@invariant", "@update", "@select", "@bad", "@soft"] as const;

export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** A value holds until the next one. */
  readonly steps?: boolean;
}

export interface LinesOptions {
  readonly width: number;
  readonly height: number;
  readonly xLabel: string;
  readonly yLabel: string;
  /** One decade is as wide as the next. */
  readonly logX?: boolean;
  /** Marks a place on the x axis. */
  readonly marked?: number;
  /** Lines stand on each other, the area below each in its colour; all have the same x values. */
  readonly stacked?: boolean;
}

export function drawLines(given: readonly Line[], options: LinesOptions): Picture {
  const lines = options.stacked === true ? stacked(given) : given;
  const { width, height, xLabel, yLabel, logX = false, marked } = options;
  const points = lines.flatMap(({ points: all }) => all.filter(([, y]) => Number.isFinite(y)));
  const place = (x: number): number => (logX ? Math.log10(Math.max(1, x)) : x);
  const right = Math.max(logX ? 1 : 1e-9, ...points.map(([x]) => place(x)));
  const top = Math.max(1, ...points.map(([, y]) => y));
  const legend = lines.length > 1 ? 20 : 0;
  const [x0, x1, y0, y1] = [LEFT, width - 14, height - BOTTOM, TOP + legend];
  const xOf = (x: number): number => round(x0 + (place(x) / right) * (x1 - x0));
  const yOf = (y: number): number => round(y0 - (y / top) * (y0 - y1));
  const small = { fill: "@soft", "font-size": 11 };
  const shapes: Shape[] = [];
  const isWhole = points.every(([, y]) => Number.isInteger(y));
  for (const y of heightsUp(top, Math.max(2, Math.min(5, Math.floor((y0 - y1) / LINE))))) {
    // Steps and states are counted in whole numbers.
    if (isWhole && !Number.isInteger(y)) continue;
    shapes.push(
      shape("line", { x1: x0, y1: yOf(y), x2: x1, y2: yOf(y), stroke: "@faint", "stroke-width": 1 }),
      words(x0 - 6, yOf(y) - 6, short(y), { ...small, "text-anchor": "end" }),
    );
  }
  const xTicks = logX ? Array.from({ length: Math.floor(right) + 1 }, (_, i) => 10 ** i) : ticks(0, right, 6);
  for (const x of xTicks) shapes.push(words(xOf(x), y0 + 4, short(x), { ...small, "text-anchor": "middle" }));
  // What stands on top is painted first, so that what is below covers it.
  for (const [index, { points: all, steps, name }] of [...lines.entries()].reverse()) {
    const colour = INKS[index % INKS.length]!;
    let d = "";
    let before: number | undefined;
    for (const [x, y] of all) {
      if (!Number.isFinite(y)) continue;
      if (before === undefined) d = `M${xOf(x)} ${yOf(y)}`;
      else d += steps === true ? `H${xOf(x)}V${yOf(y)}` : `L${xOf(x)} ${yOf(y)}`;
      before = y;
    }
    if (d !== "" && options.stacked === true) {
      const area = `${d}V${y0}H${xOf(all[0]![0])}Z`;
      shapes.push(shape("path", { d: area, fill: "@paper" }), shape("path", { d: area, fill: colour, opacity: 0.4 }));
    }
    if (d !== "")
      shapes.push(shape("path", { d, fill: "none", stroke: colour, "stroke-width": 2.4, "stroke-linejoin": "round" }));
    if (legend > 0) {
      const at = LEFT + (index * (width - LEFT)) / lines.length;
      shapes.push(
        shape("rect", { x: at, y: 6, width: 14, height: 8, rx: 2, fill: colour }),
        words(at + 19, 3, fitting(name, (width - LEFT) / lines.length - 30, 11), { "font-size": 11 }),
      );
    }
  }
  if (marked !== undefined) {
    shapes.push(
      shape("line", {
        x1: xOf(marked),
        y1,
        x2: xOf(marked),
        y2: y0,
        stroke: "@accent",
        "stroke-width": 1.5,
        "stroke-dasharray": "4 3",
      }),
    );
  }
  shapes.push(words(x1, height - 14, xLabel, { ...small, "text-anchor": "end" }), words(4, height - 14, yLabel, small));
  return { title: `${yLabel} by ${xLabel}`, box: { x: 0, y: 0, width, height }, shapes };
}

function stacked(lines: readonly Line[]): Line[] {
  const sums: number[] = [];
  return lines.map((line) => ({
    ...line,
    points: line.points.map(([x, y], i) => [x, (sums[i] = (sums[i] ?? 0) + y)] as const),
  }));
}

function short(value: number): string {
  if (value >= 1e6) return `${round(value / 1e6)}M`;
  if (value >= 1e4) return `${round(value / 1e3)}k`;
  return `${round(value)}`;
}
