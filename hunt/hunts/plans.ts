// Best runs of random models: of plans with locks, counters, flags, urgent and broadcast channels as fast as the first
// search that comes to mind finds them in another space, of priced automata as cheap as a Dijkstra of its own says, and
// schedules of shops that an independent checker accepts.

import {
  type CheckOptions,
  checkQueries,
  loadModel,
  Shop,
  ShopSearch,
  scheduleFault,
  stillEnvironment,
} from "@tracehound/core";
import { drawing, leastCost, type PlanKind, pricedText, randomPlan, randomPriced } from "@tracehound/core/testing";
import type { Claim, Sightings } from "../hunt.ts";

const KINDS: readonly PlanKind[] = [
  "locks",
  "counters",
  "flags",
  "hand-over",
  "unset",
  "late-end",
  "urgent",
  "broadcast",
  "branches",
  "deadline",
  "machines",
];

async function best(xta: string, text: string, options: CheckOptions): Promise<number | undefined> {
  const loaded = loadModel({ name: "model.xta", content: xta }, { lints: false });
  const query = loaded.compileQuery(text);
  if (!query.ok) throw new Error(query.diagnostics[0]!.message);
  const context = { network: query.network, options, environment: stillEnvironment };
  const [result] = await checkQueries(context, [query.value]);
  return result!.optimum?.proven ? result!.optimum.best : undefined;
}

function trySchedules(seed: number, seen: Sightings): void {
  const draw = drawing(seed);
  const machines = 1 + draw(6);
  const jobs = Array.from({ length: 1 + draw(8) }, () =>
    Array.from({ length: 1 + draw(7) }, () => ({ machine: draw(machines), duration: draw(30) })),
  );
  const shop = new Shop(jobs);
  const search = new ShopSearch(shop);
  for (let turn = 0; turn < 200 && !search.isDone; turn++) {
    const better = search.advance();
    if (better === undefined) continue;
    seen.count("schedules");
    const fault = scheduleFault(jobs, better.starts);
    if (fault !== undefined) seen.report(`shop ${seed}: ${fault}`);
    if (shop.makespan(better.starts) !== better.end || search.lower > better.end) {
      seen.report(`shop ${seed}: ${better.end} is not when it ends, or below ${search.lower}`);
    }
  }
}

export const plans: Claim = {
  what: "best runs are equally good in every space, cheapest ones as cheap as Dijkstra says, and schedules are schedules",
  seeds: 10_000,
  inTests: 6,
  async run(seed, seen) {
    trySchedules(seed, seen);
    const kind = KINDS[seed % KINDS.length]!;
    const { xta, query } = randomPlan(kind, seed);
    const [any, zones] = [
      await best(xta, query, { optimal: "time" }),
      await best(xta, query, { optimal: "time", space: "zones" }),
    ];
    seen.count(any === undefined ? "impossible plans" : "plans");
    if (any !== zones) seen.report(`${kind} plan ${seed}: ${any} and by zones ${zones}`);
    const automaton = randomPriced(seed);
    const cheapest = await best(pricedText(automaton), `E<> P.l${automaton.locations.length - 1}`, { optimal: "cost" });
    seen.count(cheapest === undefined ? "impossible priced" : "priced");
    if (cheapest !== leastCost(automaton))
      seen.report(`priced automaton ${seed}: ${cheapest}, not ${leastCost(automaton)}`);
  },
};
