// Steps of one process alone, specialised: for an internal edge without selects, locations, guard, update and packing
// are constants and straight-line code. Most steps of most models are of this kind; the general way (`successors.ts`)
// goes through tables and does the same. Where a state is one number, the successor is that number with some bits
// replaced, and the working state is not touched at all.

import type { Edge, Expression, Statement } from "../../../network/index.ts";
import { and, sub } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle, GlobalHandle } from "../../../wasm/assembler.ts";
import { eqz } from "../../../wasm/comparisons.ts";
import { type EmitContext, STEP_BUDGET } from "../../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { type Field, maskOf } from "../../../wasm/layout.ts";
import { load32 } from "../../../wasm/memory.ts";
import { global, k, type Local, type Value } from "../../../wasm/value.ts";
import { and64, extend, k64, load64, or64, shl64 } from "../../../wasm/wide-values.ts";
import { compileConjuncts, type Sink } from "../language/constraints.ts";
import { compileCondition, createScope } from "../language/expressions.ts";
import { staticCell } from "../language/places.ts";
import { compileBlock } from "../language/statements.ts";
import type { WriteAnalysis } from "../language/writes.ts";
import type { WorkingState } from "../state/state.ts";
import { entry, type SuccessorParts, where } from "./step-code.ts";

export interface StepParts extends SuccessorParts {
  /** (key): takes a candidate given as one number; null where states are longer. */
  readonly emitKey: FunctionHandle | null;
  /** The record of the edge that is tried alone, for reports of faults and lists of candidates. */
  readonly alone: GlobalHandle;
  readonly sink: Sink;
  readonly writes: WriteAnalysis;
  /**
   * What takes a step is a function of its own, apart from its guards. The platform counts the length of functions that
   * run, to tell which of them to optimise, and what is rarely reached would count each time: a short search spends
   * more on that than on its steps. A long one is a little faster with everything in one piece.
   */
  readonly areApart: boolean;
}

/** Writes code that tries the edge from the working state. */
export function writeStep(
  context: EmitContext,
  f: FunctionWriter,
  state: WorkingState,
  parts: StepParts,
  edge: Edge,
  record: number,
): void {
  const { network } = context;
  const { committed } = network.processes[edge.process]!.locations[edge.source]!;
  const someCommitted = network.processes.some(({ locations }) => locations.some((one) => one.committed));
  f.block((leave) => {
    if (someCommitted && !committed) f.branchIf(leave, and(global(state.stops), 0xffff));
    f.setGlobal(parts.alone, record);
    const write = parts.emitKey !== null && isDirect(context, parts, edge) ? writeDirect : writeGeneral;
    write(context, state, parts, { f, edge, done: () => f.branch(leave) });
  });
}

/** Code that tries an edge, and where it goes when the edge is not possible. */
interface Trial {
  readonly f: FunctionWriter;
  readonly edge: Edge;
  done(): void;
}

function writeGeneral(context: EmitContext, state: WorkingState, parts: StepParts, { f, edge, done }: Trial): void {
  const { module } = context;
  const frame = k(context.stack);
  const scope = createScope(context, f, frame);
  const hasClocks = edge.guard.some(({ kind }) => kind === "clock");
  const guard = hasClocks ? module.declare(`guard of step ${edge.id}`, [], ["i32"]) : null;
  if (guard !== null) {
    defineFunction(module, guard, (inner) => {
      compileConjuncts(createScope(context, inner, frame), edge.guard, parts.sink);
      inner.return(1);
    });
  }
  const hasFrame = edge.frameSize > 0;
  if (hasFrame) f.setGlobal(context.stackTop, context.stack + 4 * edge.frameSize);
  const reset = (): void => {
    if (hasFrame) f.setGlobal(context.stackTop, context.stack);
    if (guard !== null) f.setGlobal(context.constraintTop, context.constraints);
  };
  const leave = (): void => {
    reset();
    done();
  };
  if (guard !== null) f.if(eqz(call(guard)), leave);
  else testData(scope, edge, leave);
  const zone = f.local();
  if (parts.zones !== null) {
    if (guard === null) f.set(zone, parts.zones.source);
    else {
      f.set(zone, call(parts.zones.applyGuards, context.constraints));
      f.if(eqz(zone), leave);
    }
  }
  if (parts.areApart) f.do(call(emitTaking(context, state, parts, edge), zone));
  else writeTaking(context, state, parts, edge, f, zone);
  reset();
}

/** (zone): takes a step that is possible from there. */
function emitTaking(context: EmitContext, state: WorkingState, parts: StepParts, edge: Edge): FunctionHandle {
  const take = context.module.declare(`take ${edge.id}`, ["i32"], []);
  defineFunction(context.module, take, (f, zone) => writeTaking(context, state, parts, edge, f, zone!));
  return take;
}

