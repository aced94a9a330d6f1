// The message sequence chart of a trace: one life line per process, synchronisations as arrows from the sender to every
// receiver, steps of one process as boxes on its line, delays between them, and the location each step leads to.

import type { Network } from "../network/index.ts";
import { exactText, locationName, type Participant, participantsOf, type Trace } from "../trace/index.ts";
import { compare, plus, type Rational, ZERO } from "../zone/index.ts";
import { counted, fitting, group, type Picture, SANS, type Shape, shape, widthOf, words } from "./shape.ts";
import { LOOP_BEGINS } from "./time-axis.ts";

export interface ChartOptions {
  /** Only steps `from` … `to` − 1; for traces that are too long for one picture. */
  readonly from?: number;
  readonly to?: number;
  /** Only these processes; by default those that take part in some step, or all when none does. */
  readonly processes?: readonly number[];
  /** The step that is marked; 0 is the initial state. */
  readonly selected?: number;
  /** How much room there is across; life lines spread over it, up to a point. */
  readonly width?: number;
  /** Time at the start of `from`, where that is known already. */
  readonly startTime?: Rational;
}

const LEFT = 92;
const TOP = 40;
/** Farther apart they would be hard to see together. */
const MOST_SPACE = 230;
export const CHART_ROW = 46;

export function drawChart(network: Network, trace: Trace, options: ChartOptions = {}): Picture {
  const from = options.from ?? 0;
  const to = Math.min(options.to ?? trace.steps.length, trace.steps.length);
  const steps = trace.steps.slice(from, to).map(({ transition }) => participantsOf(network, transition));
  const processes = options.processes ?? participating(network, steps);
  const columns = layOutColumns(network, processes, steps, options.width ?? 0);
  const before = from === 0 ? trace.initial : trace.steps[from - 1]!.state;
  const width = LEFT + columns.width + 16;
  const height = TOP + 34 + steps.length * CHART_ROW + 26;
  const shapes: Shape[] = [];
  for (const process of processes) {
    const x = columns.at.get(process)!;
    shapes.push(shape("line", { x1: x, y1: TOP - 8, x2: x, y2: height - 10, stroke: "@faint", "stroke-width": 2 }));
  }
  shapes.push(...heads(network, processes, columns));
  const marked = (step: number, y: number, h: number): Shape[] =>
    options.selected === step ? [shape("rect", { x: 4, y, width: width - 8, height: h, rx: 6, fill: "@glow" })] : [];
  if (from === 0) {
    const start = processes.map((process) => place(columns, process, locationName(network, before, process), TOP + 4));
    shapes.push(
      group({ "data-step": 0, "aria-label": "start" }, [
        ...marked(0, TOP - 2, 28),
        words(12, TOP + 4, "start", { fill: "@soft" }),
        ...start.flat(),
      ]),
    );
  }
  let time = options.startTime ?? timeBefore(trace, from);
  for (const [index, participants] of steps.entries()) {
    const { delay } = trace.steps[from + index]!;
    time = plus(time, delay);
    const y = TOP + 30 + index * CHART_ROW;
    const number = from + index + 1;
    const parts = [
      ...marked(number, y, CHART_ROW - 2),
      ...clock(y, number, delay, time),
      ...event(participants, columns, y + 18),
    ];
    shapes.push(group({ "data-step": number, "aria-label": `step ${number}: ${sentence(participants)}` }, parts));
  }
  if (trace.loop !== undefined) shapes.push(...loopMark(trace.loop.start - from, steps.length, width));
  return {
    title: `Sequence chart of ${counted(steps.length, "step")} between ${counted(processes.length, "process")}`,
    box: { x: 0, y: 0, width, height },
    shapes,
  };
}

/**
 * Beside the steps that are taken for ever; the first of them has the number `start`, which may lie outside of the
 * picture.
 */
function loopMark(start: number, steps: number, width: number): Shape[] {
  if (start >= steps) return [];
  const rowAt = (step: number): number => TOP + 29 + step * CHART_ROW;
  const [x, y1, y2] = [2.5, rowAt(Math.max(0, start)), rowAt(steps)];
  const beside = shape("line", { x1: x, y1, x2: x, y2, stroke: "@accent", "stroke-width": 3 });
  if (start < 0) return [beside];
  return [
    beside,
    shape("line", { x1: x, y1, x2: width - 4, y2: y1, stroke: "@accent", "stroke-dasharray": "5 4" }),
    words(width - 6, y1 + 3, LOOP_BEGINS, {
      "text-anchor": "end",
      fill: "@accent",
      "font-size": 11,
      "font-family": SANS,
    }),
  ];
}

