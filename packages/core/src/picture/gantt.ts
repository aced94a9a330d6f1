// The Gantt chart of a trace: for every process the locations it is in, over time; and the bars that the model itself
// declares, and clocks as lines. Locations that are left at once are ticks: they were there.

import type { ScheduleBar } from "../check/index.ts";
import type { Network } from "../network/index.ts";
import type { Trace } from "../trace/index.ts";
import { HUES } from "./palette.ts";
import { drawStrip, type Series, STRIP } from "./series.ts";
import { counted, fitting, group, type Picture, SANS, type Shape, shape, widthOf, words } from "./shape.ts";
import { AXIS, type Axis, axisOf, drawAxis, drawLoop, footOf, spansOf, timeScale } from "./time-axis.ts";

export interface GanttOptions {
  readonly processes?: readonly number[];
  /** The state that is marked; 0 is the initial one. */
  readonly selected?: number;
  /** Only this part of the time. */
  readonly window?: { readonly from: number; readonly to: number };
  readonly width?: number;
  readonly axis?: Axis;
  /** Bars of the model's own `gantt` section: by state of the trace, the colour or null. */
  readonly bars?: readonly GanttBar[];
  /** Clocks as lines below the bars. */
  readonly clocks?: readonly Series[];
}

export interface GanttBar {
  readonly name: string;
  /** One entry per state of the trace; null: no bar. */
  readonly colours: readonly (string | null)[];
}

const ROW = 26;
const TOP = AXIS + 2;

export function drawGantt(network: Network, trace: Trace, options: GanttOptions = {}): Picture {
  const processes = options.processes ?? network.processes.map((_, index) => index);
  const bars = options.bars ?? [];
  const names = [...processes.map((process) => network.processes[process]!.name), ...bars.map(({ name }) => name)];
  const clocks = options.clocks ?? [];
  const widths = [...names.map((name) => widthOf(name) + 18), ...clocks.map(({ name }) => widthOf(name) + 54)];
  const left = Math.min(180, Math.max(70, ...widths));
  const width = options.width ?? 900;
  const axis = axisOf(trace, options.axis);
  const spans = spansOf(trace, axis);
  const end = spans[spans.length - 1]!.to;
  const { from, to } = options.window ?? { from: 0, to: end };
  const scale = timeScale(from, to, left, width - left - 24);
  const below = TOP + names.length * ROW + 4;
  const bottom = below + clocks.length * STRIP;
  const shapes: Shape[] = [...drawAxis(scale, TOP, bottom, axis), ...drawLoop(trace, spans, scale, TOP, bottom)];
  const lane = (row: number, name: string): Shape =>
    words(left - 10, TOP + row * ROW + 6, fitting(name, left - 16), {
      "text-anchor": "end",
      "font-family": SANS,
      "font-weight": 600,
    });

  for (const [row, process] of processes.entries()) {
    const { name, locations } = network.processes[process]!;
    const stretches = segments(trace, process).map(({ value, first, last }) => ({
      from: spans[first]!.from,
      to: spans[last]!.to,
      label: locations[value]!.name,
      colour: HUES[value % HUES.length]!,
      state: first,
    }));
    shapes.push(lane(row, name), ...barsOf(scale, stretches, TOP + row * ROW, name));
  }
  for (const [index, { name, colours }] of bars.entries()) {
    const row = processes.length + index;
    const stretches = colours.flatMap((colour, state) =>
      colour === null ? [] : [{ ...spans[state]!, label: "", colour, state }],
    );
    shapes.push(lane(row, name), ...barsOf(scale, stretches, TOP + row * ROW, name));
  }
  for (const [row, clock] of clocks.entries()) {
    shapes.push(drawStrip(clock, spans, scale, below + row * STRIP, row));
  }
  const marked = options.selected === undefined ? undefined : spans[options.selected];
  if (marked !== undefined && marked.from >= scale.from && marked.from <= scale.to) {
    const x = scale.x(marked.from);
    shapes.push(shape("line", { x1: x, y1: TOP - 4, x2: x, y2: bottom, stroke: "@accent", "stroke-width": 2 }));
  }
  return {
    title: `Gantt chart of ${counted(processes.length, "process")} over ${end} ${axis === "step" ? "steps" : "time units"}`,
    box: { x: 0, y: 0, width, height: bottom + footOf(trace) },
    shapes,
    axis: { left, right: width - 24, from: scale.from, to: scale.to },
  };
}

