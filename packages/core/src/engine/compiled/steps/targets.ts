// Query targets as WebAssembly: is there a valuation of the source zone that satisfies the formula? Data alone is
// evaluated as it stands; with clocks and deadlock, the formula becomes a disjunction of conjunctions, each tried on
// the zone.

import { faultsOf } from "../../../analysis/faults.ts";
import { OPPOSITE } from "../../../network/comparisons.ts";
import { type Formula, mentions } from "../../../network/index.ts";
import { FALSE, OPEN, TRUE } from "../../../semantics/discrete/formula-data.ts";
import { add, shl, sub } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { eq, eqz, leS } from "../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter, type Label } from "../../../wasm/function-writer.ts";
import { global, k, type Local, type Value } from "../../../wasm/value.ts";
import { clockBound, rowOf } from "../language/constraints.ts";
import { compileCondition, createScope } from "../language/expressions.ts";
import { type CodeScope, deferred } from "../language/places.ts";
import type { ZoneStep } from "../zones/zone-step.ts";
import type { Deadlock } from "./split/deadlock.ts";

const MOST_DISJUNCTS = 512;

type ClockAtom = Extract<Formula, { kind: "clock" }>;
type Operator = ClockAtom["op"];
/** Values of binders in whose scope an atom stands. */
type Environment = readonly { readonly cell: number; readonly value: number }[];
type Atom =
  | { readonly kind: "data"; readonly formula: Formula; readonly positive: boolean; readonly environment: Environment }
  | { readonly kind: "clock"; readonly atom: ClockAtom; readonly op: Operator; readonly environment: Environment }
  | { readonly kind: "deadlock"; readonly positive: boolean; readonly environment: Environment };

/** Is the formula beyond what is compiled: very many cases over clocks? */
export function needsReference(formula: Formula): boolean {
  return !isData(formula) && disjuncts(formula, true, []) === null;
}

export interface TargetParts {
  readonly zones: ZoneStep | null;
  /** With clocks; null when no target asks for it. */
  readonly deadlock: Deadlock | null;
  /** Without clocks: () → is no step possible? */
  readonly stuck: FunctionHandle | null;
}

/** (frame) → 0 or 1, on the working state and the source zone. */
export function emitTarget(context: EmitContext, parts: TargetParts, formula: Formula, name: string): FunctionHandle {
  const { module } = context;
  const { zones, deadlock, stuck } = parts;
  const handle = module.declare(name, ["i32"], ["i32"]);
  defineFunction(module, handle, (f, frame) => {
    const scope = createScope(context, f, frame!);
    // Data alone is evaluated in order anyway.
    if (!isData(formula) && faultsOf(context.network).formula(formula)) f.drop(formulaData(scope, formula));
    if (zones === null || isData(formula)) {
      f.return(dataValue(scope, formula, stuck));
      return;
    }
    const start = f.let(global(context.constraintTop));
    for (const atoms of disjuncts(formula, true, []) ?? []) {
      f.block((next) => {
        // Data decides most cheaply, deadlock least so.
        const order = ["data", "clock", "deadlock"];
        for (const atom of [...atoms].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))) {
          for (const { cell, value } of atom.environment) f.store32(frame!, value, 4 * cell);
          if (atom.kind === "data") {
            const holds = dataValue(scope, atom.formula, stuck);
            f.branchIf(next, atom.positive ? eqz(holds) : holds);
          } else if (atom.kind === "clock") {
            clockAtom(scope, zones, atom.atom, atom.op, next);
          }
        }
        const wanted = new Set(atoms.flatMap((atom) => (atom.kind === "deadlock" ? [atom.positive] : [])));
        const holds =
          wanted.size === 0 || deadlock === null
            ? call(zones.applyGuards, start)
            : wanted.size === 1
              ? deadlockAtom(f, zones, deadlock, start, wanted.has(true))
              : k(0);
        f.if(holds, () => {
          f.setGlobal(context.constraintTop, start);
          f.return(1);
        });
      });
      f.setGlobal(context.constraintTop, start);
    }
    f.return(0);
  });
  return handle;
}

/** Is some valuation of the source zone that satisfies the constraints deadlocked (or not deadlocked)? */
function deadlockAtom(
  f: FunctionWriter,
  { applyGuards, sourceDim }: ZoneStep,
  { pieces, federations }: Deadlock,
  start: Local,
  positive: boolean,
): Value {
  return deferred(() => {
    const dead = f.let(call(pieces, start));
    const answer = f.let(dead);
    if (!positive) {
      f.set(answer, call(applyGuards, start));
      f.if(answer, () => {
        f.set(answer, call(federations.copyOf, answer, global(sourceDim)));
        f.set(answer, call(federations.subtractAll, answer, dead, global(sourceDim)));
        f.do(call(federations.release, answer));
      });
    }
    f.do(call(federations.release, dead));
    return answer;
  });
}

export const isData = (formula: Formula): boolean => !mentions(formula, "clock") && !mentions(formula, "deadlock");

