// Random runs in other threads: what is sent there and what comes back, in chunks of neighbouring run numbers. The core
// knows no threads; whoever embeds it hands the driver in.

import type { Diagnostic } from "../../diagnostics/index.ts";
import type { QueryOf } from "../../network/index.ts";
import type { SamplingSettings } from "./settings.ts";

/** Plain data that can be sent to another thread: make chunks `first`, `first + stride`, … until told to stop. */
export interface SampleRequest {
  readonly query: QueryOf<"statistical">;
  readonly settings: SamplingSettings;
  readonly first: number;
  readonly stride: number;
}

/** Outcomes of runs `CHUNK · index` and following, up to a fault of the model. */
export interface SampleChunk {
  readonly index: number;
  readonly outcomes: Float64Array;
  readonly steps: number;
  readonly fault?: Diagnostic;
  /** Who could receive a broadcast in several ways on one of these runs. */
  readonly severalReceivers?: string;
}

export interface SamplingDriver {
  /** Threads that can be had besides the calling one. */
  readonly threads: number;
  start(
    request: SampleRequest,
    onChunk: (chunk: SampleChunk) => void,
    /** The thread is gone, and with it what it had not sent. */
    onLost: () => void,
  ): { stop(): void };
}

/** Runs per chunk: enough to be worth a message, few enough that little is made in vain. */
export const CHUNK = 32;
