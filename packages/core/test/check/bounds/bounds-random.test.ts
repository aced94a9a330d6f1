// `sup`, `inf` and fastest traces on random networks against brute force: nothing lies beyond what they say, and what
// they say is reached, or approached.

import { describe, expect, it } from "vitest";
import { checkQueries, type Limit, type TermBounds, traceOf } from "../../../src/check/index.ts";
import { stillEnvironment } from "../../../src/limits/index.ts";
import type { ClockRef, Formula, Network, Query } from "../../../src/network/index.ts";
import { oracleWithin, randomNetwork, randomTarget, seededChoices } from "../../../src/testing/index.ts";
import { durationOf, inTime, withTimeClock } from "../../../src/trace/index.ts";
import { ceil, compare, rational } from "../../../src/zone/index.ts";

const FRAME = 4;
const clock: ClockRef = { space: "clock", base: 0, steps: [] };
const zero = { kind: "constant", value: 0 } as const;

function clockIs(op: "<" | "<=" | "==" | ">=" | ">", value: number): Formula {
  return { kind: "clock", left: clock, op, bound: { kind: "constant", value } };
}

/** Is there a reachable state with the condition and the constraint? Undefined: too large to say. */
function reaches(network: Network, condition: Formula, constraint: Formula): boolean | undefined {
  const formula: Formula = { kind: "and", parts: [condition, constraint] };
  return oracleWithin(network, [asks(formula)], 3_000)?.reaches(formula);
}

const asks = (formula: Formula): Query => ({ kind: "E<>", text: "target", formula, frameSize: FRAME });

async function answer(network: Network, query: Query, optimal?: "time") {
  const options = optimal === undefined ? {} : { optimal };
  const [result] = await checkQueries({ network, options, environment: stillEnvironment }, [query]);
  return result!.verdict;
}

async function boundsOf(network: Network, condition: Formula): Promise<TermBounds | undefined> {
  const terms = [{ text: "x", left: clock, value: zero }];
  const verdict = await answer(network, { kind: "bounds", text: "bounds", condition, terms, frameSize: FRAME });
  return verdict.kind !== "unknown" && verdict.evidence.kind === "values" ? verdict.evidence.values[0] : undefined;
}

function expectEnd(network: Network, condition: Formula, { value, strict }: Limit, side: "upper" | "lower"): void {
  const [beyond, near] = side === "upper" ? ([">", -1] as const) : (["<", 1] as const);
  expect(reaches(network, condition, clockIs(beyond, value))).not.toBe(true);
  expect(reaches(network, condition, clockIs("==", value))).not.toBe(strict);
  if (strict) expect(reaches(network, condition, clockIs(beyond, value + near))).not.toBe(false);
}

describe("on random networks", () => {
  it("sup and inf of a clock are what brute force reaches", async () => {
    let finite = 0;
    for (let seed = 0; seed < 30; seed++) {
      const { network, features } = randomNetwork(seededChoices(seed));
      if (features.has("stopwatches") || features.has("diagonals") || network.clocks.length === 0) continue;
      const condition = randomTarget(network, seededChoices(seed + 5_000));
      const bounds = await boundsOf(network, condition);
      if (bounds === undefined) continue;
      const { lower, upper } = bounds;
      if (lower === undefined || upper === undefined) {
        expect(reaches(network, condition, clockIs(">=", 0))).not.toBe(true);
        continue;
      }
      expectEnd(network, condition, lower, "lower");
      // Brute force sees constants up to about 3 only at this size.
      if (upper.value > 12) continue;
      expectEnd(network, condition, upper, "upper");
      finite++;
    }
    expect(finite).toBeGreaterThan(2);
  });

  it("no run is faster than the fastest trace", async () => {
    let timed = 0;
    for (let seed = 0; seed < 64; seed++) {
      const { network, features } = randomNetwork(seededChoices(seed));
      if (features.has("stopwatches")) continue;
      const target = randomTarget(network, seededChoices(seed + 9_000));
      const trace = traceOf(await answer(network, asks(target), "time"));
      if (trace === undefined || trace.end !== "target") continue;
      const duration = durationOf(trace);
      const longer = withTimeClock(network);
      const earlier = Number(ceil(duration)) - 1;
      if (earlier < 0) continue;
      timed++;
      const verdict = await answer(longer, asks(inTime(longer, target, earlier)));
      expect([seed, verdict.kind]).toEqual([seed, "violated"]);
      // Where a strict bound leaves no fastest run, ours is less than a unit behind.
      expect(compare(duration, rational(earlier))).toBeGreaterThan(0);
    }
    expect(timed).toBeGreaterThan(4);
  });
});
