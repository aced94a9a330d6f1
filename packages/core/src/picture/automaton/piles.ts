// Labels that stand on each other: generated files put hundreds of them in one place, where nobody can read any. Of
// such a pile one is drawn, with the number of the others.

import type { CanvasPoint } from "../../lang/uppaal/document.ts";
import {
  type AutomatonPlan,
  isShown,
  LINE_HEIGHT,
  type PlannedLabel,
  type PlannedNode,
} from "../../layout/automaton-plan.ts";
import { widthOf } from "../shape.ts";

export interface Pile {
  /** The one that is drawn. */
  readonly top: Written;
  readonly at: CanvasPoint;
  readonly width: number;
  size: number;
}

type Written = PlannedLabel | PlannedNode;
export type Piles = ReadonlyMap<Written, Pile>;

/** Two or three on each other can still be told apart. */
const FEW = 3;
const EMPTY: Piles = new Map();

/** What is in a pile of many; `first` come to lie on top, where they are in one. */
export function pilesOf({ nodes, edges }: AutomatonPlan, first: { node: number; edges: readonly number[] }): Piles {
  const piles: Pile[] = [];
  const of = new Map<Written, Pile>();
  const put = (written: Written, at: CanvasPoint, text: string): void => {
    if (text === "" || of.has(written)) return;
    const width = widthOf(text);
    const known = piles.find((pile) => isOn(pile, at, width));
    const pile = known ?? { top: written, at, width, size: 0 };
    if (known === undefined) piles.push(pile);
    pile.size++;
    of.set(written, pile);
  };
  const putLabels = (labels: readonly PlannedLabel[]): void => {
    for (const label of labels.filter(isShown)) put(label, label.at, label.text);
  };
  const putNode = (node: PlannedNode | undefined): void => {
    if (node === undefined) return;
    put(node, node.nameAt, node.name);
    putLabels(node.labels);
  };
  for (const edge of first.edges) putLabels(edges[edge]?.labels ?? []);
  putNode(nodes[first.node]);
  for (const node of nodes) putNode(node);
  for (const { labels } of edges) putLabels(labels);
  return piles.some(isPile) ? of : EMPTY;
}

export function isPile({ size }: Pile): boolean {
  return size > FEW;
}

/** Begins within half a line, and covers half of what is shorter. */
function isOn(pile: Pile, at: CanvasPoint, width: number): boolean {
  if (Math.abs(pile.at.y - at.y) >= LINE_HEIGHT / 2) return false;
  const shared = Math.min(pile.at.x + pile.width, at.x + width) - Math.max(pile.at.x, at.x);
  return shared > Math.min(pile.width, width) / 2;
}
