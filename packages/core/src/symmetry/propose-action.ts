// What would have to be exchanged for two processes (or two values) to change places? Their edges are read side by
// side: where one names a cell, a clock, a channel or a value of a class, and the other another one, the two have to be
// exchanged; whatever follows from that elsewhere is noted, too. The first contradiction ends it. What comes out is a
// proposal.

import type { Formula, Network } from "../network/index.ts";
import { Action } from "./action.ts";
import { type ItemKind, type Pairing, type Reference, Shape } from "./pairing.ts";
import { everyItem, extent } from "./references.ts";
import { PLAIN, type ValueClasses } from "./value-classes.ts";

export type Seed =
  | { readonly kind: "processes"; readonly pair: readonly [number, number] }
  | { readonly kind: "values"; readonly of: number; readonly pair: readonly [number, number] };

/** In words, why there is none: the two contradict each other. */
export function proposeAction(network: Network, formula: Formula, classes: ValueClasses, seed: Seed): Action | string {
  let action = new Action();
  if (seed.kind === "values") action.bindValue(seed.of, ...seed.pair);
  else {
    const difference = pairProcesses(network, classes, action, ...seed.pair);
    if (difference !== undefined) return difference;
  }
  for (let before = -1; before !== action.bindings; ) {
    before = action.bindings;
    exchangeRows(network, classes, action);
    // Quantifiers of the question name processes by values of their own.
    new Shape(new Noting(network, classes, action)).formula(formula, formula);
    for (const r of network.processes.keys()) {
      const next = placeProcess(network, classes, action, r);
      if (next === undefined) return `${network.processes[r]!.name} tells them apart`;
      action = next;
    }
  }
  return action;
}

/** Where a process goes that nothing was said about yet: where it is, or else to the first that it can take turns with. */
function placeProcess(network: Network, classes: ValueClasses, action: Action, r: number): Action | undefined {
  if (action.isBound("process", r) && action.to("process", r) !== r) return action;
  const stays = new Action(action);
  if (pairProcesses(network, classes, stays, r, r) === undefined) return stays;
  const { template } = network.processes[r]!;
  for (const [other, process] of network.processes.entries()) {
    if (other === r || process.template !== template || action.isBound("process", other)) continue;
    const moves = new Action(action);
    if (pairProcesses(network, classes, moves, r, other) === undefined) return moves;
  }
  return undefined;
}

/** In words, what keeps two processes from changing places; undefined: all that goes with it was noted. */
function pairProcesses(
  network: Network,
  classes: ValueClasses,
  action: Action,
  p: number,
  q: number,
): string | undefined {
  const { processes, edges } = network;
  if (!action.bind("process", p, q)) return "one of them has to go elsewhere";
  // What stays where it is need not be noted: it may still have to move.
  const pairing = p === q ? new Staying(network, classes, action) : new Noting(network, classes, action);
  const shape = new Shape(pairing);
  return shape.process(processes[p]!, processes[q]!, edges) ? undefined : difference(network, p, q, shape);
}

/** Where two processes differ, in words. */
export function difference({ processes }: Network, p: number, q: number, { where }: Shape): string {
  const [first, second] = [processes[p]!, processes[q]!];
  const names = p === q ? `${first.name} tells them apart` : `${first.name} and ${second.name} differ`;
  if (where === undefined) return names;
  if ("invariant" in where) return `${names} in ${where.name}`;
  const [source, target] = [first.locations[where.source]!.name, first.locations[where.target]!.name];
  return `${names} in the edge from ${source} to ${target}`;
}

/** Elements of arrays move with their indices, and indices with the elements. */
function exchangeRows({ cells }: Network, classes: ValueClasses, action: Action): void {
  for (let cell = 0; cell < cells; cell++) {
    const { first } = classes.variableAround(cell);
    let target = cell;
    let rest = cell - first;
    for (const dimension of classes.dimensionsAt(cell)) {
      const index = Math.floor(rest / dimension.stride) % dimension.length;
      rest -= index * dimension.stride;
      const value = action.value(classes.find(dimension.slot), dimension.first + index) - dimension.first;
      if (value >= 0 && value < dimension.length) target += (value - index) * dimension.stride;
    }
    if (target !== cell && !action.isBound("cell", cell)) action.bind("cell", cell, target);
  }
}

/** Notes what has to be exchanged for two parts to be the same. */
class Noting implements Pairing {
  readonly unordered = false;
  protected readonly network: Network;
  protected readonly classes: ValueClasses;
  protected readonly action: Action;

  constructor(network: Network, classes: ValueClasses, action: Action) {
    this.network = network;
    this.classes = classes;
    this.action = action;
  }

  value(a: object, _b: object, [first, second]: readonly [number, number], at?: number): boolean {
    const of = at === undefined ? this.classes.classOf(a) : (this.classes.classesOf(a)[at] ?? PLAIN);
    return of === PLAIN ? first === second : this.noteValue(of, first, second);
  }

  range(): boolean {
    return true;
  }

  loop(): boolean {
    return true;
  }

  quantifier(): boolean {
    return true;
  }

  calls(a: number, b: number): boolean {
    if (this.action.isBound("function", a)) return this.action.to("function", a) === b;
    if (!this.action.bind("function", a, b)) return false;
    return new Shape(this).definition(this.network.functions[a]!, this.network.functions[b]!);
  }

  reference(kind: ItemKind, a: Reference, b: Reference, size: number): boolean {
    const { action, classes } = this;
    if (a.steps.length === 0) {
      for (let k = extent(kind, a.base, size, classes) - 1; k >= 0; k--) {
        if (!this.noteItem(kind, a.base + k, b.base + k)) return false;
      }
      return true;
    }
    this.noteIndices(kind, a, b);
    // A row that is named whole goes where its beginning goes; single elements go with their indices.
    return everyItem(a, b, action, classes, (x, y) => x === y || this.noteItem(kind, x, y));
  }

  protected noteValue(of: number, a: number, b: number): boolean {
    return this.action.bindValue(of, a, b);
  }

  protected noteItem(kind: ItemKind, a: number, b: number): boolean {
    return this.action.bind(kind, a, b);
  }

  /** Indices of which it is known where the elements go. */
  private noteIndices(kind: ItemKind, a: Reference, b: Reference): void {
    const { action, classes } = this;
    for (const step of a.steps) {
      const of = classes.classOf(step);
      if (of === PLAIN) continue;
      for (let i = 0; i < step.count; i++) {
        const item = a.base + i * step.stride;
        if (!action.isBound(kind, item)) continue;
        const offset = action.to(kind, item) - b.base;
        const other = offset / step.stride;
        if (Number.isInteger(other) && other >= 0 && other < step.count && other !== i) {
          action.bindValue(of, step.first + i, step.first + other);
        }
      }
    }
  }
}

/** What a process names that stays where it is: nothing may be said to move, and nothing new is noted. */
class Staying extends Noting {
  protected override noteValue(of: number, a: number, b: number): boolean {
    return this.action.value(of, a) === b;
  }

  protected override noteItem(kind: ItemKind, a: number, b: number): boolean {
    return this.action.to(kind, a) === b;
  }

  override calls(a: number, b: number): boolean {
    return this.action.to("function", a) === b;
  }
}
