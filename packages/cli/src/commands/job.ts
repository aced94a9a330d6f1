// `tracehound job`: questions for many machines. The same question as `check`, answered by workers of a broker.

import type * as Cluster from "@tracehound/cluster";
import { defined } from "@tracehound/core";
import type { Command } from "commander";
import { exitCodes, resultJson, resultText } from "../check/report.ts";
import { declareSwarm, hitFile, readSwarm, type SwarmOptions } from "../check/swarm.ts";
import { traceFormat, writeTraces } from "../check/trace-files.ts";
import { type BrokerOptions, declareBroker, withBroker } from "../cluster/broker-options.ts";
import { type ResultsOfJob, resultsOf } from "../cluster/results.ts";
import { statusText } from "../cluster/status-text.ts";
import { wishOf } from "../cluster/wish.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { EXIT, type ExitCode, gravest } from "../exit-codes.ts";
import {
  collect,
  collectQueries,
  list,
  nonNegativeInteger,
  positiveInteger,
  positiveIntegers,
  positiveNumber,
} from "../options.ts";
import { counted } from "../report/count.ts";
import { VERSION } from "../version.ts";

export interface JobOptions extends BrokerOptions, SwarmOptions {
  readonly q?: readonly string[];
  readonly query?: readonly number[];
  readonly labels?: readonly string[];
  readonly search?: string;
  readonly abstraction?: string;
  readonly seed?: number;
  readonly time?: number;
  readonly shards?: number;
  readonly logLimit?: number;
  readonly wait: boolean;
  readonly trace?: string;
  readonly format?: string;
  readonly D?: readonly string[];
  readonly json?: true;
}

const WHAT = ["start", "status", "result", "cancel", "list"] as const;

export const job = defineCommand<JobOptions>({
  name: "job",
  summary: "Asks many machines: starts a job at a broker, looks after it, takes its result.",
  description:
    "start asks a question that workers of a broker answer (`tracehound worker`): with --swarm by many different hunts, else by one search whose " +
    "states are divided among the workers (bfs, astar(h), greedy(h) by --search); a folder, or several models or queries, becomes a list of " +
    "questions. status tells how far a job is, result waits for its answer and tells it as check does, cancel ends it, list tells of all.",
  examples: [
    [
      "tracehound job start model.xml --query 1 --broker nats://host:4222",
      "one search in many memories; prints its id",
    ],
    ["tracehound job start model.xml --query 1 --swarm 500", "500 different hunts; the first answer counts"],
    ["tracehound job start models/", "all models and queries of a folder"],
    ["tracehound job status 3f2a91bc", "shards, workers, states, queues, audit"],
    ["tracehound job result 3f2a91bc --trace run.json", "waits, and tells what check would tell"],
    ["tracehound job cancel 3f2a91bc", "ends it; workers go on to the next"],
  ],
  declare,
  async run([what, ...words], options, context) {
    if (!WHAT.some((one) => one === what))
      throw new UsageError(`\`job ${what}\` is no command`, `use ${WHAT.join(", ")}`);
    if (what === "start") return start(words, options, context);
    if (what === "list" ? words.length > 0 : words.length !== 1) {
      throw new UsageError(what === "list" ? "job list takes no more words" : `job ${what} takes the id of one job`);
    }
    context.listen();
    const [id] = words;
    return withBroker(options, context, async (broker, cluster) => {
      switch (what) {
        case "status":
          return tell(await cluster.jobStatus(broker, id!), options, context);
        case "list":
          return tellAll(await cluster.listJobs(broker), options, context);
        case "cancel": {
          const isEnded = await cluster.cancelJob(broker, id!);
          if (options.json) context.json({ tool: "tracehound", version: VERSION, job: id, cancelled: isEnded });
          else context.out(isEnded ? `job ${id} is cancelled\n` : `job ${id} was over already\n`);
          return EXIT.satisfied;
        }
        default:
          return result(id!, broker, cluster, options, context);
      }
    });
  },
});

function declare(command: Command): Command {
  return declareSwarm(
    declareBroker(
      command
        .argument("<what>", WHAT.join(", "))
        .argument("[words...]", "start: models, or folders of them; else: the id of a job")
        .option("-D <name=value>", "start: set a constant; may be repeated (.prism)", collect)
        .option("-q <query>", "start: a query, instead of the model's own; may be repeated", collectQueries)
        .option("--query <n>", "start: only the query of this number; may be repeated", positiveIntegers)
        .option("--labels <a,b>", "start: can a state carry all these labels? (.tck)", list)
        .option("--search <spec>", "start: bfs, astar(h) or greedy(h) (default: bfs); for lists any search")
        .option("--abstraction <name>", "start: auto, extra-lu, alu, extra-m or none (default: auto)")
        .option("--seed <n>", "start: seed of random searches and of the list of hunts", nonNegativeInteger)
        .option("--time <seconds>", "start: of a list, seconds for each question; result: wait so long", positiveNumber)
        .option("--shards <n>", "start: in how many parts states are divided (default: 32)", positiveInteger)
        .option("--log-limit <MB>", "start: what the broker may keep of a search (default: 4096)", positiveNumber),
    ),
  )
    .option("--no-wait", "result: do not wait")
    .option("--trace <file>", "result: write the trace to a file")
    .option("--format <format>", "result: of the trace (default: by the file's ending)")
    .option("--json", "print one JSON object instead of text");
}

