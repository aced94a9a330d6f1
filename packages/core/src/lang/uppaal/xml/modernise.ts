// Models of UPPAAL 3.x are understood in their own syntax, but written in today's: their texts are printed anew from
// what was read, so that every other format (and every later UPPAAL) can take them.

import type { EdgeNode, LabelText, LocationNode, TemplateNode, UppaalDocument } from "../document.ts";
import {
  formatDeclarations,
  formatExpression,
  formatParameters,
  formatSelect,
  formatSync,
  formatSystem,
  formatUpdate,
} from "../format/format.ts";

export function modernise(document: UppaalDocument): UppaalDocument {
  const { systemDeclarations, system, progress, gantt } = document;
  return {
    ...document,
    templates: document.templates.map(moderniseTemplate),
    texts: {
      declarations: formatDeclarations(document.declarations),
      instantiation: "",
      system: formatSystem({ declarations: systemDeclarations, system, progress, gantt }),
    },
  };
}

function moderniseTemplate({ inText: _, ...template }: TemplateNode): TemplateNode {
  return {
    ...template,
    parameterText: formatParameters(template.parameters),
    declarationText: formatDeclarations(template.declarations),
    locations: template.locations.map((location) => ({
      ...location,
      labels: relabel(location.labels, ofLocation(location)),
    })),
    edges: template.edges.map((edge) => ({ ...edge, labels: relabel(edge.labels, ofEdge(edge)) })),
  };
}

type Texts = Readonly<Record<string, string | null>>;

function ofLocation({ invariant, rate }: LocationNode): Texts {
  return {
    invariant: invariant === null ? null : formatExpression(invariant),
    exponentialrate: rate === null ? null : formatExpression(rate),
  };
}

function ofEdge({ selects, guard, sync, update, weight }: EdgeNode): Texts {
  return {
    select: selects.length === 0 ? null : formatSelect(selects),
    guard: guard === null ? null : formatExpression(guard),
    synchronisation: sync === null ? null : formatSync(sync),
    assignment: update.length === 0 ? null : formatUpdate(update),
    probability: weight === null ? null : formatExpression(weight),
  };
}

function relabel(labels: readonly LabelText[], texts: Texts): LabelText[] {
  return labels.map((label) => ({ ...label, text: texts[label.kind] ?? label.text }));
}
