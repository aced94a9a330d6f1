// Priorities, emitted: a step is blocked where a step of higher priority (channel first, then process) is possible. All
// steps are tried first, to know where each is possible; what outranks a step is then subtracted from where it is.

import { shl } from "../../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../../wasm/assembler.ts";
import { eq, geS, gtS } from "../../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter } from "../../../../wasm/function-writer.ts";
import { load32 } from "../../../../wasm/memory.ts";
import { global, type Local, type Value } from "../../../../wasm/value.ts";
import type { StepRegisters } from "../../state/step-registers.ts";
import { edgeAt } from "../../state/step-registers.ts";
import type { Federations } from "../../zones/federations.ts";
import type { ZoneStep } from "../../zones/zone-step.ts";

/** Where a block keeps the priority of the step it belongs to. */
const CHANNEL_PRIORITY = 8;
const PROCESS_PRIORITY = 12;

/** The priority of the step at hand. */
interface StepPriority {
  channel: Local;
  process: Local;
}

function stepPriority(context: EmitContext, registers: StepRegisters): (f: FunctionWriter) => StepPriority {
  const { network, map } = context;
  const channels = map.table(network.channels.map(({ priority }) => priority));
  const processes = map.table(network.processes.map(({ priority }) => priority));
  return (f) => {
    const at = f.local();
    const own = f.local();
    const process = f.let(-0x80000000);
    const used = global(registers.channel);
    const channel = f.let(f.choose(geS(used, 0), load32(shl(used, 2), channels), network.internalPriority));
    f.for(
      at,
      0,
      shl(global(registers.participantCount), 3),
      () => {
        f.set(own, load32(shl(edgeAt(load32(at, registers.participants), "process"), 2), processes));
        f.if(gtS(own, process), () => f.set(process, own));
      },
      8,
    );
    return { channel, process };
  };
}

/** Does (a, b) win over (c, d)? */
const outranks = (f: FunctionWriter, a: Value, b: Value, { channel, process }: StepPriority): Value =>
  f.choose(eq(a, channel), gtS(b, process), gtS(a, channel));

export interface Ranking {
  /** (list): notes where the step at hand is possible. */
  readonly note: FunctionHandle;
  /** (list) → what no step of higher priority blocks; used up. */
  readonly unblocked: FunctionHandle;
  /** (): forgets everything. */
  readonly forget: FunctionHandle;
}

export function emitRanking(
  context: EmitContext,
  registers: StepRegisters,
  { sourceDim }: ZoneStep,
  { matrixOf, each, join, release, subtract }: Federations,
): Ranking {
  const { module } = context;
  const priorityOf = stepPriority(context, registers);
  const ranked = module.global("i32", 0);
  const note = module.declare("rank", ["i32"], []);
  const unblocked = module.declare("unblocked", ["i32"], ["i32"]);
  const forget = module.declare("forgetRanks", [], []);
  defineFunction(module, note, (f, list) => {
    const { channel, process } = priorityOf(f);
    const block = f.local();
    each(f, list!, block, () => {
      f.store32(block, channel, CHANNEL_PRIORITY);
      f.store32(block, process, PROCESS_PRIORITY);
    });
    f.setGlobal(ranked, call(join, global(ranked), list!));
  });
  defineFunction(module, unblocked, (f, list) => {
    const priority = priorityOf(f);
    const block = f.local();
    const others = f.let(global(ranked));
    each(f, others, block, () => {
      const wins = outranks(f, load32(block, CHANNEL_PRIORITY), load32(block, PROCESS_PRIORITY), priority);
      f.if(wins, () => f.set(list!, call(subtract, list!, matrixOf(block), global(sourceDim))));
    });
    f.return(list!);
  });
  defineFunction(module, forget, (f) => {
    f.do(call(release, global(ranked)));
    f.setGlobal(ranked, 0);
  });
  return { note, unblocked, forget };
}

export interface PlainRanking {
  /** (ignored): notes that the step at hand is possible. */
  readonly note: FunctionHandle;
  /** () → is a step of higher priority possible? */
  readonly isOutranked: FunctionHandle;
  readonly forget: FunctionHandle;
}

/** Without clocks a step is possible or it is not: the highest priority of those that are is all there is to know. */
export function emitPlainRanking(context: EmitContext, registers: StepRegisters): PlainRanking {
  const { module } = context;
  const priorityOf = stepPriority(context, registers);
  const bestChannel = module.global("i32", 0);
  const bestProcess = module.global("i32", 0);
  const isSome = module.global("i32", 0);
  const note = module.declare("rank", ["i32"], []);
  const isOutranked = module.declare("isOutranked", [], ["i32"]);
  const forget = module.declare("forgetRanks", [], []);
  const outranked = (f: FunctionWriter, priority: StepPriority): Value =>
    outranks(f, global(bestChannel), global(bestProcess), priority);
  defineFunction(module, note, (f) => {
    const priority = priorityOf(f);
    f.if(global(isSome), () => f.if(outranked(f, priority), () => f.return()));
    f.setGlobal(isSome, 1);
    f.setGlobal(bestChannel, priority.channel);
    f.setGlobal(bestProcess, priority.process);
  });
  defineFunction(module, isOutranked, (f) => f.return(outranked(f, priorityOf(f))));
  defineFunction(module, forget, (f) => f.setGlobal(isSome, 0));
  return { note, isOutranked, forget };
}
