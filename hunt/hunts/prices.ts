// Random priced networks: priced zones cost what a Dijkstra of its own over whole clock values says, with the facets
// that are needed and with all of them; and now and then the run that is shown costs as much.

import { checkQueries, leastPricedCost, loadModel, stillEnvironment } from "@tracehound/core";
import { leastNetworkCost, pricedNetworkGoal, pricedNetworkText, randomPricedNetwork } from "@tracehound/core/testing";
import type { Claim } from "../hunt.ts";

export const prices: Claim = {
  what: "priced zones cost what digitised Dijkstra says, also with every bound taken for a facet",
  seeds: 2000,
  inTests: 5,
  async run(seed, seen) {
    const priced = randomPricedNetwork(seed);
    const wanted = leastNetworkCost(priced);
    const loaded = loadModel({ name: "priced.xta", content: pricedNetworkText(priced) }, { lints: false });
    const query = loaded.compileQuery(pricedNetworkGoal(priced));
    if (!query.ok || !("formula" in query.value)) throw new Error("the query cannot be read");
    const { network, value } = query;
    const target = { formula: query.value.formula, frameSize: query.value.frameSize };
    seen.count(wanted === undefined ? "impossible" : "priced networks");
    for (const facets of ["needed", "all"] as const) {
      const found = leastPricedCost(network, target, facets);
      if (found !== wanted) seen.report(`priced network ${seed}, ${facets} facets: ${found}, not ${wanted}`);
    }
    if (seed % 10 > 0) return;
    const options = { optimal: "cost", space: "zones" } as const;
    const [result] = await checkQueries({ network, options, environment: stillEnvironment }, [value]);
    if (result!.optimum?.best !== wanted) seen.report(`priced network ${seed}: a run of ${result!.optimum?.best}`);
  },
};
