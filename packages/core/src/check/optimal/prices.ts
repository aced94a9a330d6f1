// What runs cost (UPPAAL CORA; Behrmann et al. 2001): a unit of time what the locations say that processes are in,
// evaluated in the state that time passes in; a step what its edges say, each payment where it stands among updates.

import { AccessAnalysis } from "../../analysis/accesses.ts";
import { channelsOf } from "../../analysis/joint-transitions.ts";
import { defined } from "../../basics/defined.ts";
import type { Diagnostic, Span } from "../../diagnostics/index.ts";
import type { DiscreteView } from "../../engine/engine.ts";
import type { Edge, Expression, Network } from "../../network/index.ts";
import {
  compileBlock,
  compileExpression,
  type Evaluator,
  FunctionTable,
  Machine,
  type Runner,
} from "../../semantics/evaluate/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import type { Trace } from "../../trace/index.ts";
import { plus, type Rational, rational, times, toNumber } from "../../zone/index.ts";

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

/** An update with its payments: what stands between two of them, and what is evaluated then. */
interface PaidUpdate {
  readonly parts: readonly { readonly run: Runner; readonly value: Evaluator | undefined }[];
  readonly frameSize: number;
  readonly isPaid: boolean;
  /** Do values of before the step do? */
  readonly isPlain: boolean;
  readonly span: Span | undefined;
}

export class Prices {
  private readonly machine: Machine;
  private readonly locations: readonly (readonly (Price | undefined)[])[];
  private readonly edges: readonly PaidUpdate[];
  private readonly before: Runner;
  readonly hasSteps: boolean;

  constructor(network: Network) {
    this.machine = new Machine(network.cells);
    const functions = new FunctionTable(network.functions);
    const priceOf = (price: Expression | undefined, frameSize: number, span: Span | undefined): Price | undefined =>
      price && { evaluate: compileExpression(price, functions), frameSize, span };
    this.locations = network.processes.map(({ locations }) =>
      locations.map(({ price, frameSize, span }) => priceOf(price, frameSize, span)),
    );
    const isPlain = plainPayments(network);
    this.edges = network.edges.map((edge) => paidUpdate(edge, isPlain(edge), functions));
    this.before = compileBlock(network.beforeUpdate, functions);
    this.hasSteps = this.edges.some(({ isPaid }) => isPaid);
  }

  /** Of a unit of time. */
  ofTime({ locations, cells }: DiscreteView): number {
    let sum = 0;
    this.load(locations, cells);
    for (let p = 0; p < this.locations.length; p++) {
      const price = this.locations[p]![locations[p]!];
      if (price === undefined) continue;
      this.machine.openFrame(price.frameSize);
      sum += notNegative(price.evaluate(this.machine), price.span);
    }
    return sum;
  }

  ofStep({ locations, cells }: DiscreteView, { edges }: JointTransition): number {
    const paid = edges.map(({ edge }) => this.edges[edge]!);
    const last = paid.map(({ isPaid }) => isPaid).lastIndexOf(true);
    if (last < 0) return 0;
    const { machine } = this;
    const isRun = paid.some((update) => update.isPaid && !update.isPlain);
    this.load(locations, cells);
    machine.clearAssignments();
    if (isRun) this.before(machine);
    let sum = 0;
    for (let i = 0; i <= last; i++) {
      const { parts, frameSize, span } = paid[i]!;
      machine.openFrame(frameSize);
      machine.setFrame(edges[i]!.select);
      let own = 0;
      for (const { run, value } of parts) {
        if (isRun) run(machine);
        if (value !== undefined) own += value(machine);
      }
      sum += notNegative(own, span);
    }
    return sum;
  }

  private load(locations: ArrayLike<number>, cells: ArrayLike<number>): void {
    const { machine } = this;
    machine.load(Int32Array.from(locations), Array.from(cells).slice(0, machine.cells), 0);
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
    let sum = rational(0);
    const paid = [0];
    const pay = (delay: Rational, state: DiscreteView, forStep: number): void => {
      const forTime = times(delay, rational(BigInt(unit) * BigInt(this.ofTime(state))));
      sum = plus(sum, plus(forTime, rational(forStep)));
      paid.push(toNumber(sum));
    };
    for (const { delay, transition, state: next } of steps) {
      const state = states.at(-1)!;
      pay(delay, state, this.ofStep(state, transition));
      states.push(next);
    }
    pay(finalDelay, states.at(-1)!, 0);
    return { states, paid };
  }
}

function notNegative(value: number, span: Span | undefined): number {
  if (value < 0) throw new NegativePrice(value, span);
  return value;
}

function paidUpdate(
  { update, payments = [], frameSize, span }: Edge,
  isPlain: boolean,
  functions: FunctionTable,
): PaidUpdate {
  let done = 0;
  const parts = payments.map(({ value, after }) => {
    const run = compileBlock(update.slice(done, after), functions);
    done = after;
    return { run, value: compileExpression(value, functions) as Evaluator | undefined };
  });
  parts.push({ run: compileBlock(update.slice(done), functions), value: undefined });
  return { parts, frameSize, isPaid: payments.length > 0, isPlain, span };
}

/** Edges whose payments nothing reads that the step itself may write before. */
function plainPayments(network: Network): (edge: Edge) => boolean {
  const accesses = new AccessAnalysis(network);
  const hook = accesses.ofStatements(network.beforeUpdate).writtenCells;
  const partners = writtenByPartners(network, accesses);
  return (edge) =>
    (edge.payments ?? []).every(({ value, after }) => {
      const read = [...accesses.ofExpression(value).readCells];
      if (read.length === 0) return true;
      const written = [hook, accesses.ofStatements(edge.update.slice(0, after)).writtenCells, partners(edge)];
      return read.every((cell) => !written.some((cells) => cells.has(cell)));
    });
}

/** What others may write before an edge does in one step: who sends, and of a broadcast who receives as well. */
function writtenByPartners(network: Network, accesses: AccessAnalysis): (edge: Edge) => ReadonlySet<number> {
  const none: ReadonlySet<number> = new Set();
  return (edge) => {
    if (edge.sync.kind === "internal" || edge.sync.kind === "send") return none;
    const own = new Set(edge.sync.kind === "receive" ? channelsOf(network, edge) : []);
    const others = network.edges.filter(({ process, sync }) => process !== edge.process && sync.kind !== "internal");
    const met = others.filter(
      (other) => other.sync.kind === "event" || [...channelsOf(network, other)].some((channel) => own.has(channel)),
    );
    return new Set(met.flatMap(({ update }) => [...accesses.ofStatements(update).writtenCells]));
  };
}

/** What of the prices is not supported; undefined: all is. */
export function priceObstacle(network: Network): { readonly what: string; readonly span?: Span } | undefined {
  const told = new Set(["`cost' == e`", "`cost += e`"]);
  const other = (network.prices ?? []).find(({ feature }) => !told.has(feature));
  if (other !== undefined) return { what: other.feature, ...defined({ span: other.span }) };
  for (const { payments = [], span } of network.edges) {
    const total = payments.reduce((sum, { value }) => sum + (value.kind === "constant" ? value.value : Number.NaN), 0);
    if (total < 0) return { what: "a negative price", ...defined({ span }) };
  }
  for (const { locations } of network.processes) {
    for (const { price, span } of locations) {
      if (price !== undefined && isNegative(price)) return { what: "a negative rate of cost", ...defined({ span }) };
    }
  }
  return undefined;
}

const isNegative = (price: Expression): boolean => price.kind === "constant" && price.value < 0;
