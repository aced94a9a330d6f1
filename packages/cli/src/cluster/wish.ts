// What is asked of many machines, read and checked before anything is sent: models, questions, and how they are to be
// answered. What cannot be done is said here, and no worker has to find it out.

import type { JobModel, JobTask, JobWish } from "@tracehound/cluster";
import { planQuery } from "@tracehound/core";
import { modelHash } from "../check/identity.ts";
import { modelFiles } from "../check/model-files.ts";
import { chooseQueries } from "../check/queries.ts";
import { readAbstraction } from "../check/settings.ts";
import { ensureBelongs, type SwarmAsked } from "../check/swarm.ts";
import type { JobOptions } from "../commands/job.ts";
import { valuations } from "../constants.ts";
import type { Context } from "../context.ts";
import { BadInput, UsageError } from "../errors.ts";
import { VERSION } from "../version.ts";
import { questionOf, readText, shardedSpec, whyNotShared } from "./models.ts";

/** Parts into which states are divided: more than there are workers, so that work can move. */
const USUAL_SHARDS = 32;
const MOST_SHARDS = 4096;

export async function wishOf(
  words: readonly string[],
  options: JobOptions,
  swarm: SwarmAsked | undefined,
  context: Context,
): Promise<JobWish> {
  if (words.length === 0) throw new UsageError("job start needs a model", "tracehound job start model.xml --query 1");
  const [constants, ...others] = valuations(options as Parameters<typeof valuations>[0]);
  if (others.length > 0) throw new UsageError("ranges of constants are not supported by jobs", "start a job for each");
  context.constants = constants!;
  const files = await modelFiles(words, context);
  const models: JobModel[] = [];
  const texts: string[] = [];
  const tasks: JobTask[] = [];
  for (const { path } of files.models) {
    const text = new TextDecoder().decode(await context.readFile(path));
    const loaded = await context.loadModel(path);
    const choice = { file: files.queryFile, texts: options.q, labels: options.labels, numbers: options.query };
    const { queries, faulty } = await chooseQueries(loaded, choice, context, context.budget());
    if (faulty.length > 0)
      throw new BadInput(`${path}: query ${faulty[0]!.number} cannot be read: ${faulty[0]!.diagnostic.message}`);
    const about = { name: path.replace(/^.*[/\\]/, ""), constants: [...context.constants] };
    const model = models.push({ ...about, hash: modelHash(readText(about, text).network) }) - 1;
    texts.push(text);
    for (const { query } of queries) {
      const asked = options.labels === undefined ? query.text : `labels: ${options.labels.join(",")}`;
      tasks.push({ model, query: asked });
    }
  }
  if (tasks.length === 0)
    throw new UsageError("nothing is asked: the models have no queries", 'ask one: -q "A[] not deadlock"');
  const about = { version: VERSION, models, texts, options: optionsOf(options) };
  if (swarm !== undefined) return { ...about, kind: "swarm", tasks: hunts(models, texts, tasks, options, swarm) };
  if (tasks.length > 1 || files.several) {
    const { search, time } = options;
    const each = { ...(search === undefined ? {} : { search }), ...(time === undefined ? {} : { seconds: time }) };
    return { ...about, kind: "batch", tasks: tasks.map((task) => ({ ...task, ...each })) };
  }
  const logBytes = options.logLimit === undefined ? {} : { logBytes: options.logLimit * 1e6 };
  return { ...about, kind: "search", tasks, ...searchOf(models, texts, tasks, options), ...logBytes };
}

function optionsOf({ abstraction, seed }: JobOptions): JobWish["options"] {
  readAbstraction(abstraction);
  return { ...(abstraction === undefined ? {} : { abstraction }), ...(seed === undefined ? {} : { seed }) };
}

function hunts(
  models: readonly JobModel[],
  texts: readonly string[],
  tasks: readonly JobTask[],
  options: JobOptions,
  swarm: SwarmAsked,
): readonly JobTask[] {
  const [task, ...others] = tasks;
  if (others.length > 0) throw new UsageError("a swarm is for one question", "choose it by -q or --query");
  const { network, query } = questionOf(readText(models[0]!, texts[0]!), task!.query);
  ensureBelongs(swarm, network);
  const plan = planQuery(network, query, {
    swarm: swarm.wish,
    seed: options.seed ?? 1,
    abstraction: readAbstraction(options.abstraction),
  });
  if (plan.refusal !== undefined) throw new UsageError(plan.refusal.message, plan.refusal.hint);
  if (plan.way?.kind !== "swarm" || plan.way.hunts.length === 0) throw new UsageError("no hunt fits this question");
  return plan.way.hunts.map(({ configuration }) => ({ ...task!, ...configuration }));
}

function searchOf(
  models: readonly JobModel[],
  texts: readonly string[],
  [task]: readonly JobTask[],
  options: JobOptions,
): Pick<JobWish, "order" | "heuristic" | "shards"> {
  const { search = "bfs", shards = USUAL_SHARDS } = options;
  if (shards > MOST_SHARDS) throw new UsageError(`there can be at most ${MOST_SHARDS} shards`);
  const named = /^(bfs|astar|greedy)\s*(?:\(([\s\S]*)\))?$/.exec(search.trim());
  const heuristic = named?.[2]?.trim() === "" ? undefined : named?.[2];
  if (named === null || (named[1] === "bfs") !== (heuristic === undefined)) {
    throw new UsageError(
      `\`${search}\` is not divided among workers`,
      "bfs, astar(h) and greedy(h) are; or use --swarm",
    );
  }
  const wish = {
    order: named[1] === "greedy" ? ("greedy" as const) : ("shortest" as const),
    ...(heuristic === undefined ? {} : { heuristic }),
  };
  let spec: ReturnType<typeof shardedSpec>;
  try {
    spec = shardedSpec(wish);
  } catch (error) {
    throw new UsageError(
      error instanceof Error ? error.message : String(error),
      "`tracehound list heuristics` tells which there are",
    );
  }
  const asked = questionOf(readText(models[0]!, texts[0]!), task!.query);
  const obstacle = whyNotShared(asked, spec, optionsOf(options));
  if (obstacle === undefined) return { ...wish, shards };
  const canSwarm = planQuery(asked.network, asked.query, { swarm: { count: 1 } }).refusal === undefined;
  const hint = canSwarm
    ? "use --swarm, or `tracehound check`"
    : "use `tracehound check`; lists of questions take it, too";
  throw new UsageError(`workers cannot share this search: ${obstacle}`, hint);
}
