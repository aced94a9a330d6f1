// Places for automata that have none: layers by Sugiyama's method (dagre), with room reserved for every label. Loops
// are fanned out around their location, where no other edge and no name is.

import { Graph, layout } from "@dagrejs/dagre";
import { Prng } from "../basics/prng.ts";
import type { AutomatonPlan, PlannedEdge, PlannedLabel, PlannedNode } from "./automaton-plan.ts";
import { isShown, LINE_HEIGHT, LOCATION_RADIUS, sizeOfText } from "./automaton-plan.ts";
import { passes, tanglesOf } from "./tangles.ts";

interface Placed {
  readonly x: number;
  readonly y: number;
}

/** Beyond this many parts the layers take too long; the circle of `xml/circle.ts` is not better, a grid is. */
const MOST_PARTS = 1500;

/** How often the room for loops may be corrected, once it is known where other edges meet their locations. */
const MOST_PASSES = 4;

/** In so many orders locations and edges are handed over, the first as they stand in the file (decision 20). */
const ORDERS = 8;

/** Of larger automata there is one try: they take long. */
const MOST_PARTS_OF_TRIES = 200;

/** Of several orders the one whose lines are least tangled; the first that has no tangle. */
export function layOut(plan: AutomatonPlan): AutomatonPlan {
  const parts = plan.nodes.length + plan.edges.length;
  if (parts > MOST_PARTS) return onGrid(plan);
  let best: AutomatonPlan | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (let order = 0; order < ORDERS && fewest > 0; order++) {
    const other = layOutFrom(order, plan);
    if (other === undefined) continue;
    if (parts > MOST_PARTS_OF_TRIES) return other;
    const tangles = tanglesOf(other);
    if (tangles < fewest) [best, fewest] = [other, tangles];
  }
  return best ?? onGrid(plan);
}

/** Undefined where there are no layers in this order. */
function layOutFrom(order: number, plan: AutomatonPlan): AutomatonPlan | undefined {
  const reserved = plan.nodes.map((_, node) => reachOfLoops(sizesOfLoops(plan, node), USUAL_GAP));
  for (let pass = 1; ; pass++) {
    const placed = inLayers(plan, reserved, order);
    if (placed === undefined) return undefined;
    const wanted = plan.nodes.map((_, node) => reachOfLoops(sizesOfLoops(plan, node), gapAt(placed, node)));
    if (pass === MOST_PASSES || wanted.every((reach, node) => reach <= reserved[node]!)) return fanned(placed);
    for (const [node, reach] of wanted.entries()) reserved[node] = Math.max(reserved[node]!, reach);
  }
}

/** `reserved`: how far the loops of each location may reach. */
function inLayers(plan: AutomatonPlan, reserved: readonly number[], order: number): AutomatonPlan | undefined {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: 46, ranksep: 44, edgesep: 26, marginx: 10, marginy: 10 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const [index, node] of inOrder(plan.nodes, order)) {
    const { width, height } = textsOf(node);
    const side = node.kind === "location" ? 2 * LOCATION_RADIUS : 10;
    // The texts of a location stand to its right; the box is symmetrical, so that edges meet the circle.
    const around = roomOfLoops(sizesOfLoops(plan, index), reserved[index]!);
    graph.setNode(keyOf(index), {
      width: Math.max(side + (width === 0 ? 0 : 2 * (width + 8)), around.width),
      height: Math.max(side + 10, height + 6, around.height),
    });
  }
  for (const [index, edge] of inOrder(plan.edges, order)) {
    if (edge.source === edge.target) continue;
    const { width, height } = labelsOf(edge);
    const label = { width: width === 0 ? 0 : width + 14, height, labelpos: "r", minlen: 1 };
    graph.setEdge(keyOf(edge.source), keyOf(edge.target), label, String(index));
  }
  if (!isLaidOut(graph)) return undefined;
  const nodes = plan.nodes.map((node, index) => placeNode(node, graph.node(keyOf(index)) as Placed));
  const edges = plan.edges.map((edge, index): PlannedEdge => {
    if (edge.source === edge.target) return edge;
    const routed = graph.edge({ v: keyOf(edge.source), w: keyOf(edge.target), name: String(index) }) as {
      points?: readonly Placed[];
      x?: number;
      y?: number;
      width?: number;
    };
    const nails = (routed.points ?? []).slice(1, -1).map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
    const { height } = labelsOf(edge);
    const corner = {
      x: Math.round((routed.x ?? 0) - (routed.width ?? 0) / 2 + 8),
      y: Math.round((routed.y ?? 0) - height / 2),
    };
    const [source, target] = [nodes[edge.source]!, nodes[edge.target]!];
    const bends = besideLabels(straightened(nails), [source.at, target.at], { ...corner, ...labelsOf(edge) });
    const leaving = aroundTexts(source, bends[0] ?? target.at);
    const arriving = aroundTexts(target, bends[bends.length - 1] ?? source.at);
    return { ...edge, nails: [...leaving, ...bends, ...arriving], labels: column(edge.labels, corner) };
  });
  return { ...plan, nodes, edges };
}

