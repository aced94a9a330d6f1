// Short functions written out where walks ask them: what is written out has the values and the faults of the call, and
// what needs a frame of its own stays a call.

import { describe, expect, it } from "vitest";
import { specialise } from "../../src/analysis/specialise.ts";
import { loadModel } from "../../src/lang/load.ts";
import type { Expression, Network, Statement } from "../../src/network/index.ts";
import { compileExpression, FunctionTable, Machine } from "../../src/semantics/evaluate/index.ts";
import { ModelFault } from "../../src/semantics/index.ts";
import { Unfolder } from "../../src/walk/compile/inline-functions.ts";
import { compileUpdate } from "../../src/walk/compile/updates.ts";

const DECLARATIONS = `
int[0,9] v; int[0,3] w; int[0,5] a[4]; clock x; clock y;
int[0,9] capped(int[0,9] n) { if (n < 4) return n; return 4 + v; }
bool near(int kind, int[0,7] n) { if (kind == 1) { if (n > 2) return n == v - 1 || n == v + 1; else return n == 0; } return false; }
int element(int[0,3] i) { return a[i]; }
int twice(int n) { return element(n) + element(n); }
int next() { return v++; }
int scanned() { int i; int all = 0; for (i = 0; i < 4; i++) all += a[i]; return all; }
int most() { return (sum (i : int[0,3]) a[i]); }
void clear() { v = 0; x = 0; }
void put(int[0,3] i) { a[i] = 5; w = i; }
void shift() { int i; for (i = 0; i < 3; i++) a[i] = a[i + 1]; }
`;

/** The network with one edge per guard or update. */
function networkOf(guards: readonly string[], updates: readonly string[] = []): Network {
  const edges = [
    ...guards.map((guard) => `s -> s { guard ${guard}; }`),
    ...updates.map((update) => `s -> s { assign ${update}; }`),
  ];
  const content = `${DECLARATIONS} process P() { state s; init s; trans ${edges.join(", ")}; } system P;`;
  const { network, diagnostics } = loadModel({ name: "model.xta", content }, { lints: false });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return network!;
}

function conditionOf(network: Network, edge: number): Expression {
  const [conjunct] = network.edges[edge]!.guard;
  if (conjunct?.kind !== "data") throw new Error("a guard about data");
  return conjunct.condition;
}

const holdsCall = (part: unknown): boolean => /"kind":"call"/.test(JSON.stringify(part));

function outcome(network: Network, expression: Expression, cells: readonly number[]): number | string {
  const machine = new Machine(network.cells);
  machine.load(new Int32Array(network.processes.length), cells, 8);
  try {
    return compileExpression(expression, new FunctionTable(network.functions))(machine);
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error;
    return error.message;
  }
}

describe("functions written out", () => {
  const guards = [
    "capped(w) == 2",
    "capped(v) > 4",
    "near(1, w) && near(1, 5)",
    "near(2, 3)",
    "element(w) == 1",
    "twice(w) == 2",
    "element(v) == 1",
  ];

  it("have the values and faults of the call", () => {
    const network = networkOf(guards);
    const unfolder = new Unfolder(network.functions);
    let faults = 0;
    for (const edge of guards.keys()) {
      const called = conditionOf(network, edge);
      const written = unfolder.map(called);
      expect([guards[edge], holdsCall(written)]).toEqual([guards[edge], false]);
      for (let v = 0; v <= 9; v++) {
        for (let w = 0; w <= 3; w++) {
          const cells = [...network.initialValues];
          cells[network.variables.find(({ name }) => name === "v")!.cell] = v;
          cells[network.variables.find(({ name }) => name === "w")!.cell] = w;
          const expected = outcome(network, called, cells);
          if (typeof expected === "string") faults++;
          expect([guards[edge], v, w, outcome(network, written, cells)]).toEqual([guards[edge], v, w, expected]);
          expect(outcome(network, specialise(written, new Map()), cells)).toBe(expected);
        }
      }
    }
    expect(faults).toBeGreaterThan(0);
  });

  it("leave nothing of what their arguments decide", () => {
    const network = networkOf(guards);
    const written = new Unfolder(network.functions).map(conditionOf(network, 3));
    expect(specialise(written, new Map())).toEqual({ kind: "constant", value: 0 });
  });

  it("are called where they change something or count", () => {
    const staying = ["scanned() == 1", "most() == 1"];
    const network = networkOf(staying, ["w = next()"]);
    const unfolder = new Unfolder(network.functions);
    for (const edge of staying.keys())
      expect(unfolder.map(conditionOf(network, edge))).toEqual(conditionOf(network, edge));
    expect(unfolder.statements(network.edges[staying.length]!.update)).toEqual(network.edges[staying.length]!.update);
  });
});

describe("updates", () => {
  const updateOf = (text: string) => {
    const network = networkOf([], [text]);
    const edge = network.edges[0]!;
    const update: readonly Statement[] = new Unfolder(network.functions).statements(edge.update);
    return compileUpdate({ ...edge, update }, new FunctionTable(network.functions))!;
  };

  it("are lists of constants where that is all they are", () => {
    const { resets, stores, rest } = updateOf("clear(), y = 2, w = 3");
    expect([[...resets], stores.length, rest]).toEqual([[1, 0, 2, 2], 4, null]);
  });

  it("keep their order where a clock may be set by others", () => {
    expect(updateOf("x = y, y = 0").resets).toHaveLength(0);
    expect(updateOf("shift(), x = 1").resets).toHaveLength(0);
    expect(updateOf("v = w, w = 1").stores).toHaveLength(0);
  });

  it("say that a value is out of range when they are taken", () => {
    expect(updateOf("w = 4").stores).toHaveLength(0);
  });
});
