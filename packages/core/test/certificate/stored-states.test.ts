// What of a search becomes a certificate.

import { describe, expect, it } from "vitest";
import { certificateOf, checkQueries, strategies } from "../../src/check/index.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import { configure } from "../../src/spec/index.ts";
import { load } from "../check/ask.ts";

describe("what a search has stored", () => {
  const TIMED = `
clock x, y;
process P() {
  state a { x <= 5 }, b { x <= 5 && y < 9 };
  init a;
  trans a -> b { guard x > 3; assign x := 0; };
}
system P;`;

  it.each(["reference", "auto"] as const)("is written bound by bound (%s)", async (engine) => {
    const { network, compileQuery } = load(TIMED);
    const query = compileQuery("A[] y < 9 || P.a");
    const strategy = configure(strategies, "bfs");
    if (!query.ok || !strategy.ok) throw new Error("both are fine");
    const options = { strategy: strategy.value, abstraction: "extra-m", certify: true, engine } as const;
    const [result] = await checkQueries({ network, options, environment: stillEnvironment }, [query.value]);
    const { states, abstraction } = certificateOf(network, result!.proof!, { model: "m", query: query.value.text });
    expect(abstraction).toBe("extra-m");
    expect(JSON.parse(JSON.stringify(states))).toEqual([
      // x = y ≤ 5
      {
        locations: [0],
        cells: [],
        zones: [
          [
            [1, 0, 5, 0],
            [1, 2, 0, 0],
            [2, 0, 5, 0],
            [2, 1, 0, 0],
          ],
        ],
      },
      // 3 < y − x ≤ 5, x ≤ 5, y < 9
      {
        locations: [1],
        cells: [],
        zones: [
          [
            [0, 2, -3, 1],
            [1, 0, 5, 0],
            [1, 2, -3, 1],
            [2, 0, 9, 1],
            [2, 1, 5, 0],
          ],
        ],
      },
    ]);
  });
});
