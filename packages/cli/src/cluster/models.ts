// Models for workers and jobs: read from the text that was sent, and asked as `check` asks them. A worker runs nothing
// but models.

import type { JobModel, JobSpec, JobStatistics, JobTask, Models, OpenedModel } from "@tracehound/cluster";
import {
  answeredSearch,
  checkQueries,
  defaultStrategy,
  defined,
  type Environment,
  formatTrace,
  type Limits,
  type LoadedModel,
  loadModel,
  type Network,
  planQuery,
  type Query,
  readSearch,
  readSharded,
  type ShardedOutcome,
  type ShardedSpec,
  shardedSearch,
  tracedNetwork,
  traceOf,
} from "@tracehound/core";
import { modelHash } from "../check/identity.ts";
import { readAbstraction } from "../check/settings.ts";
import { VERSION } from "../version.ts";

export interface Asked {
  readonly network: Network;
  readonly query: Query;
}

/** Throws with what is wrong. */
export function readText(
  model: Pick<JobModel, "name" | "constants">,
  text: string,
): LoadedModel & { readonly network: Network } {
  const content = new TextEncoder().encode(text);
  const loaded = loadModel({ name: model.name, content }, { constants: new Map(model.constants) });
  const { network, diagnostics } = loaded;
  if (network === null)
    throw new Error(diagnostics.find(({ severity }) => severity === "error")?.message ?? "it is no model");
  return { ...loaded, network };
}

export function questionOf(loaded: LoadedModel, text: string): Asked {
  const labels = /^labels: (.*)$/.exec(text);
  const read = labels === null ? loaded.compileQuery(text) : loaded.compileLabels(labels[1]!.split(","));
  if (!read.ok) throw new Error(read.diagnostics[0]?.message ?? "the query cannot be read");
  return { query: read.value, network: read.network ?? loaded.network! };
}

/** How a search that is divided among workers is ordered. */
export function shardedSpec({ order = "shortest", heuristic }: Pick<JobSpec, "order" | "heuristic">): ShardedSpec {
  return readSharded(order, heuristic);
}

/** Why workers cannot share the search for an answer; undefined: they can. */
export function whyNotShared(
  { network, query }: Asked,
  spec: ShardedSpec,
  options: JobSpec["options"],
): string | undefined {
  const config = answeredSearch(spec, { kind: "gave-up" }, {});
  const strategy = { kind: "search", spec: config.spec, config } as const;
  const plan = planQuery(network, query, { strategy, por: "off", abstraction: readAbstraction(options.abstraction) });
  if (plan.refusal !== undefined) return plan.refusal.message;
  if (plan.sought === undefined) return `${query.kind} asks for more than a state`;
  return plan.way?.kind === "alone" ? plan.way.member.refusal?.because : undefined;
}

/** The answer to a search that workers made, as if it had been made here: what was found is timed and replayed. */
export async function answerOf(
  { network, query }: Asked,
  spec: JobSpec,
  outcome: ShardedOutcome,
  counted: JobStatistics,
  environment: Environment,
) {
  const { shards, redelivered, replayed, audit, discrete, ...counts } = counted;
  const job = { shards, discrete, redelivered, replayed, audit };
  const config = answeredSearch(shardedSpec(spec), outcome, { ...counts, job });
  const strategy = { kind: "search", spec: config.spec, config } as const;
  const options = { strategy, por: "off", abstraction: readAbstraction(spec.options.abstraction) } as const;
  const [result] = await checkQueries({ network, options, environment }, [query]);
  return result!;
}

export function modelsFor(environment: Environment, limits: Limits): Models {
  return { version: VERSION, open: (model, text) => openModel(model, text, environment, limits) };
}

function openModel(model: JobModel, text: string, environment: Environment, limits: Limits): OpenedModel {
  const loaded = readText(model, text);
  const { name } = model;
  return openedModel(
    { name, hash: modelHash(loaded.network) },
    (query) => questionOf(loaded, query),
    environment,
    limits,
  );
}

/** A model that was read, by what it answers to the text of a question. */
export function openedModel(
  { name, hash }: Pick<JobModel, "name" | "hash">,
  ask: (query: string) => Asked,
  environment: Environment,
  limits: Limits,
): OpenedModel {
  return {
    hash,
    async answer(task: JobTask, { abstraction, seed }, signal) {
      const { network, query } = ask(task.query);
      const read = task.search === undefined ? undefined : readSearch(task.search, seed);
      if (read !== undefined && !read.ok) throw new Error(read.diagnostics[0]!.message);
      const options = {
        strategy: read?.value.strategy ?? defaultStrategy(seed),
        abstraction: readAbstraction(abstraction),
        limits: { ...limits, ...defined({ seconds: task.seconds }) },
        ...defined({ seed }),
      };
      const [result] = await checkQueries({ network, options, environment, signal }, [query]);
      const { verdict, statistics } = result!;
      const trace = traceOf(verdict);
      const shown = tracedNetwork(network, query);
      const { explored, stored, transitions, seconds } = statistics;
      return {
        verdict: verdict.kind,
        ...defined({
          because: verdict.kind === "unknown" ? verdict.because : undefined,
          trace: trace && formatTrace(shown, trace, "json", { model: name, query: query.text }),
        }),
        search: statistics.answeredBy ?? task.search ?? "default",
        ...{ explored, stored, transitions, seconds },
      };
    },
    async search(spec, mail, onMade, idle, signal) {
      const { network, query } = ask(spec.tasks[0]!.query);
      let ready: Promise<void> | undefined;
      const config = shardedSearch(shardedSpec(spec), mail, (search) => {
        ready = onMade(search);
        // Whoever waits hears of it.
        ready.catch(() => {});
      });
      const pause = async (): Promise<void> => {
        await environment.pause();
        if (ready === undefined) return;
        await ready;
        await idle();
      };
      const options = {
        strategy: { kind: "search", spec: config.spec, config },
        por: "off",
        abstraction: readAbstraction(spec.options.abstraction),
        limits,
      } as const;
      const { interruptible } = environment;
      const own: Environment = {
        ...environment,
        pause,
        stepsPerSlice: 1,
        memoryBytes: nowAndThen(environment),
        // What is prepared can take long; steps are short, and watching one costs more than it.
        ...(interruptible && {
          interruptible: (work, within) => (ready === undefined ? interruptible(work, within) : work()),
        }),
      };
      const [result] = await checkQueries({ network, options, environment: own, signal }, [query]);
      const { verdict } = result!;
      if (mail.isOver) return;
      const because = verdict.kind === "unknown" ? verdict.because : verdict.kind;
      throw new Error(`the search ended here: ${because}`);
    },
  };
}

/** Steps are short here, and looking at the memory takes as long as some of them. */
function nowAndThen({ memoryBytes, now }: Environment): () => number {
  let [last, bytes] = [Number.NEGATIVE_INFINITY, 0];
  return () => {
    if (now() < last + 0.05) return bytes;
    [last, bytes] = [now(), memoryBytes()];
    return bytes;
  };
}
