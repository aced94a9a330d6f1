// What is asked of a compiled engine, and what that means for the program that is emitted: which targets it leaves to
// the reference semantics, how wide its lanes are, how it tells states apart.

import { faultsOf } from "../../analysis/faults.ts";
import { type LocalTime, localTimeOf } from "../../analysis/local-time.ts";
import type { MakeMemory } from "../../basics/linear-memory.ts";
import { type Formula, hasStopwatches, mentions, type Network } from "../../network/index.ts";
import { layoutOf } from "../../wasm/layout.ts";
import type { ClockBounds } from "../clock-bounds.ts";
import type { Rearranger } from "../rearranging.ts";
import type { AbstractionName, SubsumptionName } from "../reference/abstraction.ts";
import type { Program } from "./program.ts";
import type { ProgramOptions } from "./program-parts.ts";
import { deniesDeadlock, needsReference } from "./steps/targets.ts";
import type { PartitionPlace } from "./store/outbox.ts";
import { MOST_BITS } from "./store/short-states.ts";
import { dimensionOf, fitsShortLanes } from "./support.ts";
import { someSplit, splitsOf } from "./zones/splits.ts";

export interface EngineTarget {
  readonly formula: Formula;
  readonly frameSize: number;
}

export interface CompiledEngineOptions {
  readonly targets: readonly EngineTarget[];
  readonly abstraction: AbstractionName;
  readonly subsumption: SubsumptionName;
  /** From `chooseAbstraction` or `analyseClockBounds`. */
  readonly bounds: ClockBounds;
  /**
   * States will be asked for by value (`intern`): they are told apart by equality, and kept where their ids are found.
   */
  readonly graph?: boolean;
  /** Where there are clocks, the same code serves engines with `graph` and without it (`like`). */
  readonly shared?: boolean;
  /** For tests: lanes of 32 bits even where 16 would do. */
  readonly laneBits?: 16 | 32;
  /** Most memory in pages of 64 KiB; 65,536 (4 GiB) unless told otherwise. */
  readonly memoryPages?: number;
  readonly makeMemory?: MakeMemory;
  /** Which engine this is, where several share one memory and divide the states among them. */
  readonly place?: PartitionPlace;
  /** The globals of an engine of the same place that has ended: this one goes on where it stopped. */
  readonly globals?: readonly number[];
  /** States will have costs. */
  readonly costs?: boolean;
  /** Candidates are rearranged before they are stored: only what is expanded and inserted one by one. */
  readonly rearranger?: Rearranger;
  /** An engine that was made with the same options: its code is used again. */
  readonly like?: { readonly programs: Map<boolean, Program> };
}

const NEVER: Formula = { kind: "data", condition: { kind: "constant", value: 0 } };

/** The options of the program, and the targets that it does not know. */
export function programOptions(
  network: Network,
  options: CompiledEngineOptions,
): { readonly program: ProgramOptions; readonly uncompiled: ReadonlyMap<number, EngineTarget> } {
  const { abstraction, bounds, graph = false, shared = false, subsumption, place = null } = options;
  // With stopwatches the past of a zone need not be a zone.
  const isLeft = ({ formula }: EngineTarget): boolean =>
    needsReference(formula) ||
    (hasStopwatches(network) && mentions(formula, "deadlock")) ||
    // Where trying to move fails, a state is neither deadlocked nor not; the module only knows of two.
    (deniesDeadlock(formula) && faultsOf(network).canFault);
  const uncompiled = new Map([...options.targets.entries()].filter(([, target]) => isLeft(target)));
  const targets = options.targets.map((target, at) => (uncompiled.has(at) ? { ...target, formula: NEVER } : target));
  const timed = network.clocks.length > 0;
  // Without clocks, all orders of steps are possible in any time.
  const local = timed && abstraction === "local-time" ? localTime(network) : null;
  const dim = timed ? dimensionOf(network) : 1;
  const widens = abstraction === "extra-lu" || abstraction === "extra-m";
  const subtracts =
    someSplit(splitsOf(network, bounds.diagonals)) || targets.some(({ formula }) => mentions(formula, "deadlock"));
  const isShort = timed && widens && fitsShortLanes(network, bounds, dim, subtracts);
  const simulates = local !== null || (abstraction === "alu" && subsumption === "inclusion");
  const program: ProgramOptions = {
    bounds,
    laneBits: options.laneBits ?? (isShort ? 16 : 32),
    dim,
    // Engines that divide the states among them keep states without zones only where these are short.
    dense: !timed && !graph && (place === null || layoutOf(network).bits <= MOST_BITS) && options.costs !== true,
    widening: widens ? "extra-lu" : "none",
    subsumption: simulates ? "alu" : shared && timed ? "either" : subsumption,
    owners: local?.owners ?? null,
    targets,
    place,
  };
  return { program, uncompiled };
}

function localTime(network: Network): LocalTime {
  const local = localTimeOf(network);
  if ("obstacle" in local) throw new Error(`there is no local time: ${local.obstacle}`);
  return local;
}

/** All choices of initial locations, the first process varying slowest. */
export function initialVectors(network: Network): number[][] {
  let vectors: number[][] = [[]];
  for (const { initial } of network.processes) {
    if (initial.length === 1) for (const vector of vectors) vector.push(initial[0]!);
    else vectors = vectors.flatMap((vector) => initial.map((location) => [...vector, location]));
  }
  return vectors;
}
