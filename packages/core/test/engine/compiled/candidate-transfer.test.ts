// Engines that divide the states among them store together what one engine stores alone: the seam that several cores
// need.

import { expect, test } from "vitest";
import { CompiledEngine, createCompiledEngine } from "../../../src/engine/compiled/compiled-engine.ts";
import { chooseAbstraction, type StateId } from "../../../src/engine/index.ts";
import type { Network } from "../../../src/network/index.ts";
import { randomNetwork, seededChoices } from "../../../src/testing/index.ts";

function engineFor(network: Network): CompiledEngine | null {
  const chosen = chooseAbstraction(network, [], "extra-lu");
  if (!chosen.ok) return null;
  const { bounds } = chosen.value;
  const engine = createCompiledEngine(network, {
    targets: [],
    abstraction: "extra-lu",
    subsumption: "inclusion",
    bounds,
  });
  return engine instanceof CompiledEngine ? engine : null;
}

/**
 * Every owner takes its candidates and sends the others away, until nothing is under way; undefined: too many states.
 */
function storedBy(engines: readonly CompiledEngine[], most = 2000): string[] | undefined {
  const queues = engines.map((): StateId[] => []);
  const packed = new Int32Array(1 << 14);
  const share = (from: CompiledEngine, count: number, parent: StateId): void => {
    const away: [number, Int32Array][] = [];
    for (let candidate = 0; candidate < count; candidate++) {
      const owner = from.hashOf(candidate) % engines.length;
      if (engines[owner] !== from) away.push([owner, packed.slice(0, from.pack(candidate, packed))]);
      else queues[owner]!.push(from.insert(candidate, parent, 0));
    }
    for (const [owner, words] of away) queues[owner]!.push(engines[owner]!.unpack(words));
  };
  share(engines[0]!, engines[0]!.initial().count, -1);
  for (let visited = 0; visited < most; ) {
    const at = queues.findIndex((queue) => queue.length > 0);
    if (at < 0) return engines.flatMap(statesOf).sort();
    const state = queues[at]!.shift()!;
    const engine = engines[at]!;
    if (state < 0 || !engine.alive(state)) continue;
    visited++;
    share(engine, engine.expand(state).count, state);
  }
  return undefined;
}

function statesOf(engine: CompiledEngine): string[] {
  const states: string[] = [];
  for (let id = 0, left = engine.statistics.stored; left > 0; id++) {
    if (!engine.alive(id)) continue;
    left--;
    const bytes = new Uint8Array(engine.encode(id, new Uint8Array(0)));
    engine.encode(id, bytes);
    states.push(bytes.join());
  }
  return states;
}

test("states that are divided among engines by a hash are those of one engine", () => {
  let compared = 0;
  for (let seed = 0; seed < 12; seed++) {
    const { network } = randomNetwork(seededChoices(seed));
    const [alone, ...two] = [1, 2, 3].map(() => engineFor(network));
    if (alone === null || alone === undefined || two.some((engine) => engine === null)) continue;
    const whole = storedBy([alone]);
    // What fails is told by who meets it, in another order.
    if (whole === undefined || alone.faults.length > 0) continue;
    // Where zones lie inside others, what is left may depend on the order; equal states are stored once everywhere.
    const divided = storedBy(two as CompiledEngine[]);
    expect(new Set(divided).size).toBe(divided!.length);
    expect(divided).toEqual(whole);
    compared++;
  }
  expect(compared).toBeGreaterThan(2);
});
