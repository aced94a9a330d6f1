// What statistics look like: the cumulative probability with its band, bars of a histogram, the curves of random runs. All
// on one kind of axes.

import type { Distribution, Quantity, Simulation } from "../check/index.ts";
import { HUES } from "./palette.ts";
import { type Attributes, fitting, group, type Picture, round, SANS, type Shape, shape, words } from "./shape.ts";

const WIDTH = 640;
const HEIGHT = 280;
const EDGES = { left: 58, right: 14, top: 30, bottom: 40 } as const;
/** Pictures with more points than pixels show no more. */
const POINTS_PER_CURVE = 600;

interface Axes {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly shapes: readonly Shape[];
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function axesOf(across: Range, up: Range, label: string): Axes {
  const wide = WIDTH - EDGES.left - EDGES.right;
  const high = HEIGHT - EDGES.top - EDGES.bottom;
  const x = (value: number): number =>
    round(EDGES.left + (wide * (value - across.from)) / (across.to - across.from || 1));
  const y = (value: number): number => round(EDGES.top + high - (high * (value - up.from)) / (up.to - up.from || 1));
  const bottom = EDGES.top + high;
  const shapes: Shape[] = [];
  for (const tick of ticks(up, 5)) {
    const at = y(tick);
    shapes.push(shape("line", { x1: EDGES.left, y1: at, x2: WIDTH - EDGES.right, y2: at, stroke: "@faint" }));
    shapes.push(small(EDGES.left - 6, at - 6, numeral(tick), { "text-anchor": "end" }));
  }
  for (const tick of ticks(across, 8)) {
    const at = x(tick);
    shapes.push(shape("line", { x1: at, y1: bottom, x2: at, y2: bottom + 4, stroke: "@line" }));
    shapes.push(small(at, bottom + 6, numeral(tick), { "text-anchor": "middle" }));
  }
  shapes.push(
    shape("line", { x1: EDGES.left, y1: bottom, x2: WIDTH - EDGES.right, y2: bottom, stroke: "@line" }),
    small(WIDTH - EDGES.right, bottom + 20, fitting(label, 300), { "text-anchor": "end" }),
  );
  return { x, y, shapes };
}

function small(x: number, y: number, content: string, attributes: Attributes): Shape {
  return words(x, y, content, { "font-size": 11, fill: "@soft", "font-family": SANS, ...attributes });
}

/** Round numbers, about so many of them. */
function ticks({ from, to }: Range, count: number): number[] {
  const span = to - from;
  if (!(span > 0)) return [from];
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => span / size <= count) ?? 10 * power;
  const result: number[] = [];
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + 1e-9 * span; k++) result.push(k * step);
  return result;
}

