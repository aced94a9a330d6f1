// The `<template>` elements of a model: locations, branchpoints and edges with their labels. References between
// elements are checked here, where the identifiers that UPPAAL's editor made up still mean something.

import type { Span } from "../../../diagnostics/index.ts";
import { didYouMean } from "../../../diagnostics/suggest.ts";
import type { BranchpointNode, CanvasPoint, EdgeNode, LabelText, LocationNode, TemplateNode } from "../document.ts";
import {
  parseDeclarations,
  parseExpressionLabel,
  parseParameters,
  parseSelect,
  parseSync,
  parseUpdate,
} from "../parse.ts";
import { place, pointOf, type Section } from "./section.ts";
import { attributeOf, childOf, childrenOf, type XmlElement } from "./tree.ts";

const LOCATION_LABELS = ["invariant", "exponentialrate"];
const EDGE_LABELS = ["select", "guard", "synchronisation", "assignment", "probability"];
/** Labels without meaning for the checker. */
const OTHER_LABELS = ["comments", "testcode", "testcodeEnter", "testcodeExit"];

export function readTemplate(element: XmlElement, section: Section): TemplateNode {
  const nameElement = childOf(element, "name");
  const named = section.trimmed(nameElement ?? element);
  const name = nameElement === undefined ? "" : named.text;
  if (name === "") section.sink.error("TH1905", "the template has no name", section.tagSpan(element));
  else checkName(name, "template", nameElement!, section);
  const parameter = childOf(element, "parameter");
  const declarationElements = childrenOf(element, "declaration");
  const parameters = parameter === undefined ? [] : parseParameters(section.input(parameter));
  const declarations = declarationElements.flatMap((child) => parseDeclarations(section.input(child)));
  const ids = new Set<string>();
  const locations = childrenOf(element, "location").map((child) => readLocation(child, ids, section));
  const branchpoints = childrenOf(element, "branchpoint").map((child) => readBranchpoint(child, ids, section));
  return {
    name,
    nameSpan: nameElement === undefined ? section.tagSpan(element) : named.span,
    parameters,
    parameterText: parameter === undefined ? "" : section.text(parameter),
    declarations,
    declarationText: declarationElements.map((child) => section.text(child)).join("\n"),
    locations,
    branchpoints,
    init: readInit(element, name, locations, section),
    edges: childrenOf(element, "transition").flatMap((child) => readEdge(child, ids, section)),
    span: section.tagSpan(element),
  };
}

/** The identifier edges refer to; made up when missing or taken, so that the rest of the file can still be read. */
function identify(element: XmlElement, ids: Set<string>, section: Section): string {
  const id = attributeOf(element, "id");
  if (id === undefined || id === "") {
    section.sink.error("TH1906", `the ${element.name} has no \`id\``, section.tagSpan(element));
  } else if (ids.has(id)) {
    section.sink.warn(
      "TH1907",
      `the id \`${id}\` is used twice in the template; edges lead to the first of the two`,
      section.tagSpan(element),
    );
  } else {
    ids.add(id);
    return id;
  }
  let fresh = id ?? "unnamed";
  for (let count = 2; ids.has(fresh); count++) fresh = `${id ?? "unnamed"}_${count}`;
  ids.add(fresh);
  return fresh;
}

function readLocation(element: XmlElement, ids: Set<string>, section: Section): LocationNode {
  const id = identify(element, ids, section);
  const nameElement = childOf(element, "name");
  const named = nameElement === undefined ? undefined : section.trimmed(nameElement);
  const name = named?.text ?? "";
  if (name !== "") checkName(name, "location", nameElement!, section);
  const nameAt = nameElement === undefined ? undefined : pointOf(nameElement);
  const labels = labelsByKind(element, LOCATION_LABELS, section);
  const invariant = labels.get("invariant");
  const rate = labels.get("exponentialrate");
  const location: { name?: string; nameSpan?: Span; nameAt?: CanvasPoint } & LocationNode = {
    id,
    urgent: childOf(element, "urgent") !== undefined,
    committed: childOf(element, "committed") !== undefined,
    invariant: invariant === undefined ? null : parseExpressionLabel(section.input(invariant), "invariant"),
    rate: rate === undefined ? null : parseExpressionLabel(section.input(rate), "rate"),
    labels: readLabels(element, section),
    span: section.tagSpan(element),
  };
  if (named !== undefined && name !== "") {
    location.name = name;
    location.nameSpan = named.span;
  }
  if (nameAt !== undefined) location.nameAt = nameAt;
  return place(location, element);
}

function readBranchpoint(element: XmlElement, ids: Set<string>, section: Section): BranchpointNode {
  return place<BranchpointNode>({ id: identify(element, ids, section), span: section.tagSpan(element) }, element);
}

