// A small state space in layers, the start on the left: states in the colour of the order in which they were explored,
// the way to the target marked.

import type { SeenSpace } from "../insight/index.ts";
import { heatColour } from "./palette.ts";
import { group, type Picture, type Shape, shape, words } from "./shape.ts";

export interface SpaceOptions {
  /** Only what was explored by then. */
  readonly until?: number;
  /** States on the way to the target. */
  readonly path?: ReadonlySet<number>;
  readonly target?: number;
  readonly selected?: number;
  /** What a state is called. */
  nameOf(locations: readonly number[]): string;
}

const COLUMN = 46;
const ROW = 17;

export function drawStateSpace({ states, spec }: SeenSpace, options: SpaceOptions): Picture {
  const { until = Number.POSITIVE_INFINITY, path, target, selected } = options;
  const layers = new Map<number, number[]>();
  const at = new Map<number, { x: number; y: number }>();
  // Children stand near their parents: layer by layer, in the order of the parents' places.
  const byDepth = [...states].sort(
    (a, b) => a.depth - b.depth || (at.get(a.parent)?.y ?? 0) - (at.get(b.parent)?.y ?? 0),
  );
  for (const { id, depth } of byDepth) {
    const layer = layers.get(depth) ?? [];
    layer.push(id);
    layers.set(depth, layer);
  }
  const tallest = Math.max(1, ...[...layers.values()].map((layer) => layer.length));
  const known = new Map(states.map((state) => [state.id, state]));
  for (const [depth, layer] of [...layers].sort(([a], [b]) => a - b)) {
    layer.sort((a, b) => (at.get(known.get(a)!.parent)?.y ?? 0) - (at.get(known.get(b)!.parent)?.y ?? 0) || a - b);
    const gap = (tallest * ROW) / layer.length;
    for (const [index, id] of layer.entries()) at.set(id, { x: 24 + depth * COLUMN, y: 20 + (index + 0.5) * gap });
  }
  const last = Math.max(1, ...states.map(({ order }) => order ?? 0));
  const edges: Shape[] = [];
  const nodes: Shape[] = [];
  for (const { id, parent, order, locations } of states) {
    const parentOrder = known.get(parent)?.order ?? 0;
    if (parent >= 0 && parentOrder > until) continue;
    const { x, y } = at.get(id)!;
    const from = at.get(parent);
    const isOnPath = path?.has(id) === true;
    if (from !== undefined) {
      const middle = (from.x + x) / 2;
      const d = `M${from.x} ${from.y}C${middle} ${from.y} ${middle} ${y} ${x} ${y}`;
      const marked = isOnPath && path?.has(parent) === true;
      edges.push(
        shape("path", { d, fill: "none", stroke: marked ? "@accent" : "@faint", "stroke-width": marked ? 2.6 : 1.2 }),
      );
    }
    const wasExplored = order !== undefined && order <= until;
    const isTarget = id === target;
    const about = `${options.nameOf(locations)}${order === undefined ? ", not explored" : `, explored as number ${order + 1}`}${isTarget ? ", the target" : ""}`;
    nodes.push(
      group(
        { "data-state": id, "aria-label": about, role: "button", tabindex: isOnPath || parent < 0 ? 0 : undefined },
        [
          shape("title", {}, about),
          shape("circle", {
            cx: x,
            cy: y,
            r: isTarget ? 8 : id === selected ? 7 : 5.5,
            fill: wasExplored ? heatColour(1 - order / last) : "@paper",
            stroke: isTarget || isOnPath || id === selected ? "@accent" : "@line",
            "stroke-width": isTarget || id === selected ? 3 : isOnPath ? 2 : 1,
          }),
        ],
      ),
    );
  }
  const deepest = Math.max(0, ...layers.keys());
  const width = Math.max(420, 60 + deepest * COLUMN);
  const height = 50 + tallest * ROW;
  const key = words(12, height - 16, "pale: explored early · bright: explored late · hollow: met, not explored", {
    fill: "@soft",
    "font-size": 11,
  });
  return {
    title: `${states.length} states seen by ${spec}`,
    box: { x: 0, y: 0, width, height },
    shapes: [...edges, ...nodes, key],
  };
}
