// Probabilistic evidence as a picture: states from the start on the left to the targets on the right, lines as wide as
// the probability that flows along them, components folded into one node. Where there are very many nodes, those that
// little flows through are left out, and counted.

import { orderedComponents } from "../basics/components.ts";
import type { ProbabilisticEvidence } from "../probabilistic/index.ts";
import { fitting, group, type Picture, type Shape, shape, words } from "./shape.ts";
import { axesOf, type ChartSize, chart } from "./statistics/axes.ts";

export interface EvidenceOptions {
  /** Components that are drawn state by state; the others are one node. */
  readonly opened?: ReadonlySet<number>;
  readonly most?: number;
  /** Transitions of a path that stands out. */
  readonly path?: readonly number[];
  /** How much larger than drawn words are, because the picture is shown small: 1 to 2. */
  readonly words?: number;
}

interface EvidenceNode {
  readonly states: readonly number[];
  readonly component: number;
  depth: number;
  flow: number;
  x: number;
  y: number;
}

/** All transitions between two nodes. */
interface Arrow {
  readonly from: EvidenceNode;
  readonly to: EvidenceNode;
  flow: number;
  readonly probability: number;
  readonly action: string;
  count: number;
  isOnPath: boolean;
}

const [ACROSS, DOWN, MARGIN, RADIUS] = [120, 52, 44, 11];
/** Words of the first and the last column stand out on both sides. */
const SIDE = ACROSS / 2 + 4;

export function evidencePicture(
  evidence: ProbabilisticEvidence,
  { opened = new Set(), most = 120, path = [], words: larger = 1 }: EvidenceOptions = {},
): Picture {
  const { nodes, nodeOf } = nodesOf(evidence, opened);
  const all = arrowsOf(evidence, nodeOf, new Set(path));
  nodeOf[0]!.flow = 1;
  const shown = new Set([...nodes].sort((a, b) => b.flow - a.flow).slice(0, most));
  const arrows = all.filter(({ from, to }) => shown.has(from) && shown.has(to));
  const { width, height } = place([...shown], arrows, nodeOf[0]!);
  const left = nodes.length - shown.size;
  const note = `mass ${Number(evidence.mass.toPrecision(6))}, ${evidence.states.length} states${left === 0 ? "" : `; ${left} with little mass are not drawn`}`;
  return {
    title: `Evidence: ${note}`,
    box: { x: 0, y: 0, width: Math.max(width, 320), height: height + 12 + 12 * larger },
    shapes: [
      ...arrows.map((arrow) => arrowShape(arrow)),
      ...[...shown].map((node) => nodeShape(evidence, node, larger)),
      words(8, height + 4, note, { fill: "@soft", "font-size": 11 * larger }),
    ],
  };
}

/** How much the most probable paths carry together. */
export function evidenceGrowth({ paths, mass }: ProbabilisticEvidence, size: ChartSize = {}): Picture {
  const axes = axesOf({ from: 0, to: paths.length }, { from: 0, to: mass }, "paths", size);
  let [sum, d] = [0, `M${axes.x(0)} ${axes.y(0)}`];
  for (const [i, { probability }] of paths.entries()) {
    sum += probability;
    d += `L${axes.x(i + 1)} ${axes.y(sum)}`;
  }
  const line = shape("path", { d, fill: "none", stroke: "@accent", "stroke-width": 2 });
  const all = { x1: axes.left, x2: axes.right, y1: axes.y(mass), y2: axes.y(mass), stroke: "@line" };
  return chart("Mass of the first paths", axes, [shape("line", { ...all, "stroke-dasharray": "4 3" }), line]);
}

