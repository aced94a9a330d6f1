// `tracehound explore`: the whole zone graph of a model, counted and, where it is small, drawn.

import {
  type AbstractionName,
  type Budget,
  defined,
  exploreNetwork,
  type LoadedModel,
  type Network,
  unitsText,
  type WorkersWish,
  zoneGraphToDot,
} from "@tracehound/core";
import { ProgressLine } from "../check/progress.ts";
import { rounded, statisticsJson } from "../check/report.ts";
import { readReduction, readSymmetry } from "../check/settings.ts";
import { declareWorkers, readWorkers } from "../check/statistics-options.ts";
import { defineCommand } from "../command.ts";
import { type ConstantOptions, declareConstants, oneValuation } from "../constants.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { declareLimits, type LimitOptions, limitsOf, secondsOf, unlessLimited } from "../limits/options.ts";
import { count } from "../report/count.ts";
import { VERSION } from "../version.ts";
import { exploreSymbolically } from "./explore-symbolic.ts";

interface ExploreOptions {
  readonly order?: string;
  readonly abstraction?: string;
  readonly subsumption?: string;
  readonly por?: string;
  readonly symmetry?: string;
  readonly dot?: string;
  readonly workers?: number | "auto";
  readonly symbolic?: true;
}
interface CommonOptions extends LimitOptions, ConstantOptions {
  readonly json?: true;
  readonly progress?: true;
}

export const explore = defineCommand<ExploreOptions & CommonOptions>({
  name: "explore",
  summary: "Explores all reachable states and counts them.",
  description:
    "Explores the whole zone graph and counts: states explored and stored, successors computed and covered, states " +
    "without successors. Queries of the model do not enter. With --por on, orders of steps are left out that change neither " +
    "which locations are entered, nor which edges are taken, nor where nothing can happen any more. With --dot the stored graph is drawn for Graphviz. " +
    "With --symbolic all states are kept as one set, a decision diagram, and counted to the last digit.",
  examples: [
    ["tracehound explore model.tck --json", "counts for scripts"],
    ["tracehound explore model.xml --subsumption equality", "no state swallows another"],
    ["tracehound explore model.xml --por on", "fewer interleavings, the same locations and deadlocks"],
    ["tracehound explore model.xml --symmetry auto", "states that differ in what is interchangeable, once"],
    ["tracehound explore model.xml --workers auto", "on all cores"],
    ["tracehound explore model.xml --dot graph.dot", "draw it"],
    ["tracehound explore model.xml --symbolic", "whole sets at a time, however many states there are"],
  ],
  declare: (command) =>
    declareLimits(
      declareWorkers(
        declareConstants(command.argument("<model>", "the model to explore"))
          .option("--order <order>", "bfs or dfs (default: bfs)")
          .option("--abstraction <name>", "extra-lu, alu, extra-m, local-time, none (default: extra-lu)")
          .option("--subsumption <how>", "inclusion or equality (default: inclusion)")
          .option("--por <when>", "partial-order reduction: auto, on or off (default: off)")
          .option("--symmetry <which>", "store interchangeable states once: off, scalar or auto (default: off)")
          .option("--dot <file>", "write the stored zone graph for Graphviz")
          .option("--symbolic", "keep all states as one set, a decision diagram"),
        "share the exploration",
      ),
    )
      .option("--progress", "tell how far it is, also where nobody watches")
      .option("--json", "print one JSON object instead of text"),
  async run([path], options, context) {
    const settings = readOptions(options);
    context.constants = oneValuation(options);
    const budget = context.budget(limitsOf(options));
    const loaded = await context.loadModel(path!, budget);
    if (options.symbolic) return exploreSymbolically(loaded, layersOnly(options), options, context, budget);
    if (settings.dot !== undefined) await context.ensureWritable([settings.dot]);
    return exploreModel(loaded, settings, options, context, budget);
  },
});

interface Settings {
  readonly order?: "bfs" | "dfs";
  readonly abstraction?: AbstractionName;
  readonly subsumption?: "inclusion" | "equality";
  readonly por?: "auto" | "on" | "off";
  readonly symmetry?: "off" | "scalar" | "auto";
  readonly workers?: WorkersWish;
  readonly dot?: string;
}

