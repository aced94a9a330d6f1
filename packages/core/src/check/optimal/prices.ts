// What runs cost (UPPAAL CORA; Behrmann et al. 2001): a unit of time what the locations say that processes are in, a
// step what its edges say. All of it is evaluated in the state that time passes in, or that the step is taken from.

import { AccessAnalysis } from "../../analysis/accesses.ts";
import { defined } from "../../basics/defined.ts";
import type { Diagnostic, Span } from "../../diagnostics/index.ts";
import type { DiscreteView } from "../../engine/engine.ts";
import type { Expression, Network } from "../../network/index.ts";
import { compileExpression, type Evaluator, FunctionTable, Machine } from "../../semantics/evaluate/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import type { Trace } from "../../trace/index.ts";
import { toNumber } from "../../zone/index.ts";

/** A price below zero was met. */
export class NegativePrice extends Error {
  readonly diagnostic: Diagnostic;

  constructor(value: number, span: Span | undefined) {
    super("a negative price");
    const message = `costs only grow: a price of ${value} was met`;
    this.diagnostic = { code: "TH4510", severity: "error", message, ...defined({ span }) };
  }
}

interface Price {
  readonly evaluate: Evaluator;
  readonly frameSize: number;
  readonly span: Span | undefined;
}

export class Prices {
  private readonly machine: Machine;
  private readonly locations: readonly (readonly (Price | undefined)[])[];
  private readonly edges: readonly (Price | undefined)[];
  readonly hasSteps: boolean;

  constructor(network: Network) {
    this.machine = new Machine(network.cells);
    const functions = new FunctionTable(network.functions);
    const priceOf = (price: Expression | undefined, frameSize: number, span: Span | undefined): Price | undefined =>
      price && { evaluate: compileExpression(price, functions), frameSize, span };
    this.locations = network.processes.map(({ locations }) =>
      locations.map(({ price, frameSize, span }) => priceOf(price, frameSize, span)),
    );
    this.edges = network.edges.map(({ price, frameSize, span }) => priceOf(price, frameSize, span));
    this.hasSteps = this.edges.some((price) => price !== undefined);
  }

  /** Of a unit of time. */
  ofTime({ locations, cells }: DiscreteView): number {
    let sum = 0;
    for (let p = 0; p < this.locations.length; p++) {
      const price = this.locations[p]![locations[p]!];
      if (price !== undefined) sum += this.value(price, locations, cells, []);
    }
    return sum;
  }

  ofStep({ locations, cells }: DiscreteView, { edges }: JointTransition): number {
    let sum = 0;
    for (const { edge, select } of edges) {
      const price = this.edges[edge];
      if (price !== undefined) sum += this.value(price, locations, cells, select);
    }
    return sum;
  }

  private value(
    price: Price,
    locations: ArrayLike<number>,
    cells: ArrayLike<number>,
    selects: readonly number[],
  ): number {
    const { machine } = this;
    const own = Array.from(cells).slice(0, machine.cells);
    machine.load(Int32Array.from(locations), own, price.frameSize);
    for (const [i, select] of selects.entries()) machine.memory[machine.frame + i] = select;
    const value = price.evaluate(machine);
    if (value < 0) throw new NegativePrice(value, price.span);
    return value;
  }

  /** What a run costs, added up along its states, whose time is so many units of the model's. */
  ofRun(trace: Trace, unit: number): number {
    return this.along(trace, unit).paid.at(-1)!;
  }

  /** The states of a run and what it has cost when each is entered; the last number is what it costs in all. */
  along(
    { initial, steps, finalDelay }: Trace,
    unit: number,
  ): { readonly states: readonly DiscreteView[]; readonly paid: readonly number[] } {
    const states: DiscreteView[] = [initial];
    const paid = [0];
    for (const { delay, transition, state: next } of steps) {
      const state = states.at(-1)!;
      paid.push(paid.at(-1)! + unit * toNumber(delay) * this.ofTime(state) + this.ofStep(state, transition));
      states.push(next);
    }
    return { states, paid: [...paid, paid.at(-1)! + unit * toNumber(finalDelay) * this.ofTime(states.at(-1)!)] };
  }
}

/** Why prices cannot be read in the state before a step; undefined: they can. */
export function priceObstacle(network: Network): { readonly what: string; readonly span?: Span } | undefined {
  const told = new Set(["`cost' == e`", "`cost += e`"]);
  const other = (network.prices ?? []).find(({ feature }) => !told.has(feature));
  if (other !== undefined) return { what: other.feature, ...defined({ span: other.span }) };
  const accesses = new AccessAnalysis(network);
  const before = accesses.ofStatements(network.beforeUpdate).writtenCells;
  const synchronised = new Set(
    network.edges
      .filter(({ sync }) => sync.kind !== "internal")
      .flatMap(({ update }) => [...accesses.ofStatements(update).writtenCells]),
  );
  for (const { price, pricedAfter = 0, update, sync, span } of network.edges) {
    if (price === undefined) continue;
    const { readCells } = accesses.ofExpression(price);
    const { writtenCells } = accesses.ofStatements(update.slice(0, pricedAfter));
    // Who sends changes what it changes first.
    const isLater = sync.kind !== "internal" && sync.kind !== "send";
    const isMoved = [...readCells].some(
      (cell) => before.has(cell) || writtenCells.has(cell) || (isLater && synchronised.has(cell)),
    );
    if (isMoved) return { what: "`cost += e` where the step itself may change e", ...defined({ span }) };
    if (isNegative(price)) return { what: "a negative price", ...defined({ span }) };
  }
  for (const { locations } of network.processes) {
    for (const { price, span } of locations) {
      if (price !== undefined && isNegative(price)) return { what: "a negative rate of cost", ...defined({ span }) };
    }
  }
  return undefined;
}

const isNegative = (price: Expression): boolean => price.kind === "constant" && price.value < 0;
