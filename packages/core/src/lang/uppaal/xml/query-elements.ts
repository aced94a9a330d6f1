// The `<query>` elements of a model: formula, comment, options and what the author expects. Results that UPPAAL
// stored there are passed over; they stay in the file.

import { defined } from "../../../basics/defined.ts";
import { DiagnosticSink } from "../../../diagnostics/index.ts";
import type { Expectation } from "../../../network/index.ts";
import type { QueryItem } from "../document.ts";
import { parseQuery } from "../parse.ts";
import type { Section } from "./section.ts";
import { attributeOf, childOf, childrenOf, type XmlElement } from "./tree.ts";

export function optionsOf(element: XmlElement): QueryItem["options"] {
  return childrenOf(element, "option").map((option) => ({
    key: attributeOf(option, "key") ?? "",
    value: attributeOf(option, "value") ?? "",
  }));
}

export function readQueryElement(element: XmlElement, section: Section): QueryItem {
  const formula = childOf(element, "formula");
  const comment = childOf(element, "comment");
  const expect = childOf(element, "expect");
  const expectation = expect === undefined ? undefined : expectationOf(expect);
  const own = new DiagnosticSink();
  // Authors keep blank entries and comments among their queries; these are no questions.
  const query = formula === undefined ? null : parseQuery(section.input(formula, own));
  const fault = own.firstError;
  section.querySink.addAll(own);
  return {
    query: fault === undefined ? query : null,
    ...defined({ fault }),
    text: formula === undefined ? "" : section.text(formula),
    comment: comment === undefined ? "" : section.text(comment),
    ...defined({ expectation }),
    options: optionsOf(element),
    span: formula === undefined ? section.tagSpan(element) : section.span(formula),
  };
}

const OUTCOMES: Readonly<Record<string, Expectation["outcome"]>> = {
  success: "satisfied",
  true: "satisfied",
  satisfied: "satisfied",
  failure: "violated",
  false: "violated",
  unsatisfied: "violated",
  maybe_true: "maybe-satisfied",
  maybe_false: "maybe-violated",
  error: "error",
};

/** `<expect outcome="success" type="symbolic" value="…">`; a type other than symbolic expects the value. */
function expectationOf(element: XmlElement): Expectation | undefined {
  const type = attributeOf(element, "type");
  const value = attributeOf(element, "value");
  if (value !== undefined && value !== "" && type !== undefined && type !== "symbolic")
    return { outcome: "value", value };
  const outcome = OUTCOMES[(attributeOf(element, "outcome") ?? "").toLowerCase()];
  if (outcome !== undefined) return value === undefined || value === "" ? { outcome } : { outcome, value };
  return value === undefined || value === "" ? undefined : { outcome: "value", value };
}
