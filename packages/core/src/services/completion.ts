// What may be written at a place: the names that are visible there, members after a point, and words of the language.

import type { LoadedModel } from "../lang/load.ts";
import type { ModelSymbol } from "./symbols.ts";
import { MODEL_WORDS, QUERY_WORDS, TCHECKER_WORDS } from "./words.ts";

export interface Suggestion {
  readonly name: string;
  readonly detail: string;
  readonly kind: "word" | "location" | "function" | "template" | "type" | "variable";
}

export interface Surroundings {
  /** The text in front of the cursor. */
  readonly before: string;
  /** In a question; elsewhere in the model. */
  readonly isQuery: boolean;
  /** The template it stands in. */
  readonly template?: number;
}

export function suggestions(model: LoadedModel, symbols: readonly ModelSymbol[], at: Surroundings): Suggestion[] {
  const owner = /([A-Za-z_]\w*)\s*(?:\([^()]*\))?\s*\.\s*\w*$/.exec(at.before)?.[1];
  if (owner !== undefined) return membersOf(model, symbols, owner).map(suggestionOf);
  const visible = symbols.filter(
    ({ template, detail }) =>
      template === undefined || (template === at.template && (at.isQuery || !detail.startsWith("location"))),
  );
  const words = at.isQuery ? QUERY_WORDS : model.format === "tck" ? TCHECKER_WORDS : MODEL_WORDS;
  const all = [
    ...visible.map(suggestionOf),
    ...processesOf(model, symbols),
    ...words.map((name): Suggestion => ({ name, detail: "", kind: "word" })),
  ];
  const seen = new Set<string>();
  return all.filter(({ name }) => !seen.has(name) && seen.add(name));
}

/** What a process has: locations, parameters and variables of its template. */
function membersOf({ document }: LoadedModel, symbols: readonly ModelSymbol[], process: string): ModelSymbol[] {
  const templates = document?.templates ?? [];
  const instances = new Map(
    (document === null ? [] : [...document.declarations, ...document.systemDeclarations]).flatMap((declaration) =>
      declaration.kind === "instantiation" ? [[declaration.name, declaration.template] as const] : [],
    ),
  );
  let name = process;
  for (let steps = 0; steps <= instances.size && instances.has(name); steps++) name = instances.get(name)!;
  const index = templates.findIndex((template) => template.name === name);
  return index < 0 ? [] : symbols.filter(({ template }) => template === index);
}

/** Processes that have no declaration of their own name: those of TChecker's format are symbols already. */
function processesOf({ network }: LoadedModel, symbols: readonly ModelSymbol[]): Suggestion[] {
  const known = new Set(symbols.map(({ name }) => name));
  return (network?.processes ?? [])
    .filter(({ name }) => !known.has(name) && /^\w+$/.test(name))
    .map(({ name, template }) => ({ name, detail: `process, an instance of ${template}`, kind: "template" }));
}

function suggestionOf({ name, detail }: ModelSymbol): Suggestion {
  const kind = detail.startsWith("location")
    ? "location"
    : detail.startsWith("template") || detail.startsWith("process")
      ? "template"
      : detail.startsWith("type ")
        ? "type"
        : detail.includes("(")
          ? "function"
          : "variable";
  return { name, detail, kind };
}
