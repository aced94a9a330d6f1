// Searches on disk by several processes that take turns at random, some of which are killed at some write, on a machine
// that goes dark and a disk that damages a file: the answers are the oracle's, and traces are as short as in memory.

import { type CheckResult, checkQueries, configure, type Query, strategies } from "@tracehound/core";
import { Crash, JoinedProcesses, MemoryFiles, seededChoices } from "@tracehound/core/testing";
import { environment } from "../environment.ts";
import type { Claim, Sightings } from "../hunt.ts";
import { type AnsweredTrial, onAnsweredTrials } from "../oracle.ts";
import { lengthOf, strategyOf } from "./disk.ts";

const SPECS = [
  "external(partitions=1, checkpoint=1)",
  "external(partitions=5, checkpoint=3)",
  "external(distance(combine=max), partitions=2, checkpoint=2)",
  "external(hL(), partitions=3, checkpoint=7)",
];

export const joined: Claim = {
  what: "several processes on one folder answer as the oracle does, whoever of them is killed, with shortest traces",
  seeds: 2000,
  inTests: 2,
  run: onAnsweredTrials(async (trial, seen, seed) => {
    const spec = SPECS[seed % SPECS.length]!;
    const results: CheckResult[] = [];
    for (const [number, query] of trial.queries.entries()) {
      const all = await answers(trial, query, spec, 31 * seed + number, seen);
      for (const one of all) {
        if (one.verdict.kind !== all[0]!.verdict.kind || lengthOf(one) !== lengthOf(all[0]!)) {
          seen.report(`${spec}, query ${number}: two processes say different things`);
        }
      }
      results.push(all[0]!);
    }
    trial.judge(spec, results, seen);
    const options = { strategy: strategyOf("bfs"), limits: { seconds: 20 } };
    const memory = await checkQueries({ network: trial.network, options, environment }, trial.queries);
    for (const [k, result] of results.entries()) {
      const [here, there] = [lengthOf(result), lengthOf(memory[k]!)];
      if (here !== there && here !== undefined && there !== undefined) {
        seen.report(`${spec}, query ${k}: a trace of ${here} steps, in memory ${there}`);
      }
    }
  }),
};

/** First three of whom two are killed; then, where all were, or on another day, two more. */
async function answers(
  { network }: AnsweredTrial,
  query: Query,
  spec: string,
  seed: number,
  seen: Sightings,
): Promise<readonly CheckResult[]> {
  const choices = seededChoices(seed);
  const read = configure(strategies, spec);
  if (!read.ok) throw new Error(spec);
  const process = async (world: JoinedProcesses, changes?: number): Promise<CheckResult | undefined> => {
    const one = world.join(changes);
    const memoryBytes = seed % 2 === 0 ? 1 : 1e8;
    const disk = { files: one.files, joined: one, resume: true, memoryBytes, identity: query.text };
    const options = { strategy: read.value, disk };
    try {
      return (await checkQueries({ network, options, environment: world.environment }, [query]))[0]!;
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      seen.count("killed");
      return undefined;
    }
  };
  const below = (end: number): number => choices.below(end);
  const world = new JoinedProcesses(new MemoryFiles(), below);
  const first = [5, 60, 400].map((most) => process(world, 1 + below(most)));
  const early = (await Promise.all(first)).filter((one) => one !== undefined);
  const files = world.files.afterCrash(below(3) / 2);
  const names = files.names().filter((name) => /^(kept|made|settled|expanded|found)/.test(name));
  const damaged = names[below(2 * names.length + 1)];
  if (damaged !== undefined && files.size(damaged)! > 0) {
    files.damage(damaged, below(files.size(damaged)!));
    seen.count("damaged");
  }
  const later = new JoinedProcesses(files, below);
  const rest = await Promise.all([process(later, 1 + below(300)), process(later)]);
  return [...early, ...rest.filter((one) => one !== undefined)];
}
