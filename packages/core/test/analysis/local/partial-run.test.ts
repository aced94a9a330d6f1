// What runs with only some cells known, beside the reference evaluator with all of them: what is said to be written is
// written, whatever the others are; what is said to fail fails; and with everything known nothing is left open.

import { describe, expect, it } from "vitest";
import { GuardRun, type Test } from "../../../src/analysis/local/guard-run.ts";
import { Faulty, Lost } from "../../../src/analysis/local/known-values.ts";
import { Prng } from "../../../src/basics/prng.ts";
import type { Edge, Network } from "../../../src/network/index.ts";
import { compileBlock, FunctionTable, Machine } from "../../../src/semantics/evaluate/index.ts";
import { networkOf } from "../models.ts";

const DECLARATIONS = `
int[0,3] a = 1; int[0,3] b = 2; int[-2,9] c; bool flag; int[0,3] w[3] = {2, 0, 1}; int[-9,99] r;
struct { int[0,3] f; int[0,3] g; } z[2];
struct { int[0,3] p; int[0,3] q; } s = {1, 3}, t = {3, 1};
int plus(int k) { return k + k; }
bool less(int k, int l) { int h = l; return k < h; }
bool few(int i) { int most = 1; return w[i] <= most; }
bool both(int i) { return w[i] == 1 && flag; }
bool copied(int i) { int here = w[i]; return here == 2; }
int twice(int k) { int j = k; return j + k; }
int first(int x, int y) { if (x > 0) return x; return y; }
int upTo(int n) { int all = 0; for (i : int[0,3]) { if (i > n) return all; all += i; } return -1; }
int loops(int n) { int i = 0; int k = 0; while (i < n) { i++; k = k + 2; } do { k++; } while (k < 3); for (i = 3; i > 1; i--) k += i; return k; }
void swap(int[0,3] &m, int[0,3] &n) { int h = m; m = n; n = h; }
void fill(int[0,3] v) { for (i : int[0,2]) w[i] = v; }
int total(int[0,3] list[3]) { int all = 0; for (i : int[0,2]) all += list[i]; list[0] = 3; return all; }
int known() { int q[3] = {1, 2, 3}; { int e = q[1]; q[2] = e; } return q[2] + q[0]; }`;

const UPDATES =
  `r = a + b; r = a - b * 2; r = a / b; r = (a + 1) % (b + 1); r = a & b; r = a | b; r = a ^ b; r = a < b ? 1 : 2;
r = a <= b; r = a == b; r = a != b; r = a >= b; r = a > b; r = a <? b; r = a >? b; r = -a; r = a > 0 && b > 0; r = a > 0 || b > 0;
r = !(a == 2); r = (a > 1 ? b : b); r = a > 1 ? b : c; r = forall (i : int[0,2]) w[i] <= a; r = exists (i : int[0,2]) w[i] == a;
r = sum (i : int[0,2]) w[i] * i; r = exists (i : int[0,2]) i == a || w[i] > 5; r = forall (i : int[0,2]) i < a && w[i] < 9;
r = w[a]; w[a] = b; w[b] = a, r = w[1]; a = 3, b = a, c = b; a++, r = a; r = a++; r = ++a; r = b--; c = c + 1; c = c - a; c += a; c -= 2; c += b;
c = b + 1; b = b + 1, r = b; b = c + 1; s = t; s.p = t.q, r = s.p; r = s == t; r = s.p == t.q; swap(a, b); swap(s.p, t.q), r = s.p; r = twice(a);
r = first(a, b); r = upTo(a); r = loops(a); fill(a); fill(b), r = w[2]; r = total(w), c = w[0]; r = known(); a = b > 1 ? 2 : 2; flag = a > 1, r = flag ? 5 : 6;
a = 5 - a; r = 6 / (a - 1); r = w[a + 1]; assertion(a); r = b > 0 ? 8 / b : 0; flag = !flag, r = flag; c = c + 1, c = c + 1; b = 1, c = b + c, b = c;
a *= 2; a = a * 2; b = b - 1, a = b; r = a > 1 && 4 / (a - 1) > 1; r = a < 1 || 4 / (b + 1) > 1; w[2] = w[1], w[1] = w[0], r = w[2] + w[1];
r = b > 1 ? (a = 2) : 3; r = (b > 1 && (a = 2) > 1) ? 1 : 0; r = z[a > 1].g + z[0].f; z[b > 1].g = a, r = z[1].g`
    .replace("assertion(a);", "check(a);")
    .split(";")
    .map((one) => one.trim());