async function start(words: readonly string[], options: JobOptions, context: Context): Promise<ExitCode> {
  const swarm = await readSwarm(options, context);
  const wish = await wishOf(words, options, swarm, context);
  return withBroker(options, context, async (broker, cluster) => {
    const id = await cluster.startJob(broker, wish);
    if (options.json)
      context.json({ tool: "tracehound", version: VERSION, job: id, kind: wish.kind, tasks: wish.tasks.length });
    else context.out(`${id}\n`);
    const what = {
      swarm: () => counted(wish.tasks.length, "hunt"),
      batch: () => counted(wish.tasks.length, "question"),
      search: () => counted(wish.shards!, "shard"),
    }[wish.kind]();
    context.err(`job ${id}: ${what}; \`tracehound job result ${id}\` waits for its answer\n`);
    return EXIT.satisfied;
  });
}

function tell(status: Cluster.JobStatus, options: JobOptions, context: Context): ExitCode {
  if (options.json) context.json({ tool: "tracehound", version: VERSION, ...status });
  else context.out(statusText(status));
  return EXIT.satisfied;
}

function tellAll(all: readonly Cluster.JobStatus[], options: JobOptions, context: Context): ExitCode {
  if (options.json) context.json({ tool: "tracehound", version: VERSION, jobs: all });
  else
    context.out(
      all.length === 0
        ? "there are no jobs\n"
        : all.map((one) => `${one.id}  ${one.state}  ${one.kind}  ${one.models.join(", ")}\n`).join(""),
    );
  return EXIT.satisfied;
}

async function result(
  id: string,
  broker: Cluster.Broker,
  cluster: typeof Cluster,
  options: JobOptions,
  context: Context,
): Promise<ExitCode> {
  if (options.trace !== undefined) {
    traceFormat(options.trace, options.format);
    if (options.trace !== "-") await context.ensureWritable([options.trace]);
  } else if (options.format !== undefined) {
    throw new UsageError("--format says how to write --trace, which is missing");
  }
  const end = options.time === undefined ? Number.POSITIVE_INFINITY : context.now() + 1000 * options.time;
  const isPatient = (): boolean => options.wait && !context.signal.aborted && context.now() < end;
  const finished = await cluster.jobResult(broker, id, isPatient);
  if (finished === undefined) {
    const status = await cluster.jobStatus(broker, id);
    if (options.json) context.json({ tool: "tracehound", version: VERSION, ...status, results: [] });
    else context.out(`job ${id} is not over\n${statusText(status)}`);
    return EXIT.unknown;
  }
  const results = await resultsOf(finished, context);
  await tellResults(id, finished, results, options, context);
  const traced = results.filter(({ result }) => result !== undefined);
  if (options.trace !== undefined && options.trace !== "-" && traced[0] !== undefined) {
    const format = traceFormat(options.trace, options.format);
    const numbered = traced.map(({ number, result }) => ({ number, result: result! }));
    await writeTraces(
      traced[0].network,
      numbered,
      options.trace,
      format,
      { model: traced[0].model, full: false },
      context,
      context.budget(),
    );
  }
  if (options.hit !== undefined) await writeHit(options.hit, finished, results, context);
  return gravest(
    results.flatMap(({ result, code }) => (result === undefined ? [code ?? EXIT.unknown] : exitCodes([result]))),
  );
}

async function tellResults(
  id: string,
  { spec, outcome }: Cluster.JobResult,
  results: readonly ResultsOfJob[],
  options: JobOptions,
  context: Context,
): Promise<void> {
  if (options.json) {
    const told = results.map(({ number, model, query, network, result, sources, because, message }) => ({
      number,
      model,
      ...(result === undefined
        ? { query, verdict: "unknown", because: because ?? "interrupted", ...defined({ message }) }
        : resultJson(network, result, sources, { full: false, steps: true }, undefined)),
    }));
    context.json({
      tool: "tracehound",
      version: VERSION,
      job: id,
      kind: spec.kind,
      outcome: outcome.kind,
      results: told,
    });
    return;
  }
  const how = {
    colours: context.colours.out,
    plain: !context.unicode,
    detail: spec.kind === "batch" ? "verdict" : "story",
    ...(options.trace === "-" ? { trace: traceFormat("-", options.format) } : {}),
  } as const;
  for (const { number, network, result, query, model, because, message } of results) {
    if (spec.models.length > 1) context.out(`${model}\n`);
    if (result === undefined) context.out(`${number}. ${query}\n   unknown: ${message ?? because}\n\n`);
    else context.out(`${resultText(network, number, result, { ...how, model }, undefined)}\n`);
  }
}

async function writeHit(
  file: string,
  { outcome, spec }: Cluster.JobResult,
  results: readonly ResultsOfJob[],
  context: Context,
): Promise<void> {
  const [first] = results;
  if (outcome.kind !== "answer" || first === undefined) {
    context.err("there is no hit to write\n");
    return;
  }
  await context.ensureWritable([file]);
  await context.writeFile(file, hitFile(first.network, spec.tasks[outcome.report.task]!.query, outcome.report.search));
  context.err(`hit written to ${file}\n`);
}
