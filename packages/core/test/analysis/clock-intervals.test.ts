// What clocks can be while an automaton is somewhere, and how much time must have passed: each rule in a model of its
// own, with the interval that it gives and no larger one.

import { describe, expect, it } from "vitest";
import { ClockIntervals } from "../../src/analysis/clock-intervals.ts";
import { ElapsedTime } from "../../src/analysis/elapsed-time.ts";
import { networkOf, placeOf } from "./models.ts";

const ENDLESS = Number.POSITIVE_INFINITY;
const HEAD = "clock x, y; clock z[2]; const int K = 4; int[1,3] n = 1; int[0,9] free;";
const FUNCTIONS = "void reset() { x = 2; } void twice() { reset(); } int one() { return 1; }";

const model = (states: string, trans: string, other = ""): string =>
  `${HEAD} ${FUNCTIONS} process P() { state ${states}; init a; trans ${trans}; } ${other}\nsystem P${other === "" ? "" : ", Q"};`;
const resetter = (update: string): string => `process Q() { state a; init a; trans a -> a { assign ${update}; }; }`;

/** The least and the largest value of `x` in P's location `b`, as far as is seen; null: P does not get there. */
function rangeInB(text: string): readonly [number, number] | null {
  const network = networkOf(text);
  const intervals = new ClockIntervals(network);
  const [p, b] = placeOf(network, "P", "b");
  const may = (min: number, max: number): boolean => intervals.mayBe(p, b, 0, { min, max });
  if (!may(0, ENDLESS)) return null;
  const most = intervals.most(p, b, 0);
  let least = 0;
  while (!may(least, least)) least++;
  expect(may(least - 1, least - 1)).toBe(false);
  expect(may(most + 1, most + 1)).toBe(most === ENDLESS);
  return [least, most];
}

describe("clocks", () => {
  it.each<[string, string, string, readonly [number, number] | null, string?]>([
    ["grow while time passes", "a, b", "a -> b { guard x >= 3; }", [3, ENDLESS]],
    ["stop at an invariant", "a, b { x <= 7 }", "a -> b { guard x >= 3; }", [3, 7]],
    ["are as the source's invariant lets them", "a { x <= 5 }, b { x <= 7 }", "a -> b { guard x > 2; }", [2, 7]],
    ["stand still in urgent locations", "a { x <= 5 }, b; urgent b", "a -> b { guard x >= 2; }", [2, 5]],
    ["stand still in committed locations", "a { x <= 5 }, b; commit b", "a -> b { guard x >= 2; }", [2, 5]],
    ["are equal to a bound", "a, b; urgent b", "a -> b { guard x == 3; }", [3, 3]],
    ["are compared the other way round", "a, b; urgent b", "a -> b { guard 3 <= x && K > x; }", [3, 4]],
    ["take bounds from variables", "a, b; urgent b", "a -> b { guard x >= n && x <= n + 2; }", [1, 5]],
    ["take bounds from selects", "a, b; urgent b", "a -> b { select i : int[2,4]; guard x == i; }", [2, 4]],
    ["know nothing of differences", "a, b; urgent b", "a -> b { guard x - y <= 0 && x <= 6; }", [0, 6]],
    [
      "know nothing of conditions that may not be asked",
      "a, b; urgent b",
      "a -> b { guard n > 1 imply x >= 2; }",
      [0, ENDLESS],
    ],
    ["are set", "a, b; urgent b", "a -> b { guard x >= 3; assign x = 2; }", [2, 2]],
    ["are set to what a variable may be", "a, b; urgent b", "a -> b { guard x >= 9; assign x = n; }", [1, 3]],
    ["are copied to anything", "a, b; urgent b", "a -> b { guard x >= 9; assign x = y; }", [0, ENDLESS]],
    ["may be set in functions", "a, b; urgent b", "a -> b { guard x >= 9; assign twice(); }", [0, ENDLESS]],
    [
      "are not set in functions that set none",
      "a, b; urgent b",
      "a -> b { guard x >= 9 && x <= 9; assign free = one(); }",
      [9, 9],
    ],
    ["may be set by others", "a { x <= 3 }, b; urgent b", "a -> b { guard x >= 3; }", [1, 3], resetter("x = 1")],
    [
      "are not set by others that set another",
      "a { x <= 3 }, b; urgent b",
      "a -> b { guard x >= 3; }",
      [3, 3],
      resetter("y = 1"),
    ],
    [
      "join where ways meet",
      "a, b, c; urgent b",
      "a -> c { guard x == 2; }, c -> b { guard x == 8; }, a -> b { guard x == 3; }",
      [3, 8],
    ],
    ["never meet guards that contradict an invariant", "a { x <= 2 }, b", "a -> b { guard x >= 3; }", null],
    ["never enter what does not let them", "a, b { x <= 2 }", "a -> b { guard x >= 3; }", null],
  ])("%s", (_, states, trans, range, other) => {
    expect(rangeInB(model(states, trans, other))).toEqual(range);
  });

  it("of arrays are set surely where the index is known, and perhaps where it is not", () => {
    const network = networkOf(
      model(
        "a, b; urgent b",
        "a -> b { guard z[0] >= 5 && z[1] >= 5; assign z[1] = 0; }, a -> b { guard z[0] >= 7; assign z[free % 2] = 1; }",
      ),
    );
    const { resets } = new ClockIntervals(network);
    expect(resets.map((list) => list.map(({ clock, surely }) => [clock, surely]))).toEqual([
      [[3, true]],
      [
        [2, false],
        [3, false],
      ],
    ]);
  });

  it("says which edges are possible", () => {
    const network = networkOf(
      model("a { x <= 2 }, b, c", "a -> b { guard x >= 3; }, a -> c { guard x >= 2; }, b -> c { }"),
    );
    const intervals = new ClockIntervals(network);
    expect(network.edges.map((edge) => intervals.isPossible(edge))).toEqual([false, true, false]);
  });
});

