// Where a drawing is shown small, its words stay readable only if they are larger than the file has planned for, and
// then they touch circles, lines and each other. They are moved a little: each block of words takes, of the places
// around its own, the one where it is least in the way, in a few rounds (label placement by local search: Christensen,
// Marks, Shieber 1995).

import {
  type AutomatonPlan,
  isShown,
  LINE_HEIGHT,
  LOCATION_RADIUS,
  type PlannedLabel,
  type PlannedNode,
} from "../../layout/automaton-plan.ts";
import { passes } from "../../layout/tangles.ts";
import type { Box } from "../shape.ts";
import { widthOf } from "../shape.ts";
import { pointsOf } from "./draw.ts";

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Segment {
  readonly from: Point;
  readonly to: Point;
  readonly edge: number;
}

type Written = PlannedLabel | PlannedNode;

/** Words of one owner that stand close to each other move together. */
interface Block {
  /** The edge whose words these are; -1: those of a location. */
  readonly edge: number;
  readonly words: { readonly written: Written; readonly dx: number; readonly dy: number }[];
  /** Where the file has it. */
  readonly planned: Box;
  readonly width: number;
  readonly height: number;
  at: Point;
}

/** Larger automata are looked at closer, in their own view. */
const MOST_BLOCKS = 60;
const ROUNDS = 3;
const RADII = [5, 10, 16, 24, 34, 48];
const DIRECTIONS: readonly Point[] = [
  { x: 0, y: -1 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 1, y: 0 },
  { x: -0.7, y: -0.7 },
  { x: 0.7, y: -0.7 },
  { x: -0.7, y: 0.7 },
  { x: 0.7, y: 0.7 },
];
/** What is worse than what. */
const COST = { circle: 40, words: 30, outside: 0.25, line: 10, ownLine: 6, far: 0.12 };
const CLEARANCE = 3;

/** The plan with names and labels placed for letters that are `factor` times as large, inside a box. */
export function withLargerWords(plan: AutomatonPlan, factor: number, within: Box): AutomatonPlan {
  const blocks = blocksOf(plan, factor);
  if (factor <= 1 || blocks.length > MOST_BLOCKS) return plan;
  const costAt = costsIn(plan, blocks, within);
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false;
    for (const block of blocks) {
      let [best, least] = [block.at, costAt(block, block.at)];
      if (least < 1) continue;
      for (const at of placesFor(block)) {
        const cost = costAt(block, at);
        if (cost < least - 1e-9) [best, least] = [at, cost];
      }
      moved ||= best !== block.at;
      block.at = best;
    }
    if (!moved) break;
  }
  return movedTo(plan, blocks, hiddenOf(blocks));
}

/** Labels of edges that still stand on other words are left out: whoever looks closer sees them. */
function hiddenOf(blocks: readonly Block[]): ReadonlySet<Written> {
  const kept: Block[] = blocks.filter(({ edge }) => edge < 0);
  const hidden = new Set<Written>();
  for (const block of blocks.filter(({ edge }) => edge >= 0)) {
    const { at, width, height } = block;
    const core = withMargin({ ...at, width, height }, -CLEARANCE);
    if (kept.some((other) => overlap(core, other.at, other)))
      for (const { written } of block.words) hidden.add(written);
    else kept.push(block);
  }
  return hidden;
}

/** How much in the way a block would be somewhere, with the others where they are. */
function costsIn(plan: AutomatonPlan, blocks: readonly Block[], within: Box): (block: Block, at: Point) => number {
  const segments = plan.edges.flatMap((_, edge): Segment[] => {
    const points = pointsOf(plan, edge);
    return points.slice(1).map((to, i) => ({ from: points[i]!, to, edge }));
  });
  return (block, at) => {
    const { width, height, edge, planned } = block;
    const box = { ...at, width, height };
    const aired = withMargin(box, 2 * CLEARANCE);
    let cost = COST.far * distance(centreOf(box), centreOf(planned)) + COST.outside * excess(box, within);
    for (const node of plan.nodes) if (touches(box, node)) cost += COST.circle;
    for (const other of blocks) if (other !== block && overlap(box, other.at, other)) cost += COST.words;
    for (const segment of segments)
      if (passes(segment, aired)) cost += segment.edge === edge ? COST.ownLine : COST.line;
    return cost;
  };
}

