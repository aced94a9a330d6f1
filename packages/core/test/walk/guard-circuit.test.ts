// Guards through the circuit against guards evaluated one by one: walkers with and without it offer the same steps in
// every state, on the leader election whose messages scan for a free place and on random networks.

import { describe, expect, it } from "vitest";
import { Prng } from "../../src/basics/prng.ts";
import { families, generateModel, loadModel } from "../../src/index.ts";
import type { Network } from "../../src/network/index.ts";
import { createConcreteSemantics } from "../../src/semantics/index.ts";
import { livelyNetwork, seededChoices } from "../../src/testing/index.ts";
import { choiceRules } from "../../src/walk/choices/index.ts";
import { Chooser } from "../../src/walk/choose/chooser.ts";
import { GuardCircuit, guardsOf } from "../../src/walk/compile/guard-circuit.ts";
import { canWalkFast, type WalkModel } from "../../src/walk/compile/walk-network.ts";
import { FastStepper } from "../../src/walk/fast-stepper.ts";

/** Gates for all guards of the network, few or not. */
const gatesOf = (model: WalkModel) =>
  guardsOf(
    model.network,
    model.edges.flatMap(({ edge, firstSlot, endSlot }) =>
      Array.from({ length: endSlot - firstSlot }, (_, at) => ({
        slot: firstSlot + at,
        edge,
        selects: model.selectOf(firstSlot + at),
      })),
    ),
    1,
  );

/** Walks with both and compares; yields how many guards the circuit found shut. */
function compare(network: Network, seed: number, steps: number): number {
  const semantics = createConcreteSemantics(network);
  if (semantics.initial().length === 0) return 0;
  const [quick, plain] = [0, 1].map(() => new FastStepper(semantics, null, new Prng(seed))) as [
    FastStepper,
    FastStepper,
  ];
  const gates = gatesOf(quick.model);
  if (gates === null) return 0;
  const circuit = new GuardCircuit(gates);
  Object.assign(quick.walker, { guards: circuit });
  Object.assign(plain.walker, { guards: null });
  const chooser = new Chooser(choiceRules.ret, network.edges.length, new Prng(seed), () => 0);
  quick.restart(0);
  plain.restart(0);
  let shut = 0;
  for (let step = 0; step < steps; step++) {
    quick.look();
    plain.look();
    expect([seed, quick.failing?.fault.kind]).toEqual([seed, plain.failing?.fault.kind]);
    const { table } = quick;
    expect([seed, [...table.first.subarray(0, table.count)]]).toEqual([
      seed,
      [...plain.table.first.subarray(0, plain.table.count)],
    ]);
    expect(table.second.subarray(0, table.count)).toEqual(plain.table.second.subarray(0, table.count));
    for (const slot of gates.gates.keys()) if (circuit.isShut(slot)) shut++;
    let taken = false;
    while (table.count > 0 && !taken) {
      chooser.choose(table, quick.now, quick.largest);
      const { candidate, moment } = chooser;
      taken = !Number.isNaN(moment) && quick.take(candidate, moment);
      expect(!Number.isNaN(moment) && plain.take(candidate, moment)).toBe(taken);
      if (taken) continue;
      quick.drop(candidate);
      plain.drop(candidate);
    }
    if (!taken) return shut;
  }
  return shut;
}

describe("guards through a circuit", () => {
  it("offer the same steps of messages that scan for a free place", () => {
    const leader = families.find(({ name }) => name === "leader")!;
    const content = generateModel(leader, { size: 3, variant: "pool", correct: false, seed: 1 }, "xml");
    const { network } = loadModel({ name: "pool.xml", content });
    expect(compare(network!, 1, 150)).toBeGreaterThan(1000);
  });

  it("offer the same steps of random networks", () => {
    let shut = 0;
    for (let seed = 0; seed < 60; seed++) {
      const { network } = livelyNetwork(seededChoices(seed));
      if (canWalkFast(network)) shut += compare(network, seed, 15);
    }
    expect(shut).toBeGreaterThan(100);
  });
});
