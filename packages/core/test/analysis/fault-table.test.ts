// What may fail and what may not, shape by shape: who says "cannot" of what can fail is believed by everybody who does
// not look for faults, and who says "can" of everything makes them look for nothing.

import { describe, expect, it } from "vitest";
import { FaultAnalysis } from "../../src/analysis/faults.ts";
import { load } from "../check/ask.ts";

const DECLARED = `int[0,3] u = 1; int[-1,3] s = 1; int[1,3] p = 1; int[0,9] r; int[0,9] a[4]; bool b; clock x, y[4]; chan c[4];
  struct { int[0,9] f[4]; int[0,3] k; } t;`;

/** The variables that bounds are read from move over all of their ranges. */
const MOVING =
  "process M() { state m; init m; trans m -> m { select i : int[0,3]; assign u = i; }, m -> m { select i : int[-1,3]; assign s = i; }, m -> m { select i : int[1,3]; assign p = i; }; }";

const FUNCTIONS = `int[0,9] still = 2; int[0,9] lent = 2; typedef struct { int[0,9] m; int[0,9] n; } pair_t; pair_t many[4];
  void zero(int[0,9] &z) { z = 0; } pair_t pair() { pair_t made = { 1, 2 }; return made; }`;

const canFault = (edge: string, functions = "", invariant = ""): boolean =>
  new FaultAnalysis(
    load(
      `${DECLARED} ${functions} ${MOVING} process P() { state l ${invariant}, k; init l; trans l -> k { ${edge} }; } system P, M;`,
    ).network,
  ).canFault;

describe("an update", () => {
  it.each([
    ["r = 6 / p", false],
    ["r = 6 / u", true],
    ["r = 6 % p", false],
    ["r = 6 % u", true],
    ["r = u > 0 ? 6 / u : 0", false],
    ["r = u >= 0 ? 6 / u : 0", true],
    ["r = -s + 3", false],
    ["r = -s", true],
    ["r = -(6 / u) + 9", true],
    ["r = !(6 / u)", true],
    ["r = 1 << u", false],
    ["r = 1 << s", true],
    ["r = 8 >> u", false],
    ["r = 8 >> s", true],
    ["r <<= s", true],
    ["r /= p", false],
    ["r /= u", true],
    ["r = 9, r /= u", true],
    ["r %= p", false],
    ["r %= u", true],
    ["r = a[u]", false],
    ["r = a[s]", true],
    ["r = a[u + 1]", true],
    ["a[u] = 9", false],
    ["a[s] = 9", true],
    ["a[p - 1] = 9", false],
    ["t.f[u] = 1", false],
    ["t.f[s] = 1", true],
    ["r = t.f[a[u] % 4]", false],
    ["r = t.f[a[u]]", false],
    ["r = t.f[a[u] + u + 1]", true],
    ["r = u + 6", false],
    ["r = u + 7", true],
    ["u++", true],
    ["b = 6 / u > 1 || true", true],
    ["b = u > 0 && 6 / u > 1", false],
    ["b = u == 0 || 6 / u > 1", false],
    ["b = u > 0 || 6 / u > 1", true],
    ["b = u != 0 && 6 / u > 1", false],
    ["b = !(u == 0) && 6 / u > 1", false],
    ["b = forall (i : int[1,3]) 6 / i > 0", false],
    ["b = forall (i : int[0,3]) 6 / i > 0", true],
    ["b = exists (i : int[0,3]) a[i] > 0", false],
    ["b = exists (i : int[0,4]) a[i] > 0", true],
    ["r = sum (i : int[1,3]) 1 / i", false],
    ["x = u", false],
    ["x = s", true],
    ["y[u] = 0", false],
    ["y[s] = 0", true],
    ["r = (u > 0 && b) ? 6 / u : 0", false],
    ["r = (u > 0 || b) ? 6 / u : 0", true],
    ["r = !(u == 0 || b) ? 6 / u : 0", false],
    ["r = !(u == 0 && b) ? 6 / u : 0", true],
    ["still = still, r = 6 / still", false],
    ["zero(lent), r = 6 / lent", true],
    ["r = 6 / lent", false],
    ["many[u] = pair()", false],
    ["many[s] = pair()", true],
    ["many[u].m = many[s].m", true],
  ])("%s: %s", (update, fails) => {
    expect(canFault(`assign ${update};`, FUNCTIONS)).toBe(fails);
  });
});

describe("a guard", () => {
  it.each([
    ["6 / p > 1", false],
    ["6 / u > 1", true],
    ["u > 0 && 6 / u > 1", false],
    ["y[u] <= 3", false],
    ["y[s] <= 3", true],
    ["x - y[u] <= 3", false],
    ["x - y[s] <= 3", true],
    ["x <= 6 / p", false],
    ["x <= 6 / u", true],
    ["6 / u > 1 imply x <= 3", true],
    ["u > 0 imply x <= 6 / u", false],
    ["forall (i : int[0,3]) y[i] <= 3", false],
    ["forall (i : int[0,4]) y[i] <= 3", true],
    ["p == 2; sync c[u]!", false],
    ["p == 2; sync c[s]!", true],
    ["p == 2; sync c[s]?", true],
    ["p == 2; sync c[p - 1]?", false],
    ["u > 0; assign r = (u = 0) + 6 / u", true],
    ["u > 0; assign r = (b = 0) + 6 / u", false],
  ])("%s: %s", (guard, fails) => {
    expect(canFault(`guard ${guard};`)).toBe(fails);
  });
});

describe("a function", () => {
  it.each([
    ["for (i : int[0,3]) a[i] = 1;", false],
    ["for (i : int[0,4]) a[i] = 1;", true],
    ["for (i : int[1,3]) r = 6 / i;", false],
    ["for (i : int[0,3]) r = 6 / i;", true],
    ["if (u > 0) r = 6 / u;", false],
    ["if (u > 0) r = 1; else r = 6 / u;", true],
    ["if (u == 0) return; r = 6 / u;", true],
    ["int[0,3] k = u; a[k] = 1;", false],
    ["int k = s; a[k] = 1;", true],
    ["int k[2] = { 0, 3 }; a[k[1]] = 1;", false],
    ["r = 6 / (u + 1);", false],
    ["assert(p > 0);", false],
    ["assert(u > 0);", true],
    ["assert(1 + 0 * (6 / u));", true],
    ["assert(1 + 0 * (6 / p));", false],
  ])("void f() { %s }: %s", (body, fails) => {
    expect(canFault("assign f();", `void f() { ${body} }`)).toBe(fails);
  });

  it.each([
    ["int g(int[0,3] k) { return a[k]; }", "r = g(u)", false],
    ["int g(int[0,3] k) { return a[k]; }", "r = g(s)", true],
    ["int g(int k) { return a[k]; }", "r = g(u)", false],
    ["int g(int k) { return a[k]; }", "r = g(u + 1)", true],
    ["int g(int k) { return 6 / k; }", "r = g(p)", false],
    ["int g(int k) { return 6 / k; }", "r = g(u)", true],
    ["void h(int[0,9] &c) { c = 3; }", "h(a[u])", false],
    ["void h(int[0,9] &c) { c = 3; }", "h(a[s])", true],
  ])("%s %s: %s", (functions, update, fails) => {
    expect(canFault(`assign ${update};`, functions)).toBe(fails);
  });
});

it.each([
  ["{ 6 / p > 0 }", false],
  ["{ 6 / u >= 0 }", true],
  ["{ x <= 6 / u }", true],
])("an invariant %s: %s", (invariant, fails) => {
  expect(canFault("", "", invariant)).toBe(fails);
});
