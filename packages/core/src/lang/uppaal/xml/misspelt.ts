// Elements whose names are nearly UPPAAL's. What is unknown is passed over, so that files of other versions can be
// read; but a slip of the pen is not to lose an edge, or the start of a template, without a word.

import { closest } from "../../../diagnostics/suggest.ts";
import type { Section } from "./section.ts";
import type { XmlElement } from "./tree.ts";

const OF_MODEL = ["imports", "declaration", "template", "lsc", "instantiation", "system", "queries"];
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  nta: OF_MODEL,
  project: OF_MODEL,
  template: ["name", "parameter", "declaration", "location", "branchpoint", "init", "transition"],
  location: ["name", "label", "urgent", "committed"],
  transition: ["source", "target", "label", "nail"],
  queries: ["option", "query"],
  query: ["formula", "comment", "option", "expect", "result"],
};
const KNOWN = new Set(Object.values(CHILDREN).flat());

export function reportMisspelt(element: XmlElement, section: Section): void {
  const expected = CHILDREN[element.name];
  if (expected === undefined) return;
  for (const child of element.children) {
    const meant = KNOWN.has(child.name) ? undefined : closest(child.name, expected);
    if (meant === undefined) reportMisspelt(child, section);
    else {
      const message = `\`<${child.name}>\` means nothing here: it is passed over`;
      section.sink.warn("TH1915", message, section.tagSpan(child), `did you mean \`<${meant}>\`?`);
    }
  }
}
