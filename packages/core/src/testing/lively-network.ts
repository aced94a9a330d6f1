// Random networks in which something happens. Most networks drawn at random get stuck after a step or two, and two
// engines that stand still agree easily; here a few are drawn and the first that reaches enough is taken.

import { boundsByVector, chooseAbstraction, createReferenceEngine } from "../engine/index.ts";
import type { Network } from "../network/network.ts";
import { type Choices, Dice } from "./choices.ts";
import { type RandomNetwork, randomNetwork } from "./random-network.ts";

const DRAWS = 16;
const ENOUGH = 12;

/** The first of a few networks that has at least a dozen symbolic states, or the one that has most. */
export function livelyNetwork(choices: Choices): RandomNetwork {
  return liveliest(
    () => randomNetwork(choices),
    ({ network }) => network,
  );
}

/** The same network with no place to rest: more locations are urgent where no invariant ends a stay. */
export function restless(network: Network, choices: Choices, percent: number): Network {
  const dice = new Dice(choices);
  const processes = network.processes.map((process) => ({
    ...process,
    locations: process.locations.map((location) => ({
      ...location,
      urgent: location.urgent || (location.invariant.length === 0 && dice.chance(percent)),
    })),
  }));
  return { ...network, processes };
}

/** The same, whatever the networks come from and with. */
export function liveliest<T>(draw: () => T, networkOf: (drawn: T) => Network): T {
  let best = draw();
  let reached = statesOf(networkOf(best));
  for (let again = 1; again < DRAWS && reached < ENOUGH; again++) {
    const other = draw();
    const states = statesOf(networkOf(other));
    if (states > reached) [best, reached] = [other, states];
  }
  return best;
}

/** Symbolic states, counted up to what is enough. */
function statesOf(network: Network): number {
  const chosen = chooseAbstraction(network, [], "extra-lu");
  if (!chosen.ok) return 0;
  const bounds = boundsByVector(chosen.value.bounds);
  const engine = createReferenceEngine(network, {
    targets: [],
    abstraction: "extra-lu",
    subsumption: "inclusion",
    bounds,
  });
  const queue: number[] = [];
  const store = (count: number, parent: number): void => {
    for (let candidate = 0; candidate < count; candidate++) {
      const state = engine.insert(candidate, parent, 0);
      if (state >= 0) queue.push(state);
    }
  };
  store(engine.initial().count, -1);
  for (let head = 0; head < queue.length && queue.length < ENOUGH; head++) {
    store(engine.expand(queue[head]!).count, queue[head]!);
  }
  return queue.length;
}
