// The tree of tables that an abstraction by merging leaves behind: each state of a component is a leaf, each
// composition a table of classes, and the roots tell distances. Between one look-up and the next most leaves are the
// same, so only the tables above changed ones are asked again.

import type { DiscreteView } from "../../engine/engine.ts";
import { type FactoredComponent, NOT_FOLLOWED } from "../factored/factored-system.ts";

/** −1 in tables: the target cannot be reached from there, or it does not occur. */
interface Table {
  readonly left: number;
  /** −1: a table of one argument. */
  readonly right: number;
  readonly width: number;
  readonly entries: Int32Array;
}

export interface TreeRoot {
  readonly node: number;
  readonly distances: Int32Array;
}

export class LookUp {
  private readonly components: readonly FactoredComponent[];
  /** Nodes: the components first, then a table each. */
  private readonly tables: Table[] = [];
  private readonly parents: number[];
  private roots: readonly TreeRoot[] = [];
  private values = new Int32Array(0);
  private readonly dirty: boolean[] = [];
  /** The observer's step, which the network does not take. */
  private readonly extra: number;

  constructor(components: readonly FactoredComponent[], observed: boolean) {
    this.components = components;
    this.parents = components.map(() => -1);
    this.extra = observed ? 1 : 0;
  }

  /** The node whose value the table yields for those of one or two others. */
  add(left: number, right: number, width: number, entries: Int32Array): number {
    const node = this.parents.length;
    this.parents.push(-1);
    this.parents[left] = node;
    if (right >= 0) this.parents[right] = node;
    this.tables.push({ left, right, width, entries });
    return node;
  }

  /** What a node yields is put into classes; the node where they are found. */
  map(node: number, classes: Int32Array): number {
    const table = this.tables[node - this.components.length];
    if (table === undefined) return this.add(node, -1, 1, classes);
    const { entries } = table;
    for (let at = 0; at < entries.length; at++) if (entries[at]! >= 0) entries[at] = classes[entries[at]!]!;
    return node;
  }

  finish(roots: readonly TreeRoot[]): void {
    this.roots = roots;
    this.values = new Int32Array(this.parents.length).fill(-2);
  }

  get bytes(): number {
    return (
      this.tables.reduce((sum, { entries }) => sum + 4 * entries.length, 0) +
      this.roots.reduce((sum, { distances }) => sum + 4 * distances.length, 0)
    );
  }

  /** Infinity: no way. A value that was never expected tells nothing. */
  estimate(state: DiscreteView): number {
    const { values, dirty, parents, components, tables } = this;
    for (let at = 0; at < components.length; at++) {
      const value = components[at]!.stateIn(state);
      if (value === NOT_FOLLOWED) {
        values.fill(-2);
        return 0;
      }
      if (value === values[at]) continue;
      values[at] = value;
      if (parents[at]! >= 0) dirty[parents[at]!] = true;
    }
    for (let at = 0, node = components.length; at < tables.length; at++, node++) {
      if (dirty[node] !== true) continue;
      dirty[node] = false;
      const { left, right, width, entries } = tables[at]!;
      const a = values[left]!;
      const b = right < 0 ? 0 : values[right]!;
      const value = a < 0 || b < 0 ? -1 : entries[a * width + b]!;
      if (value === values[node]) continue;
      values[node] = value;
      if (parents[node]! >= 0) dirty[parents[node]!] = true;
    }
    let most = 0;
    for (let at = 0; at < this.roots.length; at++) {
      const { node, distances } = this.roots[at]!;
      const value = values[node]!;
      const distance = value < 0 ? -1 : distances[value]!;
      if (distance < 0) return Number.POSITIVE_INFINITY;
      if (distance > most) most = distance;
    }
    return Math.max(0, most - this.extra);
  }
}
