// What one does with parts of a drawing: several are moved, aligned, laid out again, copied and pasted. Pure functions
// from a plan to the places that its parts have afterwards.

import type { AutomatonPlan, Parts, PlaceInFile } from "@tracehound/core";

type Point = AutomatonPlan["nodes"][number]["at"];

/** Steps of the grid that parts snap to. */
export const GRID = 8;

export const snapped = (value: number): number => Math.round(value / GRID) * GRID;

/** What is selected: numbers of nodes and edges. */
export interface Selection {
  readonly nodes: ReadonlySet<number>;
  readonly edges: ReadonlySet<number>;
}

export const NOTHING: Selection = { nodes: new Set(), edges: new Set() };

export function toggled(selection: Selection, kind: "node" | "edge", index: number): Selection {
  const key = kind === "node" ? "nodes" : "edges";
  const changed = new Set(selection[key]);
  if (!changed.delete(index)) changed.add(index);
  return { ...selection, [key]: changed };
}

export function everything({ nodes, edges }: AutomatonPlan): Selection {
  return { nodes: new Set(nodes.keys()), edges: new Set(edges.keys()) };
}

/** Nodes inside a box, with the edges between them. */
export function inside(plan: AutomatonPlan, from: Point, to: Point): Selection {
  const isIn = ({ x, y }: Point): boolean =>
    x >= Math.min(from.x, to.x) &&
    x <= Math.max(from.x, to.x) &&
    y >= Math.min(from.y, to.y) &&
    y <= Math.max(from.y, to.y);
  const nodes = new Set([...plan.nodes.keys()].filter((index) => isIn(plan.nodes[index]!.at)));
  return { nodes, edges: edgesAmong(plan, nodes) };
}

function edgesAmong({ edges }: AutomatonPlan, nodes: ReadonlySet<number>): Set<number> {
  return new Set(
    [...edges.keys()].filter((index) => nodes.has(edges[index]!.source) && nodes.has(edges[index]!.target)),
  );
}

/** The plan with some nodes elsewhere; edges between nodes that move alike move with them. */
export function moved(plan: AutomatonPlan, by: ReadonlyMap<number, Point>): AutomatonPlan {
  const add = (at: Point, { x, y }: Point): Point => ({ x: at.x + x, y: at.y + y });
  const nodes = plan.nodes.map((node, index) => {
    const far = by.get(index);
    if (far === undefined) return node;
    const labels = node.labels.map((label) => ({ ...label, at: add(label.at, far) }));
    return { ...node, at: add(node.at, far), nameAt: add(node.nameAt, far), labels };
  });
  const edges = plan.edges.map((edge) => {
    const [a, b] = [by.get(edge.source), by.get(edge.target)];
    if (a === undefined || b === undefined || a.x !== b.x || a.y !== b.y) return edge;
    const labels = edge.labels.map((label) => ({ ...label, at: add(label.at, a) }));
    return { ...edge, nails: edge.nails.map((nail) => add(nail, a)), labels };
  });
  return { ...plan, nodes, edges };
}

export function movedAlike(plan: AutomatonPlan, nodes: ReadonlySet<number>, by: Point): AutomatonPlan {
  return moved(plan, new Map([...nodes].map((node) => [node, by])));
}

/** In a row or in a column, where most of them are already: on the middle one. */
export function aligned(plan: AutomatonPlan, nodes: ReadonlySet<number>, how: "row" | "column"): AutomatonPlan {
  const axis = how === "row" ? "y" : "x";
  const values = [...nodes].map((node) => plan.nodes[node]!.at[axis]).sort((a, b) => a - b);
  const middle = values[Math.floor(values.length / 2)] ?? 0;
  const by = [...nodes].map((node) => [node, { x: 0, y: 0, [axis]: middle - plan.nodes[node]!.at[axis] }] as const);
  return moved(plan, new Map(by));
}

