// An exchange of two units of a block, ready to be carried out on states and steps: pairs of what changes places.

import { cellTable, type Edge, type Network } from "../network/index.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import { Interchange } from "./interchange.ts";
import type { ValueClasses } from "./value-classes.ts";

export interface Swap {
  readonly processes: readonly (readonly [number, number])[];
  readonly clocks: readonly (readonly [number, number])[];
  readonly cells: readonly (readonly [number, number])[];
  /** Cells that hold values of a class, and the values that change places. */
  readonly values: readonly { readonly cells: Int32Array; readonly pairs: readonly (readonly [number, number])[] }[];
  readonly change: Interchange;
}

/** Temporaries hold the same in all states, and stay. */
export function swapOf(network: Network, classes: ValueClasses, change: Interchange): Swap {
  const { meta } = cellTable(network);
  const isKept = (cell: number): boolean => meta[cell] === 0;
  return {
    processes: change.moved("process"),
    clocks: change.moved("clock"),
    cells: change.moved("cell").filter(([cell]) => isKept(cell)),
    values: change.movedValues().map(({ of, pairs }) => ({
      cells: Int32Array.from(
        Array.from({ length: network.cells }, (_, cell) => cell).filter(
          (cell) => isKept(cell) && classes.classOfCell(cell) === of,
        ),
      ),
      pairs,
    })),
    change,
  };
}

/** First a, then b, then a again: where a exchanges 1 and i, and b 1 and j, that exchanges i and j. */
export function conjugate(a: Interchange, b: Interchange): Interchange {
  const result = new Interchange();
  for (const kind of ["process", "clock", "channel", "cell", "function"] as const) {
    const items = new Set([...a.moved(kind), ...b.moved(kind)].flat());
    for (const item of items) {
      const to = a.to(kind, b.to(kind, a.to(kind, item)));
      if (to !== item && !result.isBound(kind, item)) result.bind(kind, item, to);
    }
  }
  const moved = [...a.movedValues(), ...b.movedValues()];
  for (const { of } of moved) {
    const values = new Set(moved.filter((other) => other.of === of).flatMap(({ pairs }) => pairs.flat()));
    for (const value of values) {
      const to = a.value(of, b.value(of, a.value(of, value)));
      if (to !== value && result.value(of, value) === value) result.bindValue(of, value, to);
    }
  }
  return result;
}

/** A step in the network whose units have changed places. */
export function swapTransition(
  network: Network,
  classes: ValueClasses,
  { change }: Swap,
  transition: JointTransition,
): JointTransition {
  const edges = transition.edges.map(({ edge, select }) => {
    const from = network.edges[edge]!;
    return {
      edge: imageOf(network, change, from),
      select: select.map((value, k) => selected(classes, change, from, k, value)),
    };
  });
  // Receivers of a broadcast are told of in the order of the system line.
  const [initiator, ...others] = edges;
  const processOf = ({ edge }: { readonly edge: number }): number => network.edges[edge]!.process;
  const inOrder = initiator === undefined ? [] : [initiator, ...others.sort((a, b) => processOf(a) - processOf(b))];
  const { channel } = transition;
  return channel === undefined ? { edges: inOrder } : { edges: inOrder, channel: change.to("channel", channel) };
}

/** Edges stand in the same place in the process they go to. */
function imageOf({ processes }: Network, change: Interchange, { id, process }: Edge): number {
  return processes[change.to("process", process)]!.edges[processes[process]!.edges.indexOf(id)]!;
}

function selected(classes: ValueClasses, change: Interchange, { selects }: Edge, k: number, value: number): number {
  return change.value(classes.classOf(selects[k]!), value);
}
