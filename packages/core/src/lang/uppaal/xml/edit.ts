// Edits of an XML model as changes of its text: each operation replaces, inserts or removes the few characters it is
// about, so that everything else (layout, comments, unknown elements, results of others) stays as it was.

import type { CanvasPoint } from "../document.ts";
import { escapeAttribute, escapeText } from "./escape.ts";
import { BlockMaker } from "./text.ts";
import { attributeOf, childOf, childrenOf, parseXml, pathOf, type XmlElement, type XmlFile } from "./tree.ts";

/** Elements are named by their paths, as in diagnostics: `/nta/template[1]/transition[2]`. */
export type EditOperation =
  /** The text of a section; made where it is missing. */
  | { readonly kind: "section"; readonly path: string; readonly text: string }
  /** A location or branchpoint, with its name and labels. */
  | { readonly kind: "move"; readonly path: string; readonly dx: number; readonly dy: number }
  | { readonly kind: "rename-location"; readonly path: string; readonly name: string }
  /** A label of a location or edge; an empty text removes it. */
  | {
      readonly kind: "label";
      readonly path: string;
      readonly label: string;
      readonly text: string;
      readonly at?: CanvasPoint;
    }
  | { readonly kind: "mark"; readonly path: string; readonly mark: "urgent" | "committed"; readonly on: boolean }
  | { readonly kind: "colour"; readonly path: string; readonly colour: string }
  | { readonly kind: "initial"; readonly path: string }
  | { readonly kind: "add-location"; readonly template: string; readonly at: CanvasPoint; readonly name: string }
  | { readonly kind: "add-edge"; readonly template: string; readonly source: string; readonly target: string }
  | { readonly kind: "add-branchpoint"; readonly template: string; readonly at: CanvasPoint }
  /** An end of an edge goes to another location or branchpoint. */
  | { readonly kind: "reattach"; readonly path: string; readonly end: "source" | "target"; readonly to: string }
  | { readonly kind: "nails"; readonly path: string; readonly nails: readonly CanvasPoint[] }
  /** A location goes with its edges. */
  | { readonly kind: "remove"; readonly path: string }
  /**
   * Where elements stand that have a place (locations, names, labels), and how edges bend; what is not there is left
   * out.
   */
  | { readonly kind: "arrange"; readonly places: readonly PlaceInFile[] }
  /** Copies of parts, perhaps of another template or model. */
  | { readonly kind: "paste"; readonly template: string; readonly parts: Parts }
  | { readonly kind: "add-template"; readonly name: string }
  | { readonly kind: "rename"; readonly from: string; readonly to: string; readonly template?: string }
  | { readonly kind: "query"; readonly index: number; readonly text: string | null; readonly comment?: string };

export interface PlaceInFile {
  readonly path: string;
  readonly at?: CanvasPoint;
  readonly nails?: readonly CanvasPoint[];
}

/** Locations and branchpoints with the edges between them, as they are copied. */
export interface Parts {
  readonly nodes: readonly {
    readonly kind: "location" | "branchpoint";
    readonly name: string;
    readonly at: CanvasPoint;
    readonly nameAt: CanvasPoint;
    readonly urgent: boolean;
    readonly committed: boolean;
    readonly colour?: string;
    readonly labels: readonly PlacedLabel[];
  }[];
  /** `source` and `target` number the nodes. */
  readonly edges: readonly {
    readonly source: number;
    readonly target: number;
    readonly nails: readonly CanvasPoint[];
    readonly controllable: boolean;
    readonly colour?: string;
    readonly labels: readonly PlacedLabel[];
  }[];
}

interface PlacedLabel {
  readonly kind: string;
  readonly text: string;
  readonly at: CanvasPoint;
}

interface Patch {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text after the operations, one after the other; or why one of them is not possible. */
export function editXml(
  text: string,
  operations: readonly EditOperation[],
): { readonly text: string } | { readonly problem: string } {
  let current = text;
  for (const operation of operations) {
    const parsed = parseXml(current);
    if ("problem" in parsed) return { problem: parsed.problem.message };
    const patches = new Editor(parsed.file).edit(operation);
    if (typeof patches === "string") return { problem: patches };
    current = applied(current, patches);
  }
  return { text: current };
}

/** What was typed: an end of a line is one, however it is written. */
function writtenText(text: string): string {
  return escapeText(text.replaceAll("\r\n", "\n"));
}

/** Where the lines of the file end as on Windows, so do those that are written. */
function applied(text: string, patches: readonly Patch[]): string {
  const isWindows = /^[^\n]*\r\n/.test(text);
  let result = "";
  let at = 0;
  for (const { start, end, text: inserted } of [...patches].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < at) continue;
    result += text.slice(at, start) + (isWindows ? inserted.replace(/\r?\n/g, "\r\n") : inserted);
    at = end;
  }
  return result + text.slice(at);
}

