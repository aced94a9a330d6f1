// XML as a tree of elements that remember where they stand in the file. The tree keeps no text of its own: contents
// are slices of the file, which is how a model can be written back with every comment, blank and unknown element in
// its place.

import { SaxesParser } from "saxes";
import { defined } from "../../../basics/defined.ts";
import { explain } from "./problems.ts";

/** UPPAAL nests some ten elements; a thousand deep is an attack on the stack of whoever walks the tree. */
const MAX_DEPTH = 200;
/** A model with 100,000 edges and all their labels and nails; a tree of this size takes some 150 MB. */
const MAX_ELEMENTS = 1_000_000;

export interface XmlElement {
  readonly name: string;
  /** Names and values in turn; see `attributeOf`. A flat list is far lighter than an object per element. */
  readonly attributes: readonly string[];
  readonly parent: XmlElement | null;
  readonly children: readonly XmlElement[];
  /** Position among the siblings of the same name, from 1. */
  readonly position: number;
  /** Offsets into the file: `<` of the start tag, behind its `>`, `<` of the end tag, behind its `>`. */
  readonly start: number;
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly end: number;
}

export interface XmlFile {
  readonly text: string;
  readonly root: XmlElement;
}

export interface XmlProblem {
  readonly message: string;
  readonly offset: number;
  /** The innermost element that was open. */
  readonly inside: XmlElement | null;
  readonly hint?: string;
}

interface Mutable extends XmlElement {
  readonly parent: Mutable | null;
  readonly children: Mutable[];
  /** Elements of each name seen so far among the children. */
  counts: Map<string, number> | null;
  contentEnd: number;
  end: number;
}

/** Unwinds saxes at the first problem: what follows an error in XML only repeats it. */
class Stop extends Error {
  readonly problem: XmlProblem;
  constructor(problem: XmlProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Reads a well-formed XML text, or says what is wrong with it first. Entities of the file's own are not expanded. */
export function parseXml(text: string): { readonly file: XmlFile } | { readonly problem: XmlProblem } {
  let root: Mutable | null = null;
  let open: Mutable | null = null;
  let depth = 0;
  let elements = 0;
  let ownEntities = false;
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false });
  let closed: Mutable | null = null;
  const stop = (message: string, hint?: string): never => {
    const offset = Math.max(0, Math.min(parser.position, text.length) - 1);
    throw new Stop({ message, offset, inside: open, ...defined({ hint }) });
  };

  parser.on("error", (error) => {
    if (/undefined entity/.test(error.message) && ownEntities) {
      stop(
        "the file uses an entity that it declares itself, and such entities are not expanded",
        "write the entity's text in its place",
      );
    }
    const offset = Math.max(0, Math.min(parser.position, text.length) - 1);
    throw new Stop({ ...explain(error.message, text, offset, closed), inside: closed ?? open });
  });
  parser.on("doctype", (doctype) => {
    ownEntities = /<!ENTITY/.test(doctype);
  });
  let attributes: string[] = [];
  parser.on("attribute", ({ name, value }) => attributes.push(name, value));
  parser.on("opentag", (tag) => {
    const contentStart = parser.position;
    if (++depth > MAX_DEPTH) stop(`elements are nested more than ${MAX_DEPTH} deep`);
    if (++elements > MAX_ELEMENTS) stop(`the file has more than ${MAX_ELEMENTS} elements`);
    const position = (open?.counts?.get(tag.name) ?? 0) + 1;
    const element: Mutable = {
      name: tag.name,
      attributes,
      parent: open,
      children: [],
      counts: null,
      position,
      // `<` stands in no attribute value, so the last one before here opens this tag.
      start: text.lastIndexOf("<", contentStart - 1),
      contentStart,
      contentEnd: contentStart,
      end: contentStart,
    };
    if (open === null) root = element;
    else {
      open.counts ??= new Map();
      open.counts.set(tag.name, position);
      open.children.push(element);
    }
    open = element;
    attributes = [];
  });
  parser.on("closetag", (tag) => {
    const element = open!;
    if (!tag.isSelfClosing) {
      element.end = parser.position;
      element.contentEnd = text.lastIndexOf("<", element.end - 1);
    }
    open = element.parent;
    depth--;
    // When tags are crossed, saxes closes what is open first and complains then.
    closed = tag.isSelfClosing || text.startsWith(`</${element.name}`, element.contentEnd) ? null : element;
  });

  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof Stop) return { problem: error.problem };
    throw error;
  }
  if (root === null) return { problem: { message: "the file has no elements", offset: 0, inside: null } };
  return { file: { text, root } };
}

export function attributeOf({ attributes }: XmlElement, name: string): string | undefined {
  for (let i = 0; i < attributes.length; i += 2) if (attributes[i] === name) return attributes[i + 1];
  return undefined;
}

/** The first child of that name. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** Elements of which a parent has many; UPPAAL numbers these in its paths, and no others. */
const NUMBERED = new Set(["template", "lsc", "location", "branchpoint", "transition", "label", "nail", "query"]);

/** `/nta/template[2]/transition[1]/label[1]`, as UPPAAL names places in its messages. */
export function pathOf(element: XmlElement): string {
  const step = `/${element.name}${NUMBERED.has(element.name) || element.position > 1 ? `[${element.position}]` : ""}`;
  return element.parent === null ? step : pathOf(element.parent) + step;
}
