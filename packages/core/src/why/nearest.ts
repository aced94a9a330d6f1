// How near a search can come to a target that cannot be reached: a short search that prefers states where less of the
// target is missing, the nearest state it met, and why the processes that are elsewhere cannot go on from there.

import { type CheckContext, checkQueries, type SearchProbe, strategies, type WatchedSearch } from "../check/index.ts";
import { type ConcreteState, createConcreteSemantics, type StateId, whyNot } from "../engine/index.ts";
import type { Formula, Network, Query } from "../network/index.ts";
import { configure } from "../spec/index.ts";
import type { Trace } from "../trace/index.ts";
import { conjunctsOf } from "./conjuncts.ts";
import { FormulaText } from "./formula-text.ts";
import { wayBetween } from "./ways.ts";
import type { Blocked, Nearest } from "./why.ts";

const MOST_BLOCKED = 3;

export async function nearestTo(
  context: CheckContext,
  query: Extract<Query, { kind: "E<>" }>,
  states: number,
): Promise<Nearest | undefined> {
  const strategy = configure(strategies, "greedy(goalcount())");
  if (!strategy.ok) throw new Error("the search for near states cannot be configured");
  const enough = { aborted: false };
  const probe = new NearestProbe(states, () => (enough.aborted = true));
  const limits = context.options.limits ?? {};
  const { driver: _, ...alone } = context;
  const signal = {
    get aborted() {
      return enough.aborted || context.signal?.aborted === true;
    },
  };
  await checkQueries({ ...alone, options: { strategy: strategy.value, limits }, signal, probe }, [query]);
  const trace = probe.trace();
  if (trace === undefined) return undefined;
  return explained(context.network, query, trace);
}

function explained(
  network: Network,
  { formula, frameSize }: Extract<Query, { kind: "E<>" }>,
  trace: Trace,
): Nearest | undefined {
  const semantics = createConcreteSemantics(network);
  const parts = conjunctsOf(formula);
  const missing = parts.filter((part) => !semantics.holds(part, frameSize, trace.final));
  if (missing.length === 0) return undefined;
  const text = new FormulaText(network);
  const blocked = missing.flatMap((part) => blockedBy(network, part, trace.final));
  return {
    held: parts.length - missing.length,
    missing: missing.map((part) => {
      const values = text.values(part, trace.final);
      return `${text.of(part)}${values === "" ? "" : ` (${values})`}`;
    }),
    steps: trace.steps.length,
    trace,
    blocked: blocked.slice(0, MOST_BLOCKED),
  };
}

/** Why the process that a condition `P.l` speaks of does not get there. */
function blockedBy(network: Network, part: Formula, state: ConcreteState): Blocked[] {
  if (part.kind !== "data" || part.condition.kind !== "at" || part.condition.process.steps.length > 0) return [];
  const { process: at, location } = part.condition;
  const { name, locations } = network.processes[at.base]!;
  const here = state.locations[at.base]!;
  const edges = wayBetween(network, at.base, here, location);
  const from = locations[here]!.name;
  if (edges.length === 0) return [{ process: name, from, reasons: [] }];
  const to = locations[network.edges[edges[0]!]!.target]!.name;
  const reasons = edges.flatMap((edge) => whyNot(network, state, edge).reasons.map(({ sentence }) => sentence));
  // Possible there: what stands in the way is further on, or something else is missing.
  if (reasons.length === 0) return [];
  return [{ process: name, from, to, reasons: [...new Set(reasons)].slice(0, 3) }];
}

class NearestProbe implements SearchProbe {
  private readonly most: number;
  private readonly whenEnough: () => void;
  private search: WatchedSearch | undefined;
  private best: { readonly state: StateId; readonly missing: number; readonly depth: number } | undefined;
  private seen = 0;

  constructor(most: number, whenEnough: () => void) {
    this.most = most;
    this.whenEnough = whenEnough;
  }

  watch(search: WatchedSearch) {
    this.search = search;
    return (state: StateId, depth: number): void => {
      const missing = search.estimate()?.(state) ?? 0;
      const { best } = this;
      if (best === undefined || missing < best.missing || (missing === best.missing && depth < best.depth)) {
        this.best = { state, missing, depth };
      }
      if (++this.seen >= this.most) this.whenEnough();
    };
  }

  trace(): Trace | undefined {
    return this.best === undefined ? undefined : this.search?.traceTo(this.best.state);
  }
}
