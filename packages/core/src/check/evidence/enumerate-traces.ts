// Traces in the order of their length, all paths and not one per state: for `--witnesses`, where a search that drops
// what it has seen shows only one way to each target. First the surroundings are surveyed: how far discrete states are
// from the target at least. Then paths are followed, the shortest through a target first. Paths are many, so this ends
// after so many of them, with what was found.

import type { DiscreteView, ReferenceEngine, StateId, Target } from "../../engine/index.ts";
import { BestOpenList, FifoOpenList } from "../../open-lists/index.ts";
import { EagerSearch, type Runnable } from "../../search/index.ts";
import type { Session } from "../session.ts";
import type { EngineSetup } from "../setup/engines.ts";
import type { FoundTraces } from "./found-traces.ts";
import { traceOfTarget } from "./timed-traces.ts";

const MOST_SURVEYED = 10_000;
const MOST_PATHS = 20_000;

/** Adds traces until there are enough. */
export async function enumerateTraces(
  session: Session,
  setup: EngineSetup,
  target: Target,
  collected: FoundTraces,
): Promise<void> {
  const survey = new Survey(setup.createReference());
  const ended = await session.run(survey);
  if (ended !== "exhausted" && ended !== "gave-up") return;
  const distance = session.work(() => survey.distances());
  // The reference engine reads states that were swallowed as well as others.
  const engine = setup.createReference();
  const open = new BestOpenList((state, { depth }) => depth + distance(engine.view(state)), { safe: true });
  const search = new EagerSearch(engine, open, { goal: (state) => engine.satisfies(state, 0), cost: "tree" });
  const limited: Runnable = {
    step: () => (search.statistics.generated > MOST_PATHS ? "gave-up" : search.step()),
    get statistics() {
      return search.statistics;
    },
  };
  for (;;) {
    const outcome = await session.run(limited);
    if (outcome === "fault") continue;
    if (outcome !== "found") return;
    const trace = traceOfTarget(session, setup, search.found!, target);
    if (trace === undefined) search.turnBack();
    else if (!collected.add(trace, search)) return;
  }
}

/**
 * Which discrete states lead to which, breadth first. A step between discrete states may need clocks that no run has.
 */
class Survey implements Runnable {
  private readonly engine: ReferenceEngine;
  private readonly search: EagerSearch;
  private readonly before = new Map<string, Set<string>>();
  private readonly targets = new Set<string>();
  private readonly open = new FifoOpenList();
  private expanded = 0;

  constructor(engine: ReferenceEngine) {
    this.engine = engine;
    this.search = new EagerSearch(engine, this.open, { goal: (state) => this.visit(state), cost: "none" });
  }

  get statistics() {
    return this.search.statistics;
  }

  step() {
    if (this.expanded > MOST_SURVEYED) return "gave-up";
    const status = this.search.step();
    return status === "found" || status === "fault" ? "running" : status;
  }

  private visit(state: StateId): boolean {
    const { engine } = this;
    const from = keyOf(engine.view(state));
    this.expanded++;
    if (engine.satisfies(state, 0)) this.targets.add(from);
    const { count } = engine.expand(state);
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const to = keyOf(engine.candidate(ordinal).discrete);
      let sources = this.before.get(to);
      if (sources === undefined) {
        sources = new Set();
        this.before.set(to, sources);
      }
      sources.add(from);
    }
    return false;
  }

  /** A lower bound of the number of steps to the target; Infinity where the survey shows no way. Ends the survey. */
  distances(): (state: DiscreteView) => number {
    const known = new Map<string, number>();
    // What was generated, but not looked at, may be a target itself.
    const unseen: string[] = [];
    for (let state = this.open.pop(); state !== undefined; state = this.open.pop()) {
      unseen.push(keyOf(this.engine.view(state)));
    }
    const otherwise = unseen.length === 0 ? Number.POSITIVE_INFINITY : 0;
    let layer = [...this.targets, ...unseen];
    for (let distance = 0; layer.length > 0; distance++) {
      const next: string[] = [];
      for (const key of layer) {
        if (known.has(key)) continue;
        known.set(key, distance);
        next.push(...(this.before.get(key) ?? []));
      }
      layer = next;
    }
    return (state) => known.get(keyOf(state)) ?? otherwise;
  }
}

function keyOf({ locations, cells }: DiscreteView): string {
  return `${Array.from(locations).join()};${Array.from(cells).join()}`;
}
