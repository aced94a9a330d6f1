// Event points against ticks: where the conditions E1 to E4 are proven, the fastest run among instants at which a lower
// bound is met is as fast as the fastest among all whole units of time; elsewhere event points are refused, with the
// condition that fails. What is drawn has locks, counters, flags, urgent and broadcast channels, hand-over, flags that
// must be unset and ends that wait.

import { type CheckResult, checkQueries, loadModel, type SpaceChoice, stillEnvironment } from "@tracehound/core";
import { type PlanKind, randomPlan } from "@tracehound/core/testing";
import type { Claim } from "../hunt.ts";

const KINDS: readonly PlanKind[] = [
  "locks",
  "counters",
  "flags",
  "urgent",
  "broadcast",
  "hand-over",
  "unset",
  "late-end",
  "branches",
  "deadline",
];

async function fastest(xta: string, text: string, space: SpaceChoice): Promise<CheckResult> {
  const loaded = loadModel({ name: "plan.xta", content: xta }, { lints: false });
  const query = loaded.compileQuery(text);
  if (!query.ok) throw new Error(query.diagnostics[0]!.message);
  const options = { optimal: "time", space } as const;
  const [result] = await checkQueries({ network: query.network, options, environment: stillEnvironment }, [
    query.value,
  ]);
  return result!;
}

export const eventPoints: Claim = {
  what: "event points are as fast as ticks where their conditions are proven, and are refused by name elsewhere",
  seeds: 1000,
  inTests: 5,
  async run(seed, seen) {
    const kind = KINDS[seed % KINDS.length]!;
    const { xta, query } = randomPlan(kind, seed);
    const points = await fastest(xta, query, "points");
    if (points.verdict.kind === "unknown") {
      const condition = /here: (E[1-4]):/.exec(points.verdict.diagnostic?.message ?? "")?.[1];
      if (condition === undefined) seen.report(`${kind} plan ${seed}: refused without a condition`);
      else seen.count(`refused by ${condition}`);
      return;
    }
    const ticks = await fastest(xta, query, "ticks");
    const [fast, plain] = [points, ticks].map(({ verdict, optimum }) =>
      verdict.kind === "violated" ? "none" : optimum?.proven === true ? optimum.best : "not proven",
    );
    seen.count(fast === "none" ? "impossible plans" : "equal plans");
    if (fast !== plain) seen.report(`${kind} plan ${seed}: ${fast} by event points, ${plain} by ticks`);
  },
};
