// How evidence is looked for: what `--search` names for questions about probabilities. All three explore in the same
// order, by an estimate from above; they differ in what is enough.

import { type Component, component, configure, defineComponent, integer, Registry } from "../../spec/index.ts";
import { type ChanceEstimateConfig, chanceEstimates } from "../estimates/index.ts";

export interface EvidenceMethod {
  readonly spec: string;
  /** A part of the graph; or the paths of it that are most probable, so many of them. */
  readonly shows: "part" | { readonly paths: number };
  readonly estimate: ChanceEstimateConfig;
}

const h = component(() => chanceEstimates, {
  doc: "the estimate of the best path on, never too low",
  default: "chain()",
});

export const evidenceMethods: Registry<EvidenceMethod> = new Registry<EvidenceMethod>("search", [
  defineComponent({
    name: "xbf",
    summary: "Evidence as a part of the graph: grows until what flows through it exceeds the bound.",
    params: { h },
    examples: ["xbf()", "xbf(one())", "xbf(edges())"],
    configure: ({ h }, spec): EvidenceMethod => ({ spec, shows: "part", estimate: h }),
  }),
  defineComponent({
    name: "kpaths",
    summary: "Evidence as the most probable paths: as many as exceed the bound together, at most k.",
    params: { k: integer({ doc: "the most paths", default: 1_000, min: 1, max: 1_000_000 }), h },
    examples: ["kpaths()", "kpaths(k=10)", "kpaths(k=10, h=one())"],
    configure: ({ k, h }, spec): EvidenceMethod => ({ spec, shows: { paths: k }, estimate: h }),
  }),
  defineComponent({
    name: "probable",
    summary: "The one most probable path, by A* over products of probabilities.",
    params: { h },
    examples: ["probable()", "probable(one())"],
    configure: ({ h }, spec): EvidenceMethod => ({ spec, shows: { paths: 1 }, estimate: h }),
  }),
] as Component<EvidenceMethod>[]);

/** How evidence is looked for where nobody says how. */
export const DEFAULT_EVIDENCE = "xbf()";

export function defaultMethod(): EvidenceMethod {
  const result = configure(evidenceMethods, DEFAULT_EVIDENCE);
  if (!result.ok) throw new Error(`${DEFAULT_EVIDENCE}: ${result.diagnostics[0]!.message}`);
  return result.value;
}
