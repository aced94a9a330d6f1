// Searches on disk through the whole of `check`, with tiny buckets, hardly any memory and a machine that goes dark at
// some write, again and again: the answers are the oracle's, and traces are as short as in memory.

import { type CheckResult, checkQueries, configure, strategies } from "@tracehound/core";
import { Crash, MemoryFiles } from "@tracehound/core/testing";
import { environment } from "../environment.ts";
import type { Claim } from "../hunt.ts";
import { onAnsweredTrials } from "../oracle.ts";

const SPECS = [
  "external(partitions=1, checkpoint=1)",
  "external(partitions=5, checkpoint=3)",
  "external(distance(combine=max), partitions=2, checkpoint=2)",
  "external(hL(), partitions=3, checkpoint=7)",
];
/** Writes between two crashes: each search gets a little further than the one before. */
const FIRST_CRASH = 3;

export const disk: Claim = {
  what: "searches on disk answer as the oracle does, however often they crash, with traces as short as in memory",
  seeds: 2000,
  inTests: 3,
  run: onAnsweredTrials(async (trial, seen, seed) => {
    const spec = SPECS[seed % SPECS.length]!;
    const strategy = strategyOf(spec);
    const results: CheckResult[] = [];
    for (const query of trial.queries) {
      let files = new MemoryFiles();
      let crashAfter = FIRST_CRASH + (seed % 11);
      for (let resume = false; ; resume = true) {
        files = files.afterCrash((seed % 3) / 2, crashAfter);
        const folder = { files, resume, memoryBytes: seed % 2 === 0 ? 1 : 1e8, identity: query.text };
        const options = { strategy, disk: folder, limits: { seconds: 20 } };
        try {
          const [result] = await checkQueries({ network: trial.network, options, environment }, [query]);
          results.push(result!);
          break;
        } catch (error) {
          if (!(error instanceof Crash)) throw error;
          seen.count("crashes");
          crashAfter += crashAfter;
        }
      }
    }
    trial.judge(spec, results, seen);
    const memory = await checkQueries(
      { network: trial.network, options: { strategy: strategyOf("bfs"), limits: { seconds: 20 } }, environment },
      trial.queries,
    );
    for (const [k, result] of results.entries()) {
      const [here, there] = [lengthOf(result), lengthOf(memory[k]!)];
      if (here !== there && here !== undefined && there !== undefined) {
        seen.report(`${spec}, query ${k}: a trace of ${here} steps, in memory ${there}`);
      }
    }
  }),
};

export function strategyOf(spec: string) {
  const read = configure(strategies, spec);
  if (!read.ok) throw new Error(read.diagnostics[0]!.message);
  return read.value;
}

/** Of questions that ask for a state. */
export function lengthOf({ query, verdict }: CheckResult): number | undefined {
  if (query.kind !== "E<>" && query.kind !== "A[]") return undefined;
  return verdict.kind !== "unknown" && verdict.evidence.kind === "trace"
    ? verdict.evidence.trace.steps.length
    : undefined;
}
