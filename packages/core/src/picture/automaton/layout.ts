// Places for automata that have none: layers by Sugiyama's method (dagre), with room reserved for every label. Loops are
// fanned out around their location, where no other edge and no name is.

import { Graph, layout } from "@dagrejs/dagre";
import type { AutomatonPlan, PlannedEdge, PlannedLabel, PlannedNode } from "./automaton-plan.ts";
import { LINE_HEIGHT, LOCATION_RADIUS, sizeOfText } from "./automaton-plan.ts";

interface Placed {
  readonly x: number;
  readonly y: number;
}

/** Beyond this many parts the layers take too long; the circle of `xml/drawing.ts` is not better, a grid is. */
const MOST_PARTS = 1500;

export function layOut(plan: AutomatonPlan): AutomatonPlan {
  if (plan.nodes.length + plan.edges.length > MOST_PARTS) return onGrid(plan);
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: 46, ranksep: 44, edgesep: 26, marginx: 10, marginy: 10 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const [index, node] of plan.nodes.entries()) {
    const { width } = blockOf([node.name, ...node.labels.map(({ text }) => text)]);
    const side = node.kind === "location" ? 2 * LOCATION_RADIUS : 10;
    // The texts of a location stand to its right; the box is symmetrical, so that edges meet the circle.
    const around = roomOfLoops(plan, index);
    graph.setNode(String(index), {
      width: Math.max(side + (width === 0 ? 0 : 2 * (width + 8)), around.width),
      height: Math.max(side + 10, around.height),
    });
  }
  for (const [index, edge] of plan.edges.entries()) {
    if (edge.source === edge.target) continue;
    const { width, height } = blockOf(edge.labels.map(({ text }) => text));
    const label = { width: width === 0 ? 0 : width + 14, height, labelpos: "r", minlen: 1 };
    graph.setEdge(String(edge.source), String(edge.target), label, String(index));
  }
  layout(graph);
  const nodes = plan.nodes.map((node, index) => placeNode(node, graph.node(String(index)) as Placed));
  const edges = plan.edges.map((edge, index): PlannedEdge => {
    if (edge.source === edge.target) return edge;
    const routed = graph.edge({ v: String(edge.source), w: String(edge.target), name: String(index) }) as {
      points?: readonly Placed[];
      x?: number;
      y?: number;
      width?: number;
    };
    const nails = (routed.points ?? []).slice(1, -1).map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
    const { height } = blockOf(edge.labels.map(({ text }) => text));
    const corner = {
      x: Math.round((routed.x ?? 0) - (routed.width ?? 0) / 2 + 8),
      y: Math.round((routed.y ?? 0) - height / 2),
    };
    return { ...edge, nails: straightened(nails), labels: column(edge.labels, corner) };
  });
  return fanned({ ...plan, nodes, edges });
}

/** How far a loop reaches from the middle of its location, and half its angle. */
const LOOP_REACH = 58;
const LOOP_ANGLE = 0.3;

function loopsOf({ edges }: AutomatonPlan, node: number): number[] {
  return [...edges.keys()].filter((index) => edges[index]!.source === node && edges[index]!.target === node);
}

/** Loops of very many edges stand farther out, so that their labels have room. */
function reachOfLoops(count: number): number {
  return LOOP_REACH + 9 * Math.max(0, count - 3);
}

function roomOfLoops(plan: AutomatonPlan, node: number): { width: number; height: number } {
  const loops = loopsOf(plan, node);
  if (loops.length === 0) return { width: 0, height: 0 };
  const sizes = loops.map((index) => blockOf(plan.edges[index]!.labels.map(({ text }) => text)));
  const reach = reachOfLoops(loops.length);
  return {
    width: 2 * (reach + Math.max(...sizes.map(({ width }) => width))),
    height: 2 * (reach + Math.max(...sizes.map(({ height }) => height))),
  };
}

