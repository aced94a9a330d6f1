// A small state space in layers, the start on the left: states in the colour of the order in which they were explored,
// the way to the target marked.

import type { SeenSpace } from "../search-insight/index.ts";
import { heatColour } from "./palette.ts";
import { group, type Picture, type Shape, shape, words } from "./shape.ts";

export interface SpaceOptions {
  /** Only what was explored by then. */
  readonly until?: number;
  /** States on the way to the target. */
  readonly path?: ReadonlySet<number>;
  readonly target?: number;
  readonly selected?: number;
  /** Width by height of the place where it is shown. */
  readonly aspect?: number;
  /** Whether the colours are explained below; they are unless told otherwise. */
  readonly key?: boolean;
  /** What a state is called. */
  nameOf(locations: readonly number[]): string;
}

const DOT = 17;
const BETWEEN_LAYERS = 34;
const TOP = 26;

export function drawStateSpace({ states, spec }: SeenSpace, options: SpaceOptions): Picture {
  const { until = Number.POSITIVE_INFINITY, path, target, selected } = options;
  const known = new Map(states.map((state) => [state.id, state]));
  const layers: number[][] = [];
  for (const { id, depth } of states) {
    layers[depth] ??= [];
    layers[depth].push(id);
  }
  const rows = rowsFor(
    layers.map((layer) => layer.length),
    options.aspect ?? 2,
  );
  const at = new Map<number, { x: number; y: number }>();
  const depths: Shape[] = [];
  let left = 20;
  for (const [depth, layer] of layers.entries()) {
    // Children stand near their parents; a layer that is too tall gets several columns.
    const rank = (id: number): number => at.get(known.get(id)!.parent)?.y ?? 0;
    layer.sort((a, b) => rank(a) - rank(b) || a - b);
    const columns = Math.ceil(layer.length / rows);
    const used = Math.ceil(layer.length / columns);
    const gap = (rows * DOT) / used;
    for (const [index, id] of layer.entries()) {
      const y = TOP + (Math.floor(index / columns) + 0.5) * gap;
      at.set(id, { x: left + ((index % columns) + 0.5) * DOT, y });
    }
    const middle = left + (columns * DOT) / 2;
    depths.push(words(middle, 4, `${depth}`, { "text-anchor": "middle", fill: "@soft", "font-size": 11 }));
    left += columns * DOT + BETWEEN_LAYERS;
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
  const width = Math.max(460, left - BETWEEN_LAYERS + 20);
  const hasKey = options.key !== false;
  const height = TOP + rows * DOT + (hasKey ? 26 : 6);
  const key = words(
    12,
    height - 18,
    "columns: steps from the start · grey: explored early · orange: late · hollow: not explored",
    {
      fill: "@soft",
      "font-size": 11,
    },
  );
  return {
    title: `${states.length} states seen by ${spec}`,
    box: { x: 0, y: 0, width, height },
    shapes: [...depths, ...edges, ...nodes, ...(hasKey ? [key] : [])],
  };
}

/** How many rows make the picture about as wide, compared with its height, as wanted. */
function rowsFor(sizes: readonly number[], aspect: number): number {
  const widthWith = (rows: number): number =>
    sizes.reduce((sum, size) => sum + Math.ceil(size / rows) * DOT + BETWEEN_LAYERS, 0);
  let rows = 4;
  while (rows < Math.max(...sizes) && widthWith(rows) > aspect * (rows * DOT + TOP + 26)) rows++;
  return rows;
}
