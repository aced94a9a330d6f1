// A search that was made elsewhere, by many workers, as a search that has ended: whoever asked takes what was found, as
// a path, and times, replays and tells it as if it had been found here.

import type { EngineFault } from "../../engine/engine.ts";
import { NO_STATISTICS } from "../fault-ledger.ts";
import type { Search, SearchStatistics, SearchStatus } from "../search.ts";
import type { SearchConfig } from "../search-config.ts";
import { type ShardedSpec, traitsOf } from "./sharded.ts";

export type ShardedOutcome =
  | { readonly kind: "found"; readonly ordinals: readonly number[] }
  /** Everything was seen, and every batch that was sent was received. */
  | { readonly kind: "exhausted" }
  | { readonly kind: "gave-up" }
  | {
      readonly kind: "fault";
      readonly fault: Pick<EngineFault, "transition" | "diagnostic">;
      readonly ordinals: readonly number[];
    };

export function answeredSearch(
  spec: ShardedSpec,
  outcome: ShardedOutcome,
  counted: Partial<SearchStatistics>,
): SearchConfig {
  return { ...traitsOf(spec), create: () => new AnsweredSearch(outcome, { ...NO_STATISTICS, ...counted }) };
}

class AnsweredSearch implements Search {
  private readonly outcome: ShardedOutcome;
  readonly statistics: SearchStatistics;
  private isTold = false;

  constructor(outcome: ShardedOutcome, statistics: SearchStatistics) {
    this.outcome = outcome;
    this.statistics = statistics;
  }

  get found(): Search["found"] {
    const { outcome } = this;
    if (outcome.kind !== "found") return undefined;
    return { ordinals: () => outcome.ordinals, length: outcome.ordinals.length - 1 };
  }

  get fault(): Search["fault"] {
    const { outcome } = this;
    if (outcome.kind !== "fault") return undefined;
    return { ...outcome.fault, state: -1, ordinals: () => outcome.ordinals };
  }

  /** What was found is told once; who does not believe it hears that nothing more is known. */
  step(): SearchStatus {
    if (this.isTold) return "gave-up";
    this.isTold = true;
    return this.outcome.kind;
  }

  turnBack(): void {}
}