const content = `${DECLARATIONS}
void check(int k) { assert(k > 0); r = k; }
process P() { state here; init here; trans ${UPDATES.map((update) => `here -> here { assign ${update}; }`).join(",\n")}; }
system P;`;

/** Groups of cells that are known together: every variable is known or not. */
const cellsOf = (network: Network): readonly (readonly number[])[] =>
  network.variables.map(({ cell }, at) => {
    const end = network.variables[at + 1]?.cell ?? network.cells;
    return Array.from({ length: end - cell }, (_, i) => cell + i);
  });

type Said = GuardRun | "fails" | "lost";

function partially(network: Network, known: ReadonlySet<number>, cells: Int32Array, edge: Edge): Said {
  const run = new GuardRun(
    network,
    (cell) => known.has(cell),
    () => undefined,
  );
  try {
    run.begin(cells, []);
    run.run(edge.update);
    return run;
  } catch (error) {
    if (error instanceof Lost) return "lost";
    if (error instanceof Faulty) return "fails";
    throw error;
  }
}

/** Undefined: it fails. */
function wholly(network: Network, cells: Int32Array, { update, frameSize }: Edge): Int32Array | undefined {
  const machine = new Machine(network.cells);
  machine.load(new Int32Array(1), cells, frameSize);
  try {
    compileBlock(update, new FunctionTable(network.functions))(machine);
    return machine.memory.slice(0, network.cells);
  } catch {
    return undefined;
  }
}

/** What the effects leave of the cells; undefined where they do not say. */
function after(cells: Int32Array, { effects }: GuardRun): (number | undefined)[] {
  const left: (number | undefined)[] = [...cells];
  for (const { cell, op, value } of effects) {
    const before = left[cell];
    left[cell] = op === "set" ? value : before === undefined || value === undefined ? undefined : before + value;
  }
  return left;
}

const network = networkOf(content);
const groups = cellsOf(network);
const all = new Set(groups.flat());

function randomCells(random: Prng): Int32Array {
  const cells = Int32Array.from(network.initialValues);
  for (const { cell, type } of network.variables) {
    const [least, most] = type.kind === "int" ? [type.min, type.max] : [0, type.kind === "bool" ? 1 : 3];
    const size = groups.find(([first]) => first === cell)!.length;
    for (let i = 0; i < size; i++) cells[cell + i] = least + random.below(Math.min(most - least + 1, 12));
  }
  return cells;
}

describe("with everything known", () => {
  it.each(network.edges.map((edge, at) => [UPDATES[at]!, edge] as const))("%s", (_update, edge) => {
    const random = new Prng(1);
    for (let trial = 0; trial < 12; trial++) {
      const cells = randomCells(random);
      const said = partially(network, all, cells, edge);
      const expected = wholly(network, cells, edge);
      if (expected === undefined) expect(said).toBe("fails");
      else if (typeof said === "string") expect.fail(`${said}: ${cells}`);
      else {
        expect([...said.cells]).toEqual([...expected]);
        expect(after(cells, said)).toEqual([...expected]);
      }
    }
  });
});

describe("with some known", () => {
  it.each(network.edges.map((edge, at) => [UPDATES[at]!, edge] as const))("%s", (_update, edge) => {
    const random = new Prng(2);
    for (let trial = 0; trial < 16; trial++) {
      const known = new Set(groups.flatMap((group) => (random.below(2) === 0 ? group : [])));
      const cells = randomCells(random);
      const said = partially(network, known, cells, edge);
      if (said === "lost") continue;
      for (let completion = 0; completion < 6; completion++) {
        const whole = randomCells(random).map((value, cell) => (known.has(cell) ? cells[cell]! : value));
        const expected = wholly(network, whole, edge);
        if (said === "fails") expect(expected).toBe(undefined);
        else if (expected !== undefined) {
          for (const [cell, value] of after(whole, said).entries()) {
            if (value !== undefined) expect([cell, value]).toEqual([cell, expected[cell]]);
          }
        }
      }
    }
  });

  /** How many of 16 are followed to the end, and how many effects have values: what is said is not less than it was. */
  it("says as much as this", () => {
    const random = new Prng(3);
    let [followed, fails, lost, valued, added] = [0, 0, 0, 0, 0];
    for (const edge of network.edges) {
      for (let trial = 0; trial < 16; trial++) {
        const known = new Set(groups.flatMap((group) => (random.below(2) === 0 ? group : [])));
        const said = partially(network, known, randomCells(random), edge);
        if (said === "lost") lost++;
        else if (said === "fails") fails++;
        else {
          followed++;
          valued += said.effects.filter(({ value }) => value !== undefined).length;
          added += said.effects.filter(({ op }) => op === "add").length;
        }
      }
    }
    expect({ followed, fails, lost, valued, added }).toEqual({
      followed: 766,
      fails: 43,
      lost: 407,
      valued: 711,
      added: 58,
    });
  });
});

