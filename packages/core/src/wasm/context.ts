// What the emitters of one network share: the module, the addresses of the working state, and the table of places
// where the model may fail at run time. A fault stores its site and the offending value and traps; nothing of the
// expansion is kept half-done, because candidates are stored only when they are complete.

import type { Span } from "../diagnostics/index.ts";
import type { Network } from "../network/index.ts";
import type { FaultKind } from "../semantics/fault.ts";
import { add, shl, sub } from "./arithmetic.ts";
import type { FunctionHandle, GlobalHandle, ModuleBuilder } from "./assembler.ts";
import { eqz, ltS } from "./comparisons.ts";
import { call, defineFunction } from "./function-writer.ts";
import type { StateLayout } from "./layout.ts";
import { load32 } from "./memory.ts";
import type { MemoryMap } from "./memory-map.ts";
import type { Lanes } from "./simd.ts";
import { isLong } from "./tree-shape.ts";
import { global } from "./value.ts";
import { emitWriteLog, type WriteLog } from "./write-log.ts";

/** Why evaluation may stop at some place of the model. */
export interface FaultSite {
  readonly kind: FaultKind;
  readonly span: Span | undefined;
  message(value: number): string;
}

/** Loop rounds and calls one step may take before the model is declared endless; as in the reference engine. */
const STEP_BUDGET = 10_000_000;
const STACK_BYTES = 1 << 20;

export interface EmitContext {
  readonly network: Network;
  readonly module: ModuleBuilder;
  readonly map: MemoryMap;
  readonly layout: StateLayout;
  readonly lanes: Lanes;
  /** The most that a computed value may be with which a clock is compared or to which it is set. */
  readonly mostComputed: number;
  /** Addresses of the unpacked state: int32 per process and per cell. */
  readonly locations: number;
  readonly cells: number;
  /** Clock index + 1 → row of the source zone (`rowOf`) or of the target zone (`targetRowOf`); entry 0 is row 0. */
  readonly rowOf: number;
  readonly targetRowOf: number;
  /** Clock index + 1 → what an update made of it: index + 1 of the clock it copies (0: none), and what is added. */
  readonly assignedFrom: number;
  readonly assignedOffset: number;
  /** 4 · number of the clocks that were assigned, and a flag for each clock that was. */
  readonly touched: number;
  readonly isTouched: number;
  readonly touchedCount: GlobalHandle;
  /** Clock constraints: triples row, row, bound; written from `constraintTop` up. */
  readonly constraints: number;
  readonly constraintTop: GlobalHandle;
  /** Invariant bounds of the target, one lane per row. */
  readonly upper: number;
  /** Frames: the next free byte. */
  readonly stack: number;
  readonly stackTop: GlobalHandle;
  readonly steps: GlobalHandle;
  /** The matrix from which the step at hand is taken, where clocks are set back; noted by `applyGuards`. */
  readonly leaving: GlobalHandle;
  readonly faultSites: FaultSite[];
  /** site, value. */
  readonly faultRecord: number;
  /** (site, value): does not return. */
  readonly fault: FunctionHandle;
  /** (4 · clock number): notes that the clock was assigned. */
  readonly touch: FunctionHandle;
  /** (site): counts a loop round or call. */
  readonly tick: FunctionHandle;
  readonly functions: readonly FunctionHandle[];
  /** What updates wrote; null where states are short and the possible writes are known well enough. */
  readonly log: WriteLog | null;
}

export function createContext(
  network: Network,
  module: ModuleBuilder,
  map: MemoryMap,
  layout: StateLayout,
  lanes: Lanes,
  mostComputed: number,
): EmitContext {
  const clocks = network.clocks.length + 1;
  const faultRecord = map.reserve(16);
  const fault = module.declare("fault", ["i32", "i32"], []);
  const tick = module.declare("tick", ["i32"], []);
  const steps = module.global("i32", STEP_BUDGET);
  defineFunction(module, fault, (f, site, value) => {
    f.store32(faultRecord, site!);
    f.store32(faultRecord + 4, value!);
    f.unreachable();
  });
  defineFunction(module, tick, (f, site) => {
    f.setGlobal(steps, sub(global(steps), 1));
    f.if(ltS(global(steps), 0), () => f.do(call(fault, site!, STEP_BUDGET)));
  });
  // Nothing is assigned: every clock copies itself.
  const assignedFrom = map.table(Array.from({ length: clocks }, (_, number) => number));
  const touched = map.reserve(4 * clocks);
  const isTouched = map.reserve(4 * clocks);
  const touchedCount = module.global("i32", 0);
  const touch = module.declare("touch", ["i32"], []);
  defineFunction(module, touch, (f, clock) => {
    f.if(eqz(load32(clock!, isTouched)), () => {
      f.store32(clock!, 1, isTouched);
      f.store32(shl(global(touchedCount), 2), clock!, touched);
      f.setGlobal(touchedCount, add(global(touchedCount), 1));
    });
  });
  const cells = map.reserve(4 * network.cells + 16);
  const stack = map.room(STACK_BYTES);
  const constraints = map.reserve(CONSTRAINT_BYTES);
  return {
    network,
    module,
    map,
    layout,
    lanes,
    mostComputed,
    locations: map.reserve(4 * network.processes.length),
    cells,
    rowOf: map.reserve(4 * clocks + 16),
    targetRowOf: map.reserve(4 * clocks),
    assignedFrom,
    assignedOffset: map.reserve(4 * clocks),
    touched,
    isTouched,
    touchedCount,
    touch,
    constraints,
    constraintTop: module.global("i32", constraints),
    upper: map.reserve(4 * clocks + 64),
    stack,
    stackTop: module.global("i32", stack),
    steps,
    leaving: module.global("i32", 0),
    faultSites: [],
    faultRecord,
    fault,
    tick,
    log: isLong(layout.words) ? emitWriteLog(module, map, cells, network.cells) : null,
    functions: network.functions.map(({ name }) => module.declare(name, ["i32"], ["i32"])),
  };
}

/** "Sites" that are not places of the model: memory is full, a bound left the range of its lane. */
export const OUT_OF_MEMORY = -1;
export const BOUND_OVERFLOW = -3;

/** Room for the clock constraints of one joint step; a step that needs more is refused. */
export const CONSTRAINT_BYTES = 1 << 16;
export { STACK_BYTES, STEP_BUDGET };

export function siteOf(context: EmitContext, site: FaultSite): number {
  context.faultSites.push(site);
  return context.faultSites.length - 1;
}

/** End of the frame stack and of the constraint buffer, for checks. */
export const stackEnd = (context: EmitContext): number => context.stack + STACK_BYTES;
export const constraintEnd = (context: EmitContext): number => context.constraints + CONSTRAINT_BYTES;
