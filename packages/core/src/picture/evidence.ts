// Probabilistic evidence as a picture: states from the start on the left to the targets on the right, lines as wide as the probability that flows
// along them, components folded into one node. Where there are very many nodes, those that little flows through are left out, and counted.

import { componentsOf, type ProbabilisticEvidence } from "../probabilistic/index.ts";
import { fitting, group, type Picture, type Shape, shape, words } from "./shape.ts";

export interface EvidenceOptions {
  /** Components that are drawn state by state; the others are one node. */
  readonly opened?: ReadonlySet<number>;
  readonly most?: number;
}

interface EvidenceNode {
  readonly states: readonly number[];
  readonly component: number;
  depth: number;
  flow: number;
  x: number;
  y: number;
}

const [ACROSS, DOWN, MARGIN, RADIUS] = [110, 44, 40, 11];

export function evidencePicture(
  evidence: ProbabilisticEvidence,
  { opened = new Set(), most = 120 }: EvidenceOptions = {},
): Picture {
  const { nodes, nodeOf } = nodesOf(evidence, opened);
  const arrows = new Map<
    string,
    { from: EvidenceNode; to: EvidenceNode; flow: number; probability: number; action: string; count: number }
  >();
  for (const { from, to, flow, probability, action } of evidence.transitions) {
    const [a, b] = [nodeOf[from]!, nodeOf[to]!];
    if (a === b) continue;
    b.flow = Math.max(b.flow, flow);
    const key = `${nodes.indexOf(a)} ${nodes.indexOf(b)}`;
    const known = arrows.get(key);
    if (known === undefined) arrows.set(key, { from: a, to: b, flow, probability, action, count: 1 });
    else [known.flow, known.count] = [Math.min(1, known.flow + flow), known.count + 1];
  }
  nodeOf[0]!.flow = 1;
  const shown = new Set([...nodes].sort((a, b) => b.flow - a.flow).slice(0, most));
  const { width, height } = place(
    [...shown],
    [...arrows.values()].filter(({ from, to }) => shown.has(from) && shown.has(to)),
    nodeOf[0]!,
  );
  const lines = [...arrows.values()].filter(({ from, to }) => shown.has(from) && shown.has(to)).map(arrowShape);
  const circles = [...shown].map((node) => nodeShape(evidence, node));
  const left = nodes.length - shown.size;
  const note = `mass ${Number(evidence.mass.toPrecision(6))}, ${evidence.states.length} states${left === 0 ? "" : `; ${left} with little mass are not drawn`}`;
  return {
    title: `Evidence: ${note}`,
    box: { x: 0, y: 0, width: Math.max(width, 320), height: height + 24 },
    shapes: [...lines, ...circles, words(8, height + 4, note, { fill: "@soft", "font-size": 11 })],
  };
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
  } = componentsOf(
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
    else for (const state of states) add([state], component);
  }
  return { nodes, nodeOf };
}

/** In columns by the number of steps from the start; in each, what much flows through comes first. */
function place(
  nodes: readonly EvidenceNode[],
  arrows: readonly { from: EvidenceNode; to: EvidenceNode }[],
  start: EvidenceNode,
): { width: number; height: number } {
  start.depth = 0;
  const queue = [start];
  for (const node of queue) {
    for (const { from, to } of arrows) {
      if (from !== node || to.depth >= 0) continue;
      to.depth = node.depth + 1;
      queue.push(to);
    }
  }
  const columns: EvidenceNode[][] = [];
  for (const node of nodes) (columns[Math.max(0, node.depth)] ??= []).push(node);
  let tallest = 1;
  for (const [depth, column] of columns.entries()) {
    if (column === undefined) continue;
    column.sort((a, b) => b.flow - a.flow);
    tallest = Math.max(tallest, column.length);
    for (const [row, node] of column.entries()) [node.x, node.y] = [MARGIN + ACROSS * depth, MARGIN + DOWN * row];
  }
  return { width: 2 * MARGIN + ACROSS * (columns.length - 1), height: 2 * MARGIN + DOWN * (tallest - 1) };
}

function arrowShape({
  from,
  to,
  flow,
  probability,
  action,
  count,
}: {
  from: EvidenceNode;
  to: EvidenceNode;
  flow: number;
  probability: number;
  action: string;
  count: number;
}): Shape {
  const bend = to.x <= from.x ? 26 : 0;
  const d = `M ${from.x} ${from.y} C ${from.x + 45} ${from.y + bend}, ${to.x - 45} ${to.y + bend}, ${to.x} ${to.y}`;
  const label = `${action === "" ? "" : `[${action}] `}${count > 1 ? `${count} transitions` : Number(probability.toPrecision(4))}, ${Number((100 * flow).toPrecision(3))} % of the mass`;
  const line = shape(
    "path",
    { d, fill: "none", stroke: "@accent", "stroke-opacity": 0.55, "stroke-width": 0.6 + 9 * flow },
    shape("title", {}, label),
  );
  return line;
}

function nodeShape({ states }: ProbabilisticEvidence, node: EvidenceNode): Shape {
  const [first] = node.states;
  const { values, isTarget, chance } = states[first!]!;
  const isFolded = node.states.length > 1;
  const name = isFolded ? `${node.states.length} states` : values.map(({ name, text }) => `${name}=${text}`).join(", ");
  const fill = isTarget ? "@bad" : first === 0 ? "@good" : isFolded ? "@glow" : "@node";
  const circle = shape("circle", { cx: node.x, cy: node.y, r: isFolded ? RADIUS + 4 : RADIUS, fill, stroke: "@line" });
  const title = shape("title", {}, `${name}: ${Number(chance.toPrecision(4))} to the target`);
  const changed = isFolded ? `${node.states.length}` : fitting(label(values, states[0]!.values), ACROSS - 10, 9);
  const text = words(node.x - 30, node.y + RADIUS + 3, changed, { "font-size": 9, fill: "@soft" });
  return group({ "data-component": isFolded ? node.component : undefined }, [title, circle, text]);
}

/** What differs from the start. */
function label(values: ProbabilisticEvidence["states"][number]["values"], start: typeof values): string {
  const changed = values.flatMap(({ name, text }, at) => (start[at]?.text === text ? [] : [`${name}=${text}`]));
  return changed.length === 0 ? "start" : changed.join(" ");
}
