// How an interval narrows while runs come in: its ends and the estimate over the number of runs.

import type { NumberSoFar } from "../../search/index.ts";
import { type Picture, shape } from "../shape.ts";
import { axesOf, type ChartSize, chart, numeral } from "./axes.ts";

/** Undefined: nothing to be drawn yet. */
export function drawNarrowing(course: readonly NumberSoFar[], size: ChartSize = {}): Picture | undefined {
  const points = course.filter(({ runs, estimate }) => runs > 0 && estimate !== undefined);
  const latest = points.at(-1);
  if (latest === undefined || points.length < 2) return undefined;
  const ends = points.flatMap(({ estimate = 0, lower = estimate, upper = estimate }) => [lower, upper]);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const pad = high === low ? Math.abs(high) / 10 || 0.5 : 0.05 * (high - low);
  const across = { from: 0, to: latest.runs };
  const axes = axesOf(across, { from: low - (low === 0 ? 0 : pad), to: high + (high === 1 ? 0 : pad) }, "runs", size);
  const at = ({ runs }: NumberSoFar, value: number): string => `${axes.x(runs)} ${axes.y(value)}`;
  const upper = points.map((point) => at(point, point.upper ?? point.estimate!));
  const lower = points.map((point) => at(point, point.lower ?? point.estimate!)).reverse();
  const middle = points.map((point) => at(point, point.estimate!));
  return chart(`${numeral(latest.estimate!)} after ${latest.runs.toLocaleString("en")} runs`, axes, [
    shape("path", { d: `M${[...upper, ...lower].join("L")}Z`, fill: "@hue0", "fill-opacity": 0.3 }),
    shape("path", { d: `M${middle.join("L")}`, fill: "none", stroke: "@update", "stroke-width": 2 }),
  ]);
}
