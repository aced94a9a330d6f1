// Which engine a query gets: the abstraction that is sound for it, the clock bounds it needs, its targets. The compiled
// engine runs wherever it covers the network; elsewhere the reference engine does, and the statistics say why.

import { defined } from "../../basics/defined.ts";
import type { MakeMemory } from "../../basics/linear-memory.ts";
import type { Result } from "../../diagnostics/index.ts";
import { type ChosenAbstraction, chooseAbstraction } from "../../engine/abstraction.ts";
import { boundsByVector } from "../../engine/clock-bounds.ts";
import {
  type AbstractionName,
  boundsOf,
  type CompiledEngine,
  type CompiledEngineOptions,
  CutEngine,
  createCompiledEngine,
  createReferenceEngine,
  type GraphEngine,
  type LocationBounds,
  obstacleOf,
  type ReferenceEngine,
  type StateRecord,
  type SubsumptionName,
  type Target,
} from "../../engine/index.ts";
import type { Rearranger, RearrangingEngine } from "../../engine/rearranging.ts";
import type { Network, Query } from "../../network/index.ts";
import type { EngineParts } from "../../search/index.ts";
import type { JointTransition } from "../../semantics/index.ts";
import type { Path } from "../../trace/index.ts";
import type { AbstractionChoice, EngineChoice } from "../options.ts";
import { CLOCKS, noLocalTime } from "../plan/abstraction-for.ts";

export interface EngineSetup {
  readonly abstraction: AbstractionName;
  readonly bounds: LocationBounds;
  /**
   * A new, empty engine, compiled where possible; all engines of one setup give the same candidates in one order. An
   * extended network is the same one with more cells, which the steps write and do not read.
   */
  create(extended?: Network): GraphEngine;
  /** The same; whatever it expands is rearranged. */
  createRearranged(rearranger: Rearranger): GraphEngine & RearrangingEngine;
  /**
   * Where states are not what they were reached as: the run behind a way, and what a step of its last state is in it.
   */
  readonly retrace?: (ordinals: readonly number[], semantics: Beginnings) => Retraced;
  /**
   * The same, but for states that lie inside others: those are dropped. Of one code with `create` where there are
   * clocks.
   */
  createCovering(): GraphEngine;
  createReference(): ReferenceEngine;
  /** What compiled engines are made of, for who divides the states among several; absent where there are none. */
  readonly parts?: EngineParts;
  /** Why `create` yields a reference engine; absent when it is compiled or when the reference engine was asked for. */
  readonly fallback?: string;
}

/** The initial states of a network. */
interface Beginnings {
  initial(): readonly { readonly locations: ArrayLike<number>; readonly cells: ArrayLike<number> }[];
}

export interface Retraced {
  readonly path: Path;
  real(transition: JointTransition): JointTransition;
}

export interface EngineOptions {
  readonly subsumption?: SubsumptionName;
  readonly engine?: EngineChoice;
  /** States are told apart by equality and asked for by value: `GraphEngine.intern`. */
  readonly graph?: boolean;
  /** Engines of both kinds will be asked for. */
  readonly covering?: boolean;
  readonly makeMemory?: MakeMemory;
}

/** Engines whose zones are cut along the first `atoms` targets, which no compiled one can do. */
export function cuttingEngine(
  chosen: Result<ChosenAbstraction>,
  network: Network,
  targets: readonly Target[],
  atoms: number,
): Result<EngineSetup> {
  if (!chosen.ok) return chosen;
  const { abstraction } = chosen.value;
  const bounds = boundsByVector(chosen.value.bounds);
  const options = { targets, abstraction, subsumption: "equality", bounds } as const;
  const create = (): CutEngine => new CutEngine(network, options, atoms);
  const createRearranged = (): never => {
    throw new Error("zones that are cut are not rearranged");
  };
  // What covers a state and what is in the same cell are two questions, so there is one kind of them.
  const others = { createCovering: create, createReference: create, createRearranged };
  const value = { abstraction, bounds, create, ...others, fallback: CLOCKS };
  return { ok: true, value, diagnostics: chosen.diagnostics };
}

