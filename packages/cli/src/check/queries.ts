// Which queries a `check` is about: those of the model, of a query file, of the command line, or a question for
// labels; and of these the ones that were chosen by number. Queries that cannot be read are among them: they have a
// number like the others, and a result that says what is wrong.

import type { Budget, Diagnostic, FaultyQuery, LoadedModel, Network, Query } from "@tracehound/core";
import type { Context } from "../context.ts";
import { BadInput, UsageError } from "../errors.ts";

export interface QueryChoice {
  readonly file?: string | undefined;
  readonly texts?: readonly string[] | undefined;
  readonly labels?: readonly string[] | undefined;
  /** Labels are to be met infinitely often: each, or all together. */
  readonly accepting?: "each" | "together" | undefined;
  /** Counted from 1. */
  readonly numbers?: readonly number[] | undefined;
}

export interface ChosenQueries {
  readonly queries: readonly { readonly number: number; readonly query: Query }[];
  /** What they are asked of. */
  readonly network: Network;
  readonly faulty: readonly FaultyQuery[];
  /** What is said about those that can be read. */
  readonly warnings: readonly Diagnostic[];
}

export async function chooseQueries(
  loaded: LoadedModel & { readonly network: Network },
  choice: QueryChoice,
  context: Context,
  budget: Budget,
): Promise<ChosenQueries> {
  const { queries, faultyQueries, network: extended, diagnostics } = await candidates(loaded, choice, context, budget);
  const warnings = diagnostics.filter(({ severity }) => severity === "warning");
  const network = extended ?? loaded.network;
  const numbered = queries.map((query, index) => ({ number: query.number ?? index + 1, query }));
  const { numbers } = choice;
  if (numbers === undefined) return { queries: numbered, network, faulty: faultyQueries, warnings };
  const known = new Set([...numbered, ...faultyQueries].map(({ number }) => number));
  const unknown = numbers.find((number) => !known.has(number));
  if (unknown !== undefined) {
    const there = known.size === 1 ? "there is 1 query" : `there are ${known.size} queries`;
    throw new UsageError(`there is no query ${unknown}`, there);
  }
  return {
    queries: numbered.filter(({ number }) => numbers.includes(number)),
    network,
    faulty: faultyQueries.filter(({ number }) => numbers.includes(number)),
    warnings,
  };
}

type Candidates = ReturnType<LoadedModel["readQueries"]>;

async function candidates(
  loaded: LoadedModel,
  { file, texts, labels, accepting }: QueryChoice,
  context: Context,
  budget: Budget,
): Promise<Candidates> {
  const ways = [file, texts, labels].filter((way) => way !== undefined).length;
  if (accepting !== undefined && labels === undefined) {
    throw new UsageError("--accepting says how often --labels are met, which are missing");
  }
  if (ways > 1) throw new UsageError("a query file, -q and --labels exclude each other");
  if (file !== undefined) {
    const content = await context.readFile(file);
    return budget.during(() => queriesOf(loaded, file, content));
  }
  if (labels !== undefined) {
    const result = budget.during(() => loaded.compileLabels(labels, accepting));
    if (!result.ok) throw new BadInput({ diagnostics: result.diagnostics, sources: loaded.sources });
    return { queries: [result.value], network: result.network, faultyQueries: [], diagnostics: [] };
  }
  if (texts !== undefined) return budget.during(() => compiled(loaded, texts));
  return ownQueries(loaded, context, budget);
}

/** The queries of the model itself, or those of the file beside it. */
export async function ownQueries(loaded: LoadedModel, context: Context, budget: Budget): Promise<Candidates> {
  const { network, faultyQueries } = loaded;
  const own = { queries: network?.queries ?? [], network, faultyQueries, diagnostics: [] };
  if (own.queries.length + own.faultyQueries.length > 0) return own;
  const endings = loaded.format === "prism" ? [".props", ".pctl", ".csl"] : loaded.document === null ? [] : [".q"];
  const beside = await queriesBeside(loaded.name, endings, context);
  if (beside === null) return own;
  context.err(`queries from ${beside.name}\n`);
  return budget.during(() => queriesOf(loaded, beside.name, beside.content));
}

/** As UPPAAL does: a file of queries with the model's name belongs to it. A link is asked what its target is asked. */
export async function queriesBeside(
  model: string,
  endings: readonly string[],
  context: Context,
): Promise<{ readonly name: string; readonly content: Uint8Array } | null> {
  for (const path of new Set([model, await context.targetOf(model)])) {
    for (const ending of endings) {
      const name = path.replace(/\.[^./\\]*$/, ending);
      const content = name === path ? null : await context.readFileIfThere(name);
      if (content !== null) return { name, content };
    }
  }
  return null;
}

function queriesOf(loaded: LoadedModel, name: string, content: Uint8Array): Candidates {
  const read = loaded.readQueries({ name, content });
  const { diagnostics, queries, faultyQueries } = read;
  const unreadable = queries.length + faultyQueries.length === 0;
  if (unreadable && diagnostics.some(({ severity }) => severity === "error")) {
    throw new BadInput({ diagnostics, sources: loaded.sources });
  }
  return read;
}

function compiled(loaded: LoadedModel, texts: readonly string[]): Candidates {
  const queries: Query[] = [];
  const faultyQueries: FaultyQuery[] = [];
  const diagnostics: Diagnostic[] = [];
  let { network } = loaded;
  for (const [index, text] of texts.entries()) {
    const result = loaded.compileQuery(text, "-q");
    const number = index + 1;
    if (result.ok) {
      queries.push({ ...result.value, number });
      network = result.network;
      diagnostics.push(...result.diagnostics);
    } else faultyQueries.push({ number, text, diagnostic: result.diagnostics.find(isError)! });
  }
  return { queries, network, faultyQueries, diagnostics };
}

function isError({ severity }: FaultyQuery["diagnostic"]): boolean {
  return severity === "error";
}
