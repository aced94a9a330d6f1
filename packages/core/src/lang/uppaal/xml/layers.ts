// Places for templates that have none, when they are written: the layers in which the page draws them, too, with a little
// more room for the larger words of UPPAAL's editor; in models of very many parts a circle, which takes no time.

import type { AutomatonPlan, PlannedEdge, PlannedNode } from "../../../layout/automaton-plan.ts";
import { layOut } from "../../../layout/layout.ts";
import type { CanvasPoint, LabelText, TemplateNode } from "../document.ts";
import { drawOnCircle } from "./circle.ts";
import type { Drawing } from "./drawing.ts";

/** Beyond this many parts of all templates together, layers would take seconds. */
const MOST_PARTS = 600;

const ROOM = 1.2;
const ORIGIN: CanvasPoint = { x: 0, y: 0 };

/** How the templates of a document are drawn. */
export function drawerOf(templates: readonly TemplateNode[]): (template: TemplateNode) => Drawing {
  const parts = templates.reduce((sum, { locations, edges }) => sum + locations.length + edges.length, 0);
  return parts > MOST_PARTS ? drawOnCircle : drawInLayers;
}

function drawInLayers(template: TemplateNode): Drawing {
  const all = [...template.locations, ...template.branchpoints];
  const indices = new Map(all.map(({ id }, index) => [id, index]));
  // An edge that leads nowhere is written as it is.
  if (template.edges.some(({ source, target }) => !indices.has(source) || !indices.has(target)))
    return drawOnCircle(template);
  const labelsOf = (labels: readonly LabelText[]) => labels.map(({ kind, text }) => ({ kind, text, at: ORIGIN }));
  const nodes = all.map(
    ({ id }, index): PlannedNode => ({
      kind: index < template.locations.length ? "location" : "branchpoint",
      name: template.locations[index]?.name ?? "",
      at: ORIGIN,
      nameAt: ORIGIN,
      initial: id === template.init,
      urgent: false,
      committed: false,
      labels: labelsOf(template.locations[index]?.labels ?? []),
    }),
  );
  const edges = template.edges.map(
    ({ source, target, labels, controllable }): PlannedEdge => ({
      source: indices.get(source)!,
      target: indices.get(target)!,
      nails: [],
      controllable,
      labels: labelsOf(labels),
    }),
  );
  const plan = layOut({ name: template.name, parameters: "", placed: false, nodes, edges });
  return drawingOf(
    all.map(({ id }) => id),
    plan,
  );
}

function drawingOf(ids: readonly string[], { nodes, edges }: AutomatonPlan): Drawing {
  const wide = ({ x, y }: CanvasPoint): CanvasPoint => ({ x: Math.round(ROOM * x), y: Math.round(ROOM * y) });
  return {
    locations: new Map(nodes.map(({ at, nameAt }, i) => [ids[i]!, { at: wide(at), nameAt: wide(nameAt) }])),
    locationLabels: new Map(nodes.map(({ labels }, i) => [ids[i]!, labels.map(({ at }) => wide(at))])),
    edges: edges.map(({ nails, labels }) => ({ nails: nails.map(wide), labels: labels.map(({ at }) => wide(at)) })),
  };
}
