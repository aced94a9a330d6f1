// Members of a portfolio in other threads: what is sent there, what comes back, and who does it. The core knows no
// threads.

import type { Result } from "../../diagnostics/index.ts";
import type { ChosenAbstraction } from "../../engine/index.ts";
import type { Network, Query } from "../../network/index.ts";
import type { SearchStatistics } from "../../search/index.ts";
import type { TraceParcel } from "../../trace/index.ts";
import type { CheckOptions } from "../options.ts";
import type { CheckStatistics, Verdict } from "../verdict.ts";

/** What another thread needs to know; plain data that can be sent there. */
export interface MemberRequest {
  readonly network: Network;
  readonly query: Query;
  /** What whoever asks has decided for all members. */
  readonly abstraction?: Result<ChosenAbstraction>;
  /** A specification, with the members that share that thread. */
  readonly search: string;
  readonly seed: number;
  readonly options: Pick<
    CheckOptions,
    "abstraction" | "certify" | "engine" | "limits" | "por" | "shorten" | "symmetry" | "trustEstimates"
  >;
  /** How much more of the processor the calling thread should get, where they have to share one. */
  readonly firstShare: number;
  /** What it does is to depend on the request alone, and not on how long something takes. */
  readonly isHunt?: true;
}

export interface MemberReport {
  readonly verdict: Verdict<TraceParcel>;
  readonly statistics: CheckStatistics;
}

/** Runs members in other threads. The core knows none; whoever embeds it hands this in. */
export interface MemberDriver {
  /** Threads that can be had besides the calling one. */
  readonly threads: number;
  /** Do they leave the processor to others as `firstShare` says? */
  readonly isYielding?: boolean;
  sleep(seconds: number): Promise<void>;
  start(
    request: MemberRequest,
    onProgress?: (statistics: SearchStatistics) => void,
    /** The target was found there; what follows is its evidence. */
    onHit?: () => void,
  ): {
    /** Undefined when the thread was lost, or ended in the middle of a step. */
    readonly report: Promise<MemberReport | undefined>;
    /** The report comes soon after this, with what is known then; or, if that is too long, at once. */
    cancel(atOnce?: boolean): void;
  };
}