/** What stands elsewhere in the second plan, as edits. */
export function placesBetween(before: AutomatonPlan, after: AutomatonPlan): PlaceInFile[] {
  const places: PlaceInFile[] = [];
  const put = (path: string | undefined, from: Point, to: Point): void => {
    if (path !== undefined && (from.x !== to.x || from.y !== to.y)) places.push({ path, at: to });
  };
  for (const [index, node] of before.nodes.entries()) {
    const now = after.nodes[index]!;
    put(node.path, node.at, now.at);
    put(node.path === undefined ? undefined : `${node.path}/name`, node.nameAt, now.nameAt);
    for (const [k, label] of node.labels.entries()) put(label.path, label.at, now.labels[k]!.at);
  }
  for (const [index, edge] of before.edges.entries()) {
    const now = after.edges[index]!;
    for (const [k, label] of edge.labels.entries()) put(label.path, label.at, now.labels[k]!.at);
    const isBent = JSON.stringify(edge.nails) !== JSON.stringify(now.nails);
    if (edge.path !== undefined && isBent) places.push({ path: edge.path, nails: now.nails });
  }
  return places;
}

/** The selected nodes and the edges between them, numbered anew. */
export function partsOf(plan: AutomatonPlan, { nodes }: Selection): Parts {
  const chosen = [...nodes].sort((a, b) => a - b);
  const number = new Map(chosen.map((node, index) => [node, index]));
  return {
    nodes: chosen.map((node) => plan.nodes[node]!),
    edges: [...edgesAmong(plan, nodes)].map((index) => {
      const edge = plan.edges[index]!;
      return { ...edge, source: number.get(edge.source)!, target: number.get(edge.target)! };
    }),
  };
}

/** A plan of some parts alone. */
export function planOf({ nodes, edges }: Parts): AutomatonPlan {
  return { name: "", parameters: "", placed: true, nodes: nodes.map((node) => ({ ...node, initial: false })), edges };
}

/** Parts somewhere else, with names that nobody has yet. */
export function renamedAndMoved(parts: Parts, plan: AutomatonPlan, by: Point): Parts {
  const taken = new Set(plan.nodes.map(({ name }) => name));
  const fresh = (name: string): string => {
    if (name === "" || !taken.has(name)) return name;
    const stem = name.replace(/_?\d+$/, "");
    let count = 2;
    while (taken.has(`${stem}_${count}`)) count++;
    return `${stem}_${count}`;
  };
  const all = new Set(parts.nodes.keys());
  const { nodes, edges } = movedAlike(planOf(parts), all, by);
  return {
    nodes: nodes.map((node) => {
      const name = fresh(node.name);
      taken.add(name);
      return { ...node, name };
    }),
    edges,
  };
}

const MARK = "tracehound-parts";

/** As text, for the clipboard of all tabs. */
export function toClipboard(parts: Parts): string {
  return JSON.stringify({ [MARK]: parts });
}

export function isClipboard(text: string): boolean {
  return text.startsWith(`{"${MARK}"`);
}

/** Undefined where it is something else; whoever wrote it, only what we know of is taken from it. */
export function fromClipboard(text: string): Parts | undefined {
  if (!isClipboard(text)) return undefined;
  try {
    const { [MARK]: found } = JSON.parse(text) as { [MARK]: Parts };
    const point = ({ x, y }: Point): Point => ({ x: Number(x) || 0, y: Number(y) || 0 });
    const labels = (all: Parts["nodes"][number]["labels"]) =>
      all.map(({ kind, text: words, at }) => ({ kind: String(kind), text: String(words), at: point(at) }));
    const nodes = found.nodes.map((node) => ({
      kind: node.kind === "branchpoint" ? ("branchpoint" as const) : ("location" as const),
      name: String(node.name),
      at: point(node.at),
      nameAt: point(node.nameAt),
      urgent: node.urgent === true,
      committed: node.committed === true,
      labels: labels(node.labels),
      ...(typeof node.colour === "string" ? { colour: node.colour } : {}),
    }));
    const edges = found.edges
      .filter(({ source, target }) => nodes[source] !== undefined && nodes[target] !== undefined)
      .map((edge) => ({
        source: edge.source,
        target: edge.target,
        nails: edge.nails.map(point),
        controllable: edge.controllable !== false,
        labels: labels(edge.labels),
        ...(typeof edge.colour === "string" ? { colour: edge.colour } : {}),
      }));
    return { nodes, edges };
  } catch {
    return undefined;
  }
}
