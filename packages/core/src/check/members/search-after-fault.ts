// Once the model is known to fail, a search goes on for as much again as it has done and this many states, in case what
// it looks for can be found without meeting a fault. Counted, not timed: the answer must not depend on the machine.

import type { CountedRunnable, SearchStatus } from "../../search/index.ts";

const PATIENCE_AFTER_FAULT = 10_000;

export class SearchAfterFault implements CountedRunnable {
  private readonly search: CountedRunnable;
  private readonly most: number;

  constructor(search: CountedRunnable) {
    this.search = search;
    this.most = 2 * search.statistics.explored + PATIENCE_AFTER_FAULT;
  }

  step(): SearchStatus {
    return this.search.statistics.explored >= this.most ? "gave-up" : this.search.step();
  }

  get statistics() {
    return this.search.statistics;
  }
}
