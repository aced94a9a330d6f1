// Time from left to right: a scale with round numbers, and how long each state of a trace lasts. Steps that take no
// time are kept apart by a little room, so that none of them is invisible.

import type { Trace } from "../trace/index.ts";
import { toNumber } from "../zone/index.ts";
import { round, type Shape, shape, words } from "./shape.ts";

/** Where each state of the trace stands: state 0 is the initial one, state i comes after step i. */
export interface Sojourn {
  /** Time at which the state is entered and left. */
  readonly from: number;
  readonly to: number;
}

/** Where no time passes at all, every state lasts as long as the next: steps take the place of time. */
export function isUntimed(trace: Trace): boolean {
  return trace.steps.every(({ delay }) => toNumber(delay) === 0) && toNumber(trace.finalDelay) === 0;
}

/** From left to right time passes, or every state takes the same room. */
export type Axis = "time" | "step";

/** What is drawn where no time passes is drawn by steps. */
export function axisOf(trace: Trace, wanted: Axis = "time"): Axis {
  return isUntimed(trace) ? "step" : wanted;
}

export function spansOf(trace: Trace, axis: Axis = "time"): readonly Sojourn[] {
  if (axisOf(trace, axis) === "step")
    return Array.from({ length: trace.steps.length + 1 }, (_, i) => ({ from: i, to: i + 1 }));
  const spans: Sojourn[] = [];
  let time = 0;
  for (const { delay } of trace.steps) {
    const to = time + toNumber(delay);
    spans.push({ from: time, to });
    time = to;
  }
  spans.push({ from: time, to: time + toNumber(trace.finalDelay) });
  return spans;
}

export interface TimeScale {
  readonly from: number;
  readonly to: number;
  x(time: number): number;
}

export function timeScale(from: number, to: number, left: number, width: number): TimeScale {
  const length = to > from ? to - from : 1;
  return { from, to: from + length, x: (time) => round(left + ((time - from) / length) * width) };
}

/** Round numbers that divide the span into at most that many parts. */
export function ticks(from: number, to: number, most = 10): readonly number[] {
  const length = to - from;
  if (!(length > 0) || !Number.isFinite(length)) return [from];
  const rough = length / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough)!;
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor((to - first * step) / step + 1e-9);
  return Array.from({ length: count + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** Room above a picture for the numbers of its axis. */
export const AXIS = 20;
/** A picture as tall as this has its numbers below as well: who has scrolled down sees them there. */
const TALL = 320;

/** Numbers stand above, where they are seen first, however much there is below. */
export function drawAxis(scale: TimeScale, top: number, bottom: number, unit: string): Shape[] {
  const style = { fill: "@soft", "font-size": 11 };
  const rows = bottom - top > TALL ? [top - AXIS + 4, bottom + 4] : [top - AXIS + 4];
  const all = ticks(scale.from, scale.to);
  const lines = (unit === "step" ? all.filter(Number.isInteger) : all).flatMap((time) => {
    const x = scale.x(time);
    return [
      shape("line", { x1: x, y1: top - 2, x2: x, y2: bottom, stroke: "@faint", "stroke-width": 1 }),
      ...rows.map((y) => words(x, y, `${time}`, { "text-anchor": "middle", ...style })),
    ];
  });
  const names = rows.map((y) => words(scale.x(scale.from) - 10, y, unit, { "text-anchor": "end", ...style }));
  return [...lines, ...names];
}

export const LOOP_BEGINS = "↻ the loop begins";

/** Room below a picture over time: for numbers, and for the words of a loop. */
export const footOf = ({ loop }: Trace): number => (loop === undefined ? AXIS : AXIS + 16);

/** The part of a lasso that is repeated for ever, from where it begins. */
export function drawLoop(
  { loop }: Trace,
  spans: readonly Sojourn[],
  scale: TimeScale,
  top: number,
  bottom: number,
): Shape[] {
  if (loop === undefined) return [];
  const [begin, end] = [spans[loop.start]!.from, spans.at(-1)!.to];
  if (end < scale.from || begin > scale.to) return [];
  const [left, right] = [scale.x(Math.max(begin, scale.from)), scale.x(Math.min(end, scale.to))];
  const ground = shape("rect", {
    x: left,
    y: top,
    width: round(right - left),
    height: bottom - top,
    fill: "@accent",
    opacity: 0.08,
  });
  if (begin < scale.from) return [ground];
  return [
    ground,
    shape("line", { x1: left, y1: top - 2, x2: left, y2: bottom, stroke: "@accent", "stroke-dasharray": "5 4" }),
    words(left + 3, bottom + AXIS, LOOP_BEGINS, { fill: "@accent", "font-size": 11 }),
  ];
}
