// The front of time and cost: time from left to right, cost upwards, a point for each best compromise, and the steps
// between them, behind which everything else lies.

import type { FrontPoint } from "../check/index.ts";
import { counted, type Picture, round, type Shape, shape, words } from "./shape.ts";
import { AXIS, drawAxis, ticks, timeScale } from "./time-axis.ts";

const WIDTH = 640;
const HEIGHT = 260;
const LEFT = 70;
const TOP = AXIS + 2;

export function drawFront(points: readonly FrontPoint[], width = WIDTH): Picture {
  const sorted = [...points].sort((a, b) => a.time - b.time);
  const [latest, dearest] = [
    Math.max(1, ...points.map(({ time }) => time)),
    Math.max(1, ...points.map(({ cost }) => cost)),
  ];
  const scale = timeScale(0, latest * 1.08, LEFT, width - LEFT - 24);
  const bottom = TOP + HEIGHT;
  const y = (cost: number): number => round(bottom - (cost / (dearest * 1.08)) * HEIGHT);
  const shapes: Shape[] = drawAxis(scale, TOP, bottom, "time");
  for (const cost of ticks(0, dearest * 1.08, 6)) {
    shapes.push(
      shape("line", { x1: LEFT, y1: y(cost), x2: width - 24, y2: y(cost), stroke: "@faint", "stroke-width": 1 }),
      words(LEFT - 8, y(cost) - 6, `${cost}`, { "text-anchor": "end", fill: "@soft", "font-size": 11 }),
    );
  }
  shapes.push(words(LEFT - 8, bottom + 6, "cost", { "text-anchor": "end", fill: "@soft", "font-size": 11 }));
  const corners = sorted.flatMap(({ time, cost }, i) => {
    const before = sorted[i - 1];
    return [...(before === undefined ? [] : [[time, before.cost] as const]), [time, cost] as const];
  });
  const way = corners.map(([time, cost], i) => `${i === 0 ? "M" : "L"} ${scale.x(time)} ${y(cost)}`).join(" ");
  shapes.push(
    shape("path", { d: way, fill: "none", stroke: "@accent", "stroke-width": 1.5, "stroke-dasharray": "4 3" }),
  );
  for (const { time, cost, proven } of sorted) {
    const about = `time ${time}, cost ${cost}${proven ? "" : " (not proven)"}`;
    shapes.push(
      shape(
        "circle",
        {
          cx: scale.x(time),
          cy: y(cost),
          r: 5,
          fill: proven ? "@accent" : "@paper",
          stroke: "@accent",
          "stroke-width": 2,
        },
        shape("title", {}, about),
      ),
      words(scale.x(time) + 8, y(cost) - 14, `${time} / ${cost}`, { "font-size": 11 }),
    );
  }
  return {
    title: `Front of time and cost: ${counted(points.length, "point")}`,
    box: { x: 0, y: 0, width, height: bottom + 28 },
    shapes,
  };
}
