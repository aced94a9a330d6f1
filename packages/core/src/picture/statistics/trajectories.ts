// The curves of random runs, one colour per expression. However long the runs are, a picture has no more points than
// one could tell apart: where many fall into one column, the least and the greatest of them stay, so that no peak is
// lost.

import type { Simulation } from "../../check/index.ts";
import { HUES } from "../palette.ts";
import { fitting, group, type Picture, shape } from "../shape.ts";
import { type Axes, type AxisRange, axesOf, type ChartSize, chart, small } from "./axes.ts";

export interface TrajectoryOptions extends ChartSize {
  /** Expressions that are left out. */
  readonly hidden?: ReadonlySet<number>;
  /** The part of the time that is shown; all of it. */
  readonly from?: number;
  readonly to?: number;
  /** Colours and expressions in a corner; true unless said otherwise. */
  readonly legend?: boolean;
}

/** Points of a whole picture; a browser draws so many while somebody types. */
const MOST_POINTS = 120_000;
/** Columns of one curve, at least and at most. */
const [FEWEST_COLUMNS, MOST_COLUMNS] = [30, 400];

export function drawTrajectories(
  { expressions, runs }: Simulation,
  { hidden = new Set<number>(), from = 0, to, legend = true, ...size }: TrajectoryOptions = {},
): Picture {
  const shown = expressions.flatMap((_, i) => (hidden.has(i) ? [] : [i]));
  const { end, low, high } = extentOf(runs, shown);
  const across = { from, to: to ?? (end || 1) };
  const axes = axesOf(across, { from: Math.min(low, 0), to: high }, "time", size);
  const opacity = Math.max(0.1, Math.min(0.9, 12 / runs.length));
  const fair = Math.floor(MOST_POINTS / 2 / Math.max(1, shown.length * runs.length));
  const columns = Math.max(FEWEST_COLUMNS, Math.min(MOST_COLUMNS, fair));
  const curves = shown.map((i) => {
    const stroke = HUES[i % HUES.length]!;
    const paths = runs.map(({ time, values }) =>
      shape("path", {
        d: curveOf(time, values[i]!, across, axes, columns),
        fill: "none",
        stroke,
        "stroke-opacity": opacity,
      }),
    );
    return group({ "data-expression": i, "aria-label": expressions[i]! }, paths);
  });
  const names = (legend ? expressions : []).map((text, i) => {
    const [x, y] = [axes.left + 6, axes.top + 4 + 16 * i];
    return group({ "data-expression": i }, [
      shape("rect", { x, y, width: 10, height: 10, fill: HUES[i % HUES.length] }),
      small(x + 16, y - 1, fitting(text, 260, 11), { fill: hidden.has(i) ? "@faint" : "@ink" }),
    ]);
  });
  const title = `${runs.length.toLocaleString("en")} ${runs.length === 1 ? "run" : "runs"}`;
  return { ...chart(title, axes, [...curves, ...names]), axis: { left: axes.left, right: axes.right, ...across } };
}

function extentOf(
  runs: Simulation["runs"],
  shown: readonly number[],
): { readonly end: number; readonly low: number; readonly high: number } {
  let [end, low, high] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { time, values } of runs) {
    end = Math.max(end, time.at(-1) ?? 0);
    for (const i of shown) {
      for (const value of values[i]!) {
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
  }
  if (!(high >= low)) return { end, low: 0, high: 1 };
  return high === low ? { end, low: low - 0.5, high: high + 0.5 } : { end, low, high };
}

/** The part of a curve that lies in the span, cut where it enters and leaves. */
function curveOf(
  time: readonly number[],
  values: readonly number[],
  { from, to }: AxisRange,
  { x, y }: Axes,
  columns: number,
): string {
  const first = Math.max(0, firstAfter(time, from) - 1);
  const last = Math.min(time.length - 1, firstAfter(time, to));
  const at = (moment: number, i: number): string => {
    const [start, end] = [time[i]!, time[i + 1] ?? time[i]!];
    const share = end === start ? 0 : (moment - start) / (end - start);
    return `${x(moment)} ${y(values[i]! + share * ((values[i + 1] ?? values[i]!) - values[i]!))}`;
  };
  let path = `M${at(Math.max(from, time[first]!), first)}`;
  const inside = last - first - 1;
  if (inside <= 2 * columns) {
    for (let i = first + 1; i < last; i++) path += `L${x(time[i]!)} ${y(values[i]!)}`;
  } else {
    for (let column = 0; column < columns; column++) {
      const begin = first + 1 + Math.floor((column * inside) / columns);
      const end = first + 1 + Math.floor(((column + 1) * inside) / columns);
      let [least, greatest] = [begin, begin];
      for (let i = begin + 1; i < end; i++) {
        if (values[i]! < values[least]!) least = i;
        if (values[i]! > values[greatest]!) greatest = i;
      }
      for (const i of least < greatest ? [least, greatest] : [greatest, least])
        path += `L${x(time[i]!)} ${y(values[i]!)}`;
    }
  }
  return last > first ? `${path}L${at(Math.min(to, time[last]!), last - 1)}` : path;
}

/** The first moment after this one; as many as there are where none is. */
function firstAfter(time: readonly number[], moment: number): number {
  let [low, high] = [0, time.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle]! > moment) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Comma-separated values, one row per point. */
export function simulationCsv({ expressions, runs }: Simulation): string {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const head = ["run", "time", ...expressions.map(quoted)].join(",");
  const rows = runs.flatMap(({ number, time, values }) =>
    time.map((moment, i) => [number, moment, ...values.map((curve) => curve[i])].join(",")),
  );
  return `${[head, ...rows].join("\n")}\n`;
}
