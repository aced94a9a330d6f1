// The way to a node of a search that keeps a tree of its own: the ordinals from the initial state on.

import type { Engine, StateId } from "../../engine/engine.ts";
import { reachedIn } from "../reached.ts";
import type { Found } from "../search.ts";

interface TreeNode {
  readonly parent: TreeNode | undefined;
  readonly ordinal: number;
}

export function trailTo(node: TreeNode | undefined): readonly number[] {
  const ordinals: number[] = [];
  for (let at = node; at?.parent !== undefined; at = at.parent) ordinals.push(at.ordinal);
  return ordinals.reverse();
}

/** Undefined where there is no target yet. */
export function foundAt(
  engine: Engine,
  state: StateId | undefined,
  node: TreeNode | undefined,
  cost: string | undefined,
): Found | undefined {
  if (state === undefined) return undefined;
  const trail = trailTo(node);
  return { ...reachedIn(engine, state, trail), length: trail.length - 1, cost };
}
