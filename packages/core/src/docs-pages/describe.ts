// Components described as data, read from the registries: the command line prints it, the reference pages are made of
// it, and forms can be. Nothing here is written by hand, so nothing can be out of date.

import { defined } from "../basics/defined.ts";
import { strategies } from "../check/index.ts";
import { CODES } from "../diagnostics/index.ts";
import { evaluators } from "../evaluators/index.ts";
import { families } from "../families/index.ts";
import { heuristics } from "../heuristics/index.ts";
import { openLists } from "../open-lists/index.ts";
import { costs, presets } from "../search/index.ts";
import type { Component, Registry } from "../spec/index.ts";
import {
  type Claim,
  claimsOf,
  evaluatorText,
  guaranteesText,
  openListText,
  phrasesOf,
  strategyText,
} from "./claims.ts";

export interface ParameterDescription {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
  /** Absent when the parameter must be given. */
  readonly default?: string;
}

export interface ComponentDescription {
  readonly name: string;
  /** Names it once had, which are still understood. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly parameters: readonly ParameterDescription[];
  /** What a shorthand or a preset stands for. */
  readonly means?: string;
  /** Specifications that show what it can be given. */
  readonly examples?: readonly string[];
  /** What may be relied on, as phrases. */
  readonly claims?: readonly string[];
  /** The same for each example. */
  readonly claimed?: readonly Claim[];
}

export const KINDS = [
  "heuristics",
  "searches",
  "costs",
  "open-lists",
  "evaluators",
  "presets",
  "families",
  "codes",
] as const;
export type Kind = (typeof KINDS)[number];

export function describeAll(kind: Kind): readonly ComponentDescription[] {
  switch (kind) {
    case "heuristics":
      return describeClaiming(heuristics, ({ guarantees }) => guaranteesText(guarantees));
    case "searches":
      return describeClaiming(strategies, strategyText);
    case "costs":
      return costs.components.map(describe);
    case "open-lists":
      return describeClaiming(openLists, openListText);
    case "evaluators":
      return describeClaiming(evaluators, evaluatorText);
    case "codes":
      return Object.entries(CODES)
        .map(([name, { title, explanation }]) => ({ name, summary: `${title}: ${explanation}`, parameters: [] }))
        .sort((a, b) => a.name.localeCompare(b.name));
    case "presets":
      return [...presets].map(([name, means]) => ({ name, summary: presetSummary(name), parameters: [], means }));
    case "families":
      return families.map(({ name, summary, unit, sizes, variants, hasCorrect, hasSeed }) => ({
        name,
        summary: `${summary}.`,
        parameters: [
          {
            name: "size",
            type: `${sizes.min} … ${sizes.max}`,
            doc: `number of ${unit}`,
            default: String(sizes.default),
          },
          ...(variants.length < 2
            ? []
            : [
                {
                  name: "variant",
                  type: variants.map((variant) => variant.name).join(" | "),
                  doc: variants.map((variant) => `${variant.name}: ${variant.summary}`).join("; "),
                  default: variants[0]!.name,
                },
              ]),
          ...(hasCorrect ? [{ name: "correct", type: "flag", doc: "leaves the error out", default: "no" }] : []),
          ...(hasSeed ? [{ name: "seed", type: "integer", doc: "of the random parts", default: "1" }] : []),
        ],
      }));
  }
}

/** `best(h, ties=newest)`: how a component is called, with its defaults. */
export function signatureOf({ name, parameters }: ComponentDescription): string {
  const written = parameters.map((parameter) =>
    parameter.default === undefined || parameter.default.includes(" ")
      ? parameter.name
      : `${parameter.name}=${parameter.default}`,
  );
  return written.length === 0 ? name : `${name}(${written.join(", ")})`;
}

function describeClaiming<C>(registry: Registry<C>, inWords: (config: C) => string): readonly ComponentDescription[] {
  return registry.components.map((component) => {
    const claimed = claimsOf(registry, component, inWords);
    return { ...describe(component), claims: phrasesOf(claimed), claimed };
  });
}

function describe<C>({ name, aliases, examples, summary, params, means }: Component<C>): ComponentDescription {
  return {
    name,
    ...defined({ aliases }),
    summary,
    parameters: Object.entries(params).map(([parameter, { type, doc, defaultText }]) => ({
      name: parameter,
      type,
      doc,
      ...defined({ default: defaultText }),
    })),
    ...defined({ means, examples }),
  };
}

const METHODS: Readonly<Record<string, string>> = {
  plain: "Plain search",
  ce: "Context-enhanced search",
  "icb-p": "Iterative context bounding by processes",
  "icb-i": "Iterative context bounding by interference",
  ut: "Useless transitions put off",
};

function presetSummary(name: string): string {
  const at = name.lastIndexOf("-");
  const order = name.slice(at + 1);
  const orders = order === "bfs" ? "breadth first" : order === "dfs" ? "depth first" : `by ${order}`;
  return `${METHODS[name.slice(0, at)]}, ${orders}.`;
}