function numeral(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function picture(title: string, axes: Axes, shapes: readonly Shape[]): Picture {
  const head = words(EDGES.left, 6, fitting(title, WIDTH - EDGES.left), { "font-weight": 600, "font-family": SANS });
  return { title, box: { x: 0, y: 0, width: WIDTH, height: HEIGHT }, shapes: [...axes.shapes, ...shapes, head] };
}

/** How likely it has happened by then, with the band of the interval at the end scaled along. */
export function drawCumulative({
  distribution,
  runs = 0,
  lower = 0,
  upper = 1,
  estimate = 0,
}: Quantity): Picture | undefined {
  if (distribution === undefined || runs === 0) return undefined;
  const { quantiles, count, of } = distribution;
  const last = quantiles.at(-1)!;
  const axes = axesOf({ from: 0, to: last || 1 }, { from: 0, to: Math.min(1, 1.1 * upper) }, of);
  const points = quantiles.map((value, i) => {
    const share = (i + 1) / quantiles.length;
    return { at: axes.x(value), p: (share * count) / runs };
  });
  const scaled = (p: number, end: number): number => axes.y(estimate === 0 ? 0 : Math.min(1, (p * end) / estimate));
  const line = (end: number): string => points.map(({ at, p }) => `${at} ${scaled(p, end)}`).join("L");
  const back = [...points]
    .reverse()
    .map(({ at, p }) => `${at} ${scaled(p, lower)}`)
    .join("L");
  const start = `${axes.x(0)} ${axes.y(0)}`;
  return picture("Cumulative probability", axes, [
    shape("path", { d: `M${start}L${line(upper)}L${back}Z`, fill: "@hue0", "fill-opacity": 0.3 }),
    shape("path", { d: `M${start}L${line(estimate)}`, fill: "none", stroke: "@update", "stroke-width": 2 }),
  ]);
}

/** Bars: how often the values lie where. */
export function drawHistogram({ histogram, of, count, mean }: Distribution): Picture {
  const { from, width, counts } = histogram;
  const most = Math.max(...counts);
  const axes = axesOf({ from, to: from + width * counts.length }, { from: 0, to: most }, of);
  const bars = counts.map((height, i) => {
    const left = axes.x(from + i * width);
    const right = axes.x(from + (i + 1) * width);
    const top = axes.y(height);
    const title = `${numeral(from + i * width)} to ${numeral(from + (i + 1) * width)}: ${height}`;
    const bar = { x: left, y: top, width: Math.max(0.5, round(right - left - 0.5)), height: round(axes.y(0) - top) };
    return shape("rect", { ...bar, fill: "@hue0" }, shape("title", {}, title));
  });
  const at = axes.x(mean);
  const middle = shape("line", {
    x1: at,
    y1: EDGES.top,
    x2: at,
    y2: axes.y(0),
    stroke: "@accent",
    "stroke-dasharray": "4 3",
  });
  return picture(`${count.toLocaleString("en")} values, mean ${numeral(mean)}`, axes, [...bars, middle]);
}

/** Curves of all runs, one colour per expression; those in `hidden` are left out. */
export function drawTrajectories(
  { expressions, runs }: Simulation,
  { hidden = new Set<number>(), from = 0, to }: { hidden?: ReadonlySet<number>; from?: number; to?: number } = {},
): Picture {
  let [end, low, high] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { time, values } of runs) {
    end = Math.max(end, time.at(-1) ?? 0);
    for (const [i, curve] of values.entries()) {
      if (hidden.has(i)) continue;
      for (const value of curve) {
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
  }
  if (!(high >= low)) [low, high] = [0, 1];
  if (high === low) [low, high] = [low - 0.5, high + 0.5];
  const across = { from, to: to ?? (end || 1) };
  const axes = axesOf(across, { from: Math.min(low, 0), to: high }, "time");
  const opacity = Math.max(0.08, Math.min(0.9, 4 / runs.length));
  const curves = expressions.flatMap((text, i) => {
    if (hidden.has(i)) return [];
    const stroke = HUES[i % HUES.length]!;
    const paths = runs.map(({ time, values }) =>
      shape("path", { d: curveOf(time, values[i]!, across, axes), fill: "none", stroke, "stroke-opacity": opacity }),
    );
    return [group({ "data-expression": i, "aria-label": text }, paths)];
  });
  const legend = expressions.map((text, i) =>
    group({ "data-expression": i }, [
      shape("rect", {
        x: EDGES.left + 6,
        y: EDGES.top + 4 + 16 * i,
        width: 10,
        height: 10,
        fill: HUES[i % HUES.length],
      }),
      small(EDGES.left + 22, EDGES.top + 3 + 16 * i, fitting(text, 260), { fill: hidden.has(i) ? "@faint" : "@ink" }),
    ]),
  );
  const axis = { left: EDGES.left, right: WIDTH - EDGES.right, ...across };
  return { ...picture(`${runs.length.toLocaleString("en")} runs`, axes, [...curves, ...legend]), axis };
}

/** The part of a curve that lies in the span, cut where it enters and leaves. */
function curveOf(time: readonly number[], values: readonly number[], { from, to }: Range, { x, y }: Axes): string {
  const first = Math.max(0, time.findIndex((moment) => moment > from) - 1);
  const after = time.findIndex((moment) => moment >= to);
  const last = after < 0 ? time.length - 1 : after;
  const stride = Math.max(1, Math.floor((last - first) / POINTS_PER_CURVE));
  const at = (moment: number, i: number): string => {
    const [start, end] = [time[i]!, time[i + 1] ?? time[i]!];
    const share = end === start ? 0 : (moment - start) / (end - start);
    return `${x(moment)} ${y(values[i]! + share * ((values[i + 1] ?? values[i]!) - values[i]!))}`;
  };
  let path = `M${at(Math.max(from, time[first]!), first)}`;
  for (let i = first + 1; i < last; i += stride) path += `L${x(time[i]!)} ${y(values[i]!)}`;
  return last > first ? `${path}L${at(Math.min(to, time[last]!), last - 1)}` : path;
}

/** Comma-separated values: of curves one row per point, of a sample one row per bar. */
export function simulationCsv({ expressions, runs }: Simulation): string {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const head = ["run", "time", ...expressions.map(quoted)].join(",");
  const rows = runs.flatMap(({ number, time, values }) =>
    time.map((moment, i) => [number, moment, ...values.map((curve) => curve[i])].join(",")),
  );
  return `${[head, ...rows].join("\n")}\n`;
}

export function histogramCsv({ histogram: { from, width, counts } }: Distribution): string {
  const rows = counts.map((count, i) => [from + i * width, from + (i + 1) * width, count].join(","));
  return `${["from,to,count", ...rows].join("\n")}\n`;
}
