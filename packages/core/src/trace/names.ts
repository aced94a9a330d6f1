// How the parts of a trace are called in every format: exact numbers, channels, the change from state to state.

import { defined } from "../basics/defined.ts";
import { type CellTable, cellTable, type Network } from "../network/index.ts";
import type { ConcreteState } from "../semantics/index.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import { type Rational, rationalToString, toNumber } from "../zone/index.ts";
import type { Loop } from "./trace.ts";

/** A plain number where that is exact, else a fraction such as `"1/3"`. */
export function exactNumber(value: Rational): number | string {
  const { n, d } = value;
  const short = n < 2n ** 53n && n > -(2n ** 53n) && d < 2n ** 53n;
  return short && (d & (d - 1n)) === 0n ? toNumber(value) : rationalToString(value);
}

/** The same as text. */
export function exactText(value: Rational): string {
  return `${exactNumber(value)}`;
}

export function cellTableOf(network: Network): CellTable {
  let table = tables.get(network);
  if (table === undefined) tables.set(network, (table = cellTable(network)));
  return table;
}
const tables = new WeakMap<Network, CellTable>();

/** One participant of a joint step, readable. */
export interface Participant {
  readonly process: number;
  readonly name: string;
  /** Number of the edge in its process, from 0. */
  readonly edge: number;
  readonly from: string;
  readonly to: string;
  readonly select: readonly { readonly name: string; readonly value: number }[];
  /** `go[1]!`, or the event of a TChecker model. */
  readonly label?: string;
}

export function participantsOf(network: Network, transition: JointTransition): Participant[] {
  return transition.edges.map(({ edge: id, select }) => {
    const edge = network.edges[id]!;
    const process = network.processes[edge.process]!;
    const label = labelOf(network, transition, id);
    return {
      process: edge.process,
      name: process.name,
      edge: process.edges.indexOf(id),
      from: process.locations[edge.source]!.name,
      to: process.locations[edge.target]!.name,
      select: select.map((value, k) => ({ name: edge.selects[k]?.name ?? `#${k}`, value })),
      ...defined({ label }),
    };
  });
}

function labelOf(network: Network, transition: JointTransition, id: number): string | undefined {
  const { sync } = network.edges[id]!;
  switch (sync.kind) {
    case "internal":
      return sync.event === undefined ? undefined : network.events[sync.event];
    case "event":
      return network.events[sync.event];
    case "send":
    case "receive": {
      const name = transition.channel === undefined ? "" : network.channels[transition.channel]!.name;
      return name + (sync.kind === "send" ? "!" : "?");
    }
  }
}

/** Variables whose value differs, by name. */
export function changedVariables(
  network: Network,
  before: ConcreteState,
  after: ConcreteState,
): { readonly name: string; readonly before: number; readonly after: number }[] {
  const changes: { name: string; before: number; after: number }[] = [];
  if (before.cells === after.cells) return changes;
  const table = cellTableOf(network);
  for (let cell = 0; cell < network.cells; cell++) {
    const [old, now] = [before.cells[cell]!, after.cells[cell]!];
    if (old !== now && table.meta[cell] !== 1) changes.push({ name: table.name(cell), before: old, after: now });
  }
  return changes;
}

/** What is said about a loop, the same in every format. */
export function loopText({ turns, repeats, time, period }: Loop): string {
  const zeno = time === "stands still" || time === "converges" ? `; time ${time} (a Zeno run)` : "";
  if (repeats === "exactly") {
    const every =
      time === "diverges" ? `, every ${exactText(period!)} time unit${exactText(period!) === "1" ? "" : "s"}` : "";
    return `the loop repeats exactly${every}${zeno}`;
  }
  const shown = `shown: ${turns} ${turns === 1 ? "turn" : "turns"}`;
  return `the loop can be taken for ever, each time with other delays; ${shown}${zeno}`;
}

export function locationName(network: Network, state: ConcreteState, process: number): string {
  return network.processes[process]!.locations[state.locations[process]!]!.name;
}
