// What may be written at a place: the names that are visible there, members after a point, and words of the language.

import type { LoadedModel } from "../lang/load.ts";
import type { TypeExpr } from "../lang/uppaal/ast.ts";
import type { ModelSymbol } from "./symbols.ts";
import { MODEL_WORDS, PRISM_PROPERTY_WORDS, PRISM_WORDS, QUERY_WORDS, TCHECKER_WORDS } from "./words.ts";

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
  const owner = /([A-Za-z_]\w*)\s*(?:\([^()]*\)|\[[^[\]]*\])*\s*\.\s*\w*$/.exec(at.before)?.[1];
  if (owner !== undefined) {
    const fields = fieldsOf(model, owner, at.template);
    return fields.length > 0 ? fields : membersOf(model, symbols, owner).map(suggestionOf);
  }
  const visible = symbols.filter(
    ({ template, detail }) =>
      template === undefined || (template === at.template && (at.isQuery || !detail.startsWith("location"))),
  );
  const words = wordsOf(model.format, at.isQuery);
  const all = [
    ...visible.map(suggestionOf),
    ...processesOf(model, symbols),
    ...words.map((name): Suggestion => ({ name, detail: "", kind: "word" })),
  ];
  const seen = new Set<string>();
  return all.filter(({ name }) => !seen.has(name) && seen.add(name));
}

function wordsOf(format: LoadedModel["format"], isQuery: boolean): readonly string[] {
  if (format === "prism") return isQuery ? PRISM_PROPERTY_WORDS : PRISM_WORDS;
  if (isQuery) return QUERY_WORDS;
  return format === "tck" ? TCHECKER_WORDS : MODEL_WORDS;
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

/** The fields of a variable or parameter whose type is a struct, by itself or by its name. */
function fieldsOf({ document, sources }: LoadedModel, name: string, template: number | undefined): Suggestion[] {
  if (document === null) return [];
  const own = template === undefined ? undefined : document.templates[template];
  const declarations = [...(own?.declarations ?? []), ...document.declarations];
  const declared = (kind: "variable" | "typedef", wanted: string): TypeExpr | undefined =>
    declarations.flatMap((one) =>
      one.kind === kind && one.declarators.some((declarator) => declarator.name === wanted) ? [one.type] : [],
    )[0];
  let type = own?.parameters.find((parameter) => parameter.name === name)?.type ?? declared("variable", name);
  for (let steps = 0; steps < 8 && type?.base.kind === "named"; steps++) type = declared("typedef", type.base.name);
  if (type?.base.kind !== "struct") return [];
  return type.base.fields.flatMap((field) =>
    field.declarators.map((declarator) => ({
      name: declarator.name,
      detail: `${sources.textOf(field.type.span)} ${sources.textOf(declarator.span)}`,
      kind: "variable" as const,
    })),
  );
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
