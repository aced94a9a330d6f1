// What of a model is alive: the locations that some run reaches and the edges that some run takes. Breadth first
// through the zone graph, until everything was met or nothing is left; what was never met then is dead.

import { hiddenObstacleDiagnostic } from "../../analysis/obstacles/independent.ts";
import { defined } from "../../basics/defined.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Engine, StateId } from "../../engine/engine.ts";
import { Budget, type CancelSignal, type Environment, type Limits } from "../../limits/index.ts";
import type { Network } from "../../network/index.ts";
import { FaultLedger } from "../../search/fault-ledger.ts";
import {
  type Failed,
  type Progress,
  run,
  type Search,
  type SearchStatistics,
  type SearchStatus,
} from "../../search/index.ts";
import { failing, unlessLimited } from "../answer.ts";
import { setUpEngine } from "../setup/engines.ts";
import { whereClocksFit } from "../setup/overflow-fallback.ts";
import type { Because } from "../verdict.ts";

export interface Coverage {
  /** By process and location: does some run get there? */
  readonly locations: readonly (readonly boolean[])[];
  /** By edge: does some run take it? */
  readonly edges: readonly boolean[];
  readonly explored: number;
  /** Why what was not met may still be alive; absent when everything was seen. */
  readonly because?: Because;
  readonly diagnostic?: Diagnostic;
}

export function coverageOf(
  network: Network,
  limits: Limits,
  environment: Environment,
  signal?: CancelSignal,
  onProgress?: (progress: Progress) => void,
): Promise<Coverage> {
  const budget = new Budget(environment, limits, signal);
  const met = new Met(network);
  const hidden = hiddenObstacleDiagnostic(network);
  if (hidden !== undefined) return Promise.resolve(met.coverage(0, "not-supported", hidden));
  return whereClocksFit(
    undefined,
    async (engine) => {
      const prepared = await unlessLimited(() =>
        budget.during(() => {
          const wish = { engine: engine ?? "auto", ...defined({ makeMemory: environment.makeMemory }) } as const;
          const setup = setUpEngine(network, [], [], "extra-lu", wish);
          return setup.ok ? { search: new CoverageSearch(setup.value.create(), met) } : { setup };
        }),
      );
      if (typeof prepared === "string") return met.coverage(0, prepared);
      if (prepared.search === undefined) return met.coverage(0, "not-supported", prepared.setup.diagnostics[0]);
      const { search } = prepared;
      const outcome = await unlessLimited(() => run(search, budget, onProgress));
      const { explored } = search.statistics;
      switch (outcome) {
        case "found":
        case "exhausted":
          return met.coverage(explored);
        case "fault":
          return met.coverage(explored, failing(search.fault!.diagnostic).because, search.fault!.diagnostic);
        case "gave-up":
          return met.coverage(explored, "incomplete-search");
        default:
          return met.coverage(explored, outcome);
      }
    },
    (diagnostic) => met.coverage(0, "not-supported", diagnostic),
  );
}

class Met {
  private readonly locations: boolean[][];
  private readonly edges: boolean[];
  private missing: number;

  constructor({ processes, edges }: Network) {
    this.locations = processes.map((process) => process.locations.map(() => false));
    this.edges = edges.map(() => false);
    this.missing = edges.length + this.locations.reduce((sum, { length }) => sum + length, 0);
  }

  get everything(): boolean {
    return this.missing === 0;
  }

  add(table: boolean[], index: number): void {
    if (table[index]) return;
    table[index] = true;
    this.missing--;
  }

  edge(index: number): void {
    this.add(this.edges, index);
  }

  location(process: number, index: number): void {
    this.add(this.locations[process]!, index);
  }

  coverage(explored: number, because?: Because, diagnostic?: Diagnostic): Coverage {
    const { locations, edges } = this;
    return {
      locations,
      edges,
      explored,
      ...defined({ because: because === undefined || this.everything ? undefined : because, diagnostic }),
    };
  }
}

/** `found`: everything was met. */
class CoverageSearch implements Search {
  readonly engine: Engine;
  private readonly met: Met;
  private readonly ledger: FaultLedger;
  private next: StateId = 0;
  private size = 0;
  private explored = 0;
  private started = false;

  constructor(engine: Engine, met: Met) {
    this.engine = engine;
    this.met = met;
    this.ledger = new FaultLedger(engine);
  }

  get fault(): Failed | undefined {
    return this.ledger.failedIn(this.engine);
  }

  /** What is met is counted, not shown. */
  turnBack(): void {}

  get statistics(): SearchStatistics {
    const { explored, size, next } = this;
    return this.ledger.statistics({ explored, peakOpen: size - next, queues: [{ pushed: size, popped: next }] });
  }

  step(): SearchStatus {
    if (this.ledger.reportFault()) return "fault";
    if (!this.started) this.insertAll(this.engine.initial().count, -1);
    else if (this.next >= this.size) return "exhausted";
    else this.expand(this.next++);
    this.started = true;
    if (this.met.everything) return "found";
    return this.ledger.owesFault ? this.step() : "running";
  }

  private expand(state: StateId): void {
    if (!this.engine.alive(state)) return;
    this.explored++;
    const { locations } = this.engine.view(state);
    for (let process = 0; process < locations.length; process++) this.met.location(process, locations[process]!);
    const expansion = this.engine.expand(state);
    for (let ordinal = 0; ordinal < expansion.count; ordinal++) {
      for (const { edge } of expansion.transition(ordinal).edges) this.met.edge(edge);
    }
    this.insertAll(expansion.count, state);
  }

  private insertAll(count: number, parent: StateId): void {
    for (let ordinal = 0; ordinal < count; ordinal++) {
      if (this.engine.insert(ordinal, parent, 0) >= 0) this.size++;
    }
  }
}
