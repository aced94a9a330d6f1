// Formats the texts of an XML model in place: declarations, parameters, system section and labels are laid out as
// UPPAAL users write them, everything else stays byte for byte. A text that cannot be laid out safely is left alone.

import { DiagnosticSink, Sources } from "../../../diagnostics/index.ts";
import {
  formatDeclarations,
  formatExpression,
  formatLabel,
  formatParameters,
  formatSelect,
  formatSync,
  formatSystem,
  formatUpdate,
} from "../format/format.ts";
import {
  type ParseInput,
  parseDeclarations,
  parseExpressionLabel,
  parseParameters,
  parseSelect,
  parseSync,
  parseSystem,
  parseUpdate,
} from "../parse.ts";
import { rewriteXml } from "./rewrite.ts";
import { BlockMaker } from "./text.ts";
import { attributeOf, pathOf, type XmlElement, type XmlFile } from "./tree.ts";

export function formatXml(file: XmlFile): string {
  const blocks = new BlockMaker("", file.text);
  const contents = new Map<string, string>();
  const visit = (element: XmlElement): void => {
    const format = formatterOf(element);
    if (format === undefined) {
      for (const child of element.children) visit(child);
      return;
    }
    // An XML comment inside a text would be lost.
    if (file.text.slice(element.contentStart, element.contentEnd).includes("<!--")) return;
    const text = blocks.contentOf(element).text;
    const formatted = text.trim() === "" ? null : attempt(text, format);
    if (formatted !== null && formatted !== text) contents.set(pathOf(element), formatted);
  };
  visit(file.root);
  return rewriteXml(file, contents);
}

/** Null when the text does not parse on its own, as texts in the 3.x syntax may not. */
function attempt(text: string, format: Formatter): string | null {
  const sources = new Sources();
  const sink = new DiagnosticSink();
  const block = sources.add({ file: "", text });
  const formatted = format({ sources, block, sink, syntax: "new" }, text);
  return sink.list.length > 0 ? null : formatted;
}

type Formatter = (input: ParseInput, text: string) => string | null;

const SECTIONS: Readonly<Record<string, Formatter>> = {
  declaration: (input, text) => formatDeclarations(parseDeclarations(input), { text, block: input.block }),
  instantiation: (input, text) => formatDeclarations(parseDeclarations(input), { text, block: input.block }),
  system: (input, text) => formatSystem(parseSystem(input), { text, block: input.block }),
  parameter: (input, text) => formatLabel(text, formatParameters(parseParameters(input))),
};

const LABELS: Readonly<Record<string, Formatter>> = {
  invariant: (input, text) => label(text, parseExpressionLabel(input, "invariant"), formatExpression),
  guard: (input, text) => label(text, parseExpressionLabel(input, "guard"), formatExpression),
  select: (input, text) => label(text, parseSelect(input), formatSelect),
  synchronisation: (input, text) => label(text, parseSync(input), formatSync),
  assignment: (input, text) => label(text, parseUpdate(input), formatUpdate),
};

function formatterOf(element: XmlElement): Formatter | undefined {
  const { name } = element;
  if (Object.hasOwn(SECTIONS, name)) return SECTIONS[name];
  const kind = attributeOf(element, "kind") ?? "";
  return name === "label" && Object.hasOwn(LABELS, kind) ? LABELS[kind] : undefined;
}

function label<T>(text: string, parsed: T | null, print: (parsed: T) => string): string | null {
  // Line breaks in a label are part of the drawing.
  if (parsed === null || text.trim().includes("\n")) return null;
  return formatLabel(text, print(parsed));
}
