// Walks that people guide: those of a round keep to the states of a hint, others go anywhere, and nothing that is said
// of a state rests on steps that a hint held back.

import { describe, expect, it } from "vitest";
import type { CheckResult } from "../../src/check/index.ts";
import { soughtState } from "../../src/check/plan/target.ts";
import type { DiscreteView } from "../../src/engine/index.ts";
import { RandomWalk } from "../../src/walk/index.ts";
import { load } from "../check/ask.ts";
import { askGuided } from "../heuristics/ask-guided.ts";

/** Whoever lets `noise` grow has to start again. */
const lock = `
int[0,12] at; int[0,3] noise;
process P() {
  state run, open, dead;
  init run;
  trans run -> run { guard at < 12 && noise == 0; assign at++; },
    run -> run { guard noise == 0; assign at = 0, noise = 1; },
    run -> run { guard noise == 1; assign noise = 2; },
    run -> run { guard noise == 2; assign noise = 0, at = 0; },
    run -> run { guard at == 12; assign at = 0; },
    run -> open { guard at == 12; },
    run -> dead { guard noise == 2; };
}
p = P(); system p;`;

async function walked(question: string, spec: string): Promise<CheckResult> {
  const result = await askGuided(lock, question, spec);
  if ("message" in result) throw new Error(result.message);
  return result;
}

describe("walks with hints", () => {
  it.each([false, true])(
    "keep to what is hinted, from the first state of that kind on (nobody listens: %s)",
    async (off) => {
      const plain = await walked("E<> p.open", "walk(choice=sem, seed=1)");
      const hints = off ? '["at < 0"]' : '["noise == 0"]';
      const hinted = await walked("E<> p.open", `walk(choice=sem, seed=1, hints=${hints})`);
      expect([plain.verdict.kind, hinted.verdict.kind]).toEqual(["satisfied", "satisfied"]);
      // Every step of a hinted walk goes up, once it is up to it.
      if (!off) expect(hinted.statistics.explored).toBeLessThan(20);
      if (!off) expect(plain.statistics.explored).toBeGreaterThan(1_000);
    },
  );

  it("go anywhere in the last round, so that what no hint allows is found, too", async () => {
    const result = await walked("E<> p.dead", 'walk(choice=sem, hints=["noise == 0"])');
    expect(result.verdict.kind).toBe("satisfied");
  });

  it.each([false, true])("take nothing for a deadlock that a hint made one (slow: %s)", (slow) => {
    const query = load(lock).compileQuery("E<> deadlock && p.run");
    if (!query.ok) throw new Error("cannot be read");
    // From `at == 3` on nothing within the hint is left: that is no deadlock, and the walk only is over.
    const within = ({ cells }: DiscreteView): boolean => cells[0]! <= 3 && cells[1] === 0;
    const options = { choice: "sem", seed: 1, depth: 64, slow } as const;
    const walk = new RandomWalk(query.network, soughtState(query.value)!.target, options, [within]);
    for (let step = 0; step < 2_000; step++) expect(walk.step()).toBe("running");
  });

  it("say what is wrong with a hint, at its place", async () => {
    const problem = await askGuided(lock, "E<> p.open", 'walk(hints=["nose == 0"])');
    expect(problem).toMatchObject({ message: expect.stringContaining("nothing is called `nose` here") });
    expect(problem).toHaveProperty("span");
  });
});