/** Where a bend lies in the very middle of a location, dagre throws: it asks in which direction the line leaves. */
function isLaidOut(graph: Graph): boolean {
  try {
    layout(graph);
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.includes("find intersection")) return false;
    throw error;
  }
}

/** No number: the keys of objects that are numbers come in the order of numbers. */
const keyOf = (node: number): string => `n${node}`;

/** Entries in an order of their own for every number, the same each time. */
function inOrder<T>(list: readonly T[], order: number): [number, T][] {
  const indices = [...list.keys()];
  if (order > 0) new Prng(order).shuffle(indices);
  return indices.map((index) => [index, list[index]!]);
}

/** Where a line would cut through its own labels on their right, it goes straight along them. */
function besideLabels(bends: readonly Placed[], [from, to]: readonly [Placed, Placed], box: Placed & Size): Placed[] {
  const points = [from, ...bends, to];
  const isCut = points.slice(1).some((point, i) => passes({ from: points[i]!, to: point }, box));
  if (!isCut || bends.length === 0) return [...bends];
  const [top, bottom] = [box.y - 2, box.y + box.height + 2];
  const along = [top, bottom].map((y) => ({ x: box.x - 8, y: Math.round(y) }));
  const isUp = from.y > to.y;
  const before = bends.filter(({ y }) => (isUp ? y > bottom : y < top));
  const after = bends.filter(({ y }) => (isUp ? y < top : y > bottom));
  return [...before, ...(isUp ? along.reverse() : along), ...after];
}

/** Where a line from a location would cross what is written beside it, it goes straight up or down first. */
function aroundTexts(node: PlannedNode, next: Placed): readonly Placed[] {
  const { at, nameAt } = node;
  const { width, height } = textsOf(node);
  const [dx, dy] = [next.x - at.x, next.y - at.y];
  if (width === 0 || dx <= 0 || dy === 0) return [];
  const slope = Math.abs(dy / dx);
  // As high as the line is where the texts begin: above or below all of them it is free.
  if (slope * (nameAt.x - at.x) >= height / 2) return [];
  return [{ x: at.x, y: Math.round(at.y + Math.sign(dy) * (Math.max(height / 2, LOCATION_RADIUS) + 6)) }];
}

/** How far a loop reaches from the middle of its location, and half its angle. */
const LOOP_REACH = 58;
const LOOP_ANGLE = 0.3;

