// Edges that share a test are tried behind it, in their order; nothing that could fail is skipped.

import { describe, expect, it } from "vitest";
import { type GuardedTrial, trialsOf } from "../../../src/engine/compiled/steps/edges/common-tests.ts";
import { loadModel } from "../../../src/lang/load.ts";

const shown = (trials: readonly GuardedTrial[]): string =>
  trials
    .map((trial) =>
      "edge" in trial ? `${trial.edge.id}` : `${trial.test.cell}=${trial.test.value}(${shown(trial.trials)})`,
    )
    .join(" ");

const trials = (guards: readonly string[]): string => {
  const commands = guards.map((guard) => `[] ${guard} -> (a'=0);`).join(" ");
  const content = `mdp module m a : [0..9]; b : [0..9]; ${commands} endmodule`;
  return shown(trialsOf(loadModel({ name: "m.prism", content }, { lints: false }).network!.edges));
};

describe("edges with common tests", () => {
  it("are nested by what neighbours share", () => {
    expect(trials(["a=1 & b=1", "a=1 & b=2", "a=1 & b=2", "a=1 & b=2 & a<3", "a=2", "b>3"])).toBe(
      "0=1(0 1=2(1 2 3)) 4 5",
    );
  });

  it("stay alone where few share anything", () => {
    expect(trials(["a=1", "a=1", "a=2", "b=1"])).toBe("0 1 2 3");
  });

  it("are not hidden behind what is asked after something that may fail", () => {
    expect(trials(["mod(a,b)=1 & a=1", "mod(a,b)=1 & a=1", "mod(a,b)=1 & a=1"])).toBe("0 1 2");
  });
});
