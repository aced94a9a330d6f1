// Who takes part when clocks decide, emitted: a process whose edges all have clock guards may stay out of a broadcast
// (or of a vector, as a weak participant) where none of them holds. Combinations for which the clocks leave no room are
// cut as early as they are known to be, because there may be very many.

import { add, and, mul, sub } from "../../../../wasm/arithmetic.ts";
import type { FunctionHandle, GlobalHandle } from "../../../../wasm/assembler.ts";
import { eq, eqz, geS, ltU } from "../../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter } from "../../../../wasm/function-writer.ts";
import { load32 } from "../../../../wasm/memory.ts";
import { global, type Local, type Value } from "../../../../wasm/value.ts";
import type { StepRegisters } from "../../state/step-registers.ts";
import type { Federations } from "../../zones/federations.ts";
import type { ZoneStep } from "../../zones/zone-step.ts";
import type { EdgeTable } from "../edges/edge-table.ts";
import { setParticipant } from "../step-code.ts";

/** Bytes of one constraint: row, row, bound. */
const TRIPLE = 12;

/** Guards that must not hold in the step at hand: pairs (start, end) of constraints. */
export interface Exclusions {
  readonly base: number;
  readonly top: GlobalHandle;
  /** (start, end) → a block with all valuations that satisfy the constraints, 0 when there are none. */
  readonly zoneOf: FunctionHandle;
}

export function emitExclusions(
  { module, map }: EmitContext,
  edges: EdgeTable,
  { kernel, sourceDim }: ZoneStep,
  { universe, discard, matrixOf }: Federations,
): Exclusions {
  const base = map.reserve(8 * edges.maxOptions);
  const zoneOf = module.declare("zoneOf", ["i32", "i32"], ["i32"]);
  defineFunction(module, zoneOf, (f, start, end) => {
    const block = f.let(call(universe, global(sourceDim)));
    const at = f.local();
    f.for(
      at,
      start!,
      end!,
      () => {
        const [i, j, bound] = [load32(at), load32(at, 4), load32(at, 8)];
        f.if(eqz(call(kernel.constrain, matrixOf(block), global(sourceDim), i, j, bound)), () => {
          f.do(call(discard, block));
          f.return(0);
        });
      },
      TRIPLE,
    );
    f.return(block);
  });
  return { base, top: module.global("i32", base), zoneOf };
}

export interface JoiningParts {
  readonly zones: ZoneStep;
  readonly federations: Federations;
  readonly exclusions: Exclusions;
  /** The end of the groups. A group: first option, end of its options, may the process stay out? */
  readonly groupTop: GlobalHandle;
  readonly append: (f: FunctionWriter, from: Value, to: Value) => void;
  readonly fire: FunctionHandle;
}

/** (options from, to) → may the process stay out: has every option a constraint that some valuation violates? */
export function emitMayStayOut(context: EmitContext, { source, sourceDim, kernel }: ZoneStep): FunctionHandle {
  const { module, lanes } = context;
  const mayStayOut = module.declare("mayStayOut", ["i32", "i32"], ["i32"]);
  defineFunction(module, mayStayOut, (f, ...params) => {
    const [option, end] = params as [Local, Local];
    const at = f.local();
    const isSure = f.local();
    f.while(ltU(option, end), () => {
      f.set(isSure, 1);
      f.for(
        at,
        load32(option, 8),
        load32(option, 12),
        () => {
          const row = add(source, mul(load32(at), kernel.strideOf(global(sourceDim))));
          const entry = lanes.load(add(row, mul(load32(at, 4), lanes.bytes)));
          f.set(isSure, and(isSure, geS(load32(at, 8), entry)));
        },
        TRIPLE,
      );
      f.if(isSure, () => f.return(0));
      f.set(option, add(option, 16));
    });
    f.return(1);
  });
  return mayStayOut;
}

/**
 * (group, number of participants so far, start of the step's constraints, what is left of the zone): fires all
 * combinations of the groups from this one on, the last varying fastest; to stay out comes last.
 */
export function emitCombine(
  context: EmitContext,
  registers: StepRegisters,
  { zones, federations, exclusions, groupTop, append, fire }: JoiningParts,
): FunctionHandle {
  const { module } = context;
  const { matrixOf } = federations;
  const combine = module.declare("combine", ["i32", "i32", "i32", "i32"], []);
  const dimension = global(zones.sourceDim);
  defineFunction(module, combine, (f, ...params) => {
    const [group, count, start, room] = params as [Local, Local, Local, Local];
    f.if(eq(group, global(groupTop)), () => {
      f.setGlobal(registers.participantCount, count);
      f.if(count, () => f.do(call(fire, start)));
      f.return();
    });
    const top = f.let(global(context.constraintTop));
    const excluded = f.let(global(exclusions.top));
    const option = f.local();
    const left = f.local();
    const next = add(group, 12);
    /** Cuts a copy of the room by the constraints that were appended, and goes on if something is left. */
    const goOn = (participants: Value): void => {
      f.set(left, call(federations.copyOf, matrixOf(room), dimension));
      f.if(call(zones.constrainAll, matrixOf(left), dimension, top), () =>
        f.do(call(combine, next, participants, start, left)),
      );
      f.do(call(federations.release, left));
      f.setGlobal(context.constraintTop, top);
    };
    f.for(
      option,
      load32(group),
      load32(group, 4),
      () => {
        setParticipant(f, registers, count, load32(option), load32(option, 4));
        append(f, load32(option, 8), load32(option, 12));
        goOn(add(count, 1));
      },
      16,
    );
    f.if(eqz(load32(group, 8)), () => f.return());
    const isOutside = f.let(1);
    const zone = f.local();
    f.for(
      option,
      load32(group),
      load32(group, 4),
      () => {
        const first = f.let(load32(option, 8));
        const end = f.let(load32(option, 12));
        f.if(
          eq(sub(end, first), TRIPLE),
          // The opposite of a single constraint is one, too, and needs no subtraction.
          () => f.drop(call(zones.pushFree, load32(first, 4), load32(first), sub(-1, load32(first, 8)))),
          () => {
            const at = f.let(global(exclusions.top));
            f.store32(at, first);
            f.store32(at, end, 4);
            f.setGlobal(exclusions.top, add(at, 8));
            f.set(zone, call(exclusions.zoneOf, first, end));
            f.if(zone, () => {
              const covers = call(federations.includes, matrixOf(zone), matrixOf(room), dimension);
              f.if(covers, () => f.set(isOutside, 0));
              f.do(call(federations.discard, zone));
            });
          },
        );
      },
      16,
    );
    f.if(isOutside, () => goOn(count));
    f.setGlobal(context.constraintTop, top);
    f.setGlobal(exclusions.top, excluded);
  });
  return combine;
}
