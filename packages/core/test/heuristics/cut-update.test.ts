// Updates that are cut into groups, run group by group, do what they do statement by statement. The slow twin of the
// relaxed graph takes the same groups, so it would not see a group that overtakes another; the reference evaluator
// does.

import { describe, expect, it } from "vitest";
import { AccessAnalysis } from "../../src/analysis/accesses.ts";
import { Prng } from "../../src/basics/prng.ts";
import { cutUpdate } from "../../src/heuristics/relaxed/ground/cut-update.ts";
import { loadModel } from "../../src/lang/load.ts";
import { compileBlock, FunctionTable, Machine } from "../../src/semantics/evaluate/index.ts";

const DECLARATIONS = `
int w = 1; int x = 2; int y = 3; int z = 5; int[0,2] i; int a[3] = {7, 11, 13};
struct { int p; int q; } s = {17, 19};
void swap(int &m, int &n) { int t = m; m = n; n = t; }
int next() { i = (i + 1) % 3; return a[i]; }`;
const PLACES = ["w", "x", "y", "z", "s.p", "s.q", "a[0]", "a[1]", "a[2]", "a[i]", "a[(i + 1) % 3]"];
const UPDATES = 600;

function randomUpdate(random: Prng): string {
  const some = (list: readonly string[]): string => list[random.below(list.length)]!;
  const value = (): string =>
    [() => some(PLACES), () => `${some(PLACES)} + ${some(PLACES)}`, () => "next()", () => `${random.below(9)}`][
      random.below(4)
    ]!();
  const statement = (): string => {
    const kind = random.below(10);
    if (kind === 0) return "i = (i + 1) % 3";
    if (kind === 1) return `swap(${some(["w", "x", "y", "z"])}, ${some(["s.p", "s.q", "a[0]"])})`;
    if (kind === 2) return `${some(PLACES)} += ${value()}`;
    return `${some(PLACES)} = ${value()}`;
  };
  return Array.from({ length: 2 + random.below(6) }, statement).join(", ");
}

describe("updates in groups", () => {
  it("leave what they leave statement by statement", () => {
    const random = new Prng(17);
    const updates = Array.from({ length: UPDATES }, () => randomUpdate(random));
    const edges = updates.map((update) => `here -> here { assign ${update}; }`).join(",\n");
    const content = `${DECLARATIONS}\nprocess P() { state here; init here; trans ${edges}; }\nsystem P;`;
    const { network, diagnostics } = loadModel({ name: "m.xta", content }, { lints: false });
    if (network === null) throw new Error(diagnostics[0]?.message);
    const accesses = new AccessAnalysis(network);
    const functions = new FunctionTable(network.functions);
    const machine = new Machine(network.cells);
    const runs = (update: Parameters<typeof compileBlock>[0], frameSize: number): readonly number[] => {
      machine.load(new Int32Array(1), network.initialValues, frameSize);
      compileBlock(update, functions)(machine);
      return [...machine.memory.slice(0, network.cells)];
    };
    let several = 0;
    let moved = 0;
    for (const [at, { update, frameSize }] of network.edges.entries()) {
      const groups = cutUpdate(update, accesses);
      several += groups.length > 1 ? 1 : 0;
      moved += groups.flat().some((statement, k) => statement !== update[k]) ? 1 : 0;
      expect(runs(groups.flat(), frameSize), updates[at]).toEqual(runs(update, frameSize));
    }
    expect(several).toBeGreaterThan(UPDATES / 10);
    expect(moved).toBeGreaterThan(UPDATES / 20);
  });
});
