// Which values the locals of a function can have, as far as its text says.

import { expect, it } from "vitest";
import { frameRanges } from "../../src/analysis/frames.ts";
import { networkOf } from "./models.ts";

it.each([
  ["int[0,9] k = 7; k = 2; return k;", "0..9"],
  ["int[2,9] k = 7; return k;", "7..7"],
  ["int[0,9] k = v; return k;", "0..9"],
  ["int[0,3] k[2] = { 3, 1 }; return k[0];", "3..3 1..1"],
  ["int[0,3] k[2] = { 3, 1 }; k[v] = 2; return k[0];", "nothing"],
  ["int s = 0; for (i : int[4,6]) s = i; return s;", "-32768..32767 4..6"],
  ["int[0,9] k = 1; set(k); return k;", "nothing"],
  ["int[0,9] k = 1; set(w); return k;", "1..1"],
  ["int[0,9] k = 1; k = twice(k); return k;", "0..9"],
  ["bool b = exists (i : int[1,2]) i == v; return b;", "1..2 0..1"],
])("%s", (body, expected) => {
  const { functions } =
    networkOf(`int[0,3] v; int[0,9] w; void set(int[0,9] &x) { x = 0; } int twice(int x) { return 2 * x; }
    int f() { ${body} } process P() { state a; init a; trans a -> a { assign v = f(); }; } system P;`);
  const ranges = frameRanges(functions.find(({ name }) => name === "f")!);
  const shown = [...(ranges ?? [])].sort(([a], [b]) => a - b).map(([, { min, max }]) => `${min}..${max}`);
  expect(ranges === undefined ? "nothing" : shown.join(" ")).toBe(expected);
});