function timeBefore(trace: Trace, from: number): Rational {
  let time = ZERO;
  for (let i = 0; i < from; i++) time = plus(time, trace.steps[i]!.delay);
  return time;
}

function participating(network: Network, steps: readonly (readonly Participant[])[]): readonly number[] {
  const taking = [...new Set(steps.flat().map(({ process }) => process))].sort((a, b) => a - b);
  return taking.length > 0 ? taking : network.processes.map((_, index) => index);
}

interface Columns {
  readonly at: ReadonlyMap<number, number>;
  readonly space: number;
  readonly width: number;
}

function layOutColumns(
  network: Network,
  processes: readonly number[],
  steps: readonly (readonly Participant[])[],
  room: number,
): Columns {
  const names = processes.map((process) => widthOf(network.processes[process]!.name));
  const labels = steps.flat().map(({ label, to }) => Math.max(widthOf(label ?? ""), widthOf(to)));
  const needed = Math.min(170, Math.max(96, ...names.map((name) => name + 24), ...labels.map((label) => label + 30)));
  const space = Math.max(needed, Math.min(MOST_SPACE, Math.floor((room - LEFT - 16) / processes.length)));
  const at = new Map(processes.map((process, index) => [process, LEFT + space * (index + 0.5)]));
  return { at, space, width: processes.length * space };
}

function heads(network: Network, processes: readonly number[], { at, space }: Columns): Shape[] {
  return processes.flatMap((process) => {
    const name = fitting(network.processes[process]!.name, space - 20);
    const x = at.get(process)!;
    const style = { "text-anchor": "middle", "font-weight": 600, "font-family": SANS };
    return [
      shape("rect", {
        x: x - space / 2 + 6,
        y: 6,
        width: space - 12,
        height: 24,
        rx: 6,
        fill: "@node",
        stroke: "@faint",
      }),
      words(x, 12, name, style),
    ];
  });
}

function clock(y: number, number: number, delay: Rational, time: Rational): Shape[] {
  const waited =
    compare(delay, ZERO) > 0 ? [words(12, y + 22, `+${fitting(exactText(delay), 66)}`, { fill: "@accent" })] : [];
  return [
    words(12, y + 6, `${number}`, { fill: "@soft" }),
    words(86, y + 6, `t ${fitting(exactText(time), 44)}`, { "text-anchor": "end" }),
    ...waited,
  ];
}

/** Arrows, then the locations they lead to. */
function event(participants: readonly Participant[], columns: Columns, y: number): Shape[] {
  const [first, ...others] = participants;
  if (first === undefined) return [];
  const x = columns.at.get(first.process);
  const shapes: Shape[] = [];
  for (const other of others) {
    const target = columns.at.get(other.process);
    if (x === undefined || target === undefined) continue;
    const inward = target > x ? -1 : 1;
    const tip = target + inward * 5;
    shapes.push(
      shape("line", { x1: x, y1: y, x2: tip + inward * 6, y2: y, stroke: "@sync", "stroke-width": 1.8 }),
      shape("path", { d: `M${tip} ${y}l${inward * 8} -4v8z`, fill: "@sync" }),
    );
  }
  if (x !== undefined) shapes.push(shape("circle", { cx: x, cy: y, r: 4, fill: others.length > 0 ? "@sync" : "@ink" }));
  const label = (first.label ?? "").replace(/[!?]$/, "");
  if (x !== undefined && label !== "") {
    const next = others.map(({ process }) => columns.at.get(process)).find((at) => at !== undefined);
    const middle = next === undefined ? x : x + Math.sign(next - x) * (columns.space / 2);
    shapes.push(words(middle, y - 16, fitting(label, columns.space - 12), { "text-anchor": "middle", fill: "@sync" }));
  }
  for (const { process, from, to } of participants) {
    if (from !== to || participants.length === 1) shapes.push(...place(columns, process, to, y + 6));
  }
  return shapes;
}

/** A location as a label on the life line. */
function place({ at, space }: Columns, process: number, name: string, y: number): Shape[] {
  const x = at.get(process);
  if (x === undefined) return [];
  const shown = fitting(name, space - 22);
  const width = widthOf(shown) + 12;
  return [
    shape("rect", {
      x: x - width / 2,
      y,
      width,
      height: 17,
      rx: 8.5,
      fill: "@paper",
      stroke: "@line",
      "stroke-width": 1,
    }),
    words(x, y + 2, shown, { "text-anchor": "middle" }),
  ];
}

function sentence(participants: readonly Participant[]): string {
  return participants
    .map(({ name, from, to, label }) => `${name} ${from} to ${to}${label === undefined ? "" : ` ${label}`}`)
    .join("; ");
}
