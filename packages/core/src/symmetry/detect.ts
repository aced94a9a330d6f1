// Which things of a network are interchangeable, as far as a question goes: blocks of units, any two of which can be
// exchanged. That two can is proposed and checked for each pair; "can be exchanged" is transitive, so that one pair per
// unit is enough, and all permutations of a block follow.

import { type Formula, forEachCell, type Network } from "../network/index.ts";
import { mixedClasses } from "./check-classes.ts";
import { brokenBy } from "./check-interchange.ts";
import { inferClasses } from "./infer-classes.ts";
import type { Interchange } from "./interchange.ts";
import { type Pairing, type Reference, SideBySide } from "./pairing.ts";
import { proposeInterchange, type Seed } from "./propose-interchange.ts";
import { PLAIN, type ValueClasses } from "./value-classes.ts";

export interface Block {
  /** What is interchangeable: names of processes, or of values. */
  readonly names: readonly string[];
  /** Exchanges the first with the others, in their order. */
  readonly swaps: readonly Interchange[];
}

export interface Symmetry {
  /** A copy of the network it is of, in which no two places share a node: classes are those of its nodes. */
  readonly network: Network;
  readonly of: Network;
  readonly classes: ValueClasses;
  readonly blocks: readonly Block[];
  /** What looked interchangeable and is not, with the reason. */
  readonly broken: readonly { readonly names: readonly [string, string]; readonly because: string }[];
}

/** `scalar`: only what scalar sets name; `auto`: whatever is found. */
export type SymmetryMode = "scalar" | "auto";

/** Beyond this nobody looks: a pair costs as much as reading the network, in vain once for each that has to follow. */
const MOST_WORK = 4_000_000;

export function symmetryOf(given: Network, asked: Formula, mode: SymmetryMode): Symmetry {
  const [network, formula] = [unshared(given), unshared(asked)];
  const classes = inferClasses(network, formula);
  uniteTemplates(network, classes);
  const blocks: Block[] = [];
  const broken: Symmetry["broken"][number][] = [];
  const symmetry = { network, of: given, classes, blocks, broken };
  if (obstacleTo(network) !== undefined) return symmetry;
  const mixed = mixedClasses(network, formula, classes);
  /** Processes that a block moves already. */
  const taken = new Set<number>();
  let work = 0;
  /** The first with all others that it can be exchanged with. */
  const collect = (names: readonly string[], seeds: readonly (Seed | undefined)[]): void => {
    const [first, ...others] = names;
    const block = { names: [first!], swaps: [] as Interchange[] };
    for (const [k, other] of others.entries()) {
      const seed = seeds[k];
      if (seed === undefined || work > MOST_WORK) continue;
      const proposed = mixed ?? proposeInterchange(network, formula, classes, seed);
      const because = typeof proposed === "string" ? proposed : brokenBy(network, formula, classes, proposed);
      work += (because === undefined ? 1 : network.processes.length) * (network.edges.length + network.cells);
      if (because === undefined) {
        block.names.push(other);
        block.swaps.push(proposed as Interchange);
      } else broken.push({ names: [first!, other], because });
    }
    if (block.swaps.length === 0) return;
    blocks.push(block);
    for (const swap of block.swaps) for (const process of swap.moved("process").flat()) taken.add(process);
  };
  for (const [p, process] of network.processes.entries()) {
    if (taken.has(p) || (mode === "scalar" && process.scalar !== true)) continue;
    const others = [...network.processes.keys()].filter(
      (q) => q > p && !taken.has(q) && network.processes[q]!.template === process.template,
    );
    collect(
      [process.name, ...others.map((q) => network.processes[q]!.name)],
      others.map((q) => ({ kind: "processes", pair: [p, q] })),
    );
  }
  for (const { of, name, size } of scalarSets(network, classes)) {
    const isMoved = blocks.some(({ swaps }) => swaps.some((swap) => swap.movedValues().some((m) => m.of === of)));
    if (isMoved) continue;
    const values = Array.from({ length: size }, (_, value) => value);
    collect(
      values.map((value) => `${name} ${value}`),
      values.slice(1).map((value) => ({ kind: "values", of, pair: [0, value] })),
    );
  }
  return symmetry;
}

/** Readers share constants and other small nodes; here each place has a class of its own. */
function unshared<T>(value: T): T {
  if (Array.isArray(value)) return value.map(unshared) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unshared(part)])) as T;
}

/** Declared scalar sets, by the variables that hold their values. */
function scalarSets({ variables }: Network, classes: ValueClasses) {
  const found = new Map<number, { readonly of: number; readonly name: string; readonly size: number }>();
  for (const { type, cell } of variables) {
    let at = cell;
    forEachCell(type, (scalar) => {
      const of = classes.classOfCell(at++);
      if (scalar.kind === "scalar" && of !== PLAIN) found.set(of, { of, name: scalar.set, size: scalar.size });
    });
  }
  return found.values();
}

/** Why nothing is looked for at all, in a user's words. */
export function obstacleTo(network: Network): string | undefined {
  if (network.vectors.length > 0) return "steps of TChecker's `sync` lines, whose participants have an order";
  if (network.obstacles.length > 0) return network.obstacles[0]!.feature;
  return undefined;
}

/** Processes of one template say the same things about their own variables. */
function uniteTemplates(network: Network, classes: ValueClasses): void {
  const first = new Map<string, number>();
  const shape = new SideBySide(new Uniting(network, classes));
  for (const [p, process] of network.processes.entries()) {
    const known = first.get(process.template);
    if (known === undefined) first.set(process.template, p);
    else shape.process(network.processes[known]!, process, network.edges);
  }
}

class Uniting implements Pairing {
  readonly unordered = false;
  private readonly network: Network;
  private readonly classes: ValueClasses;
  private readonly seen = new Set<string>();

  constructor(network: Network, classes: ValueClasses) {
    this.network = network;
    this.classes = classes;
  }

  value(a: object, b: object, _values: readonly [number, number], at?: number): boolean {
    const { classes } = this;
    if (at === undefined) classes.union(classes.of(a), classes.of(b));
    else classes.union(classes.classesOf(a)[at] ?? PLAIN, classes.classesOf(b)[at] ?? PLAIN);
    return true;
  }

  range(a: object, b: object): boolean {
    this.classes.union(this.classes.of(a), this.classes.of(b));
    return true;
  }

  loop(): boolean {
    return true;
  }

  quantifier(): boolean {
    return true;
  }

  calls(a: number, b: number): boolean {
    if (a === b || this.seen.has(`${a} ${b}`)) return true;
    this.seen.add(`${a} ${b}`);
    return new SideBySide(this).definition(this.network.functions[a]!, this.network.functions[b]!);
  }

  reference(kind: string, a: Reference, b: Reference): boolean {
    const { classes } = this;
    for (const [i, step] of a.steps.entries()) classes.union(classes.of(step), classes.of(b.steps[i]!));
    if (kind === "cell") classes.union(classes.cell(a.base), classes.cell(b.base));
    return true;
  }
}
