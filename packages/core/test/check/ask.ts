// Asks a small model, written in UPPAAL's text format unless its name says otherwise, one question.

import type { CheckOptions, CheckResult } from "../../src/check/index.ts";
import { checkQueries } from "../../src/check/index.ts";
import { type LoadedModel, loadModel } from "../../src/lang/load.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import type { Network } from "../../src/network/index.ts";

export function load(content: string, name = "model.xta"): LoadedModel & { network: Network } {
  const loaded = loadModel({ name, content }, { lints: false });
  const { network, diagnostics } = loaded;
  if (network === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  return { ...loaded, network };
}

export async function ask(
  xta: string,
  text: string,
  options: CheckOptions = {},
  name = "model.xta",
): Promise<CheckResult & { network: Network }> {
  const loaded = load(xta, name);
  const query = loaded.compileQuery(text);
  if (!query.ok) throw new Error(query.diagnostics.map(({ message }) => message).join("; "));
  const { network } = query;
  const [result] = await checkQueries({ network, options, environment: stillEnvironment }, [query.value]);
  return { ...result!, network };
}

export async function verdict(xta: string, text: string, options: CheckOptions = {}): Promise<string> {
  const { verdict: answer } = await ask(xta, text, options);
  return answer.kind === "unknown" ? `unknown: ${answer.because}` : answer.kind;
}