function readOptions(options: ExploreOptions): Settings {
  const one = <T extends string>(name: string, value: string | undefined, allowed: readonly T[]): T | undefined => {
    if (value === undefined) return undefined;
    const found = allowed.find((item) => item === value);
    if (found === undefined) throw new UsageError(`there is no --${name} ${value}`, `use ${allowed.join(", ")}`);
    return found;
  };
  const order = one("order", options.order, ["bfs", "dfs"]);
  const abstraction = one("abstraction", options.abstraction, ["extra-lu", "alu", "extra-m", "local-time", "none"]);
  const subsumption = one("subsumption", options.subsumption, ["inclusion", "equality"]);
  const asked = options.por === undefined ? undefined : readReduction(options.por);
  // Exploring knows one kind of reduction, which is C2c.
  const por = asked === "c2c" ? "on" : asked;
  if (por === "on" && subsumption === "inclusion") {
    throw new UsageError("--por tells states apart by equality", "leave out --subsumption inclusion");
  }
  const symmetry = readSymmetry(options.symmetry);
  const workers = readWorkers(options.workers);
  return { ...defined({ order, abstraction, subsumption, por, symmetry, dot: options.dot, workers }) };
}

/** What stands beside --symbolic: breadth first means layer by layer; what speaks of zones does not apply. */
function layersOnly(options: ExploreOptions): "bfs" | undefined {
  const { order, abstraction, subsumption, por, dot, workers } = options;
  const others = Object.entries({ abstraction, subsumption, por, dot, workers });
  const given = others.find(([, value]) => value !== undefined)?.[0];
  if (given !== undefined) throw new UsageError(`--${given} does not go with --symbolic`, `leave out --${given}`);
  if (order === "dfs") throw new UsageError("--symbolic goes through layers, not paths", "use --order bfs, or none");
  return order === "bfs" ? order : undefined;
}

/** Also what `check` does with a TChecker model that is asked nothing. */
export async function exploreModel(
  loaded: LoadedModel & { readonly network: Network },
  { dot, ...settings }: Settings,
  options: CommonOptions,
  context: Context,
  budget: Budget,
): Promise<ExitCode> {
  const { network, name, sources } = loaded;
  // Reading the model has taken some of the time.
  const limits = { ...limitsOf(options), ...secondsOf(budget) };
  const progress = new ProgressLine(context, options.progress ?? false);
  const explored = await exploreNetwork(
    network,
    { ...settings, limits, ...defined({ sides: context.sides }) },
    context.environment,
    context.signal,
    (at) => progress.show("exploring", at),
  );
  progress.clear();
  const { statistics, because, diagnostic, readable } = explored;
  if (diagnostic !== undefined) context.report([diagnostic], sources);
  if (options.json) {
    const { covered, deadlocks } = statistics;
    context.json({
      tool: "tracehound",
      version: VERSION,
      model: name,
      ...defined({ because }),
      statistics: { ...statisticsJson(statistics), covered, deadlocks },
    });
  } else {
    const rows = [
      ["explored", statistics.explored],
      ["stored", statistics.stored],
      ["covered", statistics.covered],
      ["transitions", statistics.transitions],
      ["deadlocks", statistics.deadlocks],
    ] as const;
    const { reduction } = statistics;
    for (const [label, value] of rows) context.out(`${label.padEnd(12)}${count(value).padStart(12)}\n`);
    if (statistics.symmetry !== undefined) context.out(`interchangeable: ${unitsText(statistics.symmetry)}\n`);
    if (reduction !== undefined) context.out(`${"left out".padEnd(12)}${count(reduction.left).padStart(12)}\n`);
    context.out(`${"abstraction".padEnd(12)}${statistics.abstraction.padStart(12)}\n`);
    context.out(`${"seconds".padEnd(12)}${String(rounded(statistics.seconds)).padStart(12)}\n`);
    if (because !== undefined) context.out(`not finished: ${because}\n`);
  }
  if (dot !== undefined && readable !== undefined) {
    const draw = (): string => budget.finishing(() => zoneGraphToDot(network, readable()));
    await unlessLimited(async () => context.writeFile(dot, draw()));
  }
  if (because === undefined) return EXIT.satisfied;
  if (because === "model-fault") return EXIT.badInput;
  return because === "not-supported" ? EXIT.notSupported : EXIT.unknown;
}
