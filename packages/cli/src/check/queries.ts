// Which queries a `check` is about: those of the model, of a query file, of the command line, or a question for
// labels; and of these the ones that were chosen by number.

import type { Diagnostic, LoadedModel, Query } from "@tracehound/core";
import type { Context } from "../context.ts";
import { BadInput, UsageError } from "../errors.ts";

export interface QueryChoice {
  readonly file?: string | undefined;
  readonly texts?: readonly string[] | undefined;
  readonly labels?: readonly string[] | undefined;
  /** Counted from 1. */
  readonly number?: number | undefined;
}

export interface ChosenQueries {
  readonly queries: readonly { readonly number: number; readonly query: Query }[];
  /** Some query of those asked for has faults; they were printed. */
  readonly faulty: boolean;
}

export async function chooseQueries(
  loaded: LoadedModel,
  choice: QueryChoice,
  context: Context,
): Promise<ChosenQueries> {
  const { queries, diagnostics } = await candidates(loaded, choice, context);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  context.report(errors, loaded.sources);
  const numbered = queries.map((query, index) => ({ number: query.number ?? index + 1, query }));
  if (choice.number === undefined) return { queries: numbered, faulty: errors.length > 0 };
  const chosen = numbered.filter(({ number }) => number === choice.number);
  if (chosen.length === 0) {
    // It may be one of those with faults, which were printed.
    if (errors.length > 0) return { queries: [], faulty: true };
    throw new UsageError(
      `there is no query ${choice.number}`,
      `there ${queries.length === 1 ? "is 1 query" : `are ${queries.length} queries`}`,
    );
  }
  return { queries: chosen, faulty: false };
}

async function candidates(
  loaded: LoadedModel,
  { file, texts, labels }: QueryChoice,
  context: Context,
): Promise<{ queries: readonly Query[]; diagnostics: readonly Diagnostic[] }> {
  const ways = [file, texts, labels].filter((way) => way !== undefined).length;
  if (ways > 1) throw new UsageError("a query file, -q and --labels exclude each other");
  if (file !== undefined) return loaded.readQueries({ name: file, content: await context.readFile(file) });
  if (labels !== undefined) {
    const result = loaded.compileLabels(labels);
    if (!result.ok) throw new BadInput({ diagnostics: result.diagnostics, sources: loaded.sources });
    return { queries: [result.value], diagnostics: [] };
  }
  if (texts !== undefined) {
    const results = texts.map((text) => loaded.compileQuery(text, "-q"));
    return {
      queries: results.flatMap((result, index) => (result.ok ? [{ ...result.value, number: index + 1 }] : [])),
      diagnostics: results.flatMap((result) => result.diagnostics),
    };
  }
  // Faults of the model's own queries were found when it was loaded.
  return { queries: loaded.network?.queries ?? [], diagnostics: loaded.diagnostics };
}
