// How near a search can come to a target that cannot be reached: a short search that prefers states where less of the
// target is missing, the nearest state it met, and why the processes that are elsewhere cannot go on from there.

import { type CheckContext, checkQueries, type SearchProbe, strategies, type WatchedSearch } from "../check/index.ts";
import type { StateId } from "../engine/index.ts";
import { Budget, LimitReached } from "../limits/index.ts";
import type { Formula, Network, Query } from "../network/index.ts";
import { createConcreteSemantics, type SymbolicState, whyNot } from "../semantics/index.ts";
import { configure } from "../spec/index.ts";
import { symbolicRun, type Trace } from "../trace/index.ts";
import { blockedChanges } from "./changes.ts";
import { clockLimit } from "./clock-limits.ts";
import { alternativesOf, conjunctsOf } from "./conjuncts.ts";
import { FormulaText } from "./formula-text.ts";
import { type Gap, gapsOf } from "./gaps.ts";
import { distancesTo, wayBetween } from "./ways.ts";
import type { Blocked, Nearest } from "./why.ts";

const MOST_BLOCKED = 3;
/** Zones along longer runs take too long for a remark. */
const MOST_STEPS = 200;

export async function nearestTo(
  context: CheckContext,
  query: Extract<Query, { kind: "E<>" }>,
  states: number,
): Promise<Nearest | undefined> {
  const strategy = configure(strategies, "greedy(goalcount())");
  if (!strategy.ok) throw new Error("the search for near states cannot be configured");
  const enough = { aborted: false };
  const probe = new NearestProbe(context.network, query.formula, states, () => (enough.aborted = true));
  const limits = context.options.limits ?? {};
  const { driver: _, ...alone } = context;
  const signal = {
    get aborted() {
      return enough.aborted || context.signal?.aborted === true;
    },
  };
  await checkQueries({ ...alone, options: { strategy: strategy.value, limits }, signal, probe }, [query]);
  const budget = new Budget(context.environment, limits, context.signal);
  try {
    return budget.during(() => {
      const trace = probe.trace();
      return trace === undefined ? undefined : explained(context.network, query, trace);
    });
  } catch (error) {
    if (error instanceof LimitReached) return undefined;
    throw error;
  }
}

function explained(
  network: Network,
  { formula, frameSize, text: asked }: Extract<Query, { kind: "E<>" }>,
  trace: Trace,
): Nearest | undefined {
  const semantics = createConcreteSemantics(network);
  const parts = conjunctsOf(formula);
  const missing = parts.filter((part) => !semantics.holds(part, frameSize, trace.final));
  if (missing.length === 0) return undefined;
  const text = new FormulaText(network, asked);
  const state = trace.steps.length > MOST_STEPS ? undefined : lastState(network, trace);
  const blocked = state === undefined ? [] : obstaclesTo(network, missing, state);
  return {
    held: parts.length - missing.length,
    missing: missing.map((part) => {
      const limit = state === undefined ? undefined : clockLimit(network, part, state);
      const values = limit ?? text.values(part, trace.final);
      return `${text.of(part)}${values === "" ? "" : ` (${values})`}`;
    }),
    steps: trace.steps.length,
    trace,
    blocked: blocked.slice(0, MOST_BLOCKED),
  };
}

/** All moments that the run can come to: what is said has to stay true while time passes. */
function lastState(network: Network, trace: Trace): SymbolicState {
  const { states, dim } = symbolicRun(network, trace);
  const { discrete, zone } = states.at(-1)!;
  return { ...discrete, zone, dim };
}

function obstaclesTo(network: Network, missing: readonly Formula[], state: SymbolicState): Blocked[] {
  const parts = missing.flatMap(alternativesOf);
  return parts.flatMap((part) => [...blockedBy(network, part, state), ...blockedChanges(network, part, state)]);
}

