// Equations as people write them: invariants that end where an edge becomes enabled, balls that bounce, rooms that are
// heated.

import { expect, it } from "vitest";
import { checkQueries, quantityOf } from "../../src/check/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import { stillEnvironment } from "../../src/limits/index.ts";

async function answerOf(content: string, text: string) {
  const compiled = loadModel({ name: "model.xta", content }).compileQuery(text);
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]!.message);
  const { value, network } = compiled;
  const [result] = await checkQueries({ network, options: {}, environment: stillEnvironment }, [value]);
  const { verdict } = result!;
  return verdict.kind === "unknown" ? verdict.diagnostic?.message : quantityOf(verdict)?.estimate;
}

const BALL = `broadcast chan bounce;
hybrid clock p = 10.0;
hybrid clock v;
int hits;
process Ball() {
  state Fly { p >= 0 && v' == -9.81 && p' == v };
  init Fly;
  trans Fly -> Fly { guard p <= 0 && v < 0; sync bounce!; assign v = -0.5 * v, hits++; };
}
system Ball;
`;

const ROOM = `clock T = 20.0;
int switches;
broadcast chan on, off;
process Room() {
  state Off { T' == -0.1*T && T >= 18 }, On { T' == 5 - 0.1*T && T <= 22 };
  init Off;
  trans Off -> On { guard T <= 18; sync on!; assign switches++; },
    On -> Off { guard T >= 22; sync off!; assign switches++; };
}
system Room;
`;

it("a ball bounces where its invariant ends", async () => {
  // It falls for √(2·10/9.81) = 1.428, then flies half as long each way after every bounce: 1.428, 2.856, 3.570, 3.927,
  // …
  expect(await answerOf(BALL, "E[<=1.42; 2](max: hits)")).toBe(0);
  expect(await answerOf(BALL, "E[<=1.44; 2](max: hits)")).toBe(1);
  expect(await answerOf(BALL, "E[<=3.6; 2](max: hits)")).toBe(3);
  expect(await answerOf(BALL, "E[<=2.9; 2](max: v)")).toBeCloseTo(0.5 * Math.sqrt(2 * 9.81 * 10), 4);
});

it("a room is switched where its invariants end", async () => {
  // ln(20/18)/0.1, then in turns ln(32/28)/0.1 and ln(22/18)/0.1: 1.054, 2.389, 4.396, 5.731, 7.738, 9.073, 11.08
  expect(await answerOf(ROOM, "E[<=10; 2](max: switches)")).toBe(6);
  expect(await answerOf(ROOM, "E[<=10; 2](max: T)")).toBeCloseTo(22, 6);
  expect(await answerOf(ROOM, "E[<=10; 2](min: T)")).toBeCloseTo(18, 6);
});

it("an edge that becomes enabled before the invariant ends must be urgent", async () => {
  const early = ROOM.replace("guard T <= 18;", "guard T <= 19;");
  expect(await answerOf(early, "E[<=10; 2](max: switches)")).toMatch(
    /^A general hybrid guard is enabled without urgent/,
  );
  const urgent = early.replace("broadcast chan on", "urgent broadcast chan on");
  expect(await answerOf(urgent, "E[<=10; 2](min: T)")).toBeCloseTo(19, 6);
});

it("whole numbers are computed of random ones", async () => {
  const die =
    "int k; process P() { state S, T; urgent S; init S; trans S -> T { assign k = fint(random(6)) + 1; }; } system P;";
  expect(await answerOf(die, "Pr[<=1](<> k >= 1 && k <= 6 && P.T)")).toBe(1);
  expect(await answerOf(die, "Pr[<=1; 3000](<> k == 6)")).toBeCloseTo(1 / 6, 1);
  const both = die.replace("fint(random(6)) + 1", "k > 0 ? fint(random(6)) : -fint(random(2)) % 7");
  expect(await answerOf(both, "Pr[<=1](<> k <= 0 && P.T)")).toBe(1);
});
