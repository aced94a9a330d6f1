// Where in the page a problem stands: the text it is in, or the automaton.

import { defined } from "@tracehound/core";
import type { ModelView, Problem } from "../stores/model-view.ts";
import type { CanvasView } from "../stores/workspace-state.ts";

export function placeOf(
  { sections, format, plans }: ModelView,
  { path, from, to }: Pick<Problem, "path" | "from" | "to">,
): CanvasView {
  const range = defined({ from, to });
  if (sections.length === 0) return { kind: "source", ...range };
  if (path === undefined || format !== "xml") return { kind: "section", index: 0, ...range };
  const section = sections.findIndex((candidate) => candidate.path === path);
  if (section >= 0) return { kind: "section", index: section, ...range };
  const template = Number(/^\/nta\/template\[(\d+)\]/.exec(path)?.[1] ?? 0) - 1;
  return template >= 0 && template < plans.plans.length
    ? { kind: "template", index: template, path }
    : { kind: "section", index: 0 };
}
