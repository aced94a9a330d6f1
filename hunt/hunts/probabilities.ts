// Probabilities and rewards of small random chains, MDPs and CTMCs: every interval holds the value that exact linear algebra gives, is narrow, and
// bounds are judged as the exact value says; evidence against a bound carries the mass that it claims.

import { type CheckOptions, checkQueries, loadModel, quantityOf } from "@tracehound/core";
import { patientEnvironment as environment } from "../environment.ts";
import type { Claim, Sightings } from "../hunt.ts";
import {
  earn,
  exactly,
  type Fraction,
  less,
  ONE,
  type RandomModel,
  randomModel,
  reach,
  reachWithin,
  resolutions,
  sojourn,
} from "../rational-twin.ts";

const NARROW = 1e-9;

interface Question {
  readonly text: string;
  /** Undefined: infinite. */
  readonly value: Fraction | undefined;
}

export const probabilities: Claim = {
  what: "intervals of probabilities and rewards hold the exact values, and bounds are judged by them",
  seeds: 5_000,
  inTests: 40,
  async run(seed, seen) {
    const model = randomModel(seed);
    const loaded = loadModel({ name: "random.prism", content: model.text }, { lints: false });
    if (loaded.network === null) {
      seen.report(`cannot be read: ${loaded.diagnostics[0]?.message}`);
      return;
    }
    seen.count(model.kind);
    // Emitting an engine takes longer than all the rest: some of the seeds do.
    const options = seed % 5 === 0 ? {} : ({ engine: "reference" } as const);
    for (const { text, value } of questionsOf(model)) {
      const query = loaded.compileQuery(text);
      if (!query.ok) {
        seen.report(`${text}: ${query.diagnostics[0]?.message}`);
        continue;
      }
      const [result] = await checkQueries({ network: query.network, options, environment }, [query.value]);
      judge(text, value, quantityOf(result!.verdict), seen);
      if (value !== undefined && text.startsWith("P")) await judgeBounds(text, value, loaded, options, seen);
    }
  },
};

const isTarget =
  (states: number) =>
  (state: number): boolean =>
    state === states - 1;

function questionsOf(model: RandomModel): Question[] {
  const { states, kind } = model;
  const target = isTarget(states);
  const pay = (state: number): Fraction => {
    const rate: Fraction = state % 3 === 1 ? [7n, 3n] : [2n, 1n];
    if (kind !== "ctmc") return rate;
    const [n, d] = sojourn(model, state);
    return [rate[0] * n, rate[1] * d];
  };
  const all = [...resolutions(model)];
  const best = (values: readonly (Fraction | undefined)[], sign: 1 | -1): Fraction | undefined =>
    values.reduce((a, b) => {
      if (a === undefined || b === undefined) return sign === 1 ? undefined : (a ?? b);
      return less(a, b) === (sign === 1) ? b : a;
    });
  const end = `F x=${states - 1}`;
  if (kind !== "mdp") {
    const [rows] = all as [(typeof all)[number]];
    const questions: Question[] = [
      { text: `P=? [ ${end} ]`, value: reach(rows, target)[0] },
      { text: `R=? [ ${end} ]`, value: earn(rows, target, pay)[0] },
    ];
    if (kind === "dtmc")
      questions.push({ text: `P=? [ F<=5 x=${states - 1} ]`, value: reachWithin(rows, target, 5)[0] });
    return questions;
  }
  const chances = all.map((rows) => reach(rows, target)[0]!);
  const rewards = all.map((rows) => earn(rows, target, pay)[0]);
  return [
    { text: `Pmax=? [ ${end} ]`, value: best(chances, 1) },
    { text: `Pmin=? [ ${end} ]`, value: best(chances, -1) },
    { text: `Rmax=? [ ${end} ]`, value: best(rewards, 1) },
    { text: `Rmin=? [ ${end} ]`, value: best(rewards, -1) },
  ];
}

function judge(
  text: string,
  value: Fraction | undefined,
  quantity: ReturnType<typeof quantityOf>,
  seen: Sightings,
): void {
  if (quantity?.lower === undefined || quantity.upper === undefined) {
    seen.report(`${text} has no interval`);
    return;
  }
  const { lower, upper, exact, proven } = quantity;
  if (value === undefined) {
    if (lower !== Number.POSITIVE_INFINITY) seen.report(`${text} is infinite, not in [${lower}, ${upper}]`);
    seen.count("infinite");
    return;
  }
  const [n, d] = value;
  if (!proven || !Number.isFinite(upper)) seen.report(`${text} is not proven`);
  else if (less(value, exactly(lower)) || less(exactly(upper), value))
    seen.report(`${text} is ${n}/${d}, outside of [${lower}, ${upper}]`);
  else if (upper - lower > NARROW * upper) seen.report(`${text}: the interval [${lower}, ${upper}] is wide`);
  if (exact !== undefined && exact !== (d === 1n ? `${n}` : `${n}/${d}`))
    seen.report(`${text} is ${n}/${d}, not ${exact}`);
  if (exact !== undefined) seen.count("exact");
  seen.count("intervals");
}

/** Just below, at and just above the value: strict and other bounds are told apart. */
async function judgeBounds(
  text: string,
  value: Fraction,
  loaded: ReturnType<typeof loadModel>,
  options: CheckOptions,
  seen: Sightings,
): Promise<void> {
  const [n, d] = value;
  const bounds: { readonly p: Fraction; readonly op: string; readonly holds: boolean }[] = [
    { p: value, op: "<=", holds: true },
    { p: value, op: "<", holds: false },
    { p: value, op: ">=", holds: true },
    { p: value, op: ">", holds: false },
    { p: [9n * n, 10n * d], op: "<=", holds: n === 0n },
    { p: [9n * n, 10n * d], op: ">=", holds: true },
  ];
  if (less([11n * n, 10n * d], ONE)) bounds.push({ p: [11n * n, 10n * d], op: "<=", holds: true });
  const optimum = /^P(min|max)?/.exec(text)![1] ?? "";
  for (const { p, op, holds } of bounds) {
    const asked = text.replace(/^P(?:min|max)?=\?/, `P${optimum}${op}${p[0]}/${p[1]}`);
    const query = loaded.compileQuery(asked);
    if (!query.ok) {
      seen.report(`${asked}: ${query.diagnostics[0]?.message}`);
      continue;
    }
    const [result] = await checkQueries({ network: query.network, options, environment }, [query.value]);
    const { verdict } = result!;
    if (verdict.kind === "unknown") {
      // Only what is no fraction of its own is open at the value itself.
      if (p !== value) seen.report(`${asked} is unknown`);
      seen.count("open");
    } else if ((verdict.kind === "satisfied") !== holds)
      seen.report(`${asked} is ${verdict.kind}, and the value is ${n}/${d}`);
    else seen.count("bounds");
  }
}
