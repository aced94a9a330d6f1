// `tracehound coverage`: locations that no run reaches and edges that no run takes.

import { type Coverage, coverageOf, defined, hasStopwatches, type LoadedModel, type Network } from "@tracehound/core";
import { ProgressLine } from "../check/progress.ts";
import { defineCommand } from "../command.ts";
import { type ConstantOptions, declareConstants, oneValuation } from "../constants.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { declareLimits, type LimitOptions, limitsOf, secondsOf } from "../limits/options.ts";
import { count } from "../report/count.ts";
import { diagnosticJson } from "../report/diagnostics.ts";
import { VERSION } from "../version.ts";

interface Options extends LimitOptions, ConstantOptions {
  readonly progress?: true;
  readonly json?: true;
}

export const coverage = defineCommand<Options>({
  name: "coverage",
  summary: "Tells which locations no run reaches and which edges no run takes.",
  description:
    "Explores the model until every location was reached and every edge taken, or nothing is left. What was never met then " +
    "is dead: often a guard that cannot hold, a partner that is missing, or an invariant that is too tight. Exit 0 when all " +
    "is alive, 1 when something is dead, 2 when a limit came first.",
  examples: [
    ["tracehound coverage model.xml", "what is dead, and where it stands"],
    ["tracehound coverage model.xml --json", "the same for scripts"],
  ],
  declare: (command) =>
    declareLimits(declareConstants(command.argument("<model>", "the model")))
      .option("--progress", "tell how far it is, also where nobody watches")
      .option("--json", "print one JSON object instead of text"),
  async run([path], options, context) {
    context.constants = oneValuation(options);
    const budget = context.budget(limitsOf(options));
    const loaded = await context.loadModel(path!, budget);
    const progress = new ProgressLine(context, options.progress ?? false);
    const limits = { ...limitsOf(options), ...secondsOf(budget) };
    const met = await coverageOf(loaded.network, limits, context.environment, context.signal, (at) =>
      progress.show("exploring", at),
    );
    progress.clear();
    if (met.diagnostic !== undefined) context.report([met.diagnostic], loaded.sources);
    const dead = deadOf(loaded, met);
    if (options.json) context.json(coverageJson(loaded, met, dead));
    else if (!isUnseen(met)) context.say(coverageText(loaded.network, met, dead));
    return exitCode(met, dead);
  },
});

/** Of what was not looked at there is nothing to count. */
const isUnseen = ({ because, explored }: Coverage): boolean => because === "not-supported" && explored === 0;

interface Dead {
  readonly locations: readonly { readonly process: string; readonly location: string; readonly line?: number }[];
  readonly edges: readonly {
    readonly process: string;
    readonly edge: number;
    readonly from: string;
    readonly to: string;
    readonly line?: number;
  }[];
}

function deadOf({ network, sources }: LoadedModel & { readonly network: Network }, met: Coverage): Dead {
  const lineOf = (span: Parameters<typeof sources.locate>[0] | undefined) =>
    span === undefined ? {} : { line: sources.locate(span).line };
  const locations = network.processes.flatMap(({ name, locations: all }, process) =>
    all.flatMap(({ name: location, span }, index) =>
      met.locations[process]![index] ? [] : [{ process: name, location, ...lineOf(span) }],
    ),
  );
  const edges = network.edges.flatMap(({ id, process, source, target, span }) => {
    if (met.edges[id]) return [];
    const { name, locations: all, edges: own } = network.processes[process]!;
    const ends = { from: all[source]!.name, to: all[target]!.name };
    return [{ process: name, edge: own.indexOf(id), ...ends, ...lineOf(span) }];
  });
  return { locations, edges };
}

function coverageJson({ name, network, sources }: LoadedModel, met: Coverage, dead: Dead): object {
  const locations = met.locations.flat();
  const head = {
    tool: "tracehound",
    version: VERSION,
    model: name,
    ...defined({
      because: met.because,
      diagnostic: met.diagnostic === undefined ? undefined : diagnosticJson(met.diagnostic, sources),
    }),
  };
  if (isUnseen(met)) return head;
  return {
    ...head,
    locations: { reached: locations.filter(Boolean).length, of: locations.length, unreached: dead.locations },
    edges: { taken: met.edges.filter(Boolean).length, of: network!.edges.length, untaken: dead.edges },
    explored: met.explored,
    exact: !hasStopwatches(network!),
  };
}

function coverageText(network: Network, met: Coverage, dead: Dead): string {
  const locations = met.locations.flat();
  const where = (line: number | undefined): string => (line === undefined ? "" : `  (line ${line})`);
  const taken = met.edges.filter(Boolean).length;
  const never = met.because === undefined ? "never" : "not yet";
  return [
    `locations reached  ${count(locations.filter(Boolean).length)} of ${count(locations.length)}`,
    ...dead.locations.map(({ process, location, line }) => `  ${never} ${process}.${location}${where(line)}`),
    `edges taken        ${count(taken)} of ${count(network.edges.length)}`,
    ...dead.edges.map(({ process, from, to, line }) => `  ${never} ${process}: ${from} → ${to}${where(line)}`),
    ...(hasStopwatches(network)
      ? ["stopwatches are over-approximated: what is never met is dead, what is met may be, too"]
      : []),
    ...(met.because === undefined ? [] : [`not finished: ${met.because}`]),
    "",
  ].join("\n");
}

function exitCode({ because }: Coverage, dead: Dead): ExitCode {
  if (because === "model-fault") return EXIT.badInput;
  if (because === "not-supported") return EXIT.notSupported;
  if (because !== undefined) return EXIT.unknown;
  return dead.locations.length + dead.edges.length === 0 ? EXIT.satisfied : EXIT.violated;
}