/** Around where the file has it: aligned with one of its sides or its middle, and a little off. */
function* placesFor({ planned, width, height }: Block): Generator<Point> {
  for (const along of [0, 0.5, 1]) {
    for (const down of [0, 0.5, 1]) {
      const x = planned.x + (planned.width - width) * along;
      const y = planned.y + (planned.height - height) * down;
      yield { x, y };
      for (const radius of RADII) for (const by of DIRECTIONS) yield { x: x + by.x * radius, y: y + by.y * radius };
    }
  }
}

function blocksOf({ nodes, edges }: AutomatonPlan, factor: number): Block[] {
  const blocks: Block[] = [];
  const gather = (
    edge: number,
    given: readonly { written: Written; at: Point; text: string; size: number }[],
  ): void => {
    const sorted = [...given].sort((a, b) => a.at.y - b.at.y);
    let group: (typeof sorted)[number][] = [];
    let bottom = 0;
    const end = (): void => {
      if (group.length > 0) blocks.push(blockOf(edge, group, factor));
      group = [];
    };
    for (const one of sorted) {
      const [first] = group;
      const isNear = first !== undefined && one.at.y - bottom < 4 && Math.abs(one.at.x - first.at.x) < 12;
      if (!isNear) end();
      group.push(one);
      bottom = one.at.y + one.text.split("\n").length * LINE_HEIGHT;
    }
    end();
  };
  const shown = (labels: readonly PlannedLabel[]) =>
    labels.filter(isShown).map((label) => ({ written: label, at: label.at, text: label.text, size: 12 }));
  for (const node of nodes) {
    const name = node.name === "" ? [] : [{ written: node, at: node.nameAt, text: node.name, size: 13 }];
    gather(-1, [...name, ...shown(node.labels)]);
  }
  for (const [index, { labels }] of edges.entries()) gather(index, shown(labels));
  return blocks;
}

function blockOf(
  edge: number,
  group: readonly { written: Written; at: Point; text: string; size: number }[],
  factor: number,
): Block {
  const left = Math.min(...group.map(({ at }) => at.x));
  const top = group[0]!.at.y;
  let [lines, right, wide] = [0, left, 0];
  const words = group.map(({ written, at, text, size }) => {
    const placed = { written, dx: at.x - left, dy: lines * LINE_HEIGHT * factor };
    const longest = Math.max(...text.split("\n").map((line) => widthOf(line, size)));
    right = Math.max(right, at.x + longest);
    wide = Math.max(wide, placed.dx + longest * factor);
    lines += text.split("\n").length;
    return placed;
  });
  const planned = { x: left, y: top, width: right - left, height: lines * LINE_HEIGHT };
  return { edge, words, planned, width: wide, height: lines * LINE_HEIGHT * factor, at: { x: left, y: top } };
}

function movedTo(plan: AutomatonPlan, blocks: readonly Block[], hidden: ReadonlySet<Written>): AutomatonPlan {
  const places = new Map<Written, Point>();
  for (const { words, at } of blocks)
    for (const { written, dx, dy } of words) places.set(written, { x: at.x + dx, y: at.y + dy });
  const moved = (labels: readonly PlannedLabel[]): PlannedLabel[] =>
    labels.map((label) => ({
      ...label,
      at: places.get(label) ?? label.at,
      text: hidden.has(label) ? "" : label.text,
    }));
  return {
    ...plan,
    nodes: plan.nodes.map((node) => ({
      ...node,
      nameAt: places.get(node) ?? node.nameAt,
      labels: moved(node.labels),
    })),
    edges: plan.edges.map((edge) => ({ ...edge, labels: moved(edge.labels) })),
  };
}

function touches(box: Box, { at: { x, y }, kind }: PlannedNode): boolean {
  const radius = (kind === "location" ? LOCATION_RADIUS : 5) + CLEARANCE;
  const dx = x - Math.max(box.x, Math.min(x, box.x + box.width));
  const dy = y - Math.max(box.y, Math.min(y, box.y + box.height));
  return dx * dx + dy * dy < radius * radius;
}

function withMargin({ x, y, width, height }: Box, margin: number): Box {
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}

function overlap(a: Box, { x, y }: Point, { width, height }: Block): boolean {
  return a.x < x + width && x < a.x + a.width && a.y < y + height && y < a.y + a.height;
}

/** How far it reaches out of a box, on all sides together. */
function excess(box: Box, within: Box): number {
  return (
    Math.max(0, within.x - box.x) +
    Math.max(0, within.y - box.y) +
    Math.max(0, box.x + box.width - within.x - within.width) +
    Math.max(0, box.y + box.height - within.y - within.height)
  );
}

function centreOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