function loopsOf({ edges }: AutomatonPlan, node: number): number[] {
  return [...edges.keys()].filter((index) => edges[index]!.source === node && edges[index]!.target === node);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** An angle of the compass, and how much of it is free. */
interface Gap {
  readonly from: number;
  readonly width: number;
}

/** Where the labels of a loop begin whose middle points there, seen from its location. */
function cornerOfLabels(angle: number, reach: number, { width, height }: Size): Placed {
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  // All of the block lies beyond the loop's far end.
  const middle = reach + 4 + (Math.abs(x) * width + Math.abs(y) * height) / 2;
  return { x: x * middle - width / 2, y: y * middle - height / 2 };
}

const angleOf = ({ from, width }: Gap, k: number, count: number): number => from + (width * (k + 1)) / (count + 1);

/** Many loops stand farther out, until no label lies on another. */
function reachOfLoops(sizes: readonly Size[], gap: Gap): number {
  for (let reach = LOOP_REACH; ; reach += 14) {
    const boxes = sizes.map((size, k) => ({ ...cornerOfLabels(angleOf(gap, k, sizes.length), reach, size), ...size }));
    const isFree = boxes.every((a, i) => boxes.every((b, j) => j <= i || !overlap(a, b)));
    if (isFree || reach > MOST_REACH) return reach;
  }
}

const MOST_REACH = 600;

function overlap(a: Placed & Size, b: Placed & Size): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Before anything has a place: as if edges came from above and went below, and the name stood on the right. */
const USUAL_GAP: Gap = { from: Math.PI / 2, width: Math.PI };

function sizesOfLoops(plan: AutomatonPlan, node: number): readonly Size[] {
  return loopsOf(plan, node).map((index) => labelsOf(plan.edges[index]!));
}

function roomOfLoops(sizes: readonly Size[], reach: number): Size {
  if (sizes.length === 0) return { width: 0, height: 0 };
  return {
    width: 2 * (reach + 12 + Math.max(...sizes.map(({ width }) => width))),
    height: 2 * (reach + 12 + Math.max(...sizes.map(({ width, height }) => height + width / 8))),
  };
}

/** Spreads the loops of every location over the widest angle that is free. */
function fanned(plan: AutomatonPlan): AutomatonPlan {
  const edges = [...plan.edges];
  for (const [node, { at }] of plan.nodes.entries()) {
    const loops = loopsOf(plan, node);
    if (loops.length === 0) continue;
    const gap = gapAt(plan, node);
    const sizes = sizesOfLoops(plan, node);
    const reach = reachOfLoops(sizes, gap);
    // Neighbours do not cross.
    const half = Math.min(LOOP_ANGLE, (0.4 * gap.width) / (loops.length + 1));
    for (const [k, index] of loops.entries()) {
      const angle = angleOf(gap, k, loops.length);
      const edge = edges[index]!;
      const point = (by: number, distance: number) => ({
        x: Math.round(at.x + distance * Math.cos(by)),
        y: Math.round(at.y + distance * Math.sin(by)),
      });
      const { x, y } = cornerOfLabels(angle, reach, sizes[k]!);
      const corner = { x: Math.round(at.x + x), y: Math.round(at.y + y) };
      const nails = [point(angle - half, reach), point(angle + half, reach)];
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

/** The widest angle between the other edges of a location and its name, which stands on the right. */
function gapAt(plan: AutomatonPlan, node: number): Gap {
  return widestGap([...directionsAt(plan, node), 0]);
}

function widestGap(angles: readonly number[]): Gap {
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
  const { height } = textsOf(node);
  const corner = { x: at.x + LOCATION_RADIUS + 6, y: at.y - Math.round(height / 2) };
  const labels = column(node.labels, { x: corner.x, y: corner.y + (node.name === "" ? 0 : LINE_HEIGHT) });
  return { ...node, at, nameAt: corner, labels };
}

function column(labels: readonly PlannedLabel[], corner: Placed): PlannedLabel[] {
  let y = corner.y;
  return labels.map((label) => {
    const at = { x: corner.x, y };
    // What is not drawn needs no room.
    if (isShown(label)) y += sizeOfText(label.text).height;
    return { ...label, at };
  });
}

/** The name of a location, and below it what is written there. */
function textsOf({ name, labels }: PlannedNode): Size {
  return blockOf([name, ...labels.filter(isShown).map(({ text }) => text)]);
}

function labelsOf({ labels }: PlannedEdge): Size {
  return blockOf(labels.filter(isShown).map(({ text }) => text));
}

function blockOf(texts: readonly string[]): Size {
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
