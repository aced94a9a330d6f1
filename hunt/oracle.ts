// Random networks with queries to which the brute-force oracle knows the answers.

import type { CheckResult } from "@tracehound/core";
import { expectedAnswers, judge, type Oracle, randomTrial, type Trial } from "@tracehound/core/testing";
import type { Claim, Sightings } from "./hunt.ts";

export interface AnsweredTrial extends Trial {
  readonly oracle: Oracle;
  /** Counts what somebody's answers are worth, and reports those that are wrong. */
  judge(who: string, results: readonly CheckResult[], seen: Sightings): void;
}

/** A claim about such networks; what is too large for the oracle is counted and passed over. */
export function onAnsweredTrials(
  run: (trial: AnsweredTrial, seen: Sightings, seed: number) => Promise<void>,
): Claim["run"] {
  return async (seed, seen) => {
    const trial = randomTrial(seed);
    const expected = expectedAnswers(trial);
    if (expected === undefined) seen.count("too large for the oracle");
    else await run({ ...trial, oracle: expected.oracle, judge: judgeBy(expected) }, seen, seed);
  };
}

function judgeBy({ oracle, answers }: NonNullable<ReturnType<typeof expectedAnswers>>): AnsweredTrial["judge"] {
  return (who, results, seen) => {
    for (const [k, { query, verdict }] of results.entries()) {
      const answered = verdict.kind === "unknown" ? undefined : verdict.kind === "satisfied";
      const judgement = judge(oracle, query, answers[k]!, answered);
      seen.count(judgement);
      if (judgement === "wrong") seen.report(`${who}, query ${k} (${query.kind}): ${verdict.kind}`);
    }
  };
}
