// Infinite runs after partial-order reduction, on models where a rule is needed. That all of them hold is hunted for on
// random networks (`hunt/hunts/reduced-runs.ts`).

import { describe, expect, it } from "vitest";
import { ask, verdict } from "../check/ask.ts";
import { leaderElection, urgently } from "./queues.ts";

/** P goes round for ever, which nobody sees; Q can take a step at any time. */
const ROUND = `process P() { state a, b; urgent a, b; init a; trans a -> b { }, b -> a { }; }
  process Q() { state c, d; urgent c, d; init c; trans c -> d { }; }
  system P, Q;`;

describe("runs with fewer steps", () => {
  it.each([
    // Without the proviso, Q would wait for ever.
    ["LTL-some: <> Q.d", "satisfied"],
    ["LTL: <> Q.d", "violated"],
    ["LTL: [] (Q.d -> [] Q.d)", "satisfied"],
    ["E[] Q.c", "satisfied"],
    ["A<> Q.d", "violated"],
    ["P.a --> P.b", "satisfied"],
    ["LTL: X Q.d", "unknown: not-supported"],
  ])("%s", async (text, expected) => {
    expect(await verdict(ROUND, text, { por: "on" })).toBe(expected);
  });

  it("are refused with clocks, and where urgent channels decide when a run may stay", async () => {
    const timed = ROUND.replace("process P() {", "process P() { clock x;");
    expect(await verdict(timed, "LTL: <> Q.d", { por: "on" })).toBe("unknown: not-supported");
    const urgent = `urgent chan c; ${ROUND.replace("urgent c, d;", "").replace("urgent a, b;", "")}`;
    expect(await verdict(urgent, "LTL: <> Q.d", { por: "on" })).toBe("unknown: not-supported");
    expect(await verdict(urgent, "LTL: <> Q.d", { por: "on", runs: "infinite" })).toBe("violated");
  });

  it("show the same of a ring in which a leader is elected", async () => {
    const ring = urgently(leaderElection([3, 2, 1, 4], 6));
    const [whole, fewer] = await Promise.all(
      (["off", "on"] as const).map((por) => ask(ring, "LTL: <> [] (leaders == 1)", { por })),
    );
    expect([whole!.verdict.kind, fewer!.verdict.kind]).toEqual(["satisfied", "satisfied"]);
    expect(fewer!.statistics.explored).toBeLessThan(whole!.statistics.explored / 2);
    expect(fewer!.verdict).toMatchObject({ evidence: { kind: "exhausted", reduction: { canFault: true } } });
  });
});
