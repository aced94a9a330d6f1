// The chart of a plan: what happens at the same time does not hide each other, and the end is that of the run.

import { describe, expect, it } from "vitest";
import { drawSchedule, type Shape, traceOf } from "../../src/index.ts";
import { ask } from "../check/ask.ts";

/** Bars with where they are: `Task(1).run 0-2 @0` is on the first line. */
function barsIn(shapes: readonly Shape[]): readonly string[] {
  return shapes.flatMap(({ attributes, children }) => {
    const rect = children.find((child): child is Shape => typeof child !== "string" && child.tag === "rect");
    const about = attributes["aria-label"];
    return rect === undefined || about === undefined ? [] : [`${about} @${rect.attributes.y}`];
  });
}

describe("the chart of a plan", () => {
  it("draws what shares a resource one below the other", async () => {
    const xta = `const int NEED[3] = {2, 3, 1}; const int LONG[3] = {4, 2, 5}; int[0,4] used;
      process Task(const int[0,2] i) { clock x; state wait, run { x <= LONG[i] }, done; init wait;
      trans wait -> run { guard used + NEED[i] <= 4; assign used += NEED[i], x = 0; }, run -> done { guard x == LONG[i]; assign used -= NEED[i]; }; } system Task;`;
    const { schedule, optimum } = await ask(xta, "E<> forall (i : int[0,2]) Task(i).done", { optimal: "time" });
    expect(optimum).toMatchObject({ best: 6, proven: true });
    const bars = barsIn(drawSchedule(schedule!).shapes);
    expect(new Set(bars.map((bar) => bar.replace(/.*@/, ""))).size).toBe(2);
  });

  it("ends with the run, and shows where staying is paid for", async () => {
    const xta = `process P() { clock x; state fly { x <= 3 }, late { x <= 9 && cost' == 2 }, down; init fly;
      trans fly -> late { guard x == 3; }, late -> down { guard x >= 5; }; }
      process Watch() { clock y; state all { cost' == 1 }; init all; } system P, Watch;`;
    const { schedule, verdict } = await ask(xta, "E<> P.down && P.x >= 7", { optimal: "cost" });
    expect(schedule!.map(({ process, task, start, end }) => `${process}.${task} ${start}-${end}`)).toEqual([
      "P.fly 0-3",
      "P.late 3-5",
    ]);
    const trace = traceOf(verdict)!;
    expect(drawSchedule(schedule!, { run: { trace } }).title).toBe("Plan of 1 process on 1 row, done at 7");
  });
});
