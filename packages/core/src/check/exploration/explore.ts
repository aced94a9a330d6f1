// The whole zone graph, without any question: how many states are explored, stored, covered, how many successors
// there are and how many states have none. None of the model's queries enters the clock bounds, so the counts are
// those of other tools with the same abstraction.

import { hiddenObstacleDiagnostic } from "../../analysis/obstacles/independent.ts";
import { defined } from "../../basics/defined.ts";
import type { Diagnostic, Result } from "../../diagnostics/index.ts";
import type { Engine, StateId } from "../../engine/engine.ts";
import type { AbstractionName, ReferenceEngine, SubsumptionName } from "../../engine/index.ts";
import { Budget, type CancelSignal, type Environment, type Limits } from "../../limits/index.ts";
import type { Network } from "../../network/index.ts";
import { LifoOpenList } from "../../open-lists/index.ts";
import { C2cEngine, persistentSets, type ReductionCount } from "../../reduction/index.ts";
import {
  EagerSearch,
  ExhaustiveSearch,
  NO_STATISTICS,
  type Progress,
  run,
  type Search,
  type SideDriver,
  searchInThreads,
} from "../../search/index.ts";
import { obstacleTo, type Symmetry, symmetryOf } from "../../symmetry/index.ts";
import { failing, unlessLimited } from "../answer.ts";
import type { EngineChoice, WorkersWish } from "../options.ts";
import { refusedReduction, whyExplorationIsNotReduced } from "../plan/reduction.ts";
import { NO_THREADS, REDUCED, refusedWorkers } from "../plan/workers.ts";
import { ending } from "../setup/ending.ts";
import { asReference, type EngineSetup, setUpEngine } from "../setup/engines.ts";
import { whereClocksFit } from "../setup/overflow-fallback.ts";
import { symmetricSetup } from "../setup/symmetric-engine.ts";
import type { Because, CheckStatistics, Units } from "../verdict.ts";

export interface ExploreOptions {
  readonly order?: "bfs" | "dfs";
  readonly abstraction?: AbstractionName;
  readonly subsumption?: SubsumptionName;
  readonly limits?: Limits;
  readonly engine?: EngineChoice;
  /** Partial-order reduction: `auto` where it is sound, `on` is refused where it is not. */
  readonly por?: "auto" | "on" | "off";
  /** States that symmetry takes to each other are stored once, as in `CheckOptions`; `off` when absent. */
  readonly symmetry?: "off" | "scalar" | "auto";
  /** How many engines divide the states among them; 1 when absent. */
  readonly workers?: WorkersWish;
  /** Starts their threads. */
  readonly sides?: SideDriver;
}

export interface Exploration {
  readonly statistics: CheckStatistics & { readonly deadlocks: number };
  /** Absent when everything was explored. */
  readonly because?: Because;
  readonly diagnostic?: Diagnostic;
  /** The stored states, where they can be read. */
  readonly readable?: () => ReferenceEngine;
}

export function exploreNetwork(
  network: Network,
  options: ExploreOptions,
  environment: Environment,
  signal?: CancelSignal,
  onProgress?: (progress: Progress) => void,
): Promise<Exploration> {
  const budget = new Budget(environment, options.limits, signal);
  const hidden = hiddenObstacleDiagnostic(network);
  const refusal = { statistics: NOTHING_EXPLORED, because: "not-supported" } as const;
  if (hidden !== undefined) return Promise.resolve({ ...refusal, diagnostic: hidden });
  return whereClocksFit(
    options.engine,
    (engine) =>
      explore(network, engine === undefined ? options : { ...options, engine }, environment, budget, onProgress),
    (diagnostic) => ({ ...refusal, diagnostic }),
  );
}

