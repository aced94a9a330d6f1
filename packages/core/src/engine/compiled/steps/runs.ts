// Whole stretches of a breadth-first exploration at one cost, emitted: states are expanded in the order of their
// numbers without going back to the host in between, and candidates of several expansions are looked up together.

import { add, sub } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle, GlobalHandle, ModuleBuilder } from "../../../wasm/assembler.ts";
import { eqz, geU, gtS, ltU } from "../../../wasm/comparisons.ts";
import { call, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { global, type Local } from "../../../wasm/value.ts";
import type { Store } from "../store/store.ts";

export interface RunRegisters {
  /** Address of the cost of candidates. */
  readonly cost: number;
  /** Code that notes which state is expanded. */
  setSourceId(f: FunctionWriter, id: Local): void;
  readonly ordinal: GlobalHandle;
  readonly appending: GlobalHandle;
}

/**
 * `expandRun` (first, most, cost) → the number behind the last state looked at. What it did is counted in exported
 * globals. After a fault of the model in the state `sourceId`, `flush` stores the candidates that came before it.
 */
export function emitRuns(
  module: ModuleBuilder,
  { batch, size, blockOf, exchange }: Store,
  { cost, setSourceId, ordinal, appending }: RunRegisters,
  load: (f: FunctionWriter, id: Local) => void,
  explore: FunctionHandle,
): void {
  const explored = module.global("i32", 0, "runExplored");
  const transitions = module.global("i32", 0, "runTransitions");
  const deadlocks = module.global("i32", 0, "runDeadlocks");
  // A store with a batch keeps it itself, where it has all states.
  const peak = batch === null || exchange !== null ? module.global("i32", 0, "runPeak") : null;
  const expandRun = module.declare("expandRun", ["i32", "i32", "f64"], ["i32"]);
  const flush = module.declare("flush", [], []);
  module.export(expandRun);
  module.export(flush);

  defineFunction(module, expandRun, (f, first, most, price) => {
    f.storeF64(cost, price!);
    f.setGlobal(appending, 0);
    for (const counter of [explored, transitions, deadlocks]) f.setGlobal(counter, 0);
    const id = f.let(first!);
    const end = f.let(add(first!, most!));
    f.while(ltU(id, end), (leave) => {
      f.if(geU(id, call(size)), () => {
        if (batch !== null) f.do(call(batch.flush));
        f.branchIf(leave, geU(id, call(size)));
      });
      f.if(call(blockOf, id), () => {
        setSourceId(f, id);
        load(f, id);
        f.do(call(explore));
        f.setGlobal(explored, add(global(explored), 1));
        f.setGlobal(transitions, add(global(transitions), global(ordinal)));
        f.setGlobal(deadlocks, add(global(deadlocks), eqz(global(ordinal))));
        if (peak !== null) {
          const open = f.let(sub(sub(call(size), id), 1));
          f.if(gtS(open, global(peak)), () => f.setGlobal(peak, open));
        }
      });
      f.set(id, add(id, 1));
      if (exchange !== null) f.branchIf(leave, exchange.isFull);
    });
    if (batch !== null) f.do(call(batch.flush));
    f.return(id);
  });
  defineFunction(module, flush, (f) => {
    if (batch !== null) f.do(call(batch.flush));
  });
}