function readInit(
  element: XmlElement,
  template: string,
  locations: readonly LocationNode[],
  section: Section,
): string | null {
  const init = childOf(element, "init");
  const ref = init === undefined ? undefined : attributeOf(init, "ref");
  if (ref !== undefined && locations.some(({ id }) => id === ref)) return ref;
  // A template without one may stand in the file as long as no process is made of it: the elaborator knows.
  if (ref !== undefined) {
    const message = `the initial location \`${ref}\` is not a location of the template \`${template}\``;
    const hint =
      didYouMean(
        ref,
        locations.map(({ id }) => id),
      ) ?? REFERENCES;
    section.sink.error("TH1909", message, section.tagSpan(init!), hint);
    return "";
  }
  return null;
}

function readEdge(element: XmlElement, ids: ReadonlySet<string>, section: Section): EdgeNode[] {
  const labels = labelsByKind(element, EDGE_LABELS, section);
  const select = labels.get("select");
  // Select first: its names are in scope of the other labels.
  const selects = select === undefined ? [] : parseSelect(section.input(select));
  const guard = labels.get("guard");
  const sync = labels.get("synchronisation");
  const update = labels.get("assignment");
  const weight = labels.get("probability");
  const source = readEnd(element, "source", ids, section);
  const target = readEnd(element, "target", ids, section);
  const action = attributeOf(element, "action");
  const edge: { action?: string } & EdgeNode = {
    source: source ?? "",
    target: target ?? "",
    controllable: attributeOf(element, "controllable") !== "false",
    selects,
    guard: guard === undefined ? null : parseExpressionLabel(section.input(guard), "guard"),
    sync: sync === undefined ? null : parseSync(section.input(sync)),
    update: update === undefined ? [] : parseUpdate(section.input(update)),
    weight: weight === undefined ? null : parseExpressionLabel(section.input(weight), "weight"),
    labels: readLabels(element, section),
    nails: childrenOf(element, "nail").flatMap((nail) => pointOf(nail) ?? []),
    span: section.tagSpan(element),
  };
  if (action !== undefined) edge.action = action;
  return source === null || target === null ? [] : [place(edge, element)];
}

function readEnd(
  edge: XmlElement,
  end: "source" | "target",
  ids: ReadonlySet<string>,
  section: Section,
): string | null {
  const element = childOf(edge, end);
  const ref = element === undefined ? undefined : attributeOf(element, "ref");
  if (ref !== undefined && ids.has(ref)) return ref;
  const message =
    ref === undefined
      ? `the transition has no ${end}`
      : `the ${end} \`${ref}\` of the transition is not a location of the template`;
  const hint = ref === undefined ? `add \`<${end} ref="…"/>\`` : (didYouMean(ref, ids) ?? REFERENCES);
  section.sink.error("TH1909", message, section.tagSpan(element ?? edge), hint);
  return null;
}

const REFERENCES = "`ref` is the `id` of a location";

/** The labels that carry meaning, by kind; a kind may occur once. */
function labelsByKind(element: XmlElement, kinds: readonly string[], section: Section): Map<string, XmlElement> {
  const labels = new Map<string, XmlElement>();
  for (const label of childrenOf(element, "label")) {
    const kind = attributeOf(label, "kind") ?? "";
    if (!kinds.includes(kind)) {
      if (!OTHER_LABELS.includes(kind)) {
        const hint = didYouMean(kind, kinds) ?? `kinds of a ${element.name}: ${[...kinds, ...OTHER_LABELS].join(", ")}`;
        const message = `a ${element.name} has no label of kind \`${kind}\`; it is ignored`;
        section.sink.warn("TH1910", message, section.tagSpan(label), hint);
      }
    } else if (labels.has(kind)) {
      section.sink.error(
        "TH1911",
        `the ${element.name} has a second label of kind \`${kind}\``,
        section.tagSpan(label),
        kind === "guard" || kind === "invariant" ? "join the two with `&&` in one label" : "put both into one label",
      );
    } else {
      labels.set(kind, label);
    }
  }
  return labels;
}

function readLabels(element: XmlElement, section: Section): LabelText[] {
  return childrenOf(element, "label").map((label) =>
    place<LabelText>(
      { kind: attributeOf(label, "kind") ?? "", text: section.text(label), span: section.span(label) },
      label,
    ),
  );
}

function checkName(name: string, what: "template" | "location", element: XmlElement, section: Section): void {
  const { span } = section.trimmed(element);
  if (!/^[A-Za-z_][A-Za-z0-9_$#]*$/.test(name)) {
    section.sink.error("TH1912", `\`${shorten(name)}\` is not a name`, span, "letters, digits and `_`, no digit first");
  } else if (section.isKeyword(name, what)) {
    section.sink.error("TH1912", `\`${name}\` is a keyword, not a name`, span, "choose another name");
  }
}

function shorten(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}
