// Joint steps, emitted: found through the current locations and per-channel lists, in the order of the seam, and handed
// to a function that fires them (`fire.ts`) or asks where they are possible (`trial.ts`). Network-independent: the
// network is in the tables.

import type { Edge } from "../../../network/index.ts";
import { add, and, shl } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { eq, eqz, ne } from "../../../wasm/comparisons.ts";
import type { EmitContext } from "../../../wasm/context.ts";
import { call, callIndirect, defineFunction, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import { global, type Value } from "../../../wasm/value.ts";
import { isAlone } from "../language/edges.ts";
import type { WorkingState } from "../state/state.ts";
import type { StepRegisters } from "../state/step-registers.ts";
import { EDGE, edgeAt } from "../state/step-registers.ts";
import { type GuardedTrial, trialsOf } from "./edges/common-tests.ts";
import { forList, locationOf } from "./edges/edge-access.ts";
import { emitEdgeData } from "./edges/edge-data.ts";
import { type EdgeTable, KIND } from "./edges/edge-table.ts";
import type { Frames } from "./edges/frames.ts";
import { setParticipant } from "./step-code.ts";
import { type StepParts, writeStep } from "./steps.ts";
import { emitBinary } from "./synchronise/binary.ts";
import { emitBroadcast } from "./synchronise/broadcast.ts";
import { emitCombinations, type Joining } from "./synchronise/combinations.ts";
import { emitVector } from "./synchronise/vectors.ts";

/** Up to this many processes the loop over them is unrolled. */
const UNROLLED = 64;
/** Up to this many edges of a location are tried in one function. */
const IN_ONE_PIECE = 256;

export interface SuccessorOptions {
  /** (first of the step's clock constraints): what to do with a step whose participants are known. */
  readonly fire: FunctionHandle;
  /** With what edges that are taken alone have code of their own (`steps.ts`); null: they go the general way. */
  readonly specialised: StepParts | null;
  /** Nothing more needs to be tried. */
  readonly enough?: Value;
  /** Given where clocks decide who takes part. */
  readonly joining: Joining | null;
}

/** () → nothing: tries all steps from the working state. */
export function emitSuccessors(
  context: EmitContext,
  state: WorkingState,
  edges: EdgeTable,
  frames: Frames,
  registers: StepRegisters,
  given: SuccessorOptions,
): FunctionHandle {
  const declared = declareSuccessors(context, state, edges, frames, registers, given);
  emitBegin(declared);
  emitExplore(declared);
  const { explore } = declared;
  return explore;
}

/** The ways of synchronising, and functions declared before any of them is defined. */
function declareSuccessors(
  context: EmitContext,
  state: WorkingState,
  edges: EdgeTable,
  frames: Frames,
  registers: StepRegisters,
  { fire, specialised, enough, joining }: SuccessorOptions,
) {
  const { module, network } = context;
  const stepType = module.typeOf({ params: [], results: [] });
  const combinations = emitCombinations(context, { edges, frames, registers, fire, joining });
  const binary = emitBinary(context, state, edges, frames, registers, fire);
  const broadcast = emitBroadcast(context, edges, frames, combinations, registers);
  const vector = emitVector(context, combinations, registers);
  const edgeData = emitEdgeData(context, state, edges, frames);
  const begin = module.declare("begin", ["i32"], []);
  const explore = module.declare("explore", [], []);
  const steps = { fire, binary, broadcast, vector, specialised, enough, stepType };
  return {
    context,
    module,
    network,
    state,
    edges,
    edgeData,
    frames,
    registers,
    ...registers,
    ...steps,
    begin,
    explore,
  };
}

type Declared = ReturnType<typeof declareSuccessors>;

/** An edge tried as the initiator, with all values of its selects. */
function emitBegin(parts: Declared) {
  const { frames, context } = parts;
  // (edge): tries it as the initiator, with all values of its selects.
  defineFunction(parts.module, parts.begin, (f, edgeParam) => {
    const edge = edgeParam!;
    const kind = f.let(edgeAt(edge, "kind"));
    f.if(and(ne(parts.state.anyCommitted, 0), eqz(kind)), () => {
      f.if(eqz(parts.state.isCommitted(edgeAt(edge, "process"))), () => f.return());
    });
    const frame = frames.enter(f, edge);
    const constraints = f.let(global(context.constraintTop));
    setParticipant(f, parts.registers, 0, edge, frame);
    frames.forSelects(f, edge, frame, () => {
      f.setGlobal(parts.alone, 0);
      f.setGlobal(parts.participantCount, 1);
      f.setGlobal(parts.channel, -1);
      f.if(call(frames.guardOf, edge, frame), () => {
        f.if(
          eq(kind, KIND.internal),
          () => f.do(call(parts.fire, constraints)),
          () =>
            f.if(
              eq(kind, KIND.binary),
              () => f.do(call(parts.binary, edge, frame, constraints)),
              () => f.do(call(parts.broadcast, edge, frame, constraints)),
            ),
        );
      });
      f.setGlobal(context.constraintTop, constraints);
    });
    f.setGlobal(context.stackTop, frame);
  });
}

/** All edges of all processes, one after the other. */
function emitExplore(parts: Declared) {
  const { enough, module, edgeData, edges, network, context, specialised, begin } = parts;
  const stopEarly = (f: FunctionWriter): void => {
    if (enough !== undefined) f.if(enough, () => f.return());
  };
  defineFunction(module, parts.explore, (f) => {
    const process = f.local();
    const edge = f.local();
    const at = f.local();
    const step = f.local();
    if (edgeData !== null) f.do(call(edgeData));
    f.for(
      at,
      edges.vectorRuns,
      edges.vectorRuns + 8 * edges.vectorRunCount,
      () => {
        const list = f.let(load32(add(load32(at, 4), shl(load32(load32(at)), 2))));
        forList(f, list, edge, () => {
          f.do(call(parts.vector, edge));
          stopEarly(f);
        });
      },
      8,
    );
    if (network.processes.length <= UNROLLED) {
      for (const p of network.processes.keys()) {
        f.do(call(stepsOf(p)));
        stopEarly(f);
      }
      return;
    }
    f.for(process, 0, network.processes.length, () => {
      const byLocation = load32(shl(process, 2), edges.initiating);
      const list = f.let(load32(add(byLocation, shl(locationOf(context, process), 2))));
      forList(f, list, edge, () => {
        if (specialised === null) f.do(call(begin, edge));
        else {
          f.set(step, edgeAt(edge, "step"));
          f.if(
            step,
            () => f.do(callIndirect(parts.stepType, step)),
            () => f.do(call(begin, edge)),
          );
        }
        stopEarly(f);
      });
    });
  });
  if (specialised !== null && network.processes.length > UNROLLED) emitStepFunctions(specialised);

  /** () → nothing: tries what a process can begin, by a jump to its location. */
  function stepsOf(p: number): FunctionHandle {
    const { locations, edges: own, name } = network.processes[p]!;
    const steps = module.declare(`steps of ${name}`, [], []);
    const writeTrial = (f: FunctionWriter, one: Edge): void => {
      const record = edges.recordOf(one.id);
      if (specialised !== null && isAlone(one)) writeStep(context, f, parts.state, specialised, one, record);
      else f.do(call(begin, record));
      stopEarly(f);
    };
    const writeTrials = (f: FunctionWriter, trials: readonly GuardedTrial[]): void => {
      for (const trial of trials) {
        if ("edge" in trial) writeTrial(f, trial.edge);
        else {
          const { cell, value } = trial.test;
          f.if(eq(load32(context.cells + 4 * cell), value), () => writeTrials(f, trial.trials));
        }
      }
    };
    const mayBegin = ({ sync }: Edge): boolean => sync.kind !== "receive" && sync.kind !== "event";
    const initiating = own.map((id) => network.edges[id]!).filter(mayBegin);
    defineFunction(module, steps, (f) => {
      const cases = locations.map((_, l) => () => {
        const trials = initiating.filter(({ source }) => source === l);
        if (trials.length <= IN_ONE_PIECE) writeTrials(f, trialsOf(trials));
        else for (let at = 0; at < trials.length; at += IN_ONE_PIECE) piece(f, trials.slice(at, at + IN_ONE_PIECE));
      });
      if (locations.length === 1) cases[0]!();
      else f.switch(load32(context.locations + 4 * p), cases);
    });
    return steps;

    /**
     * Some of very many trials, as a function of their own: what the platform spends on optimising one grows faster
     * than its length.
     */
    function piece(f: FunctionWriter, trials: readonly Edge[]): void {
      const some = module.declare(`steps from ${trials[0]!.id}`, [], []);
      defineFunction(module, some, (inner) => writeTrials(inner, trialsOf(trials)));
      f.do(call(some));
      stopEarly(f);
    }
  }

  /** With many processes, steps are found through the tables as well. */
  function emitStepFunctions(step: StepParts): void {
    for (const one of network.edges) {
      if (!isAlone(one)) continue;
      const handle = module.declare(`step ${one.id}`, [], []);
      const record = edges.recordOf(one.id);
      defineFunction(module, handle, (f) => writeStep(context, f, parts.state, step, one, record));
      context.map.tableAt(record + EDGE.step, [module.slot(handle)]);
    }
  }
}
