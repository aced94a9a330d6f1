// What is found to be interchangeable, and what is found out not to be.

import { describe, expect, it } from "vitest";
import { soughtState } from "../../src/check/plan/target.ts";
import { type SymmetryMode, symmetryOf } from "../../src/symmetry/index.ts";
import { load } from "../check/ask.ts";
import { gate, pairs, plainFischer, scalarFischer } from "./models.ts";

function blocks(model: string, query: string, mode: SymmetryMode = "auto") {
  const { compileQuery } = load(model);
  const compiled = compileQuery(query);
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]!.message);
  const { formula } = soughtState(compiled.value)!.target;
  const found = symmetryOf(compiled.network, formula, mode);
  return { units: found.blocks.map(({ names }) => names), broken: found.broken };
}

describe("what is interchangeable", () => {
  it("processes over a scalar set", () => {
    const { units } = blocks(
      scalarFischer(4),
      "A[] forall (i : pid_t) forall (j : pid_t) P(i).cs && P(j).cs imply i == j",
      "scalar",
    );
    expect(units).toEqual([["P(0)", "P(1)", "P(2)", "P(3)"]]);
  });

  it("processes over integers that are used as names", () => {
    const { units } = blocks(
      plainFischer(4),
      "E<> exists (i : int[1,4]) exists (j : int[1,4]) i != j && P(i).cs && P(j).cs",
    );
    expect(units).toEqual([["P(1)", "P(2)", "P(3)", "P(4)"]]);
    expect(blocks(plainFischer(4), "E<> deadlock", "scalar").units).toEqual([]);
  });

  it("those that the question does not name, and those that it names alike", () => {
    const { units } = blocks(plainFischer(5), "E<> P(1).cs && P(2).cs");
    expect(units).toEqual([
      ["P(1)", "P(2)"],
      ["P(3)", "P(4)", "P(5)"],
    ]);
    expect(blocks(plainFischer(5), "E<> P(2).cs && P(1).req").units).toEqual([["P(3)", "P(4)", "P(5)"]]);
  });

  it("names in queues, channels over them, functions", () => {
    const { units, broken } = blocks(gate(4), "A[] not deadlock", "scalar");
    expect(broken).toEqual([]);
    expect(units).toEqual([["Train(0)", "Train(1)", "Train(2)", "Train(3)"]]);
  });

  it("several processes with each name", () => {
    const { units, broken } = blocks(pairs(3), "E<> waiting == 3");
    expect(broken).toEqual([]);
    expect(units).toEqual([["Client(0)", "Client(1)", "Client(2)"]]);
  });
});
