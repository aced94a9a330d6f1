// Names for everything a network calls by index. Names that UPPAAL accepts are kept; `Train(3).x` becomes
// `Train_3_x`. Neighbours such as `t[0]`, `t[1]` become one array again, because references with computed subscripts
// reach over them.

import type { Network } from "../../../network/index.ts";
import { isReservedName } from "../tokens.ts";

/** One thing, or an array of neighbours. */
export interface Group {
  readonly name: string;
  /** Index of the first member in the network. */
  readonly first: number;
  readonly length: number;
  readonly isArray: boolean;
}

export class Names {
  readonly processes: readonly string[];
  readonly locations: readonly (readonly string[])[];
  readonly variables: readonly string[];
  readonly functions: readonly string[];
  readonly clocks: readonly Group[];
  readonly channels: readonly Group[];
  /** The group of each clock and of each channel. */
  readonly clockGroups: readonly Group[];
  readonly channelGroups: readonly Group[];
  private readonly taken = new Set<string>();

  constructor(network: Network) {
    this.processes = network.processes.map(({ name }) => this.fresh(name));
    this.clocks = this.groups(network.clocks, (a, b) => a.process === b.process);
    this.channels = this.groups(network.channels, (a, b) => a.urgent === b.urgent && a.broadcast === b.broadcast);
    this.clockGroups = this.clocks.flatMap((group) => new Array<Group>(group.length).fill(group));
    this.channelGroups = this.channels.flatMap((group) => new Array<Group>(group.length).fill(group));
    this.variables = network.variables.map(({ name }) => this.fresh(name));
    this.functions = network.functions.map(({ name }) => this.fresh(name));
    // A location hides global things of its name from its process, so it must differ from all of them.
    this.locations = network.processes.map(({ locations }) => {
      const own = new Set<string>();
      return locations.map(({ name }) => this.local(name, own));
    });
  }

  /** A name that hides no global thing and differs from its neighbours, which it joins. */
  local(wanted: string, neighbours: Set<string>): string {
    const name = unused(identifier(wanted), (candidate) => neighbours.has(candidate) || this.taken.has(candidate));
    neighbours.add(name);
    return name;
  }

  /** A global name that nothing else has, close to the wanted one. */
  fresh(wanted: string): string {
    const name = unused(identifier(wanted), (candidate) => this.taken.has(candidate));
    this.taken.add(name);
    return name;
  }

  private groups<T extends { readonly name: string }>(things: readonly T[], alike: (a: T, b: T) => boolean): Group[] {
    const groups: Group[] = [];
    for (let first = 0; first < things.length; ) {
      const stem = stemOf(things[first]!.name);
      let end = first + 1;
      while (end < things.length && stem !== null && stemOf(things[end]!.name) === stem) {
        if (!alike(things[first]!, things[end]!)) break;
        end++;
      }
      const name = this.fresh(stem ?? things[first]!.name);
      groups.push({ name, first, length: end - first, isArray: stem !== null });
      first = end;
    }
    return groups;
  }
}

/** `t` of `t[3]` and of `t[3][1]`; null for things that are no elements. */
function stemOf(name: string): string | null {
  return /^(.*?)(?:\[-?\d+\])+$/.exec(name)?.[1] ?? null;
}

function identifier(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_]+/g, "_").replace(/(?<=[A-Za-z0-9])_+$/, "");
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
}

function unused(name: string, isTaken: (candidate: string) => boolean): string {
  let candidate = name;
  for (let i = 2; isTaken(candidate) || isReservedName(candidate) || isOurs(candidate); i++) candidate = `${name}_${i}`;
  return candidate;
}

/** Names the printer gives to things that have none; nothing else may be called so, or they would hide it. */
export const WORD = "word";
export const LOCALS = "locals";
export const boundName = (cell: number): string => `bound_${cell}`;
export const localName = (cell: number): string => `local_${cell}`;
export const argumentName = (cell: number): string => `arg_${cell}`;

function isOurs(name: string): boolean {
  return name === WORD || name === LOCALS || /^(?:bound|arg|local)_\d+$/.test(name);
}
