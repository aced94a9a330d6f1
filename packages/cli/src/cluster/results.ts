// What came of a job, as results that are told like those of `check`. A trace that somebody sent is replayed here by
// the exact semantics before it is believed.

import type { JobResult, JobSpec, TaskReport } from "@tracehound/cluster";
import {
  type Because,
  type CheckResult,
  defined,
  isReason,
  judgeTrace,
  type Network,
  readTraceJson,
  type Sources,
} from "@tracehound/core";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type Asked, answerOf, questionOf, readText } from "./models.ts";

export interface ResultsOfJob {
  readonly number: number;
  readonly model: string;
  readonly query: string;
  readonly network: Network;
  readonly sources: Sources;
  /** Absent: there is no answer, because of that, as a word that `check` has for it, and as a sentence. */
  readonly result?: CheckResult;
  readonly because?: Because;
  readonly message?: string;
  readonly code?: ExitCode;
}

export async function resultsOf(
  { spec, outcome, texts, reports, seconds }: JobResult,
  context: Context,
): Promise<readonly ResultsOfJob[]> {
  const tasks = spec.kind === "swarm" ? spec.tasks.slice(0, 1) : spec.tasks;
  const loaded = spec.models.map((model, at) => readText(model, texts[at]!));
  const results: ResultsOfJob[] = [];
  for (const [at, { model, query }] of tasks.entries()) {
    const asked = questionOf(loaded[model]!, query);
    const about = {
      number: at + 1,
      model: spec.models[model]!.name,
      query,
      network: asked.network,
      sources: loaded[model]!.sources,
    };
    if (spec.kind === "batch") {
      const report = reports.find(({ task }) => task === at);
      results.push({
        ...about,
        ...(report === undefined
          ? { because: "interrupted", message: "it was not answered" }
          : fromReport(asked, report)),
      });
      continue;
    }
    switch (outcome.kind) {
      case "answer":
        results.push({ ...about, ...fromReport(asked, outcome.report) });
        break;
      case "done":
        results.push({ ...about, because: "incomplete-search", message: "no hunt has found an answer" });
        break;
      case "cancelled":
        results.push({ ...about, because: "interrupted", message: "the job was cancelled" });
        break;
      case "failed":
        results.push({ ...about, because: "incomplete-search", message: outcome.message });
        break;
      default:
        results.push({ ...about, ...lasting(seconds, await believed(asked, spec, outcome, context)) });
    }
    if (outcome.kind === "incomplete") context.err(`the audit is incomplete: ${outcome.missing}\n`);
  }
  return results;
}

/** What is told of a search is how long it took the workers, not how long its answer took here. */
function lasting(seconds: number, answered: Answered): Answered {
  const { result } = answered;
  if (result === undefined) return answered;
  return { ...answered, result: { ...result, statistics: { ...result.statistics, seconds } } };
}

type Answered = Pick<ResultsOfJob, "result" | "because" | "message" | "code">;

const refuted = (message: string): Answered => ({ because: "incomplete-search", message, code: EXIT.bug });

type Searched = Extract<JobResult["outcome"], { readonly statistics: unknown }>;

/** A way that somebody sent and that is none is no answer. */
async function believed(asked: Asked, spec: JobSpec, outcome: Searched, context: Context): Promise<Answered> {
  if (outcome.kind !== "found" && outcome.kind !== "fault")
    return { result: await searched(asked, spec, outcome, context) };
  try {
    const result = await searched(asked, spec, outcome, context);
    if (outcome.kind === "fault" || result.verdict.kind !== "unknown" || context.signal.aborted) return { result };
  } catch {
    // As below.
  }
  return refuted("what the workers found is no run of the model");
}

function searched(asked: Asked, spec: JobSpec, outcome: Searched, context: Context): Promise<CheckResult> {
  const { statistics } = outcome;
  switch (outcome.kind) {
    case "found":
      return answerOf(asked, spec, { kind: "found", ordinals: outcome.ordinals }, statistics, context.environment);
    case "fault": {
      const fault = outcome.fault as Extract<Parameters<typeof answerOf>[2], { kind: "fault" }>["fault"];
      return answerOf(
        asked,
        spec,
        { kind: "fault", fault, ordinals: outcome.ordinals },
        statistics,
        context.environment,
      );
    }
    // Without a complete audit nothing was proved, whatever else is said.
    case "exhausted":
      return answerOf(
        asked,
        spec,
        { kind: statistics.audit === "complete" ? "exhausted" : "gave-up" },
        statistics,
        context.environment,
      );
    default:
      return answerOf(asked, spec, { kind: "gave-up" }, statistics, context.environment);
  }
}

function fromReport({ network, query }: Asked, report: TaskReport): Answered {
  const { verdict, because, trace: text } = report;
  if (verdict === "unknown") {
    const code = because === "not-supported" ? EXIT.notSupported : EXIT.unknown;
    if (because !== undefined && isReason(because)) return { because, code };
    return { because: "incomplete-search", ...defined({ message: because }), code };
  }
  const statistics = {
    engine: "compiled",
    explored: report.explored,
    stored: report.stored,
    transitions: report.transitions,
    generated: 0,
    covered: 0,
    peakOpen: 0,
    queues: [],
    contextSwitches: 0,
    prunable: 0,
    abstraction: "none",
    seconds: report.seconds,
    cpuSeconds: report.seconds,
    memoryMB: 0,
    answeredBy: report.search,
  } as const;
  if (text === undefined)
    return { result: { query, verdict: { kind: verdict, evidence: { kind: "exhausted" } }, statistics } };
  const read = readTraceJson(network, text);
  const judged = "problem" in read ? undefined : judgeTrace(network, query, read);
  if (judged?.ok !== true) return refuted("the trace that was sent is no run of the model");
  return {
    result: { query, verdict: { kind: verdict, evidence: { kind: "trace", trace: judged.trace } }, statistics },
  };
}
