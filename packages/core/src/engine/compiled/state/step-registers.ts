// Which processes take part in the step at hand, in memory: the registers that emitted code passes around, and the
// records of the edges they point to (written by `steps/edges/edge-table.ts`).

import type { GlobalHandle } from "../../../wasm/assembler.ts";
import { load32 } from "../../../wasm/memory.ts";
import type { Arg, Value } from "../../../wasm/value.ts";

/** Who takes part in the step at hand. */
export interface StepRegisters {
  /** Pairs (edge record, frame). */
  readonly participants: number;
  readonly participantCount: GlobalHandle;
  /** −1: none. */
  readonly channel: GlobalHandle;
  /** The record of an edge that is tried alone (see `steps.ts`); 0: look at the participants. */
  readonly alone: GlobalHandle;
}

/** Offsets in an edge record. */
export const EDGE = {
  process: 0,
  source: 4,
  target: 8,
  /** Function slots; 0: nothing to do. */
  guard: 12,
  update: 16,
  pack: 20,
  restore: 24,
  channelCode: 28,
  /** The channel, where it is constant. */
  channel: 32,
  kind: 36,
  frameBytes: 40,
  selectCount: 44,
  /** Address of pairs min, max. */
  selects: 48,
  id: 52,
  urgent: 56,
  /** Slot of the specialised step, 0: none. */
  step: 60,
  /** Where the channel names the value of the only select: (channel − base) / stride + first. Stride 0: it does not. */
  inverseStride: 64,
  inverseBase: 68,
  inverseFirst: 72,
  /** Slots of the guard with all its clock constraints, and over the rows of the target. */
  wholeGuard: 76,
  freeGuard: 80,
} as const;

export const edgeAt = (edge: Arg, field: keyof typeof EDGE): Value => load32(edge, EDGE[field]);
