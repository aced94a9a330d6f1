// The data of edges, evaluated before anything is tried: guards and channels that may fail, in every location where the
// committed rule lets the edge move, clock constraints counting as true (`semantics/discrete/edge-faults.ts` says why).
// A fault stops the module; what it means is said by the reference engine, which expands the state again.

import { Commitment } from "../../../../analysis/commitment.ts";
import { faultsOf } from "../../../../analysis/faults.ts";
import type { Edge } from "../../../../network/index.ts";
import { and, or } from "../../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../../wasm/assembler.ts";
import { eq, eqz, ne } from "../../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter } from "../../../../wasm/function-writer.ts";
import { load32 } from "../../../../wasm/memory.ts";
import { k, type Value } from "../../../../wasm/value.ts";
import { compileConjuncts } from "../../language/constraints.ts";
import { createScope } from "../../language/expressions.ts";
import type { WorkingState } from "../../state/state.ts";
import type { EdgeTable } from "./edge-table.ts";
import type { Frames } from "./frames.ts";

const emitted = new WeakMap<EmitContext, FunctionHandle | null>();

/** () → nothing; null when no guard and no channel can fail. Emitted once, however many look for steps. */
export function emitEdgeData(
  context: EmitContext,
  state: WorkingState,
  edges: EdgeTable,
  frames: Frames,
): FunctionHandle | null {
  let handle = emitted.get(context);
  if (handle === undefined) {
    handle = emit(context, state, edges, frames);
    emitted.set(context, handle);
  }
  return handle;
}

function emit(context: EmitContext, state: WorkingState, edges: EdgeTable, frames: Frames): FunctionHandle | null {
  const { module, network } = context;
  const { guards } = faultsOf(network);
  if (guards.size === 0) return null;
  const commitment = new Commitment(network);
  const accept = module.declare("acceptClocks", ["i32", "i32", "i32"], ["i32"]);
  defineFunction(module, accept, (f) => f.return(1));
  const sink = { rows: context.rowOf, push: accept };
  const check = module.declare("edgeData", [], []);
  const checkers = network.processes.map(({ edges: own, locations, name }, process) => {
    const risky = own.map((id) => network.edges[id]!).filter(({ id }) => guards.has(id));
    if (risky.length === 0) return null;
    const checker = module.declare(`data of ${name}`, [], []);
    defineFunction(module, checker, (f) => {
      const cases = locations.map((_, location) => () => {
        for (const edge of risky) if (edge.source === location) unlessWaiting(f, edge, () => evaluate(f, edge));
      });
      if (locations.length === 1) cases[0]!();
      else f.switch(load32(context.locations + 4 * process), cases);
    });
    return checker;
  });
  defineFunction(module, check, (f) => {
    for (const checker of checkers) if (checker !== null) f.do(call(checker));
  });
  return check;

  /** Code that runs `body` unless the committed rule keeps the edge from moving. */
  function unlessWaiting(f: FunctionWriter, edge: Edge, body: () => void): void {
    const someCommitted = network.processes.some(({ locations }) => locations.some(({ committed }) => committed));
    if (!someCommitted) {
      body();
      return;
    }
    const joins = commitment
      .companions(edge)
      .map(({ process, location }): Value => eq(load32(context.locations + 4 * process), location));
    const waits = and(
      and(ne(state.anyCommitted, 0), eqz(state.isCommitted(k(edge.process)))),
      joins.length === 0 ? k(1) : eqz(joins.reduce((a, b) => or(a, b))),
    );
    f.if(eqz(waits), body);
  }

  function evaluate(f: FunctionWriter, edge: Edge): void {
    const holds = module.declare(`data of edge ${edge.id}`, ["i32"], ["i32"]);
    defineFunction(module, holds, (inner, frame) => {
      compileConjuncts(createScope(context, inner, frame!), edge.guard, sink);
      inner.return(1);
    });
    const record = f.let(edges.recordOf(edge.id));
    const frame = frames.enter(f, record);
    frames.forSelects(f, record, frame, () =>
      f.if(call(holds, frame), () => f.drop(call(frames.channelOf, record, frame))),
    );
    f.setGlobal(context.stackTop, frame);
  }
}
