// How tangled a laid-out automaton is: lines that cross each other, and lines through what is written elsewhere. Of
// several layouts the least tangled is taken.

import type { AutomatonPlan, PlannedEdge, PlannedNode } from "./automaton-plan.ts";
import { isShown, sizeOfText } from "./automaton-plan.ts";

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Line {
  readonly from: Point;
  readonly to: Point;
  readonly edge: PlannedEdge;
}

interface Box extends Point {
  readonly width: number;
  readonly height: number;
  readonly owner: PlannedNode | PlannedEdge;
}

export function tanglesOf(plan: AutomatonPlan): number {
  const lines = linesOf(plan);
  const boxes = boxesOf(plan);
  let tangles = 0;
  for (const [i, line] of lines.entries()) {
    for (let j = i + 1; j < lines.length; j++) {
      const other = lines[j]!;
      if (line.edge !== other.edge && cross(line, other)) tangles++;
    }
    for (const box of boxes) if (box.owner !== line.edge && passes(line, box)) tangles++;
  }
  return tangles;
}

function linesOf({ nodes, edges }: AutomatonPlan): Line[] {
  return edges.flatMap((edge) => {
    const points = [nodes[edge.source]!.at, ...edge.nails, nodes[edge.target]!.at];
    return points.slice(1).map((to, i) => ({ from: points[i]!, to, edge }));
  });
}

function boxesOf({ nodes, edges }: AutomatonPlan): Box[] {
  const box = (owner: Box["owner"], at: Point, text: string): Box => ({ owner, ...at, ...sizeOfText(text) });
  return [
    ...nodes.flatMap((node) => (node.name === "" ? [] : [box(node, node.nameAt, node.name)])),
    ...[...nodes, ...edges].flatMap((owner) =>
      owner.labels.filter(isShown).map(({ at, text }) => box(owner, at, text)),
    ),
  ];
}

function cross(a: Omit<Line, "edge">, b: Omit<Line, "edge">): boolean {
  return parts(a.from, a.to, b.from, b.to) && parts(b.from, b.to, a.from, a.to);
}

/** Do the last two lie on different sides of the line through the first two? */
function parts(p: Point, q: Point, r: Point, s: Point): boolean {
  return side(p, q, r) * side(p, q, s) < 0;
}

function side(p: Point, q: Point, r: Point): number {
  return Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
}

/** A line that enters a box crosses one of its diagonals, unless it ends inside. */
export function passes({ from, to }: Omit<Line, "edge">, { x, y, width, height }: Omit<Box, "owner">): boolean {
  const [left, top, right, bottom] = [x + 2, y + 2, x + width - 2, y + height - 2];
  if (Math.max(from.x, to.x) <= left || Math.min(from.x, to.x) >= right) return false;
  if (Math.max(from.y, to.y) <= top || Math.min(from.y, to.y) >= bottom) return false;
  const inside = (point: Point): boolean => point.x > left && point.x < right && point.y > top && point.y < bottom;
  if (inside(from) || inside(to)) return true;
  const falling = { from: { x: left, y: top }, to: { x: right, y: bottom } };
  const rising = { from: { x: left, y: bottom }, to: { x: right, y: top } };
  return cross({ from, to }, falling) || cross({ from, to }, rising);
}
