// Writes a document as `.xta`, the textual format. The texts are the author's own; what the format has no place for
// (the drawing, comments on locations and edges, test code, options) is left out, and said so.

import type { DiagnosticSink } from "../../diagnostics/index.ts";
import type { EdgeNode, LabelText, LocationNode, TemplateNode, UppaalDocument } from "./document.ts";
import { formatQuery } from "./format/xta.ts";

export function writeXta(document: UppaalDocument, sink: DiagnosticSink): string {
  reportLosses(document, sink);
  const parts = [
    document.texts.declarations.trim(),
    ...document.templates.filter(({ inText }) => inText === undefined).map(writeProcess),
    document.texts.instantiation.trim(),
    document.texts.system.trim(),
    ...document.queries.filter(({ query }) => query !== null).map((query) => formatQuery(query).trimEnd()),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function writeProcess(template: TemplateNode): string {
  const names = namesOf(template);
  const name = (id: string): string => names.get(id) ?? id;
  const flagged = (flag: "urgent" | "committed"): string =>
    template.locations
      .filter((location) => location[flag])
      .map(({ id }) => name(id))
      .join(", ");
  const states = template.locations.map((location) => `    ${name(location.id)}${stateBody(location)}`);
  const lines = [`process ${template.name}(${closed(template.parameterText)}) {`];
  if (template.declarationText.trim() !== "") lines.push(template.declarationText.trim());
  lines.push("state", `${states.join(",\n")};`);
  if (template.branchpoints.length > 0) {
    lines.push(`branchpoint ${template.branchpoints.map(({ id }) => name(id)).join(", ")};`);
  }
  if (flagged("committed") !== "") lines.push(`commit ${flagged("committed")};`);
  if (flagged("urgent") !== "") lines.push(`urgent ${flagged("urgent")};`);
  if (template.init !== null) lines.push(`init ${name(template.init)};`);
  if (template.edges.length > 0) {
    const edges = template.edges.map((edge) => `    ${writeEdge(edge, name)}`);
    lines.push("trans", `${edges.join(",\n")};`);
  }
  lines.push("}");
  return lines.join("\n");
}

function stateBody({ labels, invariant, rate }: LocationNode): string {
  const invariantText = invariant === null ? "" : textOf(labels, "invariant");
  const rateText = rate === null ? "" : textOf(labels, "exponentialrate");
  if (invariantText === "" && rateText === "") return "";
  return rateText === "" ? ` { ${invariantText} }` : ` { ${invariantText}; ${rateText} }`;
}

function writeEdge(edge: EdgeNode, name: (id: string) => string): string {
  const { labels } = edge;
  const clauses = [
    edge.selects.length === 0 ? "" : `select ${textOf(labels, "select")}; `,
    edge.guard === null ? "" : `guard ${textOf(labels, "guard")}; `,
    edge.sync === null ? "" : `sync ${textOf(labels, "synchronisation")}; `,
    edge.update.length === 0 ? "" : `assign ${textOf(labels, "assignment")}; `,
    edge.weight === null ? "" : `probability ${textOf(labels, "probability")}; `,
  ];
  return `${name(edge.source)} ${edge.controllable ? "->" : "-u->"} ${name(edge.target)} { ${clauses.join("")}}`;
}

function textOf(labels: readonly LabelText[], kind: string): string {
  return closed(labels.find((label) => label.kind === kind)?.text ?? "");
}

/** A line comment at the end of a text must not swallow what we write behind it. */
function closed(text: string): string {
  return text.includes("//") ? `${text.trim()}\n` : text.trim();
}

/** Names by id: anonymous locations are called as everywhere, branchpoints get names of their own. */
function namesOf(template: TemplateNode): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const give = (id: string, wanted: string): void => {
    let name = wanted.replace(/[^A-Za-z0-9_]/g, "_");
    while (taken.has(name)) name += "_";
    taken.add(name);
    names.set(id, name);
  };
  for (const { id, name } of template.locations) if (name !== undefined) give(id, name);
  for (const { id, name } of template.locations) if (name === undefined) give(id, `_${id}`);
  for (const { id } of template.branchpoints) give(id, /^[A-Za-z_]/.test(id) ? id : `_${id}`);
  return names;
}

function reportLosses(document: UppaalDocument, sink: DiagnosticSink): void {
  const leaveOut = (what: string): void => sink.warn("TH3801", `\`.xta\` has no place for ${what}: left out`);
  for (const { name, span } of document.scenarios) {
    sink.warn("TH3801", `\`.xta\` has no place for the sequence chart \`${name}\`: left out`, span);
  }
  const labels = document.templates.flatMap(({ locations, edges }) => [...locations, ...edges]);
  const kinds = new Set(labels.flatMap((node) => node.labels.map(({ kind }) => kind)));
  if (kinds.has("comments")) leaveOut("comments on locations and edges");
  if ([...kinds].some((kind) => kind.startsWith("testcode"))) leaveOut("test code");
  if (document.templates.some(({ locations }) => locations.some(({ at }) => at !== undefined))) {
    sink.add({ code: "TH3801", severity: "info", message: "`.xta` has no place for the drawing: left out" });
  }
  const { queries } = document;
  if (queries.some(({ query, fault, comment }) => query === null && fault === undefined && comment.trim() !== "")) {
    leaveOut("comments without a query");
  }
  if (document.options.length > 0 || queries.some(({ options }) => options.length > 0)) leaveOut("options of queries");
}