/** For questions without a plan. */
export function setUpEngine(
  network: Network,
  queries: readonly Query[],
  targets: readonly Target[],
  requested: AbstractionChoice,
  {
    reachedOnly = false,
    ...options
  }: EngineOptions & {
    /** The order of the steps that lead to a state does not matter: `auto` may choose local time. */
    readonly reachedOnly?: boolean;
  } = {},
): Result<EngineSetup> {
  return engineWith(chooseAbstraction(network, queries, requested, { reachedOnly }), network, targets, options);
}

export function engineWith(
  chosen: Result<ChosenAbstraction>,
  network: Network,
  targets: readonly Target[],
  { engine = "auto", graph = false, covering = false, makeMemory, ...options }: EngineOptions = {},
): Result<EngineSetup> {
  const subsumption = graph ? "equality" : (options.subsumption ?? "inclusion");
  if (!chosen.ok) return chosen;
  const { abstraction } = chosen.value;
  if (abstraction === "local-time" && subsumption === "equality") {
    return { ok: false, diagnostics: [noLocalTime("it tells states apart by simulation, not by equality")] };
  }
  const bounds = boundsByVector(chosen.value.bounds);
  const reference = (of: Network = network): ReferenceEngine =>
    createReferenceEngine(of, { targets, abstraction, subsumption, bounds });
  const coveringReference = (): ReferenceEngine =>
    createReferenceEngine(network, { targets, abstraction, subsumption: "inclusion", bounds });
  const rearrangedReference = (rearranger: Rearranger): ReferenceEngine =>
    createReferenceEngine(network, { targets, abstraction, subsumption, bounds, rearranger });
  const setup = {
    abstraction,
    bounds,
    createReference: () => reference(),
    createCovering: coveringReference,
    createRearranged: rearrangedReference,
  };
  const { diagnostics } = chosen;
  if (engine === "reference") return { ok: true, value: { ...setup, create: reference }, diagnostics };
  const common = {
    targets,
    abstraction,
    subsumption,
    graph,
    shared: covering,
    bounds: chosen.value.bounds,
    ...defined({ makeMemory }),
  };
  const obstacle = obstacleOf(network, abstraction, boundsOf(common));
  if (obstacle !== null) return { ok: true, value: { ...setup, create: reference, fallback: obstacle }, diagnostics };
  // All of them have one code.
  const like: CompiledEngineOptions["like"] = { programs: new Map() };
  const compiled = (options: CompiledEngineOptions): CompiledEngine => {
    const engine = createCompiledEngine(network, options);
    if ("unsupported" in engine) throw new Error(`the network was compiled once and now is not: ${engine.unsupported}`);
    return engine;
  };
  // Without clocks states are stored in a way of their own where none is asked for by value.
  const plain = { ...common, graph: false, subsumption: "inclusion" } as const;
  const createCovering = (): GraphEngine => compiled(network.clocks.length > 0 ? { ...plain, like } : plain);
  const create = (extended?: Network): GraphEngine => {
    if (extended !== undefined) {
      const engine = createCompiledEngine(extended, common);
      return "unsupported" in engine ? reference(extended) : engine;
    }
    return compiled({ ...common, like });
  };
  const createRearranged = (rearranger: Rearranger): CompiledEngine => compiled({ ...common, like, rearranger });
  return { ok: true, value: { ...setup, create, createCovering, createRearranged, parts: common }, diagnostics };
}

/** The stored states of any engine in a reference engine, where they can be read. */
export function asReference(engine: StateRecord, setup: EngineSetup): ReferenceEngine {
  if (engine.name === "reference") return engine as unknown as ReferenceEngine;
  const reference = setup.createReference();
  let bytes = new Uint8Array(1 << 16);
  for (let id = 0, left = engine.statistics.stored; left > 0; id++) {
    if (!engine.alive(id)) continue;
    left--;
    let size = engine.encode(id, bytes);
    if (size > bytes.length) {
      bytes = new Uint8Array(2 * size);
      size = engine.encode(id, bytes);
    }
    reference.decode(bytes.subarray(0, size));
  }
  return reference;
}
