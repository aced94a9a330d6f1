// Plans of random shops in three styles of modelling: a judge that knows nothing but the shop accepts what was printed,
// and the plan is as short as another state space finds it.

import { checkQueries, durationOf, loadModel, stillEnvironment, toNumber, traceOf } from "@tracehound/core";
import { planFault, randomShop, type ShopStyle, shopGoal, shopText } from "@tracehound/core/testing";
import type { Claim } from "../hunt.ts";

const STYLES: readonly ShopStyle[] = ["locks", "locations", "machines"];

export const shops: Claim = {
  what: "plans of shops keep machines apart, tasks in order and their times, and are as short in every style",
  seeds: 10_000,
  inTests: 6,
  async run(seed, seen) {
    const jobs = randomShop(seed);
    const best = new Set<number | undefined>();
    for (const style of STYLES) {
      const loaded = loadModel({ name: "shop.xta", content: shopText(style, jobs) }, { lints: false });
      const query = loaded.compileQuery(shopGoal(jobs));
      if (!query.ok) throw new Error(query.diagnostics[0]!.message);
      const context = { network: query.network, options: { optimal: "time" }, environment: stillEnvironment } as const;
      const [result] = await checkQueries(context, [query.value]);
      const { optimum, schedule = [], verdict } = result!;
      const trace = traceOf(verdict);
      if (trace === undefined || optimum?.proven !== true) {
        seen.report(`shop ${seed} as ${style}: no plan that is proven`);
        continue;
      }
      best.add(optimum.best);
      const fault = planFault(jobs, schedule, toNumber(durationOf(trace)));
      if (fault !== undefined) seen.report(`shop ${seed} as ${style}: ${fault}`);
      seen.count("plans");
    }
    if (best.size > 1) seen.report(`shop ${seed}: ${[...best].join(" or ")}`);
  },
};
