// Asks one question with a search that may have estimates which a user wrote over the model.

import { guided, readSearch } from "../../src/answer/index.ts";
import { type CheckResult, checkQueries } from "../../src/check/index.ts";
import type { Diagnostic } from "../../src/diagnostics/index.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import { load } from "../check/ask.ts";

export async function askGuided(model: string, question: string, spec: string): Promise<CheckResult | Diagnostic> {
  const loaded = load(model);
  const query = loaded.compileQuery(question);
  const asked = readSearch(spec);
  if (!query.ok || !asked.ok) throw new Error(`${spec} or ${question} cannot be read`);
  const read = guided(loaded, asked.value, { queries: [query.value], network: query.network });
  if (!read.ok) return read.diagnostics[0]!;
  const { queries, network } = read.value;
  const [result] = await checkQueries({ network, options: { ...asked.value }, environment: stillEnvironment }, queries);
  return result!;
}
