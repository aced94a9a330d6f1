// Options of networks that draw: each with its chance, none without, and no time between steps.

import { describe, expect, it } from "vitest";
import { Prng } from "../../src/basics/prng.ts";
import { loadModel } from "../../src/lang/load.ts";
import { Simulator } from "../../src/simulate/simulator.ts";
import { rational } from "../../src/zone/index.ts";

function simulate(content: string): Simulator {
  const { network, diagnostics } = loadModel({ name: "m.prism", content });
  if (network === null) throw new Error(diagnostics[0]!.message);
  return Simulator.create(network)!;
}

const model = (kind: string): string => `${kind}
module m
  x : [0..3];
  [a] x=0 -> 0.25 : (x'=1) + 0.75 : (x'=2) + 0 : (x'=3);
  [b] x=0 -> (x'=3);
endmodule`;

describe("options of a network that draws", () => {
  it.each([
    ["dtmc", "probability", [0.125, 0.375, 0.5]],
    ["mdp", "probability", [0.25, 0.75, 1]],
    ["ctmc", "rate", [0.25, 0.75, 1]],
  ] as const)("%s", (kind, what, values) => {
    const simulator = simulate(model(kind));
    const chances = simulator.chances()!;
    expect(chances.map((chance) => chance.kind)).toEqual(values.map(() => what));
    expect(chances.map(({ value }) => value)).toEqual(values);
    expect(simulator.wait(rational(1))).toBe(false);
    expect(simulator.wait(rational(0))).toBe(true);
  });

  it("are drawn by their chances", () => {
    const counts = [0, 0, 0, 0];
    const prng = new Prng(1);
    const simulator = simulate(model("dtmc"));
    for (let run = 0; run < 4_000; run++) {
      simulator.random(prng);
      counts[simulator.state.cells[0]!]!++;
      simulator.undo();
    }
    expect(counts[0]).toBe(0);
    for (const [x, share] of [0, 0.125, 0.375, 0.5].entries()) expect(counts[x]! / 4_000).toBeCloseTo(share, 1);
  });
});
