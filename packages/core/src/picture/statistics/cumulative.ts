// How likely it has happened by then: the share of runs, with Clopper and Pearson's interval at every point of it.

import type { Quantity } from "../../check/index.ts";
import { clopperPearson } from "../../statistics/index.ts";
import { type Picture, shape } from "../shape.ts";
import { axesOf, type ChartSize, chart } from "./axes.ts";

export function drawCumulative(
  { distribution, runs = 0, confidence = 0.95 }: Quantity,
  size: ChartSize = {},
): Picture | undefined {
  if (distribution === undefined || runs === 0) return undefined;
  const { quantiles, count, of } = distribution;
  const points = quantiles.map((value, i) => {
    // The first of several values is the least of the sample, the last its greatest.
    const hits = quantiles.length === 1 ? count : 1 + Math.round((i * (count - 1)) / (quantiles.length - 1));
    return { value, share: hits / runs, ...clopperPearson(hits, runs, 1 - confidence) };
  });
  const last = points.at(-1)!;
  const axes = axesOf({ from: 0, to: last.value || 1 }, { from: 0, to: Math.min(1, 1.1 * last.upper) }, of, size);
  const line = (of: (point: (typeof points)[number]) => number, list = points): string =>
    list.map((point) => `${axes.x(point.value)} ${axes.y(of(point))}`).join("L");
  const start = `${axes.x(0)} ${axes.y(0)}`;
  const band = `M${start}L${line(({ upper }) => upper)}L${line(({ lower }) => lower, [...points].reverse())}Z`;
  return chart(`Cumulative probability, ${Math.round(100 * confidence)} % pointwise`, axes, [
    shape("path", { d: band, fill: "@hue0", "fill-opacity": 0.3 }),
    shape("path", { d: `M${start}L${line(({ share }) => share)}`, fill: "none", stroke: "@update", "stroke-width": 2 }),
  ]);
}
