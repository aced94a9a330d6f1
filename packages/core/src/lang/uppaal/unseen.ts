// Names in parts of a model that its network does not hold: templates that are spawned while the model runs, and
// whatever computes with doubles, hybrid clocks and random numbers, which symbolic analysis leaves out.

import type { Declaration, TypeExpr } from "./ast.ts";
import { templatesInSystem, type UppaalDocument } from "./document.ts";
import { namesIn } from "./names-used.ts";

/** Names that are used there. */
export function unseenNames(document: UppaalDocument): Set<string> {
  const spawned = spawnedTemplates(document);
  const running = templatesInSystem(document);
  const reals = new Set([...document.declarations, ...document.systemDeclarations].flatMap(realNames));
  const unseen = new Set<string>();
  const add = (names: Iterable<string>): void => {
    for (const name of names) unseen.add(name);
  };
  const isReal = (name: string, own: ReadonlySet<string>): boolean =>
    reals.has(name) || own.has(name) || /^random(?:_\w+)?$/.test(name);
  const look = (parts: readonly unknown[], own: ReadonlySet<string>): void => {
    for (const part of parts) {
      const names = namesIn([part]);
      if ([...names].some((name) => isReal(name, own))) add(names);
    }
  };
  look([...document.declarations, ...document.systemDeclarations], new Set());
  for (const { name, parameters, declarations, locations, edges } of document.templates) {
    if (spawned.has(name) && !running.has(name)) {
      add(namesIn([parameters, declarations, locations, edges]));
      continue;
    }
    // Synchronisations without a sign are not in the network either.
    add(namesIn(edges.map(({ sync }) => (sync?.direction === "csp" ? sync.channel : null))));
    const own = new Set(declarations.flatMap(realNames));
    look([...declarations, ...locations.flatMap(({ invariant, rate }) => [invariant, rate])], own);
    look(
      edges.flatMap(({ guard, update, weight }) => [guard, ...update, weight]),
      own,
    );
  }
  return unseen;
}

/** What a network does not hold of a model, in words. */
export function lostInNetwork({ declarations, templates, scenarios }: UppaalDocument): readonly string[] {
  const all = [...declarations, ...templates.flatMap((template) => template.declarations)];
  const declared = (is: (type: TypeExpr) => boolean): boolean =>
    all.some((one) => one.kind === "variable" && is(one.type));
  const charts = scenarios.map(({ name }) => `the sequence chart \`${name}\``);
  return [
    ...(declared(({ base }) => base.kind === "double") ? ["double variables, and what is computed with them"] : []),
    ...(declared(({ prefixes }) => prefixes.includes("hybrid")) ? ["hybrid clocks, and how fast they run"] : []),
    ...charts,
  ];
}

/** What is for statistics alone, in words. */
export function statisticsIn({ templates }: UppaalDocument): readonly string[] {
  const hasRates = templates.some(({ locations }) => locations.some(({ rate }) => rate !== null));
  const hasWeights = templates.some(({ edges }) => edges.some(({ weight }) => weight !== null));
  return [...(hasRates ? ["rates of locations"] : []), ...(hasWeights ? ["probabilities of branches"] : [])];
}

/** Templates that `dynamic` announces. */
export function spawnedTemplates({ declarations }: UppaalDocument): ReadonlySet<string> {
  return new Set(declarations.flatMap((one) => (one.kind === "extension" ? one.names : [])));
}

/** Doubles and hybrid clocks, and functions that yield doubles. */
function realNames(declaration: Declaration): readonly string[] {
  switch (declaration.kind) {
    case "variable": {
      const { base, prefixes } = declaration.type;
      const isReal = base.kind === "double" || prefixes.includes("hybrid");
      return isReal ? declaration.declarators.map(({ name }) => name) : [];
    }
    case "function":
      return namesDouble(declaration) ? [declaration.name] : [];
    default:
      return [];
  }
}

function namesDouble(declaration: Extract<Declaration, { kind: "function" }>): boolean {
  return JSON.stringify(declaration).includes('"kind":"double"');
}