describe("what a guard asks", () => {
  const guards: readonly (readonly [guard: string, asks: string | false])[] = [
    ["a == 1 && b < 3", "b < 3"],
    ["a == 2 && b < 3", false],
    ["3 > b", "b < 3"],
    ["3 >= b && 1 <= b && 2 == b && 0 != b && 0 < b", "b <= 3, b >= 1, b == 2, b != 0, b > 0"],
    ["flag", "flag != 0"],
    ["!flag", "flag == 0"],
    ["a == 2 || b > 1", "b > 1"],
    ["b > 1 || a == 2", "b > 1"],
    ["a == 1 || b > 1", ""],
    ["b > 1 || c > 1", "other b c"],
    ["forall (i : int[0,2]) i > 0 || b != i", "b != 0"],
    ["forall (i : int[1,2]) w[i] <= i && i < 3", "w[1] <= 1, w[2] <= 2"],
    ["forall (i : int[0,2]) i < 2 && b > i", false],
    ["exists (i : int[0,2]) w[i] == a", "other w[0] w[1] w[2]"],
    ["w[a] == 2", "w[1] == 2"],
    ["w[b] == 2", "other b w[0] w[1] w[2]"],
    ["z[b > 1].g == 2", "other b z+1 z+2 z+3 s"],
    ["z[1].g == 2", "z+3 == 2"],
    ["b + 1 == c", "other b c"],
    ["b + a <= 3 && 4 - b > a && 2 < b - a && a - b == 0", "b <= 2, b < 3, b > 3, b == 1"],
    ["r + 2000000000 > 0", "r > -2000000000"],
    ["!(b > 1 || c == 2) && !(a == 1 && b > 2)", "b <= 1, c != 2, b <= 2"],
    ["!(exists (i : int[0,2]) w[i] > i)", "w[0] <= 0, w[1] <= 1, w[2] <= 2"],
    ["twice(b) > 2", "other b"],
    ["first(0, b) > 2", "other b"],
    ["less(b, a)", "other b"],
    ["few(2)", "w[2] <= 1"],
    ["!few(a) && c > 1", "w[1] > 1, c > 1"],
    ["few(b)", "other b w[0] w[1] w[2]"],
    ["both(a)", "w[1] == 1, flag != 0"],
    ["both(b)", "other b flag w[0] w[1] w[2]"],
    ["copied(1)", "other w[1]"],
    ["(a == 1 ? b : c) > 1", "other b"],
    ["a == 1 ? b > 1 : c > 1", "b > 1"],
    ["b == c", "other b c"],
    ["-b < 0", "other b"],
    ["plus(a) == 2 && b >= a", "b >= 1"],
    ["(a > 0 ? b : c) > 2", "other b"],
  ];
  it.each(guards)("%s", (guard, asks) => {
    const model = networkOf(
      `${DECLARATIONS} process P() { state s; init s; trans s -> s { guard ${guard}; }; } system P;`,
    );
    const name = (cell: number): string => {
      const variable = model.variables.filter((one) => one.cell <= cell).at(-1)!;
      if (variable.name === "z") return `z+${cell - variable.cell}`;
      return variable.name === "w" ? `w[${cell - variable.cell}]` : variable.name;
    };
    const known = new Set(model.variables.filter((one) => one.name === "a").map(({ cell }) => cell));
    const run = new GuardRun(
      model,
      (cell) => known.has(cell),
      () => undefined,
    );
    run.begin(Int32Array.from(model.initialValues), []);
    const tests: Test[] = [];
    const holds = model.edges[0]!.guard.every(
      (conjunct) => conjunct.kind === "data" && run.tests(conjunct.condition, tests),
    );
    const shown = tests.map((test) =>
      test.kind === "cell"
        ? `${name(test.cell)} ${test.op} ${test.value}`
        : ["other", ...[...test.cells].sort((x, y) => x - y).map(name)].join(" "),
    );
    expect(holds ? shown.join(", ") : false).toBe(asks);
  });
});
