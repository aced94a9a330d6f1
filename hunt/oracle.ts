// Random networks with queries to which the brute-force oracle knows the answers.

import type { AbstractionName, CheckResult, Formula, Network, Query, Temporal } from "@tracehound/core";
import {
  boundsByVector,
  chooseAbstraction,
  createCompiledEngine,
  createReferenceEngine,
  type Engine,
  expectedAnswers,
  judge,
  type Oracle,
  randomTrial,
  reachedDiscrete,
  type Trial,
} from "@tracehound/core/testing";
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

/**
 * Both engines, where the compiled one covers the network: does each reach what the oracle reaches? Those that ended.
 */
export function compareReached(
  network: Network,
  oracle: Oracle,
  abstraction: AbstractionName,
  seen: Sightings,
  most?: number,
): Engine[] {
  const chosen = chooseAbstraction(network, [], abstraction);
  if (!chosen.ok) return [];
  const { bounds } = chosen.value;
  const setup = { targets: [], abstraction, subsumption: "inclusion" } as const;
  const reference = createReferenceEngine(network, { ...setup, bounds: boundsByVector(bounds) });
  const compiled = createCompiledEngine(network, { ...setup, bounds });
  const states = oracle.discreteStates();
  const engines: readonly Engine[] = "unsupported" in compiled ? [reference] : [reference, compiled];
  return engines.filter((engine) => {
    const reached = reachedDiscrete(engine, most);
    if (reached === undefined) return false;
    seen.count(`explored by the ${engine.name} engine`);
    if (reached.size !== states.size || [...reached].some((state) => !states.has(state))) {
      seen.report(`${engine.name}, ${abstraction}: reaches ${reached.size} discrete states, not ${states.size}`);
    }
    return true;
  });
}

/** Temporal formulas may speak of runs with infinitely many steps only. */
export function answerOf(oracle: Oracle, query: Query, infinite: boolean): boolean {
  if (!infinite) return oracle.answer(query);
  const { found, forAll, atoms } = asWord(query);
  return oracle.someRun(found, atoms, false) !== forAll;
}

/** The run that decides a question about infinite runs, as a formula. */
function asWord(query: Query): { found: Temporal; forAll: boolean; atoms: readonly Formula[] } {
  if ("temporal" in query) {
    const { temporal, atoms } = query;
    const forAll = query.kind === "LTL";
    return { found: forAll ? { kind: "not", part: temporal } : temporal, forAll, atoms };
  }
  const never = (atom: number): Temporal => ({ kind: "always", part: { kind: "not", part: { kind: "atom", atom } } });
  if ("premise" in query) {
    const parts: Temporal[] = [{ kind: "atom", atom: 0 }, never(1)];
    return {
      found: { kind: "eventually", part: { kind: "and", parts } },
      forAll: true,
      atoms: [query.premise, query.conclusion],
    };
  }
  if (!("formula" in query)) throw new Error(`${query.kind} does not ask for a run`);
  const forAll = query.kind === "A<>";
  const found: Temporal = forAll ? never(0) : { kind: "always", part: { kind: "atom", atom: 0 } };
  return { found, forAll, atoms: [query.formula] };
}
