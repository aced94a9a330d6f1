// Taking one step without looking at the others (`fire`, by which runs are replayed) against its slow twin: all options
// of the state, the wanted one picked out. On random networks of the whole language, along random runs.

import { describe, expect, it } from "vitest";
import { Prng } from "../../src/basics/prng.ts";
import {
  type ConcreteSemantics,
  type ConcreteState,
  createConcreteSemantics,
  type FireResult,
  type JointTransition,
} from "../../src/semantics/index.ts";
import { randomNetwork, seededChoices } from "../../src/testing/index.ts";
import { type Interval, plus, type Rational, rational, times, ZERO } from "../../src/zone/index.ts";

const showing = (transition: JointTransition): string => JSON.stringify(transition.edges);

/** The steps that are possible now, and those that fail now; the first of each. */
function slowly(semantics: ConcreteSemantics, state: ConcreteState): Map<string, FireResult> {
  const results = new Map<string, FireResult>();
  const { options, faults } = semantics.options(state);
  const isNow = ([first]: readonly Interval[]): boolean =>
    first !== undefined && first.lower.n === 0n && !first.lowerStrict;
  for (const { transition, delays, fault } of faults) {
    if (isNow(delays)) results.set(showing(transition), { ok: false, fault });
  }
  for (const option of options) {
    const key = showing(option.transition);
    const here = isNow(option.delays);
    if (here) results.set(key, { ok: true, state: semantics.take(state, option, ZERO), option });
    else if (!results.has(key)) results.set(key, { ok: false });
  }
  return results;
}

function someDelay(prng: Prng, { lower, lowerStrict, upper, upperStrict }: Interval): Rational {
  const high = upper ?? plus(lower, rational(3));
  if (!lowerStrict && prng.below(2) === 0) return lower;
  if (upper !== undefined && !upperStrict && prng.below(2) === 0) return upper;
  return times(plus(lower, high), rational(1, 2));
}

describe("a single step", () => {
  it("is what the options of the state say", () => {
    let fired = 0;
    for (let seed = 0; seed < 60; seed++) {
      const { network } = randomNetwork(seededChoices(seed));
      const semantics = createConcreteSemantics(network);
      const prng = new Prng(seed + 1);
      let state = semantics.initial()[0];
      for (let step = 0; step < 12 && state !== undefined; step++) {
        const { options } = semantics.options(state);
        const option = options[prng.below(Math.max(1, options.length))];
        if (option === undefined) break;
        const later = semantics.delay(state, someDelay(prng, option.delays[prng.below(option.delays.length)]!));
        for (const [key, expected] of slowly(semantics, later)) {
          const result = semantics.fire(later, { edges: JSON.parse(key) });
          expect(result.ok ? result.state : result.fault?.diagnostic.code, `network ${seed}`).toEqual(
            expected.ok ? expected.state : expected.fault?.diagnostic.code,
          );
          fired += result.ok ? 1 : 0;
        }
        const next = semantics.fire(later, option.transition);
        state = next.ok ? next.state : undefined;
      }
    }
    expect(fired).toBeGreaterThan(300);
  });

  it("is refused where it is not possible", () => {
    for (let seed = 0; seed < 20; seed++) {
      const { network } = randomNetwork(seededChoices(seed));
      const semantics = createConcreteSemantics(network);
      const state = semantics.initial()[0];
      if (state === undefined) continue;
      const known = slowly(semantics, state);
      for (const { id } of network.edges) {
        const edges = [{ edge: id, select: [] }];
        if (!known.has(JSON.stringify(edges))) expect(semantics.fire(state, { edges }).ok).toBe(false);
      }
    }
  });
});
