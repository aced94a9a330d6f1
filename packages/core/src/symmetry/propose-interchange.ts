// What would have to be exchanged for two processes (or two values) to change places? Their edges are read side by
// side: where one names a cell, a clock, a channel or a value of a class, and the other another one, the two have to be
// exchanged; whatever follows from that elsewhere is noted, too. The first contradiction ends it. What comes out is a
// proposal.

import type { Formula, Network } from "../network/index.ts";
import { Interchange } from "./interchange.ts";
import { type ItemKind, type Pairing, type Reference, SideBySide } from "./pairing.ts";
import { everyItem, extent } from "./references.ts";
import { PLAIN, type ValueClasses } from "./value-classes.ts";

export type Seed =
  | { readonly kind: "processes"; readonly pair: readonly [number, number] }
  | { readonly kind: "values"; readonly of: number; readonly pair: readonly [number, number] };

/** In words, why there is none: the two contradict each other. */
export function proposeInterchange(
  network: Network,
  formula: Formula,
  classes: ValueClasses,
  seed: Seed,
): Interchange | string {
  const change = new Interchange();
  if (seed.kind === "values") change.bindValue(seed.of, ...seed.pair);
  else {
    const difference = pairProcesses(network, classes, change, ...seed.pair);
    if (difference !== undefined) return difference;
  }
  for (let before = -1; before !== change.bindings; ) {
    before = change.bindings;
    exchangeRows(network, classes, change);
    // Quantifiers of the question name processes by values of their own.
    new SideBySide(new Noting(network, classes, change)).formula(formula, formula);
    for (const r of network.processes.keys()) {
      if (!placeProcess(network, classes, change, r)) return `${network.processes[r]!.name} tells them apart`;
    }
  }
  return change;
}

/**
 * Notes where a process goes that nothing was said about yet: where it is, or else to the first that it can change
 * places with. False where there is none.
 */
function placeProcess(network: Network, classes: ValueClasses, change: Interchange, r: number): boolean {
  if (change.isBound("process", r) && change.to("process", r) !== r) return true;
  const before = change.bindings;
  const goesTo = (other: number): boolean => {
    const fits = pairProcesses(network, classes, change, r, other) === undefined;
    if (!fits) change.forgetSince(before);
    return fits;
  };
  if (goesTo(r)) return true;
  const { template } = network.processes[r]!;
  return network.processes.some(
    (process, other) =>
      other !== r && process.template === template && !change.isBound("process", other) && goesTo(other),
  );
}

/** In words, what keeps two processes from changing places; undefined: all that goes with it was noted. */
function pairProcesses(
  network: Network,
  classes: ValueClasses,
  change: Interchange,
  p: number,
  q: number,
): string | undefined {
  const { processes, edges } = network;
  if (!change.bind("process", p, q)) return "one of them has to go elsewhere";
  // What stays where it is need not be noted: it may still have to move.
  const pairing = p === q ? new Staying(network, classes, change) : new Noting(network, classes, change);
  const shape = new SideBySide(pairing);
  return shape.process(processes[p]!, processes[q]!, edges) ? undefined : difference(network, p, q, shape);
}

/** Where two processes differ, in words. */
export function difference({ processes }: Network, p: number, q: number, { where }: SideBySide): string {
  const [first, second] = [processes[p]!, processes[q]!];
  const names = p === q ? `${first.name} tells them apart` : `${first.name} and ${second.name} differ`;
  if (where === undefined) return names;
  if ("invariant" in where) return `${names} in ${where.name}`;
  const [source, target] = [first.locations[where.source]!.name, first.locations[where.target]!.name];
  return `${names} in the edge from ${source} to ${target}`;
}

/** Elements of arrays move with their indices, and indices with the elements. */
function exchangeRows({ cells }: Network, classes: ValueClasses, change: Interchange): void {
  for (let cell = 0; cell < cells; cell++) {
    const { first } = classes.variableAround(cell);
    let target = cell;
    let rest = cell - first;
    for (const dimension of classes.dimensionsAt(cell)) {
      const index = Math.floor(rest / dimension.stride) % dimension.length;
      rest -= index * dimension.stride;
      const value = change.value(classes.find(dimension.slot), dimension.first + index) - dimension.first;
      if (value >= 0 && value < dimension.length) target += (value - index) * dimension.stride;
    }
    if (target !== cell && !change.isBound("cell", cell)) change.bind("cell", cell, target);
  }
}

/** Notes what has to be exchanged for two parts to be the same. */
class Noting implements Pairing {
  readonly unordered = false;
  protected readonly network: Network;
  protected readonly classes: ValueClasses;
  protected readonly change: Interchange;

  constructor(network: Network, classes: ValueClasses, change: Interchange) {
    this.network = network;
    this.classes = classes;
    this.change = change;
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
    if (this.change.isBound("function", a)) return this.change.to("function", a) === b;
    if (!this.change.bind("function", a, b)) return false;
    return new SideBySide(this).definition(this.network.functions[a]!, this.network.functions[b]!);
  }

  reference(kind: ItemKind, a: Reference, b: Reference, size: number): boolean {
    const { change, classes } = this;
    if (a.steps.length === 0) {
      for (let k = extent(kind, a.base, size, classes) - 1; k >= 0; k--) {
        if (!this.noteItem(kind, a.base + k, b.base + k)) return false;
      }
      return true;
    }
    this.noteIndices(kind, a, b);
    // A row that is named whole goes where its beginning goes; single elements go with their indices.
    return everyItem(a, b, change, classes, (x, y) => x === y || this.noteItem(kind, x, y));
  }

  protected noteValue(of: number, a: number, b: number): boolean {
    return this.change.bindValue(of, a, b);
  }

  protected noteItem(kind: ItemKind, a: number, b: number): boolean {
    return this.change.bind(kind, a, b);
  }

  /** Indices of which it is known where the elements go. */
  private noteIndices(kind: ItemKind, a: Reference, b: Reference): void {
    const { change, classes } = this;
    for (const step of a.steps) {
      const of = classes.classOf(step);
      if (of === PLAIN) continue;
      for (let i = 0; i < step.count; i++) {
        const item = a.base + i * step.stride;
        if (!change.isBound(kind, item)) continue;
        const offset = change.to(kind, item) - b.base;
        const other = offset / step.stride;
        if (Number.isInteger(other) && other >= 0 && other < step.count && other !== i) {
          change.bindValue(of, step.first + i, step.first + other);
        }
      }
    }
  }
}

/** What a process names that stays where it is: nothing may be said to move, and nothing new is noted. */
class Staying extends Noting {
  protected override noteValue(of: number, a: number, b: number): boolean {
    return this.change.value(of, a) === b;
  }

  protected override noteItem(kind: ItemKind, a: number, b: number): boolean {
    return this.change.to(kind, a) === b;
  }

  override calls(a: number, b: number): boolean {
    return this.change.to("function", a) === b;
  }
}
