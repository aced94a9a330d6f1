// Chains of the receivers of one broadcast begin alike: what they have in common is run once, as long as it finds the
// same.

import { describe, expect, it } from "vitest";
import type { Chain } from "../../src/heuristics/relaxed/ground/chains.ts";
import type { Effect } from "../../src/heuristics/relaxed/ground/effects.ts";
import { NO_TREE, type Writes } from "../../src/heuristics/relaxed/ground/program.ts";
import { ChainAssembly } from "../../src/heuristics/relaxed/kernel/chain-assembly.ts";
import { AbstractMachine } from "../../src/value-sets/abstract-machine.ts";
import { SetPool } from "../../src/value-sets/set-pool.ts";

const CELLS = 4;
const RECEIVERS = 6;

/** Receiver k adds k to cell 0 and copies cell 0 to cell 1; the sender puts cell 2 into cell 0 first. */
function broadcast() {
  const pool = new SetPool();
  const machine = new AbstractMachine(new Uint8Array(CELLS), pool, [], () => false);
  for (let cell = 0; cell < CELLS; cell++) machine.inputs[cell] = pool.single(cell);
  const isPossible = Array.from({ length: RECEIVERS }, () => true);
  const effect = (id: number): Effect => ({ id }) as Effect;
  const sender = effect(-1);
  const receivers = isPossible.map((_, id) => effect(id));
  const entries = receivers.map((one, operator) => ({ operator, effects: [one] }));
  const chains = receivers.map(
    (one, index): Chain => ({
      index,
      own: [one],
      before: [sender],
      earlier: entries.slice(0, index),
      reads: [0, 2],
      writes: [0, 1],
      output: null,
      tree: NO_TREE,
      slots: null,
    }),
  );
  let ran = 0;
  const assembly = new ChainAssembly(machine, {
    step({ id }): Writes {
      ran++;
      const from = id < 0 ? 2 : 0;
      const found = machine.inputs[from]!;
      assembly.noteInput(from, found.id);
      if (id < 0) return { cells: [0], sets: [found], replaces: [true] };
      const sum = pool.of(found.values!.map((value) => value + id));
      return { cells: [0, 1], sets: [sum, found], replaces: [true, true] };
    },
    answer: (input) => (input < CELLS ? machine.inputs[input]!.id : Number(isPossible[input - CELLS])),
    inputOf: (operator) => CELLS + operator,
  });
  /** What a chain writes and has read, and how many effects were run for it. */
  const take = (chain: Chain) => {
    ran = 0;
    const { cells, sets } = assembly.of(chain);
    return { cells, sets: sets.map(({ values }) => values), read: [...assembly.read], found: [...assembly.found], ran };
  };
  /** The same from the beginning on. */
  const anew = (chain: Chain) => {
    assembly.forget();
    return take(chain);
  };
  return { pool, machine, isPossible, chains, take, anew };
}

describe("chains of a broadcast", () => {
  it("go on from where the chain before them was", () => {
    const { chains, take, anew } = broadcast();
    const fresh = chains.map(anew);
    expect(fresh.map(({ ran }) => ran)).toEqual(chains.map((_, index) => index + 2));
    // Their own effect, and the one receiver more that comes earlier.
    anew(chains[1]!);
    const shared = chains.slice(2).map(take);
    expect(shared).toEqual(fresh.slice(2).map((one) => ({ ...one, ran: 2 })));
    expect(take(chains.at(-1)!)).toEqual({ ...fresh.at(-1)!, ran: 1 });
  });

  it("begin anew where something else is found", () => {
    const { pool, machine, isPossible, chains, take, anew } = broadcast();
    const [last, one] = [chains.at(-1)!, chains[1]!];
    take(last);
    machine.inputs[2] = pool.of([7, 9]);
    const grown = take(last);
    expect(grown.ran).toBe(RECEIVERS + 1);
    expect(grown).toEqual(anew(last));
    isPossible[3] = false;
    expect(take(last)).toEqual(anew(last));
    // A chain that begins with less.
    expect(take(one)).toEqual(anew(one));
    expect(machine.inputs.map(({ values }) => values)).toEqual([[0], [1], [7, 9], [3]]);
  });
});
