// What is found to be interchangeable, and what is found out not to be.

import { describe, expect, it } from "vitest";
import { soughtState } from "../../src/check/plan/target.ts";
import { families } from "../../src/families/index.ts";
import { generateModel } from "../../src/lang/generate.ts";
import { type SymmetryMode, symmetryOf } from "../../src/symmetry/index.ts";
import { load } from "../check/ask.ts";
import { gate, pairs, plainFischer, scalarFischer } from "./models.ts";

function philosophers(size: number): string {
  const family = families.find(({ name }) => name === "philosophers")!;
  return generateModel(family, { size, variant: "", correct: false, seed: 1 }, "xta");
}

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

describe("what is found out", () => {
  const why = (model: string, query: string, mode: SymmetryMode = "auto") => {
    const { units, broken } = blocks(model, query, mode);
    return { units, because: broken[0]?.because };
  };
  const counted = (guard: string): string =>
    `int[0,9] n; process P(const int[0,2] me) { state a, b; init a; trans a -> b { guard ${guard}; assign n = 1; }; } system P;`;

  it("a guard that computes with the name, or compares it with a number of its own", () => {
    expect(why(counted("me < 2"), "E<> n == 1")).toEqual({
      units: [["P(0)", "P(1)"]],
      because: expect.stringContaining("edge from a to b"),
    });
    expect(why(counted("n > me"), "E<> n == 1").units).toEqual([]);
    // The values 2 and 3 that these wait for are names, too: nobody computes with them.
    expect(why(counted("n == me + 1"), "E<> n == 1").units).toEqual([["P(1)", "P(2)"]]);
    expect(why(counted("n == 0"), "E<> n == 1").units).toEqual([["P(0)", "P(1)", "P(2)"]]);
  });

  it("one guard of one process that is another", () => {
    const broken = plainFischer(4).replace("id == pid && x > 2", "id == pid && x > (pid == 3 ? 1 : 2)");
    expect(why(broken, "E<> deadlock")).toEqual({
      units: [["P(1)", "P(2)", "P(4)"]],
      because: "P(1) and P(3) differ in the edge from wait to cs",
    });
  });

  it("a value that is reset to a number, where names are numbers", () => {
    const { units, because } = why(
      gate(3, "0").replace("typedef scalar[N] id_t", "typedef int[0, N - 1] id_t"),
      "A[] not deadlock",
    );
    expect(units).toEqual([["Train(1)", "Train(2)"]]);
    expect(because).toContain("dequeue");
  });

  it("loops whose rounds see each other, and only those", () => {
    const looping = (body: string): string => `typedef scalar[3] id_t; bool in[id_t]; int[0,3] k; id_t last;
      void f() { k = 0; for (i : id_t) { ${body} } }
      process P(const id_t me) { state a; init a; trans a -> a { assign in[me] = !in[me], f(); }; } system P;`;
    expect(why(looping("if (in[i]) last = i;"), "E<> k == 2")).toEqual({
      units: [],
      because: "the rounds of a loop over them depend on their order",
    });
    expect(why(looping("if (in[i]) k += 1;"), "E<> k == 2").units[0]).toEqual(["P(0)", "P(1)", "P(2)"]);
    expect(why(looping("in[i] = false;"), "E<> k == 2").units[0]).toEqual(["P(0)", "P(1)", "P(2)"]);
  });

  it("receivers of a broadcast whose updates depend on their order", () => {
    const heard = (update: string): string => `broadcast chan go; int[0,9] n; int[0,9] m[3];
      process P(const int[0,2] me) { state a; init a; trans a -> a { sync go?; assign ${update}; }; }
      process S() { state a; init a; trans a -> a { sync go!; }; } system P, S;`;
    expect(why(heard("n = (2 * n) % 7"), "E<> n == 2").because).toContain("may receive one broadcast");
    expect(why(heard("m[me] = (m[me] + 1) % 3"), "E<> n == 2").units).toEqual([["P(0)", "P(1)", "P(2)"]]);
  });

  it("priorities, tables of constants, and what the question asks", () => {
    const tabled = (table: string): string => `const int t[3] = {${table}}; int[0,9] n; int[0,2] who;
      process P(const int[0,2] me) { state a, b; init a; trans a -> b { assign n = t[me], who = me; }; } system P;`;
    expect(why(tabled("4, 4, 5"), "E<> n == 4").units).toEqual([["P(0)", "P(1)"]]);
    expect(
      why(counted("n == 0").replace("system P;", "A = P(0); B = P(1); C = P(2); system A < B, C;"), "E<> n == 1").units,
    ).toEqual([["B", "C"]]);
    expect(why(counted("n == 0"), "E<> P(1).b")).toMatchObject({ units: [["P(0)", "P(2)"]] });
  });

  it("no pair of a long ring, of which only some are looked at", () => {
    // Every pair draws in its neighbours: with 300 philosophers `--explain` took minutes to find nothing.
    const stations = 70;
    const { units, broken } = blocks(philosophers(stations), "A[] !(P0.eat && P1.eat)");
    expect(units).toEqual([]);
    expect(broken.length).toBeGreaterThan(stations);
    expect(broken.length).toBeLessThan((stations * (stations - 1)) / 3);
  });
});
