// The options of `check` as what the core is asked for.

import type { AbstractionChoice, CheckOptions } from "@tracehound/core";
import { defined } from "@tracehound/core";
import { isMuntaName } from "../certify/munta-files.ts";
import type { ConstantOptions } from "../constants.ts";
import { UsageError } from "../errors.ts";
import { type LimitOptions, limitsOf } from "../limits/options.ts";
import { type DiskOptions, externalSearch } from "./disk.ts";
import { readStrategy } from "./search-order.ts";
import { readStatistics, readWorkers, type StatisticsFlags } from "./statistics-options.ts";
import type { SwarmAsked, SwarmOptions } from "./swarm.ts";
import { traceFormat } from "./trace-files.ts";

export interface Options extends LimitOptions, ConstantOptions, DiskOptions, StatisticsFlags, SwarmOptions {
  readonly queryTime?: number;
  readonly q?: readonly string[];
  readonly query?: readonly number[];
  readonly labels?: readonly string[];
  readonly search?: string;
  readonly abstraction?: string;
  readonly runs?: string;
  readonly accepting?: string | true;
  readonly fairness?: string;
  readonly por?: string;
  readonly symmetry?: string;
  readonly printAutomaton?: true;
  readonly seed?: number;
  readonly optimal?: string;
  readonly space?: string;
  readonly front?: string;
  readonly trace?: string;
  readonly format?: string;
  readonly full?: true;
  readonly steps: boolean;
  readonly certificate?: string;
  readonly html?: string;
  readonly evidence?: string;
  readonly gantt?: string;
  readonly frontFile?: string;
  readonly open?: true;
  readonly browser: boolean;
  readonly expect?: true;
  readonly explain?: true;
  readonly why?: boolean;
  readonly quiet?: true;
  readonly verbose?: true;
  readonly watch?: true;
  readonly progress?: true;
  readonly json?: true;
  readonly shorten?: true;
  readonly trustEstimates?: true;
  readonly improve?: true;
  readonly witnesses?: number;
}

export type Settings = ReturnType<typeof readSettings>;

export function readSettings(options: Options, swarm?: SwarmAsked) {
  if (options.quiet && options.verbose) throw new UsageError("--quiet and --verbose exclude each other");
  if (options.witnesses !== undefined && (options.improve || options.shorten)) {
    throw new UsageError("--witnesses looks for several traces, --improve and --shorten for one", "choose one of them");
  }
  const named = (["steps", "time", "cost"] as const).find((what) => what === options.optimal);
  // Of a front the fastest run is shown, unless the cheapest is asked for.
  const optimal = named ?? (options.front === undefined ? undefined : "time");
  if (named === undefined && options.optimal !== undefined) {
    throw new UsageError(`there is no --optimal ${options.optimal}`, "use steps, time or cost");
  }
  if (options.format !== undefined) {
    if (options.trace === undefined) throw new UsageError("--format says how to write --trace, which is missing");
    traceFormat(options.trace, options.format);
  }
  const { spec, strategy, expressions } = readStrategy(externalSearch(options.search, options), options.seed);
  return {
    strategy,
    expressions,
    // Shortest and fastest traces are found breadth first, whatever else was named.
    spec: swarm !== undefined ? "swarm" : optimal === undefined ? spec : "bfs",
    swarmOf: swarm,
    ...defined({
      seed: options.seed,
      shorten: options.shorten === undefined ? undefined : true,
      trustEstimates: options.trustEstimates,
      certify: certifying(options.certificate),
      improve: options.improve === undefined ? undefined : true,
      witnesses: options.witnesses,
    }),
    abstraction: readAbstraction(options.abstraction),
    ...defined({
      runs: readRuns(options),
      fairness: readFairness(options.fairness),
      por: options.por === undefined ? undefined : readReduction(options.por),
      symmetry: readSymmetry(options.symmetry),
      optimal,
      workers: readWorkers(options.workers),
      swarm: swarm?.wish,
      space: readSpace(options.space),
      front: readFront(options.front, optimal),
    }),
    statistics: readStatistics(options),
    limits: limitsOf(options),
    ...defined({ querySeconds: options.queryTime }),
  } as const;
}

/** Munta's checker knows nothing but inclusion of zones. */
function certifying(file: string | undefined): CheckOptions["certify"] {
  if (file === undefined) return undefined;
  return isMuntaName(file) ? "inclusion" : true;
}

/** The front of what is made least and what it costs. */
function readFront(name: string | undefined, optimal: CheckOptions["optimal"]): CheckOptions["front"] {
  if (name === undefined) return undefined;
  if (name !== "cost") throw new UsageError(`there is no --front ${name}`, "use --front cost");
  if (optimal === "time" || optimal === "cost") return name;
  throw new UsageError(
    "--front cost goes with --optimal time or --optimal cost",
    "say which of the runs is to be shown",
  );
}

/** Where a best run is looked for. */
function readSpace(name: string | undefined): CheckOptions["space"] {
  if (name === undefined || name === "auto") return undefined;
  if (name === "tasks" || name === "points" || name === "ticks" || name === "zones") return name;
  throw new UsageError(`there is no --space ${name}`, "use auto, tasks, points, ticks or zones");
}

/** How often labels are to be met. */
export function readAccepting({ accepting: how }: Options): "each" | "together" | undefined {
  if (how === undefined || how === "together") return how;
  if (how === true) return "each";
  throw new UsageError(`there is no --accepting ${how}`, "use --accepting or --accepting=together");
}

/** Labels are asked for as TChecker does: of runs with infinitely many steps. */
function readRuns({ runs: name, accepting }: Options): CheckOptions["runs"] {
  if (name === undefined) return accepting === undefined ? undefined : "infinite";
  if (name === "maximal" || name === "infinite" || name === "divergent") return name;
  throw new UsageError(`there are no ${name} runs`, "use maximal, infinite or divergent");
}

/** `weak`, `strong:P,Q`. */
function readFairness(text: string | undefined): CheckOptions["fairness"] {
  if (text === undefined || text === "none") return undefined;
  const [kind, names] = text.split(/:(.*)/s);
  if (kind !== "weak" && kind !== "strong") {
    throw new UsageError(
      `there is no --fairness ${text}`,
      "use none, weak or strong, and strong:P,Q for some processes",
    );
  }
  if (names === undefined) return { kind };
  // Processes have commas in their names where they have several arguments.
  const processes = names.split(/,(?![^(]*\))/).map((name) => name.trim());
  if (processes.some((name) => name === "")) {
    throw new UsageError(`--fairness ${text} names no process`, `use ${kind}:P,Q, or ${kind} for all`);
  }
  return { kind, processes };
}

export function readSymmetry(which: string | undefined): CheckOptions["symmetry"] {
  if (which === undefined || which === "off" || which === "scalar" || which === "auto") return which;
  throw new UsageError(`there is no --symmetry ${which}`, "use off, scalar or auto");
}

export function readReduction(when: string): NonNullable<CheckOptions["por"]> {
  if (when === "auto" || when === "on" || when === "off" || when === "c2c") return when;
  if (when === "stubborn") return "on";
  throw new UsageError(`there is no --por ${when}`, "use auto, on (stubborn), c2c or off");
}

export function readAbstraction(name: string | undefined): AbstractionChoice {
  switch (name) {
    case undefined:
      return "auto";
    case "auto":
    case "extra-lu":
    case "alu":
    case "extra-m":
    case "local-time":
    case "none":
      return name;
    default:
      throw new UsageError(`there is no abstraction ${name}`, "use auto, extra-lu, alu, extra-m, local-time or none");
  }
}
