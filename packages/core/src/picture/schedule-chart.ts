// A plan as a chart: a row for every resource (and for every process that needs none), a bar for every task, coloured
// by the process that does it; a thin line from where the process could have begun; the chain that decides the end is
// outlined, and a line marks the end.

import type { ScheduleBar } from "../check/index.ts";
import { durationOf, type Trace } from "../trace/index.ts";
import { toNumber } from "../zone/index.ts";
import { HUES } from "./palette.ts";
import {
  type Attributes,
  counted,
  fitting,
  group,
  type Picture,
  SANS,
  type Shape,
  shape,
  widthOf,
  words,
} from "./shape.ts";
import { AXIS, type Axis, axisOf, drawAxis, spansOf, type TimeScale, timeScale } from "./time-axis.ts";

const ROW = 28;
const TOP = AXIS + 2;
/** Of colours, which come again where there are many processes. */
const STRENGTHS = [undefined, 0.6, 0.3];

export interface ScheduleChartOptions {
  readonly width?: number;
  /** Only this part of the time. */
  readonly window?: { readonly from: number; readonly to: number };
  /** The run whose plan it is, with the state that is marked, if any, and what goes from left to right. */
  readonly run?: { readonly trace: Trace; readonly selected?: number; readonly axis?: Axis };
}

export function drawSchedule(given: readonly ScheduleBar[], options: ScheduleChartOptions = {}): Picture {
  const axis = options.run === undefined ? "time" : axisOf(options.run.trace, options.run.axis);
  const bars = axis === "time" || options.run === undefined ? given : bySteps(given, options.run.trace);
  const rows = rowsOf(bars);
  const jobs = [...new Set(bars.map(({ process }) => process))].sort((a, b) =>
    a.localeCompare(b, "en", { numeric: true }),
  );
  const left = Math.min(180, Math.max(70, ...rows.map((row) => widthOf(row) + 18)));
  const width = options.width ?? 960;
  // The run may go on where nobody has to do anything.
  const lasts = options.run === undefined ? 0 : short(toNumber(durationOf(options.run.trace)));
  const done = given.reduce((latest, bar) => Math.max(latest, bar.end), lasts);
  const end = axis === "time" ? done : bars.reduce((latest, bar) => Math.max(latest, bar.end), 0);
  const { from, to } = options.window ?? { from: 0, to: end };
  const scale = timeScale(from, to, left, width - left - 24);
  const { laneOf, firsts, count } = lanesOf(bars, rows);
  const bottom = TOP + count * ROW + 4;
  const shapes: Shape[] = drawAxis(scale, TOP, bottom, axis);
  for (const [row, name] of rows.entries()) {
    const style = { "text-anchor": "end", "font-family": SANS, "font-weight": 600 };
    shapes.push(words(left - 10, TOP + firsts[row]! * ROW + 7, fitting(name, left - 16), style));
  }
  const before = new Map<string, number>();
  for (const [index, bar] of bars.entries()) {
    const y = TOP + laneOf[index]! * ROW;
    const job = jobs.indexOf(bar.process);
    const colour = HUES[job % HUES.length]!;
    const look = { fill: colour, "fill-opacity": STRENGTHS[Math.floor(job / HUES.length) % STRENGTHS.length] };
    const ready = before.get(bar.process) ?? 0;
    if (ready < bar.start) {
      const [x1, x2] = [scale.x(Math.max(ready, from)), scale.x(Math.min(bar.start, to))];
      const line = { x1, x2, y1: y + ROW - 2, y2: y + ROW - 2, stroke: colour, "stroke-width": 1.5 };
      if (x2 > x1) shapes.push(shape("line", line));
    }
    before.set(bar.process, Math.max(bar.end, ready));
    if (bar.end < from || bar.start > to) continue;
    const about = aboutOf(given[index]!);
    shapes.push(drawBar(bar, scale.x(Math.max(bar.start, from)), scale.x(Math.min(bar.end, to)), y, look, about));
  }
  if (end >= from && end <= to) {
    const x = scale.x(end);
    shapes.push(
      shape("line", { x1: x, y1: TOP - 4, x2: x, y2: bottom, stroke: "@accent", "stroke-width": 2 }),
      words(x - 4, bottom + 4, `${done}`, { "text-anchor": "end", fill: "@accent", "font-weight": 600 }),
    );
  }
  shapes.push(...markOf(options.run, scale, bottom));
  return {
    title: `Plan of ${counted(jobs.length, "process")} on ${counted(rows.length, "row")}, done at ${done}`,
    box: { x: 0, y: 0, width, height: bottom + 24 },
    shapes,
    axis: { left, right: width - 24, from: scale.from, to: scale.to },
  };
}

