// TChecker has no query language: one asks for a state that carries some labels together. This makes it a query.

import { DiagnosticSink, type Result } from "../../diagnostics/index.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Expression, Formula, Network, Query } from "../../network/index.ts";

/** `E<>` of: for each label, some process is in a location that has it. */
export function labelsQuery(network: Network, labels: readonly string[]): Result<Query> {
  const sink = new DiagnosticSink();
  if (labels.length === 0) sink.error("TH4400", "No label was given");
  const parts: Formula[] = [];
  for (const name of labels) {
    const label = network.labels.indexOf(name);
    if (label < 0) {
      const near = didYouMean(name, network.labels);
      const hint = near ?? (network.labels.length === 0 ? "the model has no labels" : undefined);
      sink.error("TH4401", `No location has the label \`${name}\``, undefined, hint);
    } else {
      parts.push({ kind: "data", condition: someProcessAt(network, label) });
    }
  }
  const text = `E<> ${labels.map((label) => `label(${label})`).join(" && ")}`;
  const formula: Formula = parts.length === 1 ? parts[0]! : { kind: "and", parts };
  return sink.result<Query>({ kind: "E<>", formula, text, frameSize: 0 });
}

/** The labels of a question that `labelsQuery` wrote; undefined: it is none. */
export function labelsIn(text: string): string[] | undefined {
  const part = /^label\(([^()]+)\)$/;
  const labels = text
    .trim()
    .replace(/^E<>\s*/, "")
    .split(/\s*&&\s*/)
    .map((one) => part.exec(one)?.[1]?.trim());
  const known = labels.filter((label) => label !== undefined);
  return known.length === labels.length && /^\s*E<>/.test(text) ? known : undefined;
}

function someProcessAt(network: Network, label: number): Expression {
  let condition: Expression | undefined;
  for (const [process, { locations }] of network.processes.entries()) {
    for (const [location, { labels }] of locations.entries()) {
      if (!labels.includes(label)) continue;
      const at: Expression = { kind: "at", process: { base: process, steps: [] }, location };
      condition = condition === undefined ? at : { kind: "or", left: condition, right: at };
    }
  }
  return condition ?? { kind: "constant", value: 0 };
}