describe("elapsed time", () => {
  const until = (text: string, location = "b"): number => {
    const network = networkOf(text);
    const times = new ElapsedTime(network, new ClockIntervals(network));
    return times.until(...placeOf(network, "P", location));
  };

  it.each<[string, string, string, number, string?]>([
    ["a guard waits", "a, b", "a -> b { guard x >= 3; }", 3],
    [
      "waits add up where the clock is set",
      "a, b, c",
      "a -> c { guard x >= 3; assign x = 0; }, c -> b { guard x >= 4; }",
      7,
    ],
    ["waits overlap where it is not", "a, b, c", "a -> c { guard x >= 3; }, c -> b { guard x >= 4; }", 4],
    [
      "a clock that is set ahead has less to wait",
      "a, b, c",
      "a -> c { guard x >= 3; assign x = 3; }, c -> b { guard x >= 4; }",
      4,
    ],
    [
      "the earlier way counts",
      "a, b, c",
      "a -> c { guard x >= 3; }, a -> c { guard x >= 1; }, c -> b { guard y >= 2; }",
      2,
    ],
    [
      "the earlier reset counts",
      "a, b, c",
      "a -> c { guard x >= 3; assign y = 0; }, a -> c { guard x >= 3; }, c -> b { guard y >= 4; }",
      4,
    ],
    ["upper bounds make nobody wait", "a, b", "a -> b { guard x <= 3; }", 0],
    ["bounds of variables count as the least", "a, b", "a -> b { guard x >= n + 1; }", 2],
    ["what may not be asked makes nobody wait", "a, b", "a -> b { guard n > 1 imply x >= 3; }", 0],
    ["clocks that others set tell nothing", "a, b", "a -> b { guard x >= 3; }", 0, resetter("x = 9")],
    ["there is no way", "a, b", "a -> a { }", ENDLESS],
  ])("%s", (_, states, trans, time, other) => {
    expect(until(model(states, trans, other))).toBe(time);
  });

  it("passes between two locations, whatever the clocks were", () => {
    const network = networkOf(
      model("a { x <= 2 }, b, c { y <= 9 }", "a -> c { assign y = 0; }, c -> b { guard y >= 5 && x >= 6; }"),
    );
    const times = new ElapsedTime(network, new ClockIntervals(network));
    const [p, a] = placeOf(network, "P", "a");
    const [, b] = placeOf(network, "P", "b");
    const [, c] = placeOf(network, "P", "c");
    expect([times.from(p, a, a), times.from(p, a, c), times.from(p, a, b), times.from(p, b, a)]).toEqual([
      0,
      0,
      5,
      ENDLESS,
    ]);
    expect(times.from(p, c, b)).toBe(0);
    expect([times.tellsTime(0), times.tellsTime(1)]).toEqual([true, false]);
  });
});

it("no clock grows where an automaton never is", () => {
  const network = networkOf(model("a { x <= 3 }, b", "a -> b { guard x > 5; }"));
  const [p, b] = placeOf(network, "P", "b");
  expect(new ClockIntervals(network).most(p, b, 0)).toBe(0);
});
