// Shortening: an attempt that begins at a checkpoint goes on as the run itself does, asking for one step gives the
// window that asking for all gives, and what is idle is found in one attempt and not step by step.

import { describe, expect, it } from "vitest";
import { Prng } from "../../src/basics/prng.ts";
import { families } from "../../src/families/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import type { Network, Query } from "../../src/network/index.ts";
import { createConcreteSemantics } from "../../src/semantics/index.ts";
import { livelyNetwork, randomQueries, seededChoices } from "../../src/testing/index.ts";
import { replay } from "../../src/trace/index.ts";
import { canWalkFast } from "../../src/walk/compile/walk-network.ts";
import { FastStepper } from "../../src/walk/fast-stepper.ts";
import { delaysOf, RandomWalk } from "../../src/walk/index.ts";

type Reach = Query & { kind: "E<>" };

function* steppers() {
  for (let seed = 0; seed < 24; seed++) {
    const { network, features } = livelyNetwork(seededChoices(seed));
    if (!canWalkFast(network)) continue;
    const query = randomQueries(network, seededChoices(seed), features.has("diagonals")).find(
      (one): one is Reach => one.kind === "E<>",
    );
    if (query === undefined) continue;
    yield { seed, stepper: new FastStepper(createConcreteSemantics(network), query, new Prng(seed)) };
  }
}

/** The table as a sorted list, to be compared. */
function tableOf({ table }: FastStepper, only?: number): unknown[] {
  const rows = Array.from({ length: table.count }, (_, i) => [
    table.first[i],
    table.second[i],
    table.low[i],
    table.lowOpen[i],
    table.high[i],
    table.highOpen[i],
  ]);
  return rows.filter(([first]) => only === undefined || first === only).sort();
}

describe("a stepper", () => {
  it("goes on from a checkpoint as if it had never left", () => {
    let compared = 0;
    for (const { seed, stepper } of steppers()) {
      const random = new Prng(seed);
      stepper.restart(0);
      for (let step = 0; step < 12; step++) {
        const met = stepper.look();
        const table = tableOf(stepper);
        const where = stepper.walker.checkpoint();
        stepper.resume(where);
        expect([seed, step, stepper.look()]).toEqual([seed, step, met]);
        expect([seed, step, tableOf(stepper)]).toEqual([seed, step, table]);
        expect(stepper.walker.checkpoint()).toEqual(where);
        compared++;
        if (stepper.table.count === 0) break;
        const candidate = random.below(stepper.table.count);
        if (stepper.table.lowOpen[candidate] === 1 || !stepper.take(candidate, stepper.table.low[candidate]!)) break;
      }
    }
    expect(compared).toBeGreaterThan(40);
  });

  it("asked for one step knows of it what it knows when it looks at all", () => {
    let compared = 0;
    for (const { seed, stepper } of steppers()) {
      stepper.restart(0);
      const met = stepper.look();
      const { allowed, allowedOpen } = stepper.table;
      for (const first of new Set(stepper.table.first.slice(0, stepper.table.count))) {
        stepper.look();
        const expected = tableOf(stepper, first);
        expect([seed, stepper.look([first])]).toEqual([seed, met]);
        expect([seed, tableOf(stepper, first)]).toEqual([seed, expected]);
        expect([seed, stepper.table.allowed, stepper.table.allowedOpen]).toEqual([seed, allowed, allowedOpen]);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(20);
  });
});

function shortened(network: Network, query: Reach, choice: "ret" | "rlc", budget: number): [number, number] {
  const walk = new RandomWalk(network, query, { choice, seed: 1, depth: 256 });
  for (let steps = 0; steps < 50_000 && walk.run === null; steps++) walk.step();
  const run = walk.shortened(budget);
  const path = { initial: run.initial, transitions: run.steps.map(({ transition }) => transition) };
  const goal = { kind: "target", formula: query.formula } as const;
  expect(replay(network, { path, goal, frameSize: query.frameSize }, delaysOf(run))).toMatchObject({ ok: true });
  return [walk.run!.steps.length, run.steps.length];
}

function problem(family: string, size: number, text: string): [Network, Reach] {
  const { xta } = families.find(({ name }) => name === family)!.generate({ size, variant: "", correct: true, seed: 0 });
  const { network, compileQuery } = loadModel({ name: "model.xta", content: xta }, { lints: false });
  const query = compileQuery(text);
  if (network === null || !query.ok || query.value.kind !== "E<>") throw new Error("the model is fine");
  return [network, query.value as Reach];
}

describe("shortened runs", () => {
  it("leave out all but the last visit of every train, whoever has to come first", () => {
    const everybody = "E<> Train(7).crossing && forall (i : train_t) i != 7 imply Train(i).stopped";
    const [network, query] = problem("train-gate", 20, everybody);
    const [before, after] = shortened(network, query, "ret", 2_000);
    expect(before).toBeGreaterThan(60);
    expect(after).toBeLessThanOrEqual(41);
  });
});