function writeTaking(
  context: EmitContext,
  state: WorkingState,
  parts: StepParts,
  edge: Edge,
  f: FunctionWriter,
  zone: Local,
): void {
  const { process, source, target } = edge;
  const written = context.log === null ? parts.writes.writtenBy(edge.update) : [];
  if (mayLoop(edge) || parts.before !== null || parts.after !== null) f.setGlobal(context.steps, STEP_BUDGET);
  if (parts.before !== null) f.do(call(parts.before));
  compileBlock(createScope(context, f, k(context.stack)), edge.update);
  if (parts.after !== null) f.do(call(parts.after));
  state.emitMove(f, process, source, target);
  if (parts.resetMeta !== null) f.do(call(parts.resetMeta));
  const possible = entry(f, parts, zone);
  const pack = (): void => {
    state.openCandidate(f);
    state.emitPackLocation(f, process, target);
    state.emitPack(f, written);
    if (parts.packAround !== null) f.do(call(parts.packAround));
  };
  where(f, possible, pack);
  state.emitUndo(f, written);
  if (parts.restoreAround !== null) f.do(call(parts.restoreAround));
  state.emitMove(f, process, target, source);
  if (parts.zones !== null) f.if(global(context.touchedCount), () => f.do(call(parts.zones!.forget)));
  where(f, possible, () => {
    f.do(call(parts.emit));
    state.closeCandidate(f);
  });
}

type Scope = ReturnType<typeof createScope>;

function testData(scope: Scope, edge: Edge, leave: () => void): void {
  for (const conjunct of edge.guard) {
    if (conjunct.kind === "data") scope.f.if(eqz(compileCondition(scope, conjunct.condition)), leave);
  }
}

// ------------------------------------------------------------------------------------------ direct steps

/** Nothing but the edge decides about the successor, and its update is a list of plain assignments. */
function isDirect({ layout }: EmitContext, parts: StepParts, edge: Edge): boolean {
  const { zones, invariants, before, after, resetMeta } = parts;
  if (zones !== null || invariants !== null || before !== null || after !== null || resetMeta !== null) return false;
  if (edge.frameSize > 0) return false;
  const written = new Set<number>();
  return assignments(edge.update).every((one) => {
    if (one?.kind !== "assign") return false;
    const cell = staticCell(one.target);
    // What is read through an index might be a cell that was written before.
    if (cell === undefined || !layout.cells[cell] || !isPlain(one.value, written.size === 0)) return false;
    written.add(cell);
    return true;
  });
}

const assignments = (update: readonly Statement[]): (Expression | undefined)[] =>
  update.flatMap((statement) => (statement.kind === "expression" ? flatten(statement.expression) : [undefined]));

const flatten = (expression: Expression): Expression[] =>
  expression.kind === "sequence" ? [...expression.first, expression.value].flatMap(flatten) : [expression];

function writeDirect(context: EmitContext, state: WorkingState, parts: StepParts, { f, edge, done }: Trial): void {
  const { layout } = context;
  const written = new Map<number, Local>();
  const scope = createScope(context, f, k(context.stack), written);
  testData(scope, edge, done);
  compileBlock(scope, edge.update);
  let kept = (1n << 64n) - 1n;
  let constant = 0n;
  const parts64: Value[] = [];
  const replace = ({ word, shift, bits, min }: Field, value: number | Local): void => {
    if (bits === 0) return;
    const position = BigInt(32 * word + shift);
    kept &= ~(BigInt(maskOf(bits) >>> 0) << position);
    if (typeof value === "number") constant |= BigInt(value) << position;
    else parts64.push(shl64(extend(sub(value, min)), k64(position)));
  };
  if (edge.source !== edge.target) replace(layout.locations[edge.process]!, edge.target);
  for (const [cell, value] of written) replace(layout.cells[cell]!, value);
  const source = layout.words === 1 ? extend(load32(state.sourceWords)) : load64(state.sourceWords);
  const key = parts64.reduce(or64, or64(and64(source, k64(kept)), k64(constant)));
  f.do(call(parts.emitKey!, key));
}

/** Is there anything in the update that the step budget is for? */
function mayLoop({ update }: Edge): boolean {
  return update.some(({ kind, ...rest }) => {
    if (kind !== "expression") return true;
    const { expression } = rest as { expression: Expression };
    return (expression.kind !== "assign" && expression.kind !== "clock-assign") || !isPlain(expression.value, true);
  });
}

/** No effects, no calls, no loops. */
function isPlain(expression: Expression, indexed: boolean): boolean {
  const plain = (inner: Expression): boolean => isPlain(inner, indexed);
  switch (expression.kind) {
    case "constant":
      return true;
    case "load":
      return indexed
        ? expression.place.steps.every(({ index }) => plain(index))
        : staticCell(expression.place) !== undefined;
    case "unary":
      return plain(expression.operand);
    case "binary":
      return plain(expression.left) && plain(expression.right);
    default:
      return false;
  }
}
