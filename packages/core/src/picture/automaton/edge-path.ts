// The geometry of edges: a polyline cut off at the rims of its ends, with a head, its corners rounded.

import type { CanvasPoint } from "../../lang/uppaal/document.ts";
import { round } from "../shape.ts";

const HEAD = 9;
const CORNER = 14;

/** The line from rim to the back of the arrow's head, and the head as a path. */
export function arrowAlong(
  points: readonly CanvasPoint[],
  startReach: number,
  endReach: number,
): { readonly line: readonly CanvasPoint[]; readonly head: string } {
  const last = points.length - 1;
  const start = towards(points[0]!, points[1]!, startReach);
  const tip = towards(points[last]!, points[last - 1]!, endReach);
  const back = towards(points[last]!, points[last - 1]!, endReach + HEAD);
  const line = [start, ...points.slice(1, last), back];
  const [dx, dy] = [tip.x - back.x, tip.y - back.y];
  const length = Math.hypot(dx, dy) || 1;
  const side = { x: (-dy / length) * HEAD * 0.42, y: (dx / length) * HEAD * 0.42 };
  const head = [tip, { x: back.x + side.x, y: back.y + side.y }, { x: back.x - side.x, y: back.y - side.y }];
  return { line, head: `M${head.map(pair).join("L")}Z` };
}

/** A path with rounded corners. */
export function rounded(points: readonly CanvasPoint[]): string {
  let d = `M${pair(points[0]!)}`;
  for (let i = 1; i < points.length - 1; i++) {
    const corner = points[i]!;
    const radius = Math.min(CORNER, distance(corner, points[i - 1]!) / 2, distance(corner, points[i + 1]!) / 2);
    d += `L${pair(towards(corner, points[i - 1]!, radius))}Q${pair(corner)} ${pair(towards(corner, points[i + 1]!, radius))}`;
  }
  return `${d}L${pair(points[points.length - 1]!)}`;
}

function towards(from: CanvasPoint, to: CanvasPoint, by: number): CanvasPoint {
  const length = distance(from, to);
  if (length === 0) return from;
  return { x: from.x + ((to.x - from.x) / length) * by, y: from.y + ((to.y - from.y) / length) * by };
}

function distance(a: CanvasPoint, b: CanvasPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function pair({ x, y }: CanvasPoint): string {
  return `${round(x)} ${round(y)}`;
}