/** States, or components with more than one state that are not opened. */
function nodesOf(
  evidence: ProbabilisticEvidence,
  opened: ReadonlySet<number>,
): { nodes: EvidenceNode[]; nodeOf: EvidenceNode[] } {
  const leaving: number[][] = evidence.states.map(() => []);
  for (const { from, to } of evidence.transitions) leaving[from]!.push(to);
  const {
    count,
    first,
    nodes: members,
  } = orderedComponents(
    evidence.states.length,
    () => true,
    (state, k) => leaving[state]![k] ?? -2,
  );
  const nodes: EvidenceNode[] = [];
  const nodeOf: EvidenceNode[] = [];
  const add = (states: readonly number[], component: number): void => {
    const node = { states, component, depth: -1, flow: 0, x: 0, y: 0 };
    nodes.push(node);
    for (const state of states) nodeOf[state] = node;
  };
  for (let component = 0; component < count; component++) {
    const states = Array.from(members.subarray(first[component]!, first[component + 1]!));
    if (states.length > 1 && !opened.has(component)) add(states, component);
    else for (const state of states) add([state], states.length > 1 ? component : -1);
  }
  return { nodes, nodeOf };
}

function arrowsOf(
  { transitions }: ProbabilisticEvidence,
  nodeOf: readonly EvidenceNode[],
  path: ReadonlySet<number>,
): Arrow[] {
  const arrows = new Map<EvidenceNode, Map<EvidenceNode, Arrow>>();
  for (const [index, { from, to, flow, probability, action }] of transitions.entries()) {
    const [a, b] = [nodeOf[from]!, nodeOf[to]!];
    if (a === b) continue;
    b.flow = Math.max(b.flow, flow);
    const leaving = arrows.get(a) ?? new Map<EvidenceNode, Arrow>();
    arrows.set(a, leaving);
    const known = leaving.get(b);
    const isOnPath = path.has(index);
    if (known === undefined) leaving.set(b, { from: a, to: b, flow, probability, action, count: 1, isOnPath });
    else {
      known.flow = Math.min(1, known.flow + flow);
      known.count++;
      known.isOnPath ||= isOnPath;
    }
  }
  return [...arrows.values()].flatMap((leaving) => [...leaving.values()]);
}

/** In columns by the number of steps from the start; in each, near those that it is connected with. */
function place(
  nodes: readonly EvidenceNode[],
  arrows: readonly Arrow[],
  start: EvidenceNode,
): { width: number; height: number } {
  const leaving = new Map<EvidenceNode, EvidenceNode[]>();
  const beside = new Map<EvidenceNode, Arrow[]>(nodes.map((node) => [node, []]));
  for (const arrow of arrows) {
    const { from, to } = arrow;
    leaving.set(from, [...(leaving.get(from) ?? []), to]);
    beside.get(from)!.push(arrow);
    beside.get(to)!.push(arrow);
  }
  start.depth = 0;
  const queue = [start];
  for (const node of queue) {
    for (const to of leaving.get(node) ?? []) {
      if (to.depth >= 0) continue;
      to.depth = node.depth + 1;
      queue.push(to);
    }
  }
  const columns: EvidenceNode[][] = [];
  for (const node of nodes) (columns[Math.max(0, node.depth)] ??= []).push(node);
  for (const column of columns) spread(column.sort((a, b) => b.flow - a.flow));
  // Sweeps back and forth: each node goes to the middle of those it is connected with, the more mass the nearer.
  for (let sweep = 0; sweep < 6; sweep++) {
    for (const column of sweep % 2 === 0 ? columns : [...columns].reverse()) {
      const wish = new Map(column.map((node) => [node, middleOf(node, beside.get(node)!)]));
      spread(column.sort((a, b) => wish.get(a)! - wish.get(b)!));
    }
  }
  const tallest = Math.max(...columns.map(({ length }) => length));
  const middle = MARGIN + (DOWN * (tallest - 1)) / 2;
  for (const node of nodes) {
    node.x = SIDE + ACROSS * Math.max(0, node.depth);
    node.y += middle;
  }
  return { width: 2 * SIDE + ACROSS * (columns.length - 1), height: 2 * MARGIN + DOWN * (tallest - 1) };
}

/** One below the other, around 0. */
function spread(column: readonly EvidenceNode[]): void {
  for (const [row, node] of column.entries()) node.y = DOWN * (row - (column.length - 1) / 2);
}

function middleOf(node: EvidenceNode, arrows: readonly Arrow[]): number {
  let [sum, weight] = [0, 0];
  for (const { from, to, flow } of arrows) {
    const other = from === node ? to : from;
    if (other.depth === node.depth) continue;
    sum += (flow + 0.01) * other.y;
    weight += flow + 0.01;
  }
  return weight === 0 ? node.y : sum / weight;
}

