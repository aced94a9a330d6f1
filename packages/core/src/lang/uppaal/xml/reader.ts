// Reads an UPPAAL model from XML: `<nta>` or `<project>`, any version of the DTD, elements in any order, unknown ones
// passed over. Every text becomes a source block with its XML path, and is parsed by the functions of `parse.ts`;
// the element tree stays beside the document so that the file can be written back as it was.

import { DiagnosticSink, type Sources, type Span } from "../../../diagnostics/index.ts";
import type { TemplateNode, UppaalDocument } from "../document.ts";
import { oldSlip, parseDeclarations, parseSystem, type Syntax, type SystemSection } from "../parse.ts";
import { reportMisspelt } from "./misspelt.ts";
import { modernise } from "./modernise.ts";
import { optionsOf, readQueryElement } from "./query-elements.ts";
import { Section } from "./section.ts";
import { readTemplate } from "./template-elements.ts";
import { BlockMaker } from "./text.ts";
import { childOf, childrenOf, parseXml, type XmlElement, type XmlFile } from "./tree.ts";

export interface XmlModel {
  readonly document: UppaalDocument;
  readonly xml: XmlFile;
  /** Whether texts were read in the syntax of UPPAAL 3.x. */
  readonly syntax: Syntax;
}

/**
 * Null when the file is not XML or not a model. Faults of the model go to `sink`; faults of its queries to
 * `querySink`, because a model is usable whatever questions stand beside it.
 */
export function readUppaalXml(
  name: string,
  text: string,
  sources: Sources,
  sink: DiagnosticSink,
  querySink: DiagnosticSink = sink,
): XmlModel | null {
  const blocks = new BlockMaker(name, text);
  const parsed = parseXml(text);
  if ("problem" in parsed) {
    const { message, offset, inside, hint } = parsed.problem;
    const { block, start } = blocks.around(offset, inside);
    const index = sources.add(block);
    sink.error("TH1901", message, { block: index, start, end: Math.min(start + 1, block.text.length) }, hint);
    return null;
  }
  const xml = parsed.file;
  const { root } = xml;
  if (root.name !== "nta" && root.name !== "project") {
    const tag = blocks.tagOf(root);
    const span: Span = { block: sources.add(tag), start: 0, end: tag.text.length };
    sink.error(
      "TH1902",
      `\`<${root.name}>\` is not an UPPAAL model, whose outermost element is \`<nta>\``,
      span,
      "save the model from UPPAAL as XML",
    );
    return null;
  }

  // Old files say nothing about their syntax (and the DTD lies), so the new one is tried first.
  const known = { contents: new Map<XmlElement, number>(), tags: new Map<XmlElement, number>() };
  const attempt = (syntax: Syntax): { document: UppaalDocument; sink: DiagnosticSink; queries: DiagnosticSink } => {
    const section = new Section(sources, blocks, known, syntax, new DiagnosticSink(), new DiagnosticSink());
    return { document: readModel(name, root, section), sink: section.sink, queries: section.querySink };
  };
  let syntax: Syntax = "new";
  let chosen = attempt(syntax);
  if (chosen.sink.errors > 0) {
    const old = attempt("old");
    if (old.sink.errors === 0) {
      const message = "the model was read in the syntax of UPPAAL 3.x";
      sink.add(oldSlip(chosen.sink.list, sources) ?? { code: "TH1903", severity: "info", message });
      chosen = old;
      syntax = "old";
    }
  }
  sink.addAll(chosen.sink);
  querySink.addAll(chosen.queries);
  return { document: syntax === "old" ? modernise(chosen.document) : chosen.document, xml, syntax };
}

function readModel(name: string, root: XmlElement, section: Section): UppaalDocument {
  reportMisspelt(root, section);
  const declarationElements = childrenOf(root, "declaration");
  const instantiationElements = childrenOf(root, "instantiation");
  // In document order: declarations, then templates, then the system that names them.
  const inText: TemplateNode[] = [];
  const declarations = declarationElements.flatMap((element) => parseDeclarations(section.input(element), inText));
  const drawn = childrenOf(root, "template").map((element) => readTemplate(element, section));
  const instantiations = instantiationElements.flatMap((element) => parseDeclarations(section.input(element), inText));
  const system = readSystem(root, section, inText);
  const queries = childOf(root, "queries");
  return {
    name: name.replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, ""),
    declarations,
    templates: [...inText, ...drawn],
    systemDeclarations: [...instantiations, ...system.declarations],
    system: system.system,
    progress: system.progress,
    gantt: system.gantt,
    queries: [
      ...system.queries,
      ...(queries === undefined ? [] : childrenOf(queries, "query").map((query) => readQueryElement(query, section))),
    ],
    options: queries === undefined ? [] : optionsOf(queries),
    scenarios: childrenOf(root, "lsc").map((element) => {
      const named = childOf(element, "name");
      return { name: named === undefined ? "" : section.trimmed(named).text, span: section.tagSpan(element) };
    }),
    texts: {
      declarations: declarationElements.map((element) => section.text(element)).join("\n"),
      instantiation: instantiationElements.map((element) => section.text(element)).join("\n"),
      system: childrenOf(root, "system")
        .map((element) => section.text(element))
        .join("\n"),
    },
  };
}

function readSystem(root: XmlElement, section: Section, inText: TemplateNode[]): SystemSection {
  const element = childOf(root, "system");
  if (element === undefined || section.text(element).trim() === "") {
    const what = element === undefined ? "the model has no `<system>` element" : "the `<system>` element is empty";
    section.sink.error("TH1904", what, section.tagSpan(element ?? root), "name the processes: `system P, Q;`");
    return { declarations: [], system: null, progress: [], gantt: [], queries: [] };
  }
  return parseSystem(section.input(element), inText);
}