/** The bars of the chart as data, rows being processes. */
export function locationBars(network: Network, trace: Trace): readonly ScheduleBar[] {
  const spans = spansOf(trace);
  return network.processes.flatMap(({ name, locations }, process) =>
    segments(trace, process).map(({ value, first, last }) => {
      const [start, end] = [spans[first]!.from, spans[last]!.to];
      return { row: name, process: name, task: locations[value]!.name, resource: null, start, end, state: first };
    }),
  );
}

/** Stretches of states in which the process stays where it is. */
function segments(trace: Trace, process: number): { value: number; first: number; last: number }[] {
  const found: { value: number; first: number; last: number }[] = [];
  const states = [trace.initial, ...trace.steps.map(({ state }) => state)];
  for (const [index, { locations }] of states.entries()) {
    const value = locations[process]!;
    const latest = found[found.length - 1];
    if (latest?.value === value) latest.last = index;
    else found.push({ value, first: index, last: index });
  }
  return found;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly colour: string;
  readonly state: number;
}

/** Narrower bars than this cannot be told apart. */
const THIN = 1.5;

/** The bars of a lane; where very many are too narrow to be told apart, one grey bar stands for all of them. */
function barsOf(scale: ReturnType<typeof timeScale>, stretches: readonly Stretch[], y: number, lane: string): Shape[] {
  const shapes: Shape[] = [];
  let many: { from: number; to: number; state: number; count: number } | undefined;
  const flush = (): void => {
    if (many === undefined) return;
    const { from, to, state, count } = many;
    const about = `${lane}: ${count} changes from ${from} to ${to}`;
    shapes.push(bar(scale, { from, to, label: "", colour: "@faint", state }, y, about));
    many = undefined;
  };
  for (const stretch of stretches) {
    const [from, to] = [Math.max(stretch.from, scale.from), Math.min(stretch.to, scale.to)];
    if (from > to) continue;
    const isThin = stretches.length > MANY && scale.x(to) - scale.x(from) < THIN;
    if (isThin && many !== undefined && scale.x(from) - scale.x(many.to) < THIN) {
      many.to = to;
      many.count++;
      continue;
    }
    flush();
    if (isThin) many = { from, to, state: stretch.state, count: 1 };
    else {
      const about = `${lane}${stretch.label === "" ? "" : ` in ${stretch.label}`} from ${stretch.from} to ${stretch.to}`;
      shapes.push(bar(scale, { ...stretch, from, to }, y, about));
    }
  }
  flush();
  return shapes;
}

/** With fewer stretches than this, each has its own bar, however narrow. */
const MANY = 300;

function bar(scale: ReturnType<typeof timeScale>, stretch: Stretch, y: number, about: string): Shape {
  const { from, to, label, colour, state } = stretch;
  const x = scale.x(from);
  const width = Math.max(3, scale.x(to) - x);
  const shown =
    widthOf(label, 11) + 8 <= width ? label : width > 26 && label !== "" ? fitting(label, width - 8, 11) : "";
  return group({ "data-step": state, "aria-label": about }, [
    shape("title", {}, about),
    shape("rect", { x, y: y + 3, width, height: ROW - 6, rx: 3, fill: colour, stroke: "@paper", "stroke-width": 1 }),
    ...(shown === "" ? [] : [words(x + 5, y + 7, shown, { "font-size": 11 })]),
  ]);
}
