// Bars: how often the values of a sample lie where.

import type { Distribution } from "../../check/index.ts";
import { type Picture, round, shape } from "../shape.ts";
import { axesOf, type ChartSize, chart, numeral } from "./axes.ts";

export function drawHistogram({ histogram, of, count, mean }: Distribution, size: ChartSize = {}): Picture {
  const { from, width, counts } = histogram;
  const most = Math.max(...counts);
  const axes = axesOf({ from, to: from + width * counts.length }, { from: 0, to: most }, of, size);
  const bars = counts.map((height, i) => {
    const left = axes.x(from + i * width);
    const right = axes.x(from + (i + 1) * width);
    const top = axes.y(height);
    const title = `${numeral(from + i * width)} to ${numeral(from + (i + 1) * width)}: ${height}`;
    const bar = { x: left, y: top, width: Math.max(0.5, round(right - left - 0.5)), height: round(axes.y(0) - top) };
    return shape("rect", { ...bar, fill: "@hue0" }, shape("title", {}, title));
  });
  const at = axes.x(mean);
  const middle = { x1: at, y1: axes.top, x2: at, y2: axes.bottom, stroke: "@accent", "stroke-dasharray": "4 3" };
  return chart(`${count.toLocaleString("en")} values, mean ${numeral(mean)}`, axes, [...bars, shape("line", middle)]);
}

export function histogramCsv({ histogram: { from, width, counts } }: Distribution): string {
  const rows = counts.map((count, i) => [from + i * width, from + (i + 1) * width, count].join(","));
  return `${["from,to,count", ...rows].join("\n")}\n`;
}
