// Emitted loops compute what the plain ones do, bit by bit.

import { describe, expect, it } from "vitest";
import { Prng } from "../../src/basics/prng.ts";
import { type Host, type Model, quietHost, reachReward, untilProbability } from "../../src/probabilistic/index.ts";
import { carried, transient, untilWithin } from "../../src/probabilistic/measures/bounded.ts";
import { steadyState } from "../../src/probabilistic/measures/steady.ts";

const plain: Host = { ...quietHost, emittedAfter: Number.POSITIVE_INFINITY };
const emitted: Host = { ...quietHost, emittedAfter: 0 };
/** Goes over in the middle. */
const both: Host = { ...quietHost, emittedAfter: 500 };

function randomModel(seed: number, most: number, exit: boolean): Model {
  const random = new Prng(seed);
  const states = 20 + random.below(40);
  const [choices, transitions] = [[0], [0]];
  const [target, probability]: [number[], number[]] = [[], []];
  for (let state = 0; state < states; state++) {
    const count = 1 + random.below(most);
    for (let choice = 0; choice < count; choice++) {
      const branches = 1 + random.below(4);
      const weights = Array.from({ length: branches }, () => 1 + random.below(9));
      const total = weights.reduce((a, b) => a + b);
      for (const weight of weights) {
        // Forwards for the most part, back now and then.
        target.push(Math.min(states - 1, Math.max(0, state - 3 + random.below(8))));
        probability.push(weight / total);
      }
      transitions.push(target.length);
    }
    choices.push(transitions.length - 1);
  }
  return {
    states,
    choices: Int32Array.from(choices),
    transitions: Int32Array.from(transitions),
    target: Int32Array.from(target),
    probability: Float64Array.from(probability),
    ...(exit ? { exit: Float64Array.from({ length: states }, () => 1 + random.below(5)) } : {}),
  };
}

const SEEDS = Array.from({ length: 25 }, (_, seed) => seed + 1);
const all = (model: Model) => new Uint8Array(model.states).fill(1);
const last = (model: Model) => all(model).map((_, state) => (state === model.states - 1 ? 1 : 0));
/** Some states must not be passed. */
const most = (model: Model) => all(model).map((_, state) => (state % 7 === 3 ? 0 : 1));

describe("emitted loops", () => {
  it.each([emitted, both])("solve equations as plain ones do (%#)", (host) => {
    for (const seed of SEEDS) {
      const model = randomModel(seed, 3, false);
      const earned = new Float64Array(model.transitions.length - 1).map((_, choice) => choice % 5);
      for (const optimum of ["min", "max"] as const) {
        const ask = (by: Host) => [
          untilProbability(model, most(model), last(model), optimum, by),
          reachReward(model, earned, last(model), optimum, by),
        ];
        expect(ask(host)).toEqual(ask(plain));
      }
    }
  });

  it.each([emitted, both])("count steps and time as plain ones do (%#)", (host) => {
    for (const seed of SEEDS) {
      const model = randomModel(seed, 3, false);
      const chain = randomModel(seed, 1, true);
      const earned = new Float64Array(model.transitions.length - 1).map((_, choice) => choice % 5);
      const value = Float64Array.from(last(chain));
      const ask = (by: Host) => [
        ...(["min", "max"] as const).flatMap((optimum) => [
          untilWithin(model, most(model), last(model), 60, optimum, by),
          carried(model, new Float64Array(model.states), 40, { optimum, earned }, by),
        ]),
        transient(chain, value, most(chain), 7, false, by),
        transient(chain, value, all(chain), 7, true, by),
        steadyState(chain, value, { most: 1, error: 0 }, by),
      ];
      expect(ask(host)).toEqual(ask(plain));
    }
  });

  it("are left out where there is no memory for them", () => {
    const model = randomModel(1, 3, false);
    const ask = (by: Host) => untilProbability(model, all(model), last(model), "max", by);
    const poor: Host = {
      ...emitted,
      makeMemory: () => {
        throw new RangeError("no room");
      },
    };
    expect(ask(poor)).toEqual(ask(plain));
  });
});
