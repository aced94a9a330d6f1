// What an automaton looks like, before anything is drawn: places of locations, bends and labels. The file's own
// coordinates count; an automaton without them is laid out (`layout.ts`). Plans are plain data that a worker can send.

import type { SourceBlock } from "../../diagnostics/index.ts";
import type { CanvasPoint, LabelText, LocationNode, Placed, TemplateNode } from "../../lang/uppaal/document.ts";
import type { AutomatonPlan, PlannedEdge, PlannedLabel, PlannedNode } from "../../layout/automaton-plan.ts";
import { LINE_HEIGHT, LOCATION_RADIUS, sizeOfText } from "../../layout/automaton-plan.ts";
import { layOut } from "../../layout/layout.ts";

/** `blocks` are the sources that spans refer to; without them plans carry no paths. */
export function planTemplate(template: TemplateNode, blocks: readonly SourceBlock[] = []): AutomatonPlan {
  const all = [...template.locations, ...template.branchpoints];
  const indices = new Map(all.map(({ id }, index) => [id, index]));
  // A program that writes models may put everything into one place: that is none. Who bends edges has laid them out.
  const inOnePlace = all.every(({ at }) => at?.x === all[0]!.at?.x && at?.y === all[0]!.at?.y);
  const isPile = all.length > 1 && inOnePlace && template.edges.every(({ nails }) => nails.length === 0);
  const placed = all.length > 0 && all.every(({ at }) => at !== undefined) && !isPile;
  const pathOf = ({ span }: { span: LabelText["span"] }) => optional("path", blocks[span.block]?.path);
  const nodes = all.map((node, index): PlannedNode => {
    const at = node.at ?? { x: 0, y: 0 };
    const location = index < template.locations.length ? (node as LocationNode) : undefined;
    const name = location?.name ?? "";
    const nameAt = location?.nameAt ?? { x: at.x - 10, y: at.y - LOCATION_RADIUS - LINE_HEIGHT - 4 };
    return {
      kind: location === undefined ? "branchpoint" : "location",
      name,
      at,
      nameAt,
      initial: node.id === template.init,
      urgent: location?.urgent ?? false,
      committed: location?.committed ?? false,
      labels: stack(location?.labels ?? [], { x: nameAt.x, y: nameAt.y + LINE_HEIGHT }, pathOf),
      ...colourOf(node),
      ...pathOf(node),
    };
  });
  const edges = template.edges.flatMap((edge): PlannedEdge[] => {
    const source = indices.get(edge.source);
    const target = indices.get(edge.target);
    if (source === undefined || target === undefined) return [];
    const middle = middleOf([nodes[source]!.at, ...edge.nails, nodes[target]!.at]);
    const labels = stack(edge.labels, { x: middle.x + 6, y: middle.y }, pathOf);
    const { nails, controllable } = edge;
    return [{ source, target, nails, controllable, labels, ...colourOf(edge), ...pathOf(edge) }];
  });
  const plan = {
    name: template.name,
    parameters: template.parameterText.trim(),
    nodes,
    edges,
    placed,
    ...pathOf(template),
  };
  return placed ? plan : layOut(plan);
}

/** Labels without a place stand below each other. */
function stack(
  labels: readonly LabelText[],
  from: CanvasPoint,
  pathOf: (label: LabelText) => { path?: string },
): PlannedLabel[] {
  let y = from.y;
  return labels.map((label) => {
    const at = label.at ?? { x: from.x, y };
    y = Math.max(y, at.y + sizeOfText(label.text).height);
    return { kind: label.kind, text: label.text, at, ...colourOf(label), ...pathOf(label) };
  });
}

function colourOf({ colour }: Placed): { colour?: string } {
  // UPPAAL writes plain colours; anything else (`url(…)`) has no business in a drawing.
  return colour !== undefined && /^#[0-9a-f]{3,8}$/i.test(colour) ? { colour } : {};
}

function optional<K extends string, V>(key: K, value: V | undefined): { [k in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [k in K]?: V };
}

/** The point half way along a polyline. */
export function middleOf(points: readonly CanvasPoint[]): CanvasPoint {
  const lengths = points.slice(1).map((point, i) => Math.hypot(point.x - points[i]!.x, point.y - points[i]!.y));
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (const [i, length] of lengths.entries()) {
    const [from, to] = [points[i]!, points[i + 1]!];
    if (left <= length && length > 0) {
      const part = left / length;
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    }
    left -= length;
  }
  return points[0]!;
}
