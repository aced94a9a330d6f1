// hL, hU, hadd and hmax against two twins: the relaxation spelled out (same abstract interpreter, no memory, no order),
// and the definition itself, tuple by tuple with the concrete evaluator.

import { configure, heuristics } from "@tracehound/core";
import { PlainRelaxation, randomDataModel, SlowRelaxation } from "@tracehound/core/testing";
import type { Claim } from "../hunt.ts";
import { onProblems } from "../problem.ts";

/** States that are estimated per model: the initial one and random ones, reachable or not. */
const STATES = 4;
/** Abstract states that brute force may see for one h⁺. */
const LIMIT = 400;

export const relaxedEstimates: Claim = {
  what: "hL ≤ h⁺ ≤ hU in the estimates' own relaxation, hL ≤ h⁺ of the definition, hadd and hmax by their definitions",
  inTests: 16,
  run: onProblems(randomDataModel, (problem, model, choices, seen) => {
    const { network, target } = problem;
    const slow = new SlowRelaxation(problem);
    const plain = new PlainRelaxation(network, target);
    const [hL, hmax, hU, hadd] = ["hL()", "hmax()", "hU()", "hadd()"].map((spec) => {
      const config = configure(heuristics, spec);
      if (!config.ok) throw new Error(config.diagnostics[0]!.message);
      return config.value.create(problem);
    });
    for (let at = 0; at < STATES; at++) {
      const state = {
        locations: network.processes.map(({ initial, locations }) =>
          at === 0 ? initial[0]! : choices.below(locations.length),
        ),
        cells: network.initialValues.map((value) => (at === 0 ? value : choices.below(2))),
      };
      const [low, max, up, sum] = [hL, hmax, hU, hadd].map((heuristic) => heuristic!.estimate(state));
      const layers = slow.layers(state);
      const best = slow.optimum(state, LIMIT);
      const exact = plain.optimum(state, LIMIT);
      const defined = plain.hadd(state);
      seen.count("states");
      if (best !== null) seen.count("h⁺ by brute force");
      const wrong: string[] = [];
      if (low !== layers || max !== layers) wrong.push(`hL ${low}, hmax ${max}, layers ${layers}`);
      if (best !== null && (low! > best || best > up!)) wrong.push(`hL ${low}, h⁺ ${best}, hU ${up}`);
      if (exact !== null && low! > exact) wrong.push(`hL ${low} > ${exact}, the h⁺ of the definition`);
      if ((up === Number.POSITIVE_INFINITY) !== (layers === Number.POSITIVE_INFINITY))
        wrong.push(`hU ${up}, hL ${low}`);
      if (sum !== defined) wrong.push(`hadd ${sum}, by its definition ${defined}`);
      for (const sentence of wrong)
        seen.report(`${sentence}; ${JSON.stringify(state)}; E<> ${model.target} in\n${model.text}`);
    }
  }),
};
