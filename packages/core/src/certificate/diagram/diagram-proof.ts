// A set of states as a diagram, as it stands in a certificate, and what a checker makes of it: nothing is taken over
// before it fits the model.

import { cellTable, type Network } from "../../network/index.ts";
import { Refused } from "../refused.ts";
import { DONE, NONE, type TupleSet, ValueLists } from "./value-lists.ts";

/** What a level of the diagram is about: where a process is, a cell of the data, or a clock. */
export type DiagramLevel =
  | { readonly process: number }
  | { readonly cell: number }
  | {
      readonly clock: number;
      /** Its largest value, which stands for all that are not smaller. */
      readonly most: number;
      /** Its value is 0 while this process is in one of these locations: there nobody reads it before it is set. */
      readonly idle?: { readonly process: number; readonly locations: readonly number[] } | undefined;
    };

export interface DiagramProof {
  readonly levels: readonly DiagramLevel[];
  /** What a step of the clocks is in units of the model; absent: 1. */
  readonly unit?: number | undefined;
  /**
   * The first one is number 2: a value, what follows it on the next level (0: nothing, 1: the end), and the next larger
   * value of this level with what follows that. Later ones refer to earlier ones.
   */
  readonly nodes: readonly (readonly [value: number, down: number, right: number])[];
  readonly root: number;
}

/** Which level is about what, and what levels may hold. */
export class DiagramLayout {
  readonly network: Network;
  readonly levels: readonly DiagramLevel[];
  readonly unit: number;
  /** By process, cell and clock; −1: there is none. */
  readonly ofProcess: Int32Array;
  readonly ofCell: Int32Array;
  readonly ofClock: Int32Array;
  readonly isMeta: Uint8Array;
  private readonly least: number[] = [];
  private readonly most: number[] = [];

  constructor(network: Network, { levels, unit = 1 }: DiagramProof) {
    const { processes, cells, clocks } = network;
    this.network = network;
    this.levels = levels;
    this.unit = unit;
    this.ofProcess = new Int32Array(processes.length).fill(-1);
    this.ofCell = new Int32Array(cells).fill(-1);
    this.ofClock = new Int32Array(clocks.length).fill(-1);
    if (!(unit >= 1)) throw new Refused("the unit of the clocks is not positive");
    const { min, max, meta } = cellTable(network);
    this.isMeta = meta;
    const enter = (table: Int32Array, index: number, level: number, from: number, to: number): void => {
      if (table[index] !== -1) throw new Refused(`level ${level} of the diagram does not fit the model`);
      table[index] = level;
      this.least.push(from);
      this.most.push(to);
    };
    for (const [level, about] of levels.entries()) {
      if ("process" in about) {
        const locations = processes[about.process]?.locations.length ?? 0;
        enter(this.ofProcess, about.process, level, 0, locations - 1);
      } else if ("cell" in about) {
        // Between steps such a cell has its first value.
        if (meta[about.cell] !== 0) throw new Refused(`level ${level} of the diagram does not fit the model`);
        enter(this.ofCell, about.cell, level, min[about.cell]!, max[about.cell]!);
      } else {
        const { idle, most } = about;
        enter(this.ofClock, about.clock, level, 0, most);
        const places = idle === undefined ? [] : processes[idle.process]?.locations;
        if (places === undefined || idle?.locations.some((location) => places[location] === undefined))
          throw new Refused(`level ${level} of the diagram does not fit the model`);
      }
    }
    const missing = this.ofProcess.indexOf(-1);
    if (missing >= 0) throw new Refused(`the diagram does not tell where ${processes[missing]!.name} is`);
  }

  fits(level: number, value: number): boolean {
    return value >= this.least[level]! && value <= this.most[level]!;
  }

  mostOf(clock: number): number {
    const about = this.levels[this.ofClock[clock]!];
    return about !== undefined && "clock" in about ? about.most : -1;
  }

  isIdle(clock: number, process: number, location: number): boolean {
    const about = this.levels[this.ofClock[clock]!];
    const idle = about !== undefined && "clock" in about ? about.idle : undefined;
    return idle?.process === process && idle.locations.includes(location);
  }

  /** The process on whose location it depends whether a clock counts; −1: it always does. */
  ownerOf(clock: number): number {
    const about = this.levels[this.ofClock[clock]!];
    return about !== undefined && "clock" in about ? (about.idle?.process ?? -1) : -1;
  }
}

export interface CertifiedSet {
  readonly lists: ValueLists;
  readonly states: TupleSet;
  /** The lists that begin at each level. */
  readonly heads: readonly (readonly TupleSet[])[];
  /** The values that occur at each level, ascending. */
  readonly values: readonly (readonly number[])[];
}

export function certifiedSet(layout: DiagramLayout, { nodes, root }: DiagramProof): CertifiedSet {
  const lists = new ValueLists();
  const depth = layout.levels.length;
  // How many levels are below, and which set it is here; numbers 0 and 1 are known.
  const below = new Int32Array(nodes.length + 2);
  const sets = new Int32Array(nodes.length + 2);
  sets[1] = DONE;
  const broken = (): never => {
    throw new Refused("the diagram is not made as it should be");
  };
  for (const [at, [value, down, right]] of nodes.entries()) {
    const number = at + 2;
    const isKnown = down >= 1 && down < number && (right === 0 || (right >= 2 && right < number));
    if (!isKnown) broken();
    below[number] = below[down]! + 1;
    const level = depth - below[number]!;
    if (right !== 0 && (below[right] !== below[number] || nodes[right - 2]![0] <= value)) broken();
    if (level < 0 || !layout.fits(level, value)) throw new Refused("a certified state does not fit the model");
    sets[number] = lists.node(value, sets[down]!, sets[right]!);
  }
  const isRoot = Number.isInteger(root) && root >= 0 && root < sets.length && (root === 0 || below[root] === depth);
  if (!isRoot) broken();
  const states = sets[root]!;
  return { lists, states, ...byLevel(lists, states, depth) };
}

/** The lists that begin at each level, and the values that occur there. */
export function byLevel(lists: ValueLists, states: TupleSet, depth: number): Pick<CertifiedSet, "heads" | "values"> {
  const heads: TupleSet[][] = [];
  const values: number[][] = [];
  let now = new Set([states]);
  for (let level = 0; level < depth; level++) {
    const next = new Set<TupleSet>();
    const met = new Set<number>();
    for (const head of now) {
      for (let one = head; one !== NONE; one = lists.right[one]!) {
        met.add(lists.value[one]!);
        next.add(lists.down[one]!);
      }
    }
    heads.push([...now]);
    values.push([...met].sort((a, b) => a - b));
    now = next;
  }
  return { heads, values };
}
