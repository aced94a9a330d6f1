// Where 16 bits are enough: rings of stations whose clocks drift apart by nearly as much as the lanes hold, so that
// sums of two bounds leave them and bounds themselves do not; and lists of many zones with many rows, which are told
// apart by sketches.

import { expect, test } from "vitest";
import { loadModel } from "../../../src/lang/load.ts";
import { compareEngines } from "../../../src/testing/index.ts";

/** A token goes round; a station that gets it early may keep it longer, as far as it was early. */
const ring = (stations: number, target: number, start = 0): string => `
  const int N = ${stations}; const int TARGET = ${target}; const int HOLD = 20;
  int[0, N - 1] turn; clock t[N]; clock x[N];
  process Station(const int[0, N - 1] id) {
    state idle, late { t[id] <= HOLD }, early { t[id] <= HOLD }, more { x[id] <= TARGET + HOLD };
    init idle;
    trans idle -> late { guard turn == id && t[id] >= TARGET; assign t[id] = ${start}, x[id] = 0; },
          idle -> early { guard turn == id && t[id] < TARGET; assign t[id] = ${start}; },
          late -> idle { guard t[id] == HOLD; assign turn = (turn + 1) % N; },
          early -> more { guard t[id] == HOLD; },
          more -> idle { assign turn = (turn + 1) % N, x[id] = 0; };
  }
  system Station;`;

test.each([
  ["far below the limit", ring(8, 200), 16],
  ["just below the limit", ring(8, 1634), 16],
  ["just beyond it", ring(8, 1635), 32],
  ["beyond it by what clocks are set to", ring(8, 1634, 19), 32],
  ["few clocks, large constants", ring(2, 4060), 16],
  ["few clocks, constants that are too large", ring(2, 4090), 32],
])("both engines agree, %s", (_name, content, bits) => {
  const { network } = loadModel({ name: "ring.xta", content }, { lints: false });
  const outcome = compareEngines(network!, { abstraction: "extra-lu", subsumption: "inclusion", limit: 400 });
  if (outcome.kind !== "agreed") throw new Error(JSON.stringify(outcome));
  expect(outcome.compiled.laneBits).toBe(bits);
  expect(outcome.compiled.statistics.transitions).toBeGreaterThan(outcome.states - 1);
});
