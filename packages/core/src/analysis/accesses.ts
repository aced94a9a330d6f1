// What edges read and write: the cells, the clocks and the process locations that their guards, synchronisations and
// updates may touch, functions and computed indices included. Where an index is not known, every element counts.

import type { BeingFilled } from "../basics/grow.ts";
import { sizeOf } from "../network/cells.ts";
import type {
  ClockRef,
  Conjunct,
  Edge,
  Expression,
  Formula,
  Network,
  Place,
  Statement,
  Subscript,
  Variable,
} from "../network/index.ts";
import {
  type Access,
  type Visitor,
  visitConjuncts,
  visitEdge,
  visitExpression,
  visitFormula,
  visitStatements,
} from "../network/visit.ts";

export interface Accesses {
  readonly readCells: ReadonlySet<number>;
  readonly writtenCells: ReadonlySet<number>;
  readonly testedClocks: ReadonlySet<number>;
  readonly resetClocks: ReadonlySet<number>;
  /** Processes whose location is asked for. */
  readonly askedProcesses: ReadonlySet<number>;
}

type MutableAccesses = BeingFilled<Accesses>;

const empty = (): MutableAccesses => ({
  readCells: new Set(),
  writtenCells: new Set(),
  testedClocks: new Set(),
  resetClocks: new Set(),
  askedProcesses: new Set(),
});

/** Computes accesses of edges; what functions touch is computed once per function. */
export class AccessAnalysis {
  private readonly network: Network;
  private readonly byEdge: (Accesses | undefined)[] = [];
  private readonly byFunction: (MutableAccesses | undefined)[] = [];

  constructor(network: Network) {
    this.network = network;
  }

  ofEdge(id: number): Accesses {
    const known = this.byEdge[id];
    if (known !== undefined) return known;
    const edge = this.network.edges[id]!;
    const into = empty();
    visitEdge(edge, this.visitor(into));
    // The update hooks run with every transition.
    this.addStatements(this.network.beforeUpdate, into);
    this.addStatements(this.network.afterUpdate, into);
    // Entering a location asks its invariant.
    visitConjuncts(this.targetOf(edge).invariant, this.visitor(into));
    this.byEdge[id] = into;
    return into;
  }

  /** What decides whether the edge can be taken: its guard and its channel. */
  ofTrigger(edge: Edge): Accesses {
    const into = empty();
    visitEdge({ ...edge, update: [] }, this.visitor(into));
    return into;
  }

  ofExpression(expression: Expression): Accesses {
    const into = empty();
    visitExpression(expression, this.visitor(into));
    return into;
  }

  ofConjuncts(conjuncts: readonly Conjunct[]): Accesses {
    const into = empty();
    visitConjuncts(conjuncts, this.visitor(into));
    return into;
  }

  ofFormula(formula: Formula): Accesses {
    const into = empty();
    visitFormula(formula, this.visitor(into));
    return into;
  }

  ofStatements(statements: readonly Statement[]): Accesses {
    const into = empty();
    this.addStatements(statements, into);
    return into;
  }

  private addStatements(statements: readonly Statement[], into: MutableAccesses): void {
    visitStatements(statements, this.visitor(into));
  }

  private targetOf(edge: Edge) {
    return this.network.processes[edge.process]!.locations[edge.target]!;
  }

  private visitor(into: MutableAccesses): Visitor {
    return {
      place: (place, access, size) =>
        size === 0 ? this.addUnsized(place, access, into) : addPlace(place, access, size, into),
      clock: (clock, access) => addClock(clock, access, into),
      expression: (expression) => {
        if (expression.kind === "call") merge(this.ofFunction(expression.function), into);
        if (expression.kind === "at")
          for (const process of this.processesOf(expression)) into.askedProcesses.add(process);
      },
    };
  }

  /**
   * The cells of a place that does not say how many: at most an element of the last array it goes into, or its
   * variable.
   */
  private addUnsized(place: Place, access: Access, into: MutableAccesses): void {
    const { base, steps } = place;
    const holds = ({ cell, type }: Variable): boolean => cell <= base && base < cell + sizeOf(type);
    const variable = this.network.variables.find(holds);
    const size = variable === undefined ? 1 : sizeOf(variable.type);
    addPlace(place, access, steps.at(-1)?.stride ?? size, into, (variable?.cell ?? base) + size);
  }

  /** Where an index is not known, every process counts. */
  private processesOf({ process }: Extract<Expression, { kind: "at" }>): readonly number[] {
    return process.steps.length === 0 ? [process.base] : [...this.network.processes.keys()];
  }

  /**
   * What a function touches apart from its own frame; references handed to it are counted where they are handed over.
   */
  private ofFunction(index: number): MutableAccesses {
    const known = this.byFunction[index];
    if (known !== undefined) return known;
    const into = empty();
    this.byFunction[index] = into;
    this.addStatements(this.network.functions[index]!.body, into);
    return into;
  }
}

function addPlace(
  place: Place,
  access: Access,
  size: number,
  into: MutableAccesses,
  end = Number.POSITIVE_INFINITY,
): void {
  if (place.space !== "state") return;
  for (const cell of cellsOf(place, size)) {
    if (cell >= end) continue;
    if (access !== "write") into.readCells.add(cell);
    if (access !== "read") into.writtenCells.add(cell);
  }
}

/** Every cell a state place may name. */
export function cellsOf(place: Place, size: number): number[] {
  let bases = [place.base + place.offset];
  for (const step of place.steps) bases = moved(bases, step);
  return bases.flatMap((base) => Array.from({ length: size }, (_, i) => base + i));
}

/** Where a subscript may lead; an index that is always out of range is a fault of the model and leads nowhere. */
function moved(bases: readonly number[], { index, first, count, stride }: Subscript): number[] {
  if (index.kind !== "constant") {
    return bases.flatMap((base) => Array.from({ length: count }, (_, at) => base + at * stride));
  }
  const at = index.value - first;
  return at >= 0 && at < count ? bases.map((base) => base + at * stride) : [];
}

function addClock(clock: ClockRef, access: Access, into: MutableAccesses): void {
  if (clock.space !== "clock") return;
  let indices = [clock.base];
  for (const step of clock.steps) indices = moved(indices, step);
  for (const index of indices) {
    if (access !== "write") into.testedClocks.add(index);
    if (access !== "read") into.resetClocks.add(index);
  }
}

function merge(from: Accesses, into: MutableAccesses): void {
  for (const cell of from.readCells) into.readCells.add(cell);
  for (const cell of from.writtenCells) into.writtenCells.add(cell);
  for (const clock of from.testedClocks) into.testedClocks.add(clock);
  for (const clock of from.resetClocks) into.resetClocks.add(clock);
  for (const process of from.askedProcesses) into.askedProcesses.add(process);
}