/** What stands before what in its parent, as UPPAAL's DTD wants it. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  nta: ["imports", "declaration", "template", "lsc", "instantiation", "system", "queries"],
  template: ["name", "parameter", "declaration", "location", "branchpoint", "init", "transition"],
  location: ["name", "label", "urgent", "committed"],
  transition: ["source", "target", "label", "nail"],
};

class Editor {
  private readonly file: XmlFile;

  constructor(file: XmlFile) {
    this.file = file;
  }

  edit(operation: EditOperation): readonly Patch[] | string {
    if (operation.kind === "add-template") return this.addTemplate(operation.name);
    if (operation.kind === "rename") return this.rename(operation.from, operation.to, operation.template);
    if (operation.kind === "query") return this.query(operation);
    if (operation.kind === "section") return this.section(operation.path, operation.text);
    if (operation.kind === "arrange") return this.arrange(operation.places);
    const path = "template" in operation ? operation.template : operation.path;
    const element = this.find(path);
    if (element === undefined) return `there is no ${path} any more`;
    switch (operation.kind) {
      case "move":
        return this.move(element, operation.dx, operation.dy);
      case "rename-location":
        return this.renameLocation(element, operation.name);
      case "label":
        return this.label(element, operation.label, operation.text, operation.at);
      case "mark":
        return this.mark(element, operation.mark, operation.on);
      case "colour":
        return [this.attributes(element, { color: operation.colour === "" ? undefined : operation.colour })];
      case "initial":
        return this.initial(element);
      case "add-location":
        return this.addLocation(element, operation.at, operation.name);
      case "add-edge":
        return this.addEdge(element, operation.source, operation.target);
      case "add-branchpoint": {
        const [x, y] = [Math.round(operation.at.x), Math.round(operation.at.y)];
        return [this.insert(element, "branchpoint", `<branchpoint id="${this.freshId()}" x="${x}" y="${y}"/>`)];
      }
      case "reattach":
        return this.reattach(element, operation.end, operation.to);
      case "nails":
        return this.nails(element, operation.nails);
      case "remove":
        return this.remove(element);
      case "paste":
        return this.paste(element, operation.parts);
    }
  }

  private find(path: string, from: XmlElement = this.file.root): XmlElement | undefined {
    if (pathOf(from) === path) return from;
    if (!path.startsWith(pathOf(from))) return undefined;
    for (const child of from.children) {
      const found = this.find(path, child);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The parent's path, and the name of the element itself. */
  private section(path: string, text: string): readonly Patch[] | string {
    const element = this.find(path);
    if (element !== undefined) return [this.content(element, text)];
    const [, parentPath = "", name = ""] = /^(.*)\/([a-z]+)(?:\[1\])?$/.exec(path) ?? [];
    const parent = this.find(parentPath);
    return parent === undefined
      ? `there is no ${path}`
      : [this.insert(parent, name, `<${name}>${writtenText(text)}</${name}>`)];
  }

  private content(element: XmlElement, text: string): Patch {
    const { start, contentStart, contentEnd, end, name } = element;
    if (end !== contentEnd) return { start: contentStart, end: contentEnd, text: writtenText(text) };
    const tag = this.file.text.slice(start, contentStart).replace(/\s*\/>$/, ">");
    return { start, end, text: `${tag}${writtenText(text)}</${name}>` };
  }

  /** Behind the last child that may stand before it, on a line of its own. */
  private insert(parent: XmlElement, name: string, xml: string): Patch {
    const order = ORDER[parent.name] ?? [];
    const rank = order.indexOf(name);
    const before = parent.children.filter((child) => order.indexOf(child.name) <= rank);
    const last = before[before.length - 1];
    const indent = this.indentOf(parent.children[0] ?? parent) + (parent.children.length === 0 ? "  " : "");
    if (last !== undefined) return { start: last.end, end: last.end, text: `\n${indent}${xml}` };
    if (parent.end !== parent.contentEnd)
      return { start: parent.contentStart, end: parent.contentStart, text: `\n${indent}${xml}` };
    const tag = this.file.text.slice(parent.start, parent.contentStart).replace(/\s*\/>$/, ">");
    return {
      start: parent.start,
      end: parent.end,
      text: `${tag}\n${indent}${xml}\n${this.indentOf(parent)}</${parent.name}>`,
    };
  }

  private indentOf({ start }: XmlElement): string {
    const { text } = this.file;
    const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
    return /^\s*$/.test(line) ? line : "";
  }

  private attributes(element: XmlElement, values: Readonly<Record<string, string | number | undefined>>): Patch {
    let tag = this.file.text.slice(element.start, element.contentStart);
    for (const [name, value] of Object.entries(values)) {
      const known = new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`);
      const written = value === undefined ? "" : ` ${name}="${escapeAttribute(String(value))}"`;
      tag = known.test(tag)
        ? tag.replace(known, () => written)
        : tag.replace(/\s*\/?>$/, (end) => `${written}${end.trim() === "/>" ? "/>" : ">"}`);
    }
    return { start: element.start, end: element.contentStart, text: tag };
  }

  private move(element: XmlElement, dx: number, dy: number): Patch[] {
    const placed = [element, ...element.children.filter(({ name }) => name === "name" || name === "label")];
    return placed.flatMap((part) => {
      const [x, y] = [Number(attributeOf(part, "x")), Number(attributeOf(part, "y"))];
      if (attributeOf(part, "x") === undefined || !Number.isFinite(x) || !Number.isFinite(y)) return [];
      return [this.attributes(part, { x: Math.round(x + dx), y: Math.round(y + dy) })];
    });
  }

  private renameLocation(element: XmlElement, name: string): Patch[] {
    const known = childOf(element, "name");
    if (known !== undefined) return name === "" ? [this.without(known)] : [this.content(known, name)];
    if (name === "") return [];
    const at = pointIn(element);
    return [this.insert(element, "name", `<name x="${at.x - 10}" y="${at.y - 34}">${writtenText(name)}</name>`)];
  }

  private label(element: XmlElement, kind: string, text: string, at?: CanvasPoint): Patch[] {
    const known = childrenOf(element, "label").find((label) => attributeOf(label, "kind") === kind);
    if (known !== undefined) {
      if (text === "") return [this.without(known)];
      const moved = at === undefined ? [] : [this.attributes(known, { ...at })];
      return [...moved, this.content(known, text)];
    }
    if (text === "") return [];
    const place = at ?? this.placeForLabel(element);
    const xml = `<label kind="${escapeAttribute(kind)}" x="${Math.round(place.x)}" y="${Math.round(place.y)}">${writtenText(text)}</label>`;
    return [this.insert(element, "label", xml)];
  }

  /** Beside the location, or half way along the edge, below the labels that are there. */
  private placeForLabel(element: XmlElement): CanvasPoint {
    const below = 17 * childrenOf(element, "label").length;
    if (element.name !== "transition") {
      const at = pointIn(element);
      return { x: at.x + 16, y: at.y + 12 + below };
    }
    const ends = ["source", "target"].flatMap((end) => {
      const ref = childOf(element, end);
      const location = ref === undefined ? undefined : this.byId(element.parent!, attributeOf(ref, "ref") ?? "");
      return location === undefined ? [] : [pointIn(location)];
    });
    const nails = childrenOf(element, "nail").map(pointIn);
    const points = nails.length > 0 ? nails : ends;
    const x = points.reduce((sum, point) => sum + point.x, 0) / Math.max(1, points.length);
    const y = points.reduce((sum, point) => sum + point.y, 0) / Math.max(1, points.length);
    return { x: x + 6, y: y + below };
  }

  private byId(template: XmlElement, id: string): XmlElement | undefined {
    return template.children.find(
      (child) => (child.name === "location" || child.name === "branchpoint") && attributeOf(child, "id") === id,
    );
  }

  private mark(element: XmlElement, mark: "urgent" | "committed", on: boolean): Patch[] {
    const known = childOf(element, mark);
    if (on) return known === undefined ? [this.insert(element, mark, `<${mark}/>`)] : [];
    return known === undefined ? [] : [this.without(known)];
  }

  private initial(element: XmlElement): Patch[] | string {
    const template = element.parent!;
    const id = attributeOf(element, "id");
    if (id === undefined) return "the location has no id";
    const init = childOf(template, "init");
    if (init !== undefined) return [this.attributes(init, { ref: id })];
    return [this.insert(template, "init", `<init ref="${escapeAttribute(id)}"/>`)];
  }

  private addLocation(template: XmlElement, at: CanvasPoint, name: string): Patch[] {
    const id = this.freshId();
    const [x, y] = [Math.round(at.x), Math.round(at.y)];
    const label = name === "" ? "" : `<name x="${x - 10}" y="${y - 34}">${writtenText(name)}</name>`;
    const location = this.insert(template, "location", `<location id="${id}" x="${x}" y="${y}">${label}</location>`);
    const isFirst = childOf(template, "init") === undefined;
    return isFirst
      ? [
          {
            ...location,
            text: `${location.text}\n${this.indentOf(template.children[0] ?? template)}<init ref="${id}"/>`,
          },
        ]
      : [location];
  }

  private addEdge(template: XmlElement, source: string, target: string): Patch[] | string {
    const ids = [source, target].map((path) => {
      const element = this.find(path);
      return element === undefined ? undefined : attributeOf(element, "id");
    });
    if (ids.includes(undefined)) return "an edge leads from one location to another";
    const [from, to] = ids.map((id) => escapeAttribute(id!));
    return [
      this.insert(template, "transition", `<transition><source ref="${from}"/><target ref="${to}"/></transition>`),
    ];
  }

  private reattach(edge: XmlElement, end: "source" | "target", to: string): Patch[] | string {
    const element = this.find(to);
    const id = element === undefined ? undefined : attributeOf(element, "id");
    const ref = childOf(edge, end);
    return id === undefined || ref === undefined ? `there is no ${to} any more` : [this.attributes(ref, { ref: id })];
  }

  private freshId(): string {
    return this.freshIds(1)[0]!;
  }

  private freshIds(most: number): string[] {
    const taken = new Set([...this.file.text.matchAll(/\bid\s*=\s*["']([^"']*)["']/g)].map(([, id]) => id));
    const fresh: string[] = [];
    for (let count = taken.size; fresh.length < most; count++) if (!taken.has(`id${count}`)) fresh.push(`id${count}`);
    return fresh;
  }

  private arrange(places: readonly PlaceInFile[]): Patch[] {
    const wanted = new Map(places.map((place) => [place.path, place]));
    const patches: Patch[] = [];
    const visit = (element: XmlElement): void => {
      const place = wanted.get(pathOf(element));
      if (place?.at !== undefined) {
        patches.push(this.attributes(element, { x: Math.round(place.at.x), y: Math.round(place.at.y) }));
      }
      if (place?.nails !== undefined) patches.push(...this.nails(element, place.nails));
      for (const child of element.children) visit(child);
    };
    visit(this.file.root);
    return patches;
  }

  private paste(template: XmlElement, { nodes, edges }: Parts): Patch[] {
    const ids = this.freshIds(nodes.length);
    const placed = ({ x, y }: CanvasPoint): string => ` x="${Math.round(x)}" y="${Math.round(y)}"`;
    const coloured = (colour?: string): string => (colour === undefined ? "" : ` color="${escapeAttribute(colour)}"`);
    const labelled = (labels: readonly PlacedLabel[]): string =>
      labels
        .map(({ kind, text, at }) => `<label kind="${escapeAttribute(kind)}"${placed(at)}>${writtenText(text)}</label>`)
        .join("");
    const element = (name: string, attributes: string, content: string): Patch =>
      this.insert(template, name, `<${name}${attributes}>${content}</${name}>`);
    const locations = nodes.map(({ kind, name, at, nameAt, urgent, committed, colour, labels }, index) => {
      const attributes = ` id="${ids[index]}"${placed(at)}${coloured(colour)}`;
      if (kind === "branchpoint") return this.insert(template, kind, `<branchpoint${attributes}/>`);
      const called = name === "" ? "" : `<name${placed(nameAt)}>${writtenText(name)}</name>`;
      const marks = `${urgent ? "<urgent/>" : ""}${committed ? "<committed/>" : ""}`;
      return element("location", attributes, `${called}${labelled(labels)}${marks}`);
    });
    const transitions = edges.map(({ source, target, nails, controllable, colour, labels }) => {
      const ends = `<source ref="${ids[source]}"/><target ref="${ids[target]}"/>`;
      const bends = nails.map((nail) => `<nail${placed(nail)}/>`).join("");
      const attributes = `${controllable ? "" : ' controllable="false"'}${coloured(colour)}`;
      return element("transition", attributes, `${ends}${labelled(labels)}${bends}`);
    });
    return [...locations, ...transitions];
  }

  private nails(element: XmlElement, nails: readonly CanvasPoint[]): Patch[] {
    const xml = nails.map(({ x, y }) => `<nail x="${Math.round(x)}" y="${Math.round(y)}"/>`).join("");
    const known = childrenOf(element, "nail");
    const [first, ...rest] = known;
    if (first === undefined) return nails.length === 0 ? [] : [this.insert(element, "nail", xml)];
    return [{ start: first.start, end: first.end, text: xml }, ...rest.map((nail) => this.without(nail))];
  }

  private remove(element: XmlElement): Patch[] {
    const template = element.parent;
    if (template === null || (element.name !== "location" && element.name !== "branchpoint"))
      return [this.without(element)];
    const id = attributeOf(element, "id");
    const edges = childrenOf(template, "transition").filter((edge) =>
      ["source", "target"].some((end) => {
        const ref = childOf(edge, end);
        return ref !== undefined && attributeOf(ref, "ref") === id;
      }),
    );
    const init = childOf(template, "init");
    const isInitial = init !== undefined && attributeOf(init, "ref") === id;
    const next = childrenOf(template, "location").find((other) => other !== element);
    const successor = next === undefined ? undefined : attributeOf(next, "id");
    const moved = !isInitial
      ? []
      : successor === undefined
        ? [this.without(init)]
        : [this.attributes(init, { ref: successor })];
    return [element, ...edges].map((gone) => this.without(gone)).concat(moved);
  }

  /** The element and the blank before it. */
  private without({ start, end }: XmlElement): Patch {
    const { text } = this.file;
    const lineStart = text.lastIndexOf("\n", start - 1);
    const from = lineStart >= 0 && /^\s*$/.test(text.slice(lineStart, start)) ? lineStart : start;
    return { start: from, end, text: "" };
  }

  private addTemplate(name: string): Patch[] {
    const id = this.freshId();
    const xml = `<template>\n    <name>${writtenText(name)}</name>\n    <location id="${id}" x="0" y="0"/>\n    <init ref="${id}"/>\n  </template>`;
    return [this.insert(this.file.root, "template", xml)];
  }

  /** Every use of a name, in all texts or in those of one template; comments and other words stay. */
  private rename(from: string, to: string, template?: string): Patch[] | string {
    if (!/^[A-Za-z_]\w*$/.test(to)) return `\`${to}\` is not a name`;
    const root = template === undefined ? this.file.root : this.find(template);
    if (root === undefined) return `there is no ${template}`;
    const blocks = new BlockMaker("", this.file.text);
    const word = new RegExp(`(${COMMENT.source})|(?<![\\w.])${from.replace(/\$/g, "\\$")}(?!\\w)`, "g");
    const patches: Patch[] = [];
    const visit = (element: XmlElement): void => {
      const isText = ["declaration", "parameter", "instantiation", "system", "formula"].includes(element.name);
      const isLabel = element.name === "label" && attributeOf(element, "kind") !== "comments";
      const isName = element.name === "name" && element.parent?.name === "template" && template === undefined;
      if (!isText && !isLabel && !isName) {
        for (const child of element.children) visit(child);
        return;
      }
      const text = blocks.contentOf(element).text;
      const renamed = text.replace(word, (whole, comment) => (comment === undefined ? to : whole));
      if (renamed !== text) patches.push(this.content(element, renamed));
    };
    visit(root);
    return patches;
  }

  private query({ index, text, comment }: Extract<EditOperation, { kind: "query" }>): Patch[] | string {
    const queries = childOf(this.file.root, "queries");
    const known = queries === undefined ? [] : childrenOf(queries, "query").filter((query) => this.isAsked(query));
    const element = known[index];
    if (text === null) return element === undefined ? "there is no such query" : [this.without(element)];
    if (element !== undefined) {
      const formula = childOf(element, "formula");
      return formula === undefined ? [] : [this.content(formula, text)];
    }
    const xml = `<query><formula>${writtenText(text)}</formula><comment>${writtenText(comment ?? "")}</comment></query>`;
    return [
      queries === undefined
        ? this.insert(this.file.root, "queries", `<queries>${xml}</queries>`)
        : this.insert(queries, "query", xml),
    ];
  }

  /** Has it a number? Blank entries and comments have none, as `numberedQueries` says. */
  private isAsked(query: XmlElement): boolean {
    const formula = childOf(query, "formula");
    if (formula === undefined) return false;
    const { text } = new BlockMaker("", this.file.text).contentOf(formula);
    return text.replaceAll(COMMENT, "").trim() !== "";
  }
}

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

function pointIn(element: XmlElement): CanvasPoint {
  return { x: Number(attributeOf(element, "x") ?? 0) || 0, y: Number(attributeOf(element, "y") ?? 0) || 0 };
}
