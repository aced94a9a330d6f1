// Everything that a network needs in which zones are cut into pieces (see `splits.ts`), put together: who takes part,
// how time stops, where steps are possible and what blocks them.

import type { FunctionHandle } from "../../../../wasm/assembler.ts";
import type { EmitContext } from "../../../../wasm/context.ts";
import { call, defineFunction, type FunctionWriter } from "../../../../wasm/function-writer.ts";
import type { Value } from "../../../../wasm/value.ts";
import type { WorkingState } from "../../state/state.ts";
import type { StepRegisters } from "../../state/step-registers.ts";
import { type DelayUntil, emitDelayUntil } from "../../zones/delay-until.ts";
import { emitWidenAlong } from "../../zones/diagonals.ts";
import type { Federations } from "../../zones/federations.ts";
import type { Splits } from "../../zones/splits.ts";
import { emitStopwatches } from "../../zones/stopwatches.ts";
import { emitEnterPieces, type Stopping } from "../../zones/zone-pieces.ts";
import type { ZoneStep } from "../../zones/zone-step.ts";
import type { EdgeTable } from "../edges/edge-table.ts";
import type { Frames } from "../edges/frames.ts";
import type { SuccessorParts } from "../step-code.ts";
import { emitSuccessors } from "../successors.ts";
import type { Joining } from "../synchronise/combinations.ts";
import { type Exclusions, emitExclusions } from "../synchronise/joining.ts";
import { emitFire, emitFirePieces } from "./fire.ts";
import { emitPlainRanking, emitRanking } from "./priorities.ts";
import { emitRegions, type Regions } from "./regions.ts";
import { emitTrial, emitTrialPieces } from "./trial.ts";
import { emitUrgentStops } from "./urgent-stops.ts";

export interface StepTables {
  readonly edges: EdgeTable;
  readonly frames: Frames;
  readonly registers: StepRegisters;
  readonly successors: SuccessorParts;
}

export interface Splitting {
  readonly regions: Regions;
  readonly joining: Joining | null;
  readonly exclusions: Exclusions | null;
  readonly stopping: (Stopping & DelayUntil) | null;
  /** (matrix) → list of the zones of the location vector at hand. */
  readonly enterPieces: FunctionHandle;
  /** () → nothing: tries all steps from the working state. */
  readonly explore: FunctionHandle;
}

export function emitSplitting(
  context: EmitContext,
  state: WorkingState,
  { edges, frames, registers, successors }: StepTables,
  zones: ZoneStep,
  federations: Federations,
  splits: Splits,
  timeStops: (f: FunctionWriter) => Value,
): Splitting {
  const exclusions = splits.joining ? emitExclusions(context, edges, zones, federations) : null;
  const joining = exclusions === null ? null : { zones, federations, exclusions };
  const stopping = splits.urgency
    ? {
        urgentStops: emitUrgentStops(context, state, edges, frames, zones, federations),
        ...emitDelayUntil(context, federations, zones.kernel.constrain),
      }
    : null;
  const regions = emitRegions(context, zones, federations, exclusions);
  const widenAlong =
    splits.diagonals.length === 0 ? null : emitWidenAlong(context, zones.kernel, federations, splits.diagonals);
  const stopwatches = splits.stopwatches ? emitStopwatches(context, state, zones) : null;
  const time = { timeStops, stopping, stopwatches };
  const enterPieces = emitEnterPieces(context, zones, federations, time, widenAlong);
  const ranking = splits.priorities ? emitRanking(context, registers, zones, federations) : null;
  const pieces = { zones, federations, regions, enterPieces, unblocked: ranking?.unblocked ?? null };
  const fire = emitFirePieces(context, state, successors, registers, pieces);
  const all = (what: FunctionHandle): FunctionHandle =>
    emitSuccessors(context, state, edges, frames, registers, { fire: what, specialised: null, joining });
  let explore = all(fire);
  if (ranking !== null) {
    const tried = { parts: successors, registers, found: ranking.note, enough: null };
    const trial = emitTrialPieces(context, state, tried, pieces);
    explore = inOrderOfRank(context, all(trial), explore, ranking.forget);
  }
  return { regions, joining, exclusions, stopping, enterPieces, explore };
}

/** Priorities in a network without clocks. */
export function emitPlainPriorities(
  context: EmitContext,
  state: WorkingState,
  { edges, frames, registers, successors }: StepTables,
): FunctionHandle {
  const ranking = emitPlainRanking(context, registers);
  const trial = emitTrial(context, state, { parts: successors, registers, found: ranking.note, enough: null });
  const fire = emitFire(context, state, successors, registers, ranking.isOutranked);
  const all = (what: FunctionHandle): FunctionHandle =>
    emitSuccessors(context, state, edges, frames, registers, { fire: what, specialised: null, joining: null });
  return inOrderOfRank(context, all(trial), all(fire), ranking.forget);
}

/** Tries all steps to rank them, then takes those that are not blocked. */
function inOrderOfRank(
  { module }: EmitContext,
  rankAll: FunctionHandle,
  takeAll: FunctionHandle,
  forget: FunctionHandle,
): FunctionHandle {
  const explore = module.declare("exploreRanked", [], []);
  defineFunction(module, explore, (f) => {
    f.do(call(forget));
    f.do(call(rankAll));
    f.do(call(takeAll));
    f.do(call(forget));
  });
  return explore;
}