/** Spreads the loops of every location over the widest angle between its other edges and its name. */
function fanned(plan: AutomatonPlan): AutomatonPlan {
  const edges = [...plan.edges];
  for (const [node, { at }] of plan.nodes.entries()) {
    const loops = loopsOf(plan, node);
    if (loops.length === 0) continue;
    const gap = widestGap([...directionsAt(plan, node), 0]);
    const reach = reachOfLoops(loops.length);
    for (const [k, index] of loops.entries()) {
      const angle = gap.from + (gap.width * (k + 1)) / (loops.length + 1);
      const edge = edges[index]!;
      const point = (by: number, distance: number) => ({
        x: Math.round(at.x + distance * Math.cos(by)),
        y: Math.round(at.y + distance * Math.sin(by)),
      });
      const tip = point(angle, reach);
      const { width, height } = blockOf(edge.labels.map(({ text }) => text));
      const corner = {
        x: Math.round(tip.x + (Math.cos(angle) * (width + 8)) / 2 - width / 2),
        y: Math.round(tip.y + (Math.sin(angle) * (height + 8)) / 2 - height / 2),
      };
      const nails = [point(angle - LOOP_ANGLE, reach), point(angle + LOOP_ANGLE, reach)];
      edges[index] = { ...edge, nails, labels: column(edge.labels, corner) };
    }
  }
  return { ...plan, edges };
}

/** Where the other edges of a location leave it or arrive. */
function directionsAt({ nodes, edges }: AutomatonPlan, node: number): number[] {
  const { at } = nodes[node]!;
  return edges.flatMap(({ source, target, nails }) => {
    if (source === target || (source !== node && target !== node)) return [];
    const next = source === node ? (nails[0] ?? nodes[target]!.at) : (nails[nails.length - 1] ?? nodes[source]!.at);
    return [Math.atan2(next.y - at.y, next.x - at.x)];
  });
}

function widestGap(angles: readonly number[]): { from: number; width: number } {
  const sorted = [...angles].sort((a, b) => a - b);
  let widest = { from: 0, width: 0 };
  for (const [i, from] of sorted.entries()) {
    const width = (sorted[i + 1] ?? sorted[0]! + 2 * Math.PI) - from;
    if (width > widest.width) widest = { from, width };
  }
  return widest;
}

function onGrid(plan: AutomatonPlan): AutomatonPlan {
  const columns = Math.ceil(Math.sqrt(plan.nodes.length));
  const nodes = plan.nodes.map((node, i) =>
    placeNode(node, { x: (i % columns) * 180, y: Math.floor(i / columns) * 120 }),
  );
  return { ...plan, nodes };
}

function placeNode(node: PlannedNode, { x, y }: Placed): PlannedNode {
  const at = { x: Math.round(x), y: Math.round(y) };
  const { height } = blockOf([node.name, ...node.labels.map(({ text }) => text)]);
  const corner = { x: at.x + LOCATION_RADIUS + 6, y: at.y - Math.round(height / 2) };
  const labels = column(node.labels, { x: corner.x, y: corner.y + (node.name === "" ? 0 : LINE_HEIGHT) });
  return { ...node, at, nameAt: corner, labels };
}

function column(labels: readonly PlannedLabel[], corner: Placed): PlannedLabel[] {
  let y = corner.y;
  return labels.map((label) => {
    const at = { x: corner.x, y };
    y += sizeOfText(label.text).height;
    return { ...label, at };
  });
}

function blockOf(texts: readonly string[]): { width: number; height: number } {
  const sizes = texts.filter((text) => text !== "").map(sizeOfText);
  return {
    width: Math.max(0, ...sizes.map(({ width }) => width)),
    height: sizes.reduce((sum, { height }) => sum + height, 0),
  };
}

/** Bends that bend next to nothing are left out. */
function straightened(nails: readonly Placed[]): Placed[] {
  return nails.filter((nail, i) => {
    const [before, after] = [nails[i - 1], nails[i + 1]];
    if (before === undefined || after === undefined) return true;
    const cross = (nail.x - before.x) * (after.y - before.y) - (nail.y - before.y) * (after.x - before.x);
    return Math.abs(cross) / Math.max(1, Math.hypot(after.x - before.x, after.y - before.y)) > 6;
  });
}
