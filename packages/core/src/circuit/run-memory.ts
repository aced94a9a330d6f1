// Where a symbolic run reads and writes: cells of the state through `StateWrites`, locals in its frames. An index of
// which only a set is known means several places, each under its gate.

import type { Expression, Place, Subscript } from "../network/index.ts";
import { ALWAYS, type CircuitNode, NEVER, NOTHING, Unfit } from "./node-store.ts";
import { RunState } from "./run-state.ts";

/** Where something may lie: addresses with the gates under which it does. */
export interface MemoryPlaces {
  readonly list: readonly { readonly address: number; readonly gate: CircuitNode }[];
  /** It can only lie in one place; in some place. */
  readonly single: CircuitNode;
  readonly some: CircuitNode;
  /** One index decides: it lies at the first address where `index` is `first`, and so on; gates are not filled in. */
  readonly by: { readonly index: CircuitNode; readonly first: number } | null;
}
const MOST_ADDRESSES = 1_024;

export abstract class RunMemory extends RunState {
  private readonly cellsRead = new Set<number>();

  /** What an expression may come to; indices of places are expressions. */
  abstract value(expression: Expression): CircuitNode;

  protected place({ space, base, offset, steps }: Place): MemoryPlaces {
    if (space === "reference") {
      const references = this.circuit.valuesOf(this.frames[this.frame + base - this.context.cells]!);
      if (references?.length !== 1) throw new Unfit();
      return this.addSteps([{ address: references[0]! + offset, gate: ALWAYS }], steps);
    }
    const address = (space === "frame" ? this.frame : 0) + base + offset;
    return this.addSteps([{ address, gate: ALWAYS }], steps);
  }

  protected addSteps(from: MemoryPlaces["list"], steps: readonly Subscript[]): MemoryPlaces {
    const { circuit } = this;
    let list = from;
    let single: CircuitNode = ALWAYS;
    let some: CircuitNode = ALWAYS;
    let by: MemoryPlaces["by"] = null;
    for (const { index: expression, first, count, stride } of steps) {
      const index = circuit.within(this.value(expression), first, first + count - 1);
      const [lo, hi] = [circuit.lo[index]!, circuit.hi[index]!];
      single = circuit.and(single, circuit.isSingle(index));
      some = circuit.and(some, circuit.nonempty(index));
      if (list.length * (hi - lo + 1) > MOST_ADDRESSES) throw new Unfit();
      if (lo === hi) {
        const move = (lo - first) * stride;
        list = list.map(({ address, gate }) => ({ address: address + move, gate }));
      } else if (list.length === 1 && by === null) {
        // The gates are made when a reader asks for them.
        by = { index, first: lo };
        const { address } = list[0]!;
        list = Array.from({ length: hi - lo + 1 }, (_, at) => {
          return { address: address + (lo + at - first) * stride, gate: ALWAYS };
        });
      } else {
        const gated = this.gatesOf({ list, single, some, by });
        const moves = Array.from({ length: hi - lo + 1 }, (_, at) => {
          return { move: (lo + at - first) * stride, gate: circuit.has(index, lo + at) };
        }).filter(({ gate }) => gate !== NEVER);
        list = gated.flatMap(({ address, gate }) =>
          moves.map((to) => ({ address: address + to.move, gate: circuit.and(gate, to.gate) })),
        );
        by = null;
      }
    }
    return { list, single, some, by };
  }

  /** The places with their gates. */
  protected gatesOf({ list, by }: MemoryPlaces): MemoryPlaces["list"] {
    const { circuit } = this;
    if (by === null) return list;
    return list
      .map(({ address }, at) => ({ address, gate: circuit.has(by.index, by.first + at) }))
      .filter(({ gate }) => gate !== NEVER);
  }

  protected readAll({ list, by }: MemoryPlaces): CircuitNode {
    const { circuit } = this;
    if (by === null && list.length === 1 && list[0]!.gate === ALWAYS) return this.read(list[0]!.address);
    const elements = list.map(({ address }) => this.read(address));
    if (by !== null) return circuit.indexed(by.index, by.first, elements);
    return list.reduce((all, { gate }, at) => circuit.union(all, circuit.gated(gate, elements[at]!)), NOTHING);
  }

  private read(address: number): CircuitNode {
    this.step();
    const { cells } = this.context;
    const set = address < cells ? this.writes.view(address) : this.frames[address - cells]!;
    if (this.circuit.valuesOf(set)?.length === 1) return set;
    if (address >= cells) {
      if (this.localsRead.has(address)) this.readAgain.add(address);
      this.localsRead.add(address);
    } else {
      if (this.cellsRead.has(address)) this.readAgain.add(address);
      this.cellsRead.add(address);
    }
    return set;
  }

  protected write(places: MemoryPlaces, set: CircuitNode): void {
    const { circuit } = this;
    const { cells } = this.context;
    const here = this.here();
    const surely = circuit.and(places.single, this.certain);
    if (places.by !== null && places.list.every(({ address }) => address < cells)) {
      this.writes.scatter(
        places.list.map(({ address }) => address),
        places.by,
        set,
        here,
        surely,
      );
      return;
    }
    for (const { address, gate } of this.gatesOf(places)) {
      if (address >= this.frame) this.writeLocal(address, set, gate, places.single);
      else if (address >= cells) this.writeLocal(address, set, circuit.and(here, gate), surely);
      else this.writes.write(address, set, circuit.and(here, gate), surely);
    }
  }

  protected initialise(places: MemoryPlaces, set: CircuitNode): void {
    const { circuit } = this;
    // Each of several places is written as if it were the only one.
    for (const { address, gate } of this.gatesOf(places)) {
      if (address >= this.frame) this.writeLocal(address, set, gate, ALWAYS);
      else this.writes.write(address, set, circuit.and(this.here(), gate), this.certain);
    }
  }
}

/** The places that lie so many cells behind. */
export function moved({ list, single, some, by }: MemoryPlaces, cells: number): MemoryPlaces {
  if (cells === 0) return { list, single, some, by };
  return { list: list.map(({ address, gate }) => ({ address: address + cells, gate })), single, some, by };
}
