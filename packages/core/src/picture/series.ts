// Values over time, one strip per variable or clock: steps for variables, slopes for clocks.

import type { Network } from "../network/index.ts";
import { type ConcreteState, createConcreteSemantics } from "../semantics/index.ts";
import { cellTableOf, exactText, type Trace } from "../trace/index.ts";
import { toNumber } from "../zone/index.ts";
import { HUES } from "./palette.ts";
import { fitting, group, type Picture, round, type Shape, shape, widthOf, words } from "./shape.ts";
import {
  AXIS,
  type Axis,
  axisOf,
  drawAxis,
  drawLoop,
  footOf,
  type Sojourn,
  spansOf,
  type TimeScale,
  timeScale,
} from "./time-axis.ts";

export interface Series {
  readonly name: string;
  readonly kind: "variable" | "clock";
  /** Value when state i is entered, and when it is left. */
  readonly entered: readonly number[];
  readonly left: readonly number[];
}

export interface SeriesOptions {
  readonly selected?: number;
  readonly window?: { readonly from: number; readonly to: number };
  readonly width?: number;
  readonly axis?: Axis;
}

/** What changes in the course of a trace; constants are left out. */
export function seriesOf(network: Network, trace: Trace, most = 60): readonly Series[] {
  const states = [trace.initial, ...trace.steps.map(({ state }) => state)];
  const delays = [...trace.steps.map(({ delay }) => delay), trace.finalDelay];
  const semantics = createConcreteSemantics(network);
  const later = network.clocks.length === 0 ? [] : states.map((state, i) => semantics.delay(state, delays[i]!).clocks);
  const table = cellTableOf(network);
  const series: Series[] = [];
  for (let cell = 0; cell < network.cells && series.length < most; cell++) {
    if (table.meta[cell] === 1) continue;
    const values = states.map(({ cells }) => cells[cell]!);
    if (values.every((value) => value === values[0])) continue;
    series.push({ name: table.name(cell), kind: "variable", entered: values, left: values });
  }
  for (const [clock, { name }] of network.clocks.entries()) {
    if (series.length >= most) break;
    const entered = states.map(({ clocks }) => toNumber(clocks[clock]!));
    const left = later.map((clocks) => toNumber(clocks[clock]!));
    series.push({ name, kind: "clock", entered, left });
  }
  return series;
}

export const STRIP = 44;
const TOP = AXIS + 2;

export function drawSeries(trace: Trace, series: readonly Series[], options: SeriesOptions = {}): Picture {
  const axis = axisOf(trace, options.axis);
  const spans = spansOf(trace, axis);
  const end = spans[spans.length - 1]!.to;
  const { from, to } = options.window ?? { from: 0, to: end };
  const width = options.width ?? 900;
  const left = Math.min(200, Math.max(80, ...series.map(({ name }) => widthOf(name) + 54)));
  const scale = timeScale(from, to, left, width - left - 24);
  const bottom = TOP + series.length * STRIP;
  const shapes: Shape[] = [...drawAxis(scale, TOP, bottom, axis), ...drawLoop(trace, spans, scale, TOP, bottom)];
  for (const [row, one] of series.entries()) shapes.push(drawStrip(one, spans, scale, TOP + row * STRIP, row));
  const marked = options.selected === undefined ? undefined : spans[options.selected];
  if (marked !== undefined && marked.from >= scale.from && marked.from <= scale.to) {
    const x = scale.x(marked.from);
    shapes.push(shape("line", { x1: x, y1: TOP, x2: x, y2: bottom, stroke: "@accent", "stroke-width": 2 }));
  }
  return {
    title: `${series.length} variables and clocks over ${end} ${axis === "step" ? "steps" : "time units"}`,
    box: { x: 0, y: 0, width, height: bottom + footOf(trace) },
    shapes,
    axis: { left, right: width - 24, from: scale.from, to: scale.to },
  };
}

/** One value over time, in a strip of its own below `y`. */
export function drawStrip(
  { name, kind, entered, left: leaving }: Series,
  spans: readonly Sojourn[],
  scale: TimeScale,
  y0: number,
  row: number,
): Shape {
  const [low, high] = rangeOf([entered, leaving]);
  const [left, right] = [scale.x(scale.from), scale.x(scale.to)];
  const top = y0 + 7;
  const y = (value: number): number =>
    round(top + (STRIP - 14) * (high === low ? 0.5 : 1 - (value - low) / (high - low)));
  const d = lineThrough(
    spans.flatMap(({ from: start, to: end }, i) => {
      if (end < scale.from || start > scale.to) return [];
      const at = (time: number) => {
        const shown = Math.max(scale.from, Math.min(scale.to, time));
        const part = end > start ? (shown - start) / (end - start) : 0;
        return { x: scale.x(shown), y: y(entered[i]! + part * (leaving[i]! - entered[i]!)) };
      };
      return [at(start), end > start ? at(end) : { x: scale.x(end), y: y(leaving[i]!) }];
    }),
  );
  const colour = kind === "clock" ? "@sync" : "@update";
  const small = { "text-anchor": "end", fill: "@soft", "font-size": 11 };
  return group({ "aria-label": `${name} between ${low} and ${high}` }, [
    shape("rect", {
      x: left,
      y: top - 5,
      width: round(right - left),
      height: STRIP - 4,
      fill: HUES[0],
      opacity: row % 2 === 0 ? 0.06 : 0,
    }),
    shape("path", { d, fill: "none", stroke: colour, "stroke-width": 2, "stroke-linejoin": "round" }),
    words(left - 36, top + 6, fitting(name, left - 44), { "text-anchor": "end", fill: colour }),
    words(left - 6, top - 4, shortNumber(high), small),
    words(left - 6, top + STRIP - 24, shortNumber(low), small),
  ]);
}

function rangeOf(lists: readonly (readonly number[])[]): [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const list of lists) {
    for (const value of list) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return [low, high];
}

/** Of many points on one pixel of the way only the first, the lowest, the highest and the last are seen. */
function lineThrough(points: readonly { readonly x: number; readonly y: number }[]): string {
  let d = "";
  for (let i = 0; i < points.length; ) {
    const { x, y } = points[i]!;
    let [low, high, last] = [y, y, y];
    let next = i + 1;
    for (; next < points.length && points[next]!.x - x < 0.5; next++) {
      last = points[next]!.y;
      low = Math.min(low, last);
      high = Math.max(high, last);
    }
    const ys = next - i <= 4 ? points.slice(i, next).map((point) => point.y) : [y, low, high, last];
    for (const [k, at] of ys.entries()) d += `${d === "" ? "M" : "L"}${next - i <= 4 ? points[i + k]!.x : x} ${at}`;
    i = next;
  }
  return d;
}

function shortNumber(value: number): string {
  return Number.isInteger(value) ? `${value}` : value.toFixed(2);
}

/** The value of everything in a state, for lists. */
export function valuesOf(network: Network, state: ConcreteState): { name: string; value: string; clock: boolean }[] {
  const table = cellTableOf(network);
  const values: { name: string; value: string; clock: boolean }[] = [];
  for (let cell = 0; cell < network.cells; cell++) {
    if (table.meta[cell] !== 1) values.push({ name: table.name(cell), value: `${state.cells[cell]}`, clock: false });
  }
  for (const [index, { name }] of network.clocks.entries()) {
    values.push({ name, value: exactText(state.clocks[index]!), clock: true });
  }
  return values;
}
