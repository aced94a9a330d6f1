// What a guard, channel or invariant reads, so that it is evaluated again only after something it reads has changed.
// A cell that is named outright counts alone; an access through a computed index counts for the whole variable, which
// keeps the tables small where a thousand processes look into one array.

import type { BeingFilled } from "../../basics/grow.ts";
import { type ClockRef, type Expression, type Network, type Place, sizeOf } from "../../network/index.ts";
import { type Visitor, visitStatements } from "../../network/visit.ts";

export interface Reads {
  readonly cells: ReadonlySet<number>;
  readonly variables: ReadonlySet<number>;
  readonly clocks: ReadonlySet<number>;
}

type MutableReads = BeingFilled<Reads>;

export class ReadAnalysis {
  /** The variable each cell belongs to. */
  readonly variableOf: Int32Array;
  private readonly network: Network;
  private readonly functions: (MutableReads | undefined)[] = [];

  constructor(network: Network) {
    this.network = network;
    this.variableOf = new Int32Array(network.cells).fill(-1);
    for (const [index, { cell, type }] of network.variables.entries()) {
      this.variableOf.fill(index, cell, cell + sizeOf(type));
    }
  }

  of(visit: (visitor: Visitor) => void): Reads {
    const reads: MutableReads = { cells: new Set(), variables: new Set(), clocks: new Set() };
    visit(this.visitor(reads));
    return reads;
  }

  private visitor(into: MutableReads): Visitor {
    return {
      place: (place, _access, size) => this.addPlace(place, size, into),
      clock: (clock) => addClock(clock, this.network, into),
      expression: (expression: Expression) => {
        if (expression.kind !== "call") return;
        const reads = this.ofFunction(expression.function);
        for (const cell of reads.cells) into.cells.add(cell);
        for (const variable of reads.variables) into.variables.add(variable);
      },
    };
  }

  /** References handed to a function are counted where they are handed over. */
  private ofFunction(index: number): MutableReads {
    const known = this.functions[index];
    if (known !== undefined) return known;
    const reads: MutableReads = { cells: new Set(), variables: new Set(), clocks: new Set() };
    this.functions[index] = reads;
    visitStatements(this.network.functions[index]!.body, this.visitor(reads));
    return reads;
  }

  private addPlace(place: Place, size: number, into: MutableReads): void {
    if (place.space !== "state") return;
    const first = place.base + place.offset;
    const constant = this.network.variables[this.variableOf[first]!]?.constant === true;
    if (constant) return;
    if (size === 1 && place.steps.length === 0) into.cells.add(first);
    else into.variables.add(this.variableOf[first]!);
  }
}

function addClock(clock: ClockRef, network: Network, into: MutableReads): void {
  if (clock.space === "clock" && clock.steps.length === 0) {
    into.clocks.add(clock.base);
    return;
  }
  // Through an index, any element behind the base; through a reference, any clock.
  const from = clock.space === "clock" ? clock.base : 0;
  const reach =
    clock.space === "clock"
      ? clock.steps.reduce((sum, { count, stride }) => sum + (count - 1) * stride, 0)
      : network.clocks.length - 1;
  for (let index = from; index <= from + reach && index < network.clocks.length; index++) into.clocks.add(index);
}
