// What heuristics and searches claim, in words. Claims may depend on arguments: the default configuration is asked,
// then every configuration in which one argument is chosen differently.

import { type Strategy, strategies } from "../check/index.ts";
import type { Guarantees, HeuristicConfig } from "../heuristics/index.ts";
import { heuristics } from "../heuristics/index.ts";
import { type Component, configure, type Param } from "../spec/index.ts";

export function heuristicClaims(component: Component<HeuristicConfig>): string[] {
  const claimsOf = (spec: string): string | undefined => {
    const result = configure(heuristics, spec);
    return result.ok ? guaranteesText(result.value.guarantees) : undefined;
  };
  const usual = claimsOf(sample(component, "hL()"));
  if (usual === undefined) return [];
  const claims = [usual];
  for (const [name, { choices, defaultText }] of Object.entries(component.params)) {
    for (const choice of choices ?? []) {
      if (choice === defaultText) continue;
      const other = claimsOf(sample(component, "hL()", { [name]: choice }));
      if (other !== undefined && other !== usual) claims.push(`with ${name}=${choice}: ${other}`);
    }
  }
  return claims;
}

export function searchClaims(component: Component<Strategy>): string[] {
  const configured = (heuristic: string): Strategy | undefined => {
    const result = configure(strategies, sample(component, heuristic));
    return result.ok ? result.value : undefined;
  };
  const informed = configured("hL()");
  const misled = configured("hU()");
  if (informed?.kind === "walk") return [INCOMPLETE];
  if (informed?.kind === "portfolio") return ["complete if a member is"];
  if (informed === undefined || misled?.kind !== "search") return [];
  const claims = [informed.config.complete ? "complete" : INCOMPLETE];
  const { promise, anytime } = misled.config;
  const last = anytime === true ? "better and better traces, " : "";
  if (promise === "shortest")
    claims.push(`${last}${anytime === true ? "at last a shortest one" : "finds shortest traces"}`);
  else if (informed.config.promise === "shortest") claims.push("finds shortest traces if the estimate is admissible");
  if (informed.config.restarts === true) claims.push("starts again or forgets states");
  return claims;
}

const INCOMPLETE = "not complete: not finding a target proves nothing";

export function guaranteesText({ safe, admissible, consistent, clocks }: Guarantees): string {
  const words = [safe ? "safe" : "", admissible ? "admissible" : "", consistent ? "consistent" : ""].filter(Boolean);
  return `${words.length === 0 ? "nothing" : words.join(", ")}; clocks ${clocks}`;
}

/** A call in which everything that must be given is given something simple. */
function sample<C>(component: Component<C>, heuristic: string, given: Readonly<Record<string, string>> = {}): string {
  const args = Object.entries(component.params).flatMap(([name, param]) => {
    const value = given[name] ?? (param.defaultText === undefined ? simplest(param, heuristic) : undefined);
    return value === undefined ? [] : [`${name}=${value}`];
  });
  return args.length === 0 ? component.name : `${component.name}(${args.join(", ")})`;
}

function simplest(param: Param<unknown>, heuristic: string): string {
  if (param.choices !== undefined) return param.choices[0]!;
  if (param.type.startsWith("list of ")) return `[${simplest({ ...param, type: param.type.slice(8) }, heuristic)}]`;
  switch (param.type) {
    case "open list":
      return "lifo()";
    case "search":
      return `greedy(${heuristic})`;
    case "integer":
    case "number":
      return "1";
    default:
      return heuristic;
  }
}
