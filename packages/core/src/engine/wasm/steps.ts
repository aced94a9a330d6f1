// Steps of one process alone, specialised: an internal edge without selects is one function in which locations,
// guard, update and packing are constants and straight-line code. Most steps of most models are of this kind; the
// general way (`successors.ts`) goes through tables and does the same.

import type { Edge, Expression } from "../../network/index.ts";
import type { FunctionHandle, GlobalHandle } from "./assembler.ts";
import { and, call, defineFunction, eqz, type FunctionWriter, global, k, load32 } from "./code.ts";
import { compileConjuncts, type Sink } from "./constraints.ts";
import { type Context, STEP_BUDGET } from "./context.ts";
import { compileCondition, createScope } from "./expressions.ts";
import type { WorkingState } from "./state.ts";
import { compileBlock } from "./statements.ts";
import type { SuccessorParts } from "./step-code.ts";
import type { CellRange } from "./writes.ts";

export interface StepParts extends SuccessorParts {
  /** The record of the edge that is tried alone, for reports of faults and lists of candidates. */
  readonly alone: GlobalHandle;
  readonly sink: Sink;
  /** Does any process have committed locations? */
  readonly someCommitted: boolean;
}

/** () → nothing: tries the edge from the working state. */
export function emitStep(
  context: Context,
  state: WorkingState,
  parts: StepParts,
  edge: Edge,
  record: number,
  written: readonly CellRange[],
): FunctionHandle {
  const { module, network } = context;
  const { process, source, target } = edge;
  const { committed } = network.processes[process]!.locations[source]!;
  const frame = k(context.stack);
  const hasClocks = edge.guard.some(({ kind }) => kind === "clock");
  const handle = module.declare(`step ${edge.id}`, [], []);
  const guard = hasClocks ? module.declare(`guard of step ${edge.id}`, [], ["i32"]) : null;
  if (guard !== null) {
    defineFunction(module, guard, (f) => {
      compileConjuncts(createScope(context, f, frame), edge.guard, parts.sink);
      f.return(1);
    });
  }
  defineFunction(module, handle, (f) => {
    const scope = createScope(context, f, frame);
    if (parts.someCommitted && !committed) f.if(and(global(state.stops), 0xffff), () => f.return());
    f.setGlobal(parts.alone, record);
    const hasFrame = edge.frameSize > 0;
    if (hasFrame) f.setGlobal(context.stackTop, context.stack + 4 * edge.frameSize);
    const leave = (): void => {
      if (hasFrame) f.setGlobal(context.stackTop, context.stack);
      if (guard !== null) f.setGlobal(context.constraintTop, context.constraints);
      f.return();
    };
    if (guard !== null) f.if(eqz(call(guard)), leave);
    else {
      for (const conjunct of edge.guard) {
        if (conjunct.kind === "data") f.if(eqz(compileCondition(scope, conjunct.condition)), leave);
      }
    }
    const zone = f.local();
    if (parts.zones !== null) {
      if (guard === null) f.set(zone, parts.zones.source);
      else {
        f.set(zone, call(parts.zones.applyGuards, context.constraints));
        f.if(eqz(zone), leave);
      }
    }
    if (mayLoop(edge) || parts.before !== null || parts.after !== null) f.setGlobal(context.steps, STEP_BUDGET);
    if (parts.before !== null) f.do(call(parts.before));
    compileBlock(scope, edge.update);
    if (parts.after !== null) f.do(call(parts.after));
    state.emitMove(f, process, source, target);
    if (parts.resetMeta !== null) f.do(call(parts.resetMeta));
    const possible =
      parts.zones !== null
        ? f.let(call(parts.zones.enter, zone))
        : parts.invariants !== null
          ? f.let(call(parts.invariants))
          : null;
    const pack = (): void => {
      copyWords(context, f, state.candidateWords, state.sourceWords);
      state.emitPackLocation(f, process, target);
      state.emitPack(f, written);
      if (parts.packAround !== null) f.do(call(parts.packAround));
    };
    if (possible === null) pack();
    else f.if(possible, pack);
    state.emitRestore(f, written);
    if (parts.restoreAround !== null) f.do(call(parts.restoreAround));
    state.emitMove(f, process, target, source);
    if (parts.zones !== null) f.if(global(context.touchedCount), () => f.do(call(parts.zones!.forget)));
    if (hasFrame) f.setGlobal(context.stackTop, context.stack);
    if (guard !== null) f.setGlobal(context.constraintTop, context.constraints);
    if (possible === null) f.do(call(parts.emit));
    else f.if(possible, () => f.do(call(parts.emit)));
  });
  return handle;
}

/** Is there anything in the update that the step budget is for? */
function mayLoop({ update }: Edge): boolean {
  return update.some(({ kind, ...rest }) => {
    if (kind !== "expression") return true;
    const { expression } = rest as { expression: Expression };
    return (expression.kind !== "assign" && expression.kind !== "clock-assign") || !isPlain(expression.value);
  });
}

function isPlain(expression: Expression): boolean {
  switch (expression.kind) {
    case "constant":
    case "load":
      return true;
    case "unary":
      return isPlain(expression.operand);
    case "binary":
      return isPlain(expression.left) && isPlain(expression.right);
    default:
      return false;
  }
}

export function copyWords(context: Context, f: FunctionWriter, to: number, from: number): void {
  const { words } = context.layout;
  if (words <= 8) for (let i = 0; i < words; i++) f.store32(to + 4 * i, load32(from + 4 * i));
  else f.copy(to, from, 4 * words);
}
