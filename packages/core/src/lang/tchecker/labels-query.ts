// TChecker has no query language: one asks for a state that carries some labels together, or for a run that meets them
// infinitely often. This makes it a query.

import { DiagnosticSink, type Result } from "../../diagnostics/index.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Expression, Formula, Network, Query, Temporal } from "../../network/index.ts";

/**
 * What is asked about labels: a state that carries all of them; a run that meets each infinitely often
 * (`tck-liveness -a couvscc`); or one that meets states with all of them infinitely often (`-a ndfs`).
 */
export type LabelsQuestion = "state" | "each" | "together";

/** A label holds where some process is in a location that has it. */
export function labelsQuery(
  network: Network,
  labels: readonly string[],
  question: LabelsQuestion = "state",
): Result<Query> {
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
  const names = labels.map((label) => `label(${label})`);
  const formula: Formula = parts.length === 1 ? parts[0]! : { kind: "and", parts };
  const text = question === "each" ? names.map((name) => `${AGAIN} ${name}`) : names;
  const whole = text.join(" && ");
  if (question === "state") return sink.result<Query>({ kind: "E<>", formula, text: `E<> ${whole}`, frameSize: 0 });
  const atoms = question === "each" ? parts : [formula];
  return sink.result<Query>({
    kind: "LTL-some",
    temporal: { kind: "and", parts: atoms.map((_, atom) => infinitelyOften(atom)) },
    atoms,
    names: question === "each" ? names : [whole],
    text: `LTL-some: ${question === "each" ? whole : `${AGAIN} (${whole})`}`,
    frameSize: 0,
  });
}

const AGAIN = "[] <>";

function infinitelyOften(atom: number): Temporal {
  return { kind: "always", part: { kind: "eventually", part: { kind: "atom", atom } } };
}

/** The labels of a question that `labelsQuery` wrote, and what is asked about them; undefined: it is none. */
export function labelsIn(text: string): { readonly labels: string[]; readonly question: LabelsQuestion } | undefined {
  const label = String.raw`label\(([^()]+)\)`;
  const state = String.raw`${label}(?:\s*&&\s*${label})*`;
  const again = String.raw`\[\]\s*<>\s*`;
  const forms: readonly (readonly [LabelsQuestion, RegExp])[] = [
    ["state", new RegExp(String.raw`^E<>\s*${state}$`)],
    ["together", new RegExp(String.raw`^LTL-some:\s*${again}\(\s*${state}\s*\)$`)],
    ["each", new RegExp(String.raw`^LTL-some:\s*${again}${label}(?:\s*&&\s*${again}${label})*$`)],
  ];
  const form = forms.find(([, pattern]) => pattern.test(text.trim()));
  if (form === undefined) return undefined;
  const labels = [...text.matchAll(new RegExp(label, "g"))].map(([, name]) => name!.trim());
  return { labels, question: form[0] };
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
