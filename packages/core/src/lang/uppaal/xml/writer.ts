// Writes a document as UPPAAL XML: for models that came from `.xta` or from another format. Coordinates are kept
// where the document has them; what has none is drawn. (A file that came from XML is written by `rewrite.ts`.)

import { defined } from "../../../basics/defined.ts";
import type { Expectation } from "../../../network/index.ts";
import type {
  CanvasPoint,
  LabelText,
  LocationNode,
  Placed,
  QueryItem,
  TemplateNode,
  UppaalDocument,
} from "../document.ts";
import type { Drawing } from "./drawing.ts";
import { escapeAttribute, escapeText } from "./escape.ts";
import { drawerOf } from "./layers.ts";

const PROLOGUE = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.6//EN' 'http://www.it.uu.se/research/group/darts/uppaal/flat-1_6.dtd'>
`;

export function writeUppaalXml(document: UppaalDocument): string {
  const out = new Output();
  out.open("nta");
  out.text("declaration", document.texts.declarations);
  // Identifiers are made anew: those of an `.xta` file are names, which repeat from template to template.
  const taken = new Set<string>();
  const draw = drawerOf(document.templates);
  for (const template of document.templates) {
    if (template.inText === undefined) writeTemplate(out, template, taken, draw);
  }
  if (document.texts.instantiation.trim() !== "") out.text("instantiation", document.texts.instantiation);
  out.text("system", document.texts.system);
  writeQueries(out, document);
  out.close("nta");
  return PROLOGUE + out.toString();
}

/** Lines of XML, indented by tabs as UPPAAL writes them. */
class Output {
  private readonly lines: string[] = [];
  private depth = 0;

  open(name: string, attributes: Attributes = {}): void {
    this.line(`<${name}${print(attributes)}>`);
    this.depth++;
  }

  close(name: string): void {
    this.depth--;
    this.line(`</${name}>`);
  }

  empty(name: string, attributes: Attributes = {}): void {
    this.line(`<${name}${print(attributes)}/>`);
  }

  text(name: string, content: string, attributes: Attributes = {}): void {
    this.line(`<${name}${print(attributes)}>${escapeText(content)}</${name}>`);
  }

  toString(): string {
    return this.lines.join("");
  }

  private line(text: string): void {
    this.lines.push(`${"\t".repeat(this.depth)}${text}\n`);
  }
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

function print(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${escapeAttribute(String(value))}"`))
    .join("");
}

function writeTemplate(
  out: Output,
  template: TemplateNode,
  taken: Set<string>,
  draw: (template: TemplateNode) => Drawing,
): void {
  const isDrawn = [...template.locations, ...template.branchpoints].every(({ at }) => at !== undefined);
  const drawing = isDrawn ? null : draw(template);
  const ids = new Map<string, string>();
  for (const location of template.locations) ids.set(location.id, freshId(location, taken));
  for (const branchpoint of template.branchpoints) ids.set(branchpoint.id, freshId(branchpoint, taken));

  out.open("template");
  out.text("name", template.name);
  if (template.parameterText.trim() !== "") out.text("parameter", template.parameterText);
  if (template.declarationText.trim() !== "") out.text("declaration", template.declarationText);
  for (const location of template.locations) writeLocation(out, location, ids, drawing);
  for (const branchpoint of template.branchpoints) {
    const at = drawing?.locations.get(branchpoint.id)?.at ?? branchpoint.at;
    out.empty("branchpoint", { id: ids.get(branchpoint.id), ...at, color: branchpoint.colour });
  }
  if (template.init !== null) out.empty("init", { ref: ids.get(template.init) });
  for (const [index, edge] of template.edges.entries()) {
    const drawn = drawing?.edges[index];
    out.open("transition", {
      ...defined({ controllable: edge.controllable ? undefined : "false" }),
      action: edge.action,
      ...edge.at,
      color: edge.colour,
    });
    out.empty("source", { ref: ids.get(edge.source) });
    out.empty("target", { ref: ids.get(edge.target) });
    writeLabels(out, edge.labels, drawn?.labels);
    for (const nail of drawn?.nails ?? edge.nails) out.empty("nail", { ...nail });
    out.close("transition");
  }
  out.close("template");
}

function writeLocation(out: Output, location: LocationNode, ids: ReadonlyMap<string, string>, drawing: Drawing | null) {
  const drawn = drawing?.locations.get(location.id);
  out.open("location", { id: ids.get(location.id), ...(drawn?.at ?? location.at), color: location.colour });
  if (location.name !== undefined) out.text("name", location.name, { ...(drawn?.nameAt ?? location.nameAt) });
  writeLabels(out, location.labels, drawing?.locationLabels.get(location.id));
  if (location.urgent) out.empty("urgent");
  if (location.committed) out.empty("committed");
  out.close("location");
}

function writeLabels(out: Output, labels: readonly LabelText[], drawn: readonly CanvasPoint[] | undefined): void {
  for (const [i, label] of labels.entries()) {
    const placed: Placed = drawn?.[i] === undefined ? label : { ...label, at: drawn[i] };
    out.text("label", label.text, { kind: label.kind, ...placed.at, color: placed.colour });
  }
}

/** An anonymous location is shown by its identifier, so it keeps it where it can. */
function freshId(node: { readonly id: string; readonly name?: string }, taken: Set<string>): string {
  let id = node.name === undefined ? node.id : `id${taken.size}`;
  for (let count = taken.size; taken.has(id) || !/^[A-Za-z_][\w.-]*$/.test(id); count++) id = `id${count}`;
  taken.add(id);
  return id;
}

function writeQueries(out: Output, document: UppaalDocument): void {
  if (document.queries.length === 0 && document.options.length === 0) return;
  out.open("queries");
  for (const { key, value } of document.options) out.empty("option", { key, value });
  for (const query of document.queries) writeQuery(out, query);
  out.close("queries");
}

function writeQuery(out: Output, query: QueryItem): void {
  out.open("query");
  out.text("formula", query.text);
  out.text("comment", query.comment);
  for (const { key, value } of query.options) out.empty("option", { key, value });
  if (query.expectation !== undefined) out.empty("expect", expectationAttributes(query.expectation));
  out.close("query");
}

const OUTCOMES: Readonly<Record<Expectation["outcome"], string | undefined>> = {
  satisfied: "success",
  violated: "failure",
  "maybe-satisfied": "maybe_true",
  "maybe-violated": "maybe_false",
  error: "error",
  value: undefined,
};

function expectationAttributes({ outcome, value }: Expectation): Attributes {
  return { outcome: OUTCOMES[outcome], type: outcome === "value" ? "quality" : "symbolic", value };
}
