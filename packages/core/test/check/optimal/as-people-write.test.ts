// Scheduling models as people write them (as-people-write/, none made by a generator): what is recognised in them and
// what is in the way, and that the answer is the same in every state space that takes them.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { stateSpaceFor, stateSpaceText } from "../../../src/check/plan/space/state-space.ts";
import type { Target } from "../../../src/engine/index.ts";
import { loadModel } from "../../../src/index.ts";
import { ask } from "../ask.ts";

const FOLDER = fileURLToPath(new URL("./as-people-write", import.meta.url));
const textOf = (name: string): string => readFileSync(`${FOLDER}/${name}.xta`, "utf8");

function spaceOf(name: string, goal: string): readonly string[] {
  const query = loadModel({ name: "model.xta", content: textOf(name) }, { lints: false }).compileQuery(goal);
  if (!query.ok || !("formula" in query.value)) throw new Error("the query cannot be read");
  const target: Target = { formula: query.value.formula, frameSize: query.value.frameSize };
  return stateSpaceText(stateSpaceFor(query.network, query.value, target));
}

const FASTEST: readonly (readonly [name: string, goal: string, best: number, where: RegExp, resources: RegExp])[] = [
  [
    "semaphores",
    "E<> A.Ready && B.Ready && C.Ready && D.Ready",
    19,
    /^schedules of a shop: 4 jobs/,
    /booths \(up to 2\), oven$/,
  ],
  ["owners", "E<> forall (w : worker_t) Worker(w).home", 14, /^schedules of a shop: 3 jobs/, /hammer, saw$/],
  ["bridge", "E<> V1.safe && V2.safe && V3.safe && V4.safe", 60, /event points where a schedule/, /no resources$/],
  [
    "project",
    "E<> forall (i : id_t) Task(i).Done",
    14,
    /whole units of time where a schedule.* \(event points are not enough: E3: Task\(1\) asks for finished\[0\]/,
    /busy \(up to 2\)$/,
  ],
  [
    "alternatives",
    "E<> forall (o : order_t) Order(o).out",
    11,
    /^event points, .* Order\(0\) may go several ways/,
    /mill\[0\], mill\[1\], wash$/,
  ],
  [
    "urgent-start",
    "E<> Bolt.done && Nut.done",
    9,
    /^schedules of a shop: 2 jobs, 4 operations; whole units.*E1: the channel hurry is urgent\)$/,
    /drill, lathe$/,
  ],
  [
    "handover",
    "E<> M1.ready && M2.ready && M3.ready",
    18,
    /^schedules of a shop: 3 jobs, 9 operations; whole units.*\(event points are not enough: E2: M1\.pressing/,
    /press, oven, cooler$/,
  ],
  [
    "machines",
    "E<> J1.end && J2.end && J3.end",
    12,
    /^schedules of a shop: 3 jobs, 6 operations; whole units.*E4: a partner may refuse/,
    /Machine\(0\), Machine\(1\)$/,
  ],
  [
    "dispatcher",
    "E<> Fast.made + Slow.made == 4",
    10,
    /^zones, since .*no process has to stay anywhere/,
    /nothing guides the search$/,
  ],
  [
    "vans",
    "E<> T1.over && T2.over && T3.over",
    18,
    /^schedules of a shop: 3 jobs, 3 operations; zones.*E1: the clock day.*strict bounds/,
    /van$/,
  ],
];

describe("the fastest plan of", () => {
  it.each(FASTEST)("%s", async (name, goal, best, where, resources) => {
    const [space, estimate] = spaceOf(name, goal);
    expect(space).toMatch(where);
    expect(estimate).toMatch(resources);
    for (const options of [{}, { space: "zones" }, { space: "ticks" }] as const) {
      const { optimum, verdict, schedule } = await ask(textOf(name), goal, { optimal: "time", ...options });
      // Whole units of time are not enough for strict bounds, which is said.
      if ("space" in options && options.space === "ticks" && name === "vans") {
        expect(verdict).toMatchObject({ kind: "unknown" });
        continue;
      }
      expect(optimum).toMatchObject({ best, lower: best, proven: true });
      for (const { start, end } of schedule ?? []) expect(end <= best && start <= end).toBe(true);
    }
  });
});

describe("the cheapest plan of", () => {
  it.each([
    ["landing", "E<> P1.done && P2.done", 0],
    ["furnace", "E<> L1.out && L2.out", 41],
  ])("%s", async (name, goal, best) => {
    for (const options of [{}, { space: "zones" }] as const) {
      const { optimum } = await ask(textOf(name), goal, { optimal: "cost", ...options });
      expect(optimum).toMatchObject({ objective: "cost", best, proven: true });
    }
  });
});
