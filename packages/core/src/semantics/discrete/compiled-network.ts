// A network made ready to run: guards, invariants, rates, channels and updates as closures, and for every location
// the edges that leave it, sorted by the role they play in a joint step.

import type { Span } from "../../diagnostics/index.ts";
import type { Binder, ClockConjunct, ClockRef, Conjunct, Edge, Network, Rate } from "../../network/index.ts";
import { beyondLimit } from "../../zone/index.ts";
import {
  compileBlock,
  compileClock,
  compileExpression,
  compileIndexed,
  type Evaluator,
  FunctionTable,
  type Machine,
  type Runner,
} from "../evaluate/index.ts";
import { ModelFault } from "../fault.ts";
import type { Constraint } from "../semantics.ts";

/** Adds what the conjunct asks of the clocks to `into`; false when its data part fails. */
export type ClockCondition = (machine: Machine, into: Constraint[]) => boolean;
/** Marks the rows of clocks that stand still. */
export type RateSetter = (machine: Machine, stopped: Uint8Array) => void;

export interface EdgeProgram {
  readonly edge: Edge;
  readonly guard: readonly ClockCondition[];
  /** The channel of a send or receive. */
  readonly channel: Evaluator | null;
  readonly update: Runner;
}

export interface LocationProgram {
  readonly urgent: boolean;
  readonly committed: boolean;
  readonly invariant: readonly ClockCondition[];
  /** What the invariant asks of the clocks, where that is the same in every state: it is asked in every state. */
  readonly fixed: readonly Constraint[] | null;
  readonly rates: readonly RateSetter[];
  readonly frameSize: number;
  /** Edges that may begin a joint step: internal, sending, and TChecker events. In file order. */
  readonly initiating: readonly EdgeProgram[];
  readonly receiving: readonly EdgeProgram[];
  /** Of the former, those with an event that some vector names. */
  readonly events: readonly EdgeProgram[];
}

export interface CompiledNetwork {
  readonly network: Network;
  readonly functions: FunctionTable;
  readonly edges: readonly EdgeProgram[];
  /** By process and location. */
  readonly locations: readonly (readonly LocationProgram[])[];
  readonly before: Runner;
  readonly after: Runner;
}

export function compileNetwork(network: Network): CompiledNetwork {
  const functions = new FunctionTable(network.functions);
  const edges = network.edges.map((edge) => compileEdge(edge, functions));
  const locations = network.processes.map((process) => {
    const own = process.edges.map((id) => edges[id]!);
    return process.locations.map((location, index): LocationProgram => {
      const leaving = own.filter(({ edge }) => edge.source === index);
      return {
        urgent: location.urgent,
        committed: location.committed,
        invariant: location.invariant.map((conjunct) => compileConjunct(conjunct, functions)),
        fixed: fixedConstraints(location.invariant),
        rates: location.rates.map((rate) => compileRate(rate, functions)),
        frameSize: location.frameSize,
        initiating: leaving.filter(({ edge }) => edge.sync.kind !== "receive"),
        receiving: leaving.filter(({ edge }) => edge.sync.kind === "receive"),
        events: leaving.filter(({ edge }) => edge.sync.kind === "event"),
      };
    });
  });
  return {
    network,
    functions,
    edges,
    locations,
    before: compileBlock(network.beforeUpdate, functions),
    after: compileBlock(network.afterUpdate, functions),
  };
}

function compileEdge(edge: Edge, functions: FunctionTable): EdgeProgram {
  const { sync } = edge;
  return {
    edge,
    guard: edge.guard.map((conjunct) => compileConjunct(conjunct, functions)),
    channel: sync.kind === "send" || sync.kind === "receive" ? compileIndexed(sync.channel, functions) : null,
    update: compileBlock(edge.update, functions),
  };
}

export function compileConjunct(conjunct: Conjunct, functions: FunctionTable): ClockCondition {
  if (conjunct.kind === "data") {
    const condition = compileExpression(conjunct.condition, functions);
    return (m) => condition(m) !== 0;
  }
  return clockConjunct(conjunct, functions);
}

/** Comparisons of single clocks with constants; null where there is anything else. */
function fixedConstraints(conjuncts: readonly Conjunct[]): readonly Constraint[] | null {
  const constraints: Constraint[] = [];
  for (const conjunct of conjuncts) {
    if (conjunct.kind === "data" || conjunct.when !== undefined || conjunct.binders.length > 0) return null;
    const { left, right, op, bound, span } = conjunct;
    const named = (clock: ClockRef | undefined): boolean =>
      clock === undefined || (clock.space === "clock" && clock.steps.length === 0);
    // What is too large is a fault of the states that ask it.
    if (!named(left) || !named(right) || bound.kind !== "constant" || beyondLimit(bound.value) !== undefined)
      return null;
    const row = (clock: ClockRef | undefined): number => (clock === undefined ? 0 : clock.base + 1);
    addComparison(constraints, row(left), row(right), op, bound.value, span);
  }
  return constraints;
}

function clockConjunct(conjunct: ClockConjunct, functions: FunctionTable): ClockCondition {
  const { op, span } = conjunct;
  const left = compileClock(conjunct.left, functions);
  const right = compileClock(conjunct.right, functions);
  const bound = compileExpression(conjunct.bound, functions);
  const forEach = compileBinders(conjunct, functions);
  return (m, into) => {
    forEach(m, () => {
      const a = left(m);
      const b = right(m);
      addComparison(into, a, b, op, bound(m), span);
    });
    return true;
  };
}

/** Adds `row a − row b op value`. */
export function addComparison(
  into: Constraint[],
  a: number,
  b: number,
  op: ClockConjunct["op"],
  value: number,
  span: Span | undefined,
): void {
  const tooLarge = beyondLimit(value);
  if (tooLarge !== undefined) throw new ModelFault("bound", tooLarge, span);
  if (op !== ">=" && op !== ">") into.push({ left: a, right: b, value, strict: op === "<" });
  if (op !== "<=" && op !== "<") into.push({ left: b, right: a, value: 0 - value, strict: op === ">" });
}

function compileRate(rate: Rate, functions: FunctionTable): RateSetter {
  const { span } = rate;
  const clock = compileClock(rate.clock, functions);
  const value = compileExpression(rate.rate, functions);
  const forEach = compileBinders(rate, functions);
  return (m, stopped) => {
    forEach(m, () => {
      const row = clock(m);
      const speed = value(m);
      if (speed === 0) stopped[row] = 1;
      else if (speed !== 1) {
        throw new ModelFault("unsupported", `the clock rate ${speed}: only 0 and 1 are supported`, span);
      }
    });
  };
}

/** Runs `visit` for all values of the binders under which the condition holds. */
function compileBinders(
  { binders, when }: Pick<Rate, "binders" | "when">,
  functions: FunctionTable,
): (m: Machine, visit: () => void) => void {
  if (when === undefined) return (m, visit) => forBinders(binders, m, visit);
  const holds = compileExpression(when, functions);
  return (m, visit) =>
    forBinders(binders, m, () => {
      if (holds(m) !== 0) visit();
    });
}

/** Runs `visit` for all values of the binders, the first one varying slowest. */
function forBinders(binders: readonly Binder[], m: Machine, visit: () => void, at = 0): void {
  const binder = binders[at];
  if (binder === undefined) {
    visit();
    return;
  }
  for (let value = binder.min; value <= binder.max; value++) {
    m.memory[m.frame + binder.cell] = value;
    forBinders(binders, m, visit, at + 1);
  }
}
