// What came of a job is told in the words that `check` has, whatever a worker or a broker says about it.

import type { JobOutcome, JobResult, TaskReport } from "@tracehound/cluster";
import { stillEnvironment } from "@tracehound/core";
import { expect, it } from "vitest";
import { type ResultsOfJob, resultsOf } from "../src/cluster/results.ts";
import type { Context } from "../src/context.ts";

const TEXT = "process P() { state a, b; init a; trans a -> b { }; } system P;";
const surroundings = { err() {}, environment: stillEnvironment, signal: new AbortController().signal };

async function told(outcome: JobOutcome, more: Partial<JobResult["spec"]> = {}, reports: readonly TaskReport[] = []) {
  const model = { name: "m.xta", hash: "", constants: [] };
  const about = { format: 1, version: "", id: "3f2a91bc", models: [model], options: {} } as const;
  const spec = { ...about, kind: "search", tasks: [{ model: 0, query: "E<> P.b" }], ...more } as JobResult["spec"];
  const finished: JobResult = { spec, outcome, texts: [TEXT], seconds: 42, reports };
  const [first] = await resultsOf(finished, surroundings as unknown as Context);
  return first as ResultsOfJob;
}

const statistics = {
  ...{ explored: 2, transitions: 1, generated: 1, stored: 2, discrete: 2, shards: 1, redelivered: 0, replayed: 0 },
  audit: "complete",
} as const;
const report = { task: 0, verdict: "unknown", search: "", explored: 0, stored: 0, transitions: 0, seconds: 1 } as const;

it.each<[JobOutcome, string, string]>([
  [{ kind: "cancelled" }, "interrupted", "the job was cancelled"],
  [{ kind: "done" }, "incomplete-search", "no hunt has found an answer"],
  [{ kind: "failed", message: "the broker has lost the log" }, "incomplete-search", "the broker has lost the log"],
])("%j has a reason that check has, too, and a sentence", async (outcome, because, message) => {
  expect(await told(outcome, { kind: "swarm" })).toMatchObject({ because, message });
});

it("reports of questions keep their reasons, and what is none is a sentence", async () => {
  const batch = (because: string) => told({ kind: "done" }, { kind: "batch" }, [{ ...report, because }]);
  expect(await batch("time")).toMatchObject({ because: "time", code: 2 });
  expect(await batch("not-supported")).toMatchObject({ because: "not-supported", code: 12 });
  expect(await batch("given up: 10 workers took it")).toMatchObject({
    because: "incomplete-search",
    message: "given up: 10 workers took it",
  });
  expect(await told({ kind: "done" }, { kind: "batch" })).toMatchObject({ because: "interrupted" });
});

it("a search tells how long the workers took, not how long its answer takes here", async () => {
  const { result } = await told({ kind: "found", ordinals: [0, 0], statistics });
  expect(result).toMatchObject({ verdict: { kind: "satisfied" }, statistics: { seconds: 42 } });
});