async function explore(
  network: Network,
  options: ExploreOptions,
  environment: Environment,
  budget: Budget,
  onProgress?: (progress: Progress) => void,
): Promise<Exploration> {
  const [started, cpuStarted] = [environment.now(), environment.cpu()];
  const prepare = (): Prepared => {
    const { por = "off" } = options;
    const obstacle = por === "off" ? "it is not asked for" : whyExplorationIsNotReduced(network);
    if (por === "on" && obstacle !== undefined) {
      return { setup: { ok: false, diagnostics: [refusedReduction(obstacle)] } };
    }
    const setup = setUpEngine(network, [], [], options.abstraction ?? "extra-lu", {
      subsumption: options.subsumption ?? "inclusion",
      engine: options.engine ?? "auto",
      ...defined({ makeMemory: environment.makeMemory }),
      graph: obstacle === undefined,
    });
    if (!setup.ok) return { setup };
    const divided = divideStates(network, setup.value, options, obstacle === undefined, environment);
    if (!divided.ok) return { setup: divided };
    if (divided.value !== undefined) return { setup, explored: { exploration: divided.value } };
    const symmetry = symmetryIn(network, options, obstacle === undefined);
    if (typeof symmetry === "string") {
      const message = `symmetry cannot be used here: ${symmetry}`;
      return { setup: { ok: false, diagnostics: [{ code: "TH4516", severity: "error", message }] } };
    }
    const symmetric = symmetry && symmetricSetup(setup.value, symmetry);
    const whole = (symmetric ?? setup.value).create();
    const reduced = obstacle === undefined ? new C2cEngine(whole, persistentSets(network)) : undefined;
    const engine = reduced ?? whole;
    const exploration = options.order === "dfs" ? depthFirst(engine) : breadthFirst(engine);
    const units = symmetric && symmetry?.blocks.map(({ names }) => names);
    return { setup, explored: { whole, exploration, ...defined({ reduction: reduced?.count, units }) } };
  };
  const prepared = await unlessLimited(() => budget.during(prepare));
  const setup = typeof prepared === "string" ? undefined : prepared.setup;
  let engineName: Engine["name"] = "reference";
  const measured = (
    search: Search | undefined,
    deadlocks: number,
    abstraction: AbstractionName,
  ): Exploration["statistics"] => ({
    engine: engineName,
    ...defined({
      fallback: setup?.ok === true && setup.value.fallback !== undefined ? setup.value.fallback : undefined,
    }),
    ...(search?.statistics ?? NO_STATISTICS),
    deadlocks,
    abstraction,
    seconds: environment.now() - started,
    cpuSeconds: environment.cpu() - cpuStarted,
    memoryMB: environment.memoryBytes() / 1e6,
    ...defined({
      reduction: typeof prepared === "string" ? undefined : prepared.explored?.reduction,
      symmetry: typeof prepared === "string" ? undefined : prepared.explored?.units,
    }),
  });
  if (typeof prepared === "string") return { statistics: measured(undefined, 0, "none"), because: prepared };
  const { explored } = prepared;
  if (setup?.ok !== true || explored === undefined) {
    const diagnostic = setup?.diagnostics[0];
    const refusal = { statistics: measured(undefined, 0, "none"), because: "not-supported" } as const;
    return { ...refusal, ...defined({ diagnostic }) };
  }
  const { exploration } = explored;
  engineName = explored.whole?.name ?? "compiled";
  const { search } = exploration;
  const outcome = await ending(search, () => unlessLimited(() => run(search, budget, onProgress)));
  // Not the engine that leaves steps out: it has the name of the whole one, and not its states.
  const record = explored.whole ?? search.record;
  const readable = record === undefined ? undefined : () => asReference(record, setup.value);
  const statistics = measured(search, exploration.deadlocks(), setup.value.abstraction);
  const result = { statistics, ...defined({ readable }) };
  switch (outcome) {
    case "exhausted":
    case "found":
      return result;
    case "fault":
      return { ...result, because: failing(search.fault!.diagnostic).because, diagnostic: search.fault!.diagnostic };
    case "gave-up":
      return { ...result, because: "incomplete-search" };
    default:
      return { ...result, because: outcome };
  }
}

const NOTHING_EXPLORED: Exploration["statistics"] = {
  ...NO_STATISTICS,
  engine: "reference",
  deadlocks: 0,
  abstraction: "none",
  seconds: 0,
  cpuSeconds: 0,
  memoryMB: 0,
};

interface Prepared {
  readonly setup: Result<EngineSetup>;
  readonly explored?: {
    /** The engine; absent where several divide the states among them. */
    readonly whole?: Engine;
    readonly exploration: Counting;
    readonly reduction?: ReductionCount;
    /** What is interchangeable. */
    readonly units?: Units;
  };
}

/** In words, why it cannot be used; undefined where nothing is interchangeable, or nobody asked. */
function symmetryIn(
  network: Network,
  { symmetry: wish = "off", abstraction, workers }: ExploreOptions,
  isReduced: boolean,
): Symmetry | string | undefined {
  if (wish === "off") return undefined;
  if (abstraction === "local-time") return "the abstraction `local-time`";
  if (isReduced) return "partial-order reduction";
  if (workers !== undefined && workers.count > 1 && !workers.isAuto) return "several workers";
  const obstacle = obstacleTo(network);
  if (obstacle !== undefined) return obstacle;
  const found = symmetryOf(network, { kind: "data", condition: { kind: "constant", value: 1 } }, wish);
  return found.blocks.length === 0 ? undefined : found;
}

interface Counting {
  readonly search: Search;
  deadlocks(): number;
}

/** Undefined: one engine has all states. */
function divideStates(
  network: Network,
  setup: EngineSetup,
  { workers, sides, order, engine }: ExploreOptions,
  isReduced: boolean,
  { now }: Environment,
): Result<Counting | undefined> {
  const one = { ok: true, value: undefined, diagnostics: [] } as const;
  if (workers === undefined || workers.count === 1) return one;
  const obstacle =
    order === "dfs"
      ? "depth first, one state comes after the other"
      : isReduced
        ? REDUCED
        : engine === "reference"
          ? "the reference engine was asked for"
          : (setup.fallback ?? (sides === undefined ? NO_THREADS : undefined));
  if (obstacle !== undefined) return workers.isAuto ? one : { ok: false, diagnostics: [refusedWorkers(obstacle)] };
  const search = searchInThreads(network, setup.parts!, workers.count, { costs: false }, now, sides!);
  return { ok: true, value: { search, deadlocks: () => search.deadlocks }, diagnostics: [] };
}

function breadthFirst(engine: Engine): Counting {
  const search = new ExhaustiveSearch(engine);
  return { search, deadlocks: () => search.deadlocks };
}

function depthFirst(engine: Engine): Counting {
  let deadlocks = 0;
  let faultsBefore = 0;
  const onExpanded = (_state: StateId, successors: number): void => {
    if (successors === 0 && engine.faults.length === faultsBefore) deadlocks++;
    faultsBefore = engine.faults.length;
  };
  const search = new EagerSearch(engine, new LifoOpenList(), { goal: () => false, cost: "none", onExpanded });
  return { search, deadlocks: () => deadlocks };
}