/** Why the process that a condition `P.l` speaks of does not get there. */
function blockedBy(network: Network, part: Formula, state: SymbolicState): Blocked[] {
  if (part.kind !== "data" || part.condition.kind !== "at" || part.condition.process.steps.length > 0) return [];
  const { process: at, location } = part.condition;
  const { name, locations } = network.processes[at.base]!;
  const here = state.locations[at.base]!;
  const edges = wayBetween(network, at.base, here, location);
  const from = locations[here]!.name;
  if (edges.length === 0) return [{ process: name, from, reasons: [] }];
  const to = locations[network.edges[edges[0]!]!.target]!.name;
  const answers = edges.map((edge) => whyNot(network, state, edge));
  // Possible there: what stands in the way is further on, or something else is missing.
  if (answers.some(({ possible }) => possible)) return [];
  const reasons = answers.flatMap((answer) => answer.reasons.map(({ sentence }) => sentence));
  return [{ process: name, from, to, reasons: [...new Set(reasons)].slice(0, 3) }];
}

interface Near {
  readonly state: StateId;
  /** Conditions of the target that do not hold. */
  readonly missing: number;
  /** Edges that lie, at least, before the processes that have to be elsewhere. */
  readonly left: number;
  /** How much the numbers lack that the target compares with constants. */
  readonly gap: number;
  readonly depth: number;
}

function isNearer(one: Near, other: Near): boolean {
  if (one.missing !== other.missing) return one.missing < other.missing;
  if (one.left !== other.left) return one.left < other.left;
  return one.gap === other.gap ? one.depth < other.depth : one.gap < other.gap;
}

/** How a process gets where the target wants it. */
interface Way {
  readonly process: number;
  /** Edges, at least, by location. */
  readonly left: ReadonlyMap<number, number>;
  /** What the guards of the edges that lead on lack, by location. */
  readonly guards: ReadonlyMap<number, readonly Gap[]>;
}

function wayTo(network: Network, process: number, location: number): Way {
  const left = distancesTo(network, process, location);
  const guards = new Map<number, Gap[]>();
  for (const from of left.keys()) {
    const edges = wayBetween(network, process, from, location);
    guards.set(
      from,
      edges.map((edge) => gapsOf(network.edges[edge]!.guard)),
    );
  }
  return { process, left, guards };
}

class NearestProbe implements SearchProbe {
  private readonly ways: readonly Way[];
  private readonly lacks: Gap;
  private readonly most: number;
  private readonly whenEnough: () => void;
  private search: WatchedSearch | undefined;
  private best: Near | undefined;
  private seen = 0;

  constructor(network: Network, target: Formula, most: number, whenEnough: () => void) {
    this.ways = conjunctsOf(target).flatMap((part) => {
      if (part.kind !== "data" || part.condition.kind !== "at" || part.condition.process.steps.length > 0) return [];
      return [wayTo(network, part.condition.process.base, part.condition.location)];
    });
    this.lacks = gapsOf(conjunctsOf(target));
    this.most = most;
    this.whenEnough = whenEnough;
  }

  watch(search: WatchedSearch) {
    this.search = search;
    return (state: StateId, depth: number): void => {
      const missing = search.estimate()?.(state) ?? 0;
      const { locations, cells } = search.engine.view(state);
      const near = { state, missing, left: this.left(locations), gap: this.gap(locations, cells), depth };
      if (this.best === undefined || isNearer(near, this.best)) this.best = near;
      if (++this.seen >= this.most) this.whenEnough();
    };
  }

  private left(locations: ArrayLike<number>): number {
    return this.ways.reduce((sum, { process, left }) => sum + (left.get(locations[process]!) ?? 1e6), 0);
  }

  private gap(locations: ArrayLike<number>, cells: ArrayLike<number>): number {
    const least = (gaps: readonly Gap[] = []): number =>
      gaps.length === 0 ? 0 : Math.min(...gaps.map((gap) => gap(cells)));
    return this.ways.reduce(
      (sum, { process, guards }) => sum + least(guards.get(locations[process]!)),
      this.lacks(cells),
    );
  }

  trace(): Trace | undefined {
    return this.best === undefined ? undefined : this.search?.traceTo(this.best.state);
  }
}
