// Estimates run the statements of an update in groups that have nothing to do with each other. A group must not
// overtake another: what a statement reads is what those before it left, and never what one behind it writes.

import { describe, expect, it } from "vitest";
import { SlowRelaxation } from "../../src/testing/index.ts";
import { load } from "../check/ask.ts";
import { estimate } from "./estimate.ts";

const ARRAY = "int[0,2] table[3] = {2, 2, 2}; int[0,5] r; int[0,2] i;";
const SCALARS = "int[0,9] x = 1; int[0,9] y = 2; int[0,9] z = 3; int[0,9] s; int[0,9] t;";

const model = (declarations: string, update: string): string => `
${declarations}
process R() { state a, b; init a; trans a -> b { assign ${update}; }; }
system R;
`;

/** What holds after the one step. */
const UPDATES: readonly (readonly [declarations: string, update: string, after: readonly string[]])[] = [
  [ARRAY, "i = 0, r = table[0] + 1, table[i] = 0", ["r == 3", "table[0] == 0"]],
  [SCALARS, "t = x, x = y, y = t", ["x == 2", "y == 1"]],
  [SCALARS, "t = x, x = y, y = z, z = t", ["x == 2", "y == 3", "z == 1"]],
  // The last statement joins the first, and the third and fourth join them; only then would `x = s` overtake `y = x`.
  [SCALARS, "t = 4, y = x, s = z, x = s, z = t", ["y == 1", "x == 3", "z == 4"]],
];

describe.each(["hL()", "hmax()", "hU()", "hadd()"])("%s", (heuristic) => {
  it.each(UPDATES)("%s %s", (declarations, update, after) => {
    const text = model(declarations, update);
    for (const condition of after) expect(estimate(heuristic, text, {}, `E<> ${condition}`), condition).toBe(1);
    const all = estimate(heuristic, text, {}, `E<> ${after.join(" && ")}`);
    expect(all).toBe(heuristic === "hadd()" ? after.length : 1);
  });
});

describe("the slow twin, which has an order of its own", () => {
  it.each(UPDATES)("%s %s", (declarations, update, after) => {
    const { compileQuery } = load(model(declarations, update));
    for (const condition of [...after, after.join(" && ")]) {
      const query = compileQuery(`E<> ${condition}`);
      if (!query.ok || query.value.kind !== "E<>") throw new Error(condition);
      const problem = { network: query.network, target: query.value.formula, frameSize: query.value.frameSize };
      const state = { locations: [0], cells: [...query.network.initialValues] };
      expect(new SlowRelaxation(problem).layers(state), condition).toBe(1);
    }
  });
});