/** A formula without clocks (and, in a network with clocks, without deadlock) as 0 or 1. */
function dataValue(scope: CodeScope, formula: Formula, stuck: FunctionHandle | null): Value {
  const { f, frame } = scope;
  switch (formula.kind) {
    case "data":
      return compileCondition(scope, formula.condition);
    case "not":
      return eqz(dataValue(scope, formula.part, stuck));
    case "and":
      return formula.parts.reduceRight<Value>((rest, part) => f.choose(dataValue(scope, part, stuck), rest, 0), k(1));
    case "or":
      return formula.parts.reduceRight<Value>((rest, part) => f.choose(dataValue(scope, part, stuck), 1, rest), k(0));
    case "forall":
    case "exists": {
      const { cell, min, max } = formula.binder;
      const decisive = formula.kind === "exists";
      return deferred(() => {
        const value = f.let(min);
        const result = f.let(decisive ? 0 : 1);
        f.while(leS(value, max), (leave) => {
          f.store32(frame, value, 4 * cell);
          const holds = dataValue(scope, formula.body, stuck);
          f.if(decisive ? holds : eqz(holds), () => {
            f.set(result, decisive ? 1 : 0);
            f.branch(leave);
          });
          f.set(value, add(value, 1));
        });
        return result;
      });
    }
    case "deadlock":
      if (stuck === null) throw new Error("deadlock is not data where there are clocks");
      return call(stuck);
    case "clock":
      throw new Error("clocks are not data");
  }
}

/** FALSE, TRUE or OPEN, evaluated as `semantics/discrete/formula-data.ts` says: what fails there fails here. */
function formulaData(scope: CodeScope, formula: Formula): Value {
  const { f, frame, context } = scope;
  if (isData(formula)) return dataValue(scope, formula, null);
  switch (formula.kind) {
    case "clock":
      return deferred(() => {
        f.drop(rowOf(scope, formula.left, context.rowOf));
        f.drop(rowOf(scope, formula.right, context.rowOf));
        f.drop(clockBound(scope, formula));
        return k(OPEN);
      });
    case "not":
      return deferred(() => {
        const part = f.let(formulaData(scope, formula.part));
        return f.choose(eq(part, OPEN), OPEN, eqz(part));
      });
    case "and":
    case "or":
    case "forall":
    case "exists": {
      const decisive = formula.kind === "and" || formula.kind === "forall" ? FALSE : TRUE;
      return deferred(() => {
        const answer = f.let(1 - decisive);
        const truth = f.local();
        f.block((leave) => {
          const consider = (part: Formula): void => {
            f.set(truth, formulaData(scope, part));
            f.if(eq(truth, decisive), () => {
              f.set(answer, decisive);
              f.branch(leave);
            });
            f.if(eq(truth, OPEN), () => f.set(answer, OPEN));
          };
          if ("parts" in formula) for (const part of formula.parts) consider(part);
          else {
            const { cell, min, max } = formula.binder;
            const value = f.let(min);
            f.while(leS(value, max), () => {
              f.store32(frame, value, 4 * cell);
              consider(formula.body);
              f.set(value, add(value, 1));
            });
          }
        });
        return answer;
      });
    }
    default:
      return k(OPEN);
  }
}

/** Does `deadlock` stand under an odd number of negations somewhere? */
export function deniesDeadlock(formula: Formula, positive = true): boolean {
  switch (formula.kind) {
    case "and":
    case "or":
      return formula.parts.some((part) => deniesDeadlock(part, positive));
    case "not":
      return deniesDeadlock(formula.part, !positive);
    case "forall":
    case "exists":
      return deniesDeadlock(formula.body, positive);
    default:
      return formula.kind === "deadlock" && !positive;
  }
}

function clockAtom(scope: CodeScope, zones: ZoneStep, atom: ClockAtom, op: Operator, failed: Label): void {
  const { f, context } = scope;
  const left = f.let(rowOf(scope, atom.left, context.rowOf));
  const right = f.let(rowOf(scope, atom.right, context.rowOf));
  const bound = clockBound(scope, atom);
  const require = (a: Value, b: Value, encoded: Value): void =>
    f.branchIf(failed, eqz(call(zones.pushGuard, a, b, encoded)));
  if (op !== ">=" && op !== ">") require(left, right, sub(shl(bound, 1), op === "<" ? 1 : 0));
  if (op !== "<=" && op !== "<") require(right, left, sub(op === ">" ? -1 : 0, shl(bound, 1)));
}

/** Negation pushed to the atoms, quantifiers unfolded; null when there are too many disjuncts. */
function disjuncts(formula: Formula, positive: boolean, environment: Environment): Atom[][] | null {
  if (isData(formula)) return [[{ kind: "data", formula, positive, environment }]];
  switch (formula.kind) {
    case "clock": {
      const op = positive ? formula.op : OPPOSITE[formula.op];
      const operators: Operator[] = op === "!=" ? ["<", ">"] : [op];
      return operators.map((one) => [{ kind: "clock", atom: formula, op: one, environment }]);
    }
    case "not":
      return disjuncts(formula.part, !positive, environment);
    case "and":
    case "or": {
      const parts = formula.parts.map((part) => disjuncts(part, positive, environment));
      return (formula.kind === "and") === positive ? conjunction(parts) : disjunction(parts);
    }
    case "forall":
    case "exists": {
      const { cell, min, max } = formula.binder;
      const parts = Array.from({ length: Math.max(0, max - min + 1) }, (_, i) =>
        disjuncts(formula.body, positive, [...environment, { cell, value: min + i }]),
      );
      return (formula.kind === "forall") === positive ? conjunction(parts) : disjunction(parts);
    }
    case "deadlock":
      return [[{ kind: "deadlock", positive, environment }]];
    default:
      return [];
  }
}

function disjunction(parts: readonly (Atom[][] | null)[]): Atom[][] | null {
  const all: Atom[][] = [];
  for (const part of parts) {
    if (part === null) return null;
    all.push(...part);
  }
  return all.length > MOST_DISJUNCTS ? null : all;
}

function conjunction(parts: readonly (Atom[][] | null)[]): Atom[][] | null {
  let all: Atom[][] = [[]];
  for (const part of parts) {
    if (part === null || all.length * part.length > MOST_DISJUNCTS) return null;
    all = all.flatMap((atoms) => part.map((more) => [...atoms, ...more]));
  }
  return all;
}