/** Where the run stands. */
function markOf(run: ScheduleChartOptions["run"], scale: TimeScale, bottom: number): Shape[] {
  const span = run?.selected === undefined ? undefined : spansOf(run.trace, run.axis)[run.selected];
  if (span === undefined || span.from < scale.from || span.from > scale.to) return [];
  const x = scale.x(span.from);
  const line = {
    x1: x,
    y1: TOP - 4,
    x2: x,
    y2: bottom,
    stroke: "@accent",
    "stroke-width": 2,
    "stroke-dasharray": "4 3",
  };
  return [shape("line", line)];
}

/** From the state in which a bar begins to the first that is not before its end. */
function bySteps(bars: readonly ScheduleBar[], trace: Trace): readonly ScheduleBar[] {
  const times = spansOf(trace).map(({ from }) => from);
  return bars.map((bar) => {
    const after = times.findIndex((time, state) => state > bar.state && time >= bar.end);
    return { ...bar, start: bar.state, end: after < 0 ? times.length : after };
  });
}

function aboutOf({ process, task, resource, start, end, critical }: ScheduleBar): string {
  const what = `${process}.${task} from ${start} to ${end}${resource === null ? "" : ` on ${resource}`}`;
  return critical === true ? `${what}, on the chain that decides the end` : what;
}

/** Resources first, each group in the order of its names. */
function rowsOf(bars: readonly ScheduleBar[]): readonly string[] {
  const sorted = (rows: Iterable<string>): string[] =>
    [...new Set(rows)].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const resources = sorted(bars.filter(({ resource }) => resource !== null).map(({ row }) => row));
  return [...resources, ...sorted(bars.map(({ row }) => row).filter((row) => !resources.includes(row)))];
}

/** What is on one resource at the same time lies below each other. */
function lanesOf(
  bars: readonly ScheduleBar[],
  rows: readonly string[],
): { readonly laneOf: readonly number[]; readonly firsts: readonly number[]; readonly count: number } {
  const ends = rows.map((): number[] => []);
  const within = new Int32Array(bars.length);
  const inTime = [...bars.keys()].sort((a, b) => bars[a]!.start - bars[b]!.start || bars[a]!.end - bars[b]!.end);
  for (const index of inTime) {
    const { row, start, end } = bars[index]!;
    const lanes = ends[rows.indexOf(row)]!;
    const free = lanes.findIndex((until) => until <= start);
    const lane = free < 0 ? lanes.length : free;
    lanes[lane] = end;
    within[index] = lane;
  }
  let count = 0;
  const firsts = ends.map(({ length }) => {
    count += length;
    return count - length;
  });
  return { laneOf: bars.map(({ row }, index) => firsts[rows.indexOf(row)]! + within[index]!), firsts, count };
}

function drawBar(
  { process, task, state, critical }: ScheduleBar,
  x: number,
  to: number,
  y: number,
  look: Attributes,
  about: string,
): Shape {
  const width = Math.max(2, to - x);
  const label = `${process}.${task}`;
  const shown = [label, task].find((text) => widthOf(text, 11) + 8 <= width);
  const outline = critical === true ? { stroke: "@ink", "stroke-width": 2 } : { stroke: "@paper", "stroke-width": 1 };
  return group({ "data-step": state, "aria-label": about }, [
    shape("title", {}, about),
    shape("rect", { x, y: y + 3, width, height: ROW - 9, rx: 3, ...look, ...outline }),
    ...(shown === undefined ? [] : [words(x + 4, y + 6, shown, { "font-size": 11 })]),
  ]);
}

/** A time without digits that nobody reads. */
function short(time: number): number {
  return Number(time.toPrecision(6));
}