/** Ahead as a gentle curve; back, or within a column, as an arc above. */
function arrowShape({ from, to, flow, probability, action, count, isOnPath }: Arrow): Shape {
  const isAhead = to.x > from.x;
  const lift = Math.min(90, 24 + Math.abs(to.x - from.x) / 6);
  const d = isAhead
    ? `M ${from.x + RADIUS} ${from.y} C ${from.x + RADIUS + 40} ${from.y}, ${to.x - RADIUS - 40} ${to.y}, ${to.x - RADIUS} ${to.y}`
    : `M ${from.x} ${from.y - RADIUS} C ${from.x} ${from.y - lift - RADIUS}, ${to.x} ${to.y - lift - RADIUS}, ${to.x} ${to.y - RADIUS}`;
  const share = `${Number((100 * flow).toPrecision(3))} % of the mass`;
  const name = `${action === "" ? "" : `[${action}] `}${count > 1 ? `${count} transitions` : Number(probability.toPrecision(4))}, ${share}`;
  const line = { d, fill: "none", "stroke-linecap": "round" };
  const title = shape("title", {}, name);
  const stroke = { stroke: isOnPath ? "@bad" : "@accent", "stroke-opacity": isOnPath ? 0.9 : 0.5 };
  return shape("path", { ...line, ...stroke, "stroke-width": (isOnPath ? 1.6 : 0.6) + 9 * flow }, title);
}

function nodeShape(
  evidence: ProbabilisticEvidence,
  { states: members, component, x, y }: EvidenceNode,
  larger: number,
): Shape {
  const { states } = evidence;
  const [first] = members;
  const { values, isTarget, chance } = states[first!]!;
  const isFolded = members.length > 1;
  const name = isFolded ? `${members.length} states` : values.map(({ name: key, text }) => `${key}=${text}`).join(", ");
  const fill = isTarget ? "@bad" : members.includes(0) ? "@good" : isFolded ? "@glow" : "@node";
  const told = `${name}: ${Number(chance.toPrecision(4))} to the target${isFolded ? "; open them" : component >= 0 ? "; fold them" : ""}`;
  const circle = shape("circle", { cx: x, cy: y, r: isFolded ? RADIUS + 4 : RADIUS, fill, stroke: "@line" });
  const changed = isFolded ? `${members.length} states` : fitting(label(evidence, first!), ACROSS - 12, 10 * larger);
  const below = y + RADIUS + (isFolded ? 7 : 3);
  const text = words(x, below, changed, { "font-size": 10 * larger, fill: "@soft", "text-anchor": "middle" });
  const isButton = component >= 0;
  const attributes = isButton ? { "data-component": component, role: "button", tabindex: 0, "aria-label": told } : {};
  return group(attributes, [shape("title", {}, told), circle, text]);
}

/** What has changed on the way in, by the step that most of the mass takes: what holds now before what does no more. */
function label(evidence: ProbabilisticEvidence, state: number): string {
  if (state === 0) return "start";
  const { states } = evidence;
  const before = states[mainSource(evidence)[state]!]!.values;
  const changed = states[state]!.values.flatMap(({ name, text }, at) =>
    before[at]?.text === text ? [] : [{ name, text, isOver: text === "false" || text === "0" }],
  );
  changed.sort((a, b) => Number(a.isOver) - Number(b.isOver));
  return changed.map(({ name, text }) => `${name}=${text}`).join(" ");
}

const sources = new WeakMap<ProbabilisticEvidence, Int32Array>();

/** By state: from where most of its mass comes; the start where that is not known. */
function mainSource(evidence: ProbabilisticEvidence): Int32Array {
  const known = sources.get(evidence);
  if (known !== undefined) return known;
  const source = new Int32Array(evidence.states.length);
  const most = new Float64Array(evidence.states.length).fill(-1);
  for (const { from, to, flow } of evidence.transitions) {
    if (from === to || flow <= most[to]!) continue;
    most[to] = flow;
    source[to] = from;
  }
  sources.set(evidence, source);
  return source;
}
