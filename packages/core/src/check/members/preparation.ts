// Builds what estimates need before a search begins. It advances like a search, so that the same code shows progress,
// obeys limits and hears Ctrl-C.

import type { Building } from "../../heuristics/index.ts";
import { NO_STATISTICS, type Runnable, type SearchStatistics, type SearchStatus } from "../../search/index.ts";
import type { SearchContext } from "../../search-context/index.ts";

export class Preparation implements Runnable {
  private readonly waiting: { readonly heuristic: string; readonly building: Building }[];

  constructor({ constructions }: SearchContext) {
    this.waiting = [...constructions].flatMap(([{ spec }, buildings]) =>
      buildings.map((building) => ({ heuristic: spec, building })),
    );
  }

  /** `exhausted` once everything is built. */
  step(): SearchStatus {
    const [first] = this.waiting;
    if (first === undefined) return "exhausted";
    if (!first.building.advance()) this.waiting.shift();
    return "running";
  }

  get statistics(): SearchStatistics {
    const [first] = this.waiting;
    if (first === undefined) return NO_STATISTICS;
    return { ...NO_STATISTICS, building: { heuristic: first.heuristic, progress: first.building.progress } };
  }
}
