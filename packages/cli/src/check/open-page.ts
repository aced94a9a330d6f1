// `check --open`: the page with the model and the first trace.

import { type CheckResult, defined, type Network, tracedNetwork, traceOf, traceToJsonFile } from "@tracehound/core";
import type { Context } from "../context.ts";
import { servePage } from "../page/server.ts";

/** The first result with a trace, else the first one; until Ctrl-C. */
export async function openPage(
  path: string,
  results: readonly { readonly result: CheckResult }[],
  network: Network,
  browser: boolean,
  context: Context,
): Promise<void> {
  const shown = results.find(({ result }) => traceOf(result.verdict) !== undefined) ?? results[0];
  const trace = shown === undefined ? undefined : traceOf(shown.result.verdict);
  const question = shown?.result.query.text;
  const about = { model: path, ...defined({ query: question }) };
  const served = {
    name: path,
    content: await context.readFile(path),
    ...defined({
      question,
      trace: trace && traceToJsonFile(tracedNetwork(network, shown?.result.query), trace, about),
    }),
  };
  await servePage({ browser, served }, context);
}
