// Probabilities and rewards of small random chains, MDPs and CTMCs: every interval holds the value that exact linear
// algebra gives, is narrow, and bounds are judged as the exact value says; evidence against a bound carries the mass
// that it claims.

import {
  type CheckOptions,
  checkQueries,
  loadModel,
  type ProbabilisticEvidence,
  quantityOf,
  shownBy,
} from "@tracehound/core";
import { patientEnvironment as environment } from "../environment.ts";
import type { Claim, Sightings } from "../hunt.ts";
import {
  bestWithin,
  earn,
  exactly,
  type Fraction,
  fraction,
  less,
  minus,
  ONE,
  type RandomModel,
  randomModel,
  reach,
  reachInTime,
  reachWithin,
  resolutions,
  sojourn,
} from "../rational-twin.ts";

const NARROW = 1e-9;

interface Question {
  readonly text: string;
  /** Undefined: infinite. */
  readonly value: Fraction | undefined;
  /** The value itself is right to some fifty digits only. */
  readonly isRounded?: true;
}

export const probabilities: Claim = {
  what: "intervals of probabilities and rewards hold the exact values, and bounds are judged by them",
  seeds: 5_000,
  inTests: 14,
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
    for (const { text, value, isRounded } of questionsOf(model)) {
      const query = loaded.compileQuery(text);
      if (!query.ok) {
        seen.report(`${text}: ${query.diagnostics[0]?.message}`);
        continue;
      }
      const [result] = await checkQueries({ network: query.network, options, environment }, [query.value]);
      judge(text, value, quantityOf(result!.verdict), seen);
      if (value === undefined) continue;
      await judgeBounds(text, value, { loaded, model, options, seen, isRounded: isRounded === true });
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
    if (kind === "dtmc") {
      questions.push(
        { text: `P=? [ F<=5 x=${states - 1} ]`, value: reachWithin(rows, target, 5)[0] },
        { text: `P=? [ G<=3 x!=${states - 1} ]`, value: fraction(...minus(ONE, reachWithin(rows, target, 3)[0]!)) },
        { text: "R=? [ C<=4 ]", value: bestWithin(model, 4, 1, { pay })[0] },
      );
    } else {
      for (const time of [
        [1n, 4n],
        [3n, 2n],
        [20n, 1n],
      ] as const)
        questions.push({
          text: `P=? [ F<=${Number(time[0]) / Number(time[1])} x=${states - 1} ]`,
          value: reachInTime(model, target, time)[0],
          isRounded: true,
        });
    }
    return questions;
  }
  const chances = all.map((rows) => reach(rows, target)[0]!);
  const rewards = all.map((rows) => earn(rows, target, pay)[0]);
  return [
    { text: `Pmax=? [ ${end} ]`, value: best(chances, 1) },
    { text: `Pmin=? [ ${end} ]`, value: best(chances, -1) },
    { text: `Pmax=? [ F<=4 x=${states - 1} ]`, value: bestWithin(model, 4, 1, { target })[0] },
    { text: `Pmin=? [ F<=6 x=${states - 1} ]`, value: bestWithin(model, 6, -1, { target })[0] },
    { text: "Rmax=? [ C<=3 ]", value: bestWithin(model, 3, 1, { pay })[0] },
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

interface Around {
  readonly loaded: ReturnType<typeof loadModel>;
  readonly model: RandomModel;
  readonly options: CheckOptions;
  readonly seen: Sightings;
  readonly isRounded: boolean;
}

/** Just below, at and just above the value: strict and other bounds are told apart. */
async function judgeBounds(text: string, value: Fraction, around: Around): Promise<void> {
  const { loaded, options, seen, isRounded } = around;
  const [n, d] = value;
  const atValue: readonly { readonly p: Fraction; readonly op: string; readonly holds: boolean }[] = [
    { p: value, op: "<=", holds: true },
    { p: value, op: "<", holds: false },
    { p: value, op: ">=", holds: true },
    { p: value, op: ">", holds: false },
  ];
  const bounds = [
    ...(isRounded ? [] : atValue),
    { p: [9n * n, 10n * d] as Fraction, op: "<=", holds: n === 0n },
    { p: [9n * n, 10n * d] as Fraction, op: ">=", holds: true },
    { p: [n + d, 2n * d] as Fraction, op: ">=", holds: n >= d },
  ];
  if (text.startsWith("R") || less([11n * n, 10n * d], ONE))
    bounds.push({ p: [11n * n, 10n * d], op: "<=", holds: true });
  const [, optimum = ""] = /^[PR](min|max)?/.exec(text)!;
  for (const { p, op, holds } of bounds) {
    const asked = text.replace(/^([PR])(?:min|max)?=\?/, `$1${optimum}${op}${p[0]}/${p[1]}`);
    const query = loaded.compileQuery(asked);
    if (!query.ok) {
      seen.report(`${asked}: ${query.diagnostics[0]?.message}`);
      continue;
    }
    const [result] = await checkQueries({ network: query.network, options, environment }, [query.value]);
    const { verdict } = result!;
    if (verdict.kind === "unknown") {
      // Only what is no fraction of its own is open, closer to it than intervals are narrow.
      const gap = less(p, value) ? minus(value, p) : minus(p, value);
      const isClose = isRounded && less(gap, exactly(NARROW));
      if (!isClose) seen.report(`${asked} is unknown`);
      seen.count("open");
    } else if ((verdict.kind === "satisfied") !== holds)
      seen.report(`${asked} is ${verdict.kind}, and the value is ${n}/${d}`);
    else seen.count("bounds");
    const shown = shownBy(verdict);
    if (shown !== undefined) judgeEvidence(asked, p, shown, around);
  }
}

/**
 * Evidence is made of transitions of the model, under one scheduler, and carries the mass that it claims, which is more
 * than the bound allows.
 */
function judgeEvidence(asked: string, p: Fraction, shown: ProbabilisticEvidence, { model, seen }: Around): void {
  const { states, transitions, within } = shown;
  const rows: { to: number; weight: Fraction }[][] = states.map(() => []);
  for (const { from, to, probability } of transitions) rows[from]!.push({ to, weight: exactly(probability) });
  const target = (state: number): boolean => states[state]!.isTarget;
  const mass = exactly(shown.mass);
  const excess: Fraction = /^P(?:min|max)?>/.test(asked) ? [p[1] - p[0], p[1]] : p;
  if (less(mass, excess)) seen.report(`${asked}: the evidence carries ${shown.mass}, no more than the bound allows`);
  const place = states.map(({ values }) => Number(values.find(({ name }) => name === "x")!.text));
  for (const [state, row] of rows.entries()) {
    const isChoice = model.choices[place[state]!]!.some((branches) => {
      const size = branches.reduce((sum, { weight: [a, b] }) => sum + Number(a) / Number(b), 0);
      const total = model.kind === "ctmc" ? size : 1;
      const chance = (to: number): number =>
        branches.reduce(
          (sum, { to: own, weight: [a, b] }) => sum + (own === to ? Number(a) / Number(b) / total : 0),
          0,
        );
      return row.every(({ to, weight: [a, b] }) => Math.abs(chance(place[to]!) - Number(a) / Number(b)) < 1e-12);
    });
    if (row.length > 0 && !isChoice) seen.report(`${asked}: state ${state} of the evidence has steps of no choice`);
  }
  // In time, a part carries at most what the whole does, and the verdict was held against that.
  if (within !== undefined && model.kind === "ctmc") {
    seen.count("evidence in time");
    return;
  }
  const carried = within === undefined ? reach(rows, target)[0]! : reachWithin(rows, target, within)[0]!;
  if (less(carried, mass)) seen.report(`${asked}: the evidence carries ${carried[0]}/${carried[1]}, not ${shown.mass}`);
  seen.count("evidence");
}
