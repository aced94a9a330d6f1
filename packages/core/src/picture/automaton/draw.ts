// Draws an automaton: locations as circles (double: initial; U and C: urgent and committed), edges through their nails,
// labels where the file puts them. What is to be seen on top of that (where a run stands, which edges it took, how far
// each location is from a target) is handed in.

import { defined } from "../../basics/defined.ts";
import type { CanvasPoint } from "../../lang/uppaal/document.ts";
import {
  type AutomatonPlan,
  isShown,
  LINE_HEIGHT,
  LOCATION_RADIUS,
  type PlannedLabel,
  type PlannedNode,
  sizeOfText,
} from "../../layout/automaton-plan.ts";
import { heatColour, inkOnHeat } from "../palette.ts";
import { type Box, FONT_SIZE, group, type Picture, round, SANS, type Shape, shape, widthOf, words } from "../shape.ts";
import { arrowAlong, rounded } from "./edge-path.ts";
import { isPile, type Piles, pilesOf } from "./piles.ts";

export interface AutomatonView {
  /** The process that is shown, if it is one of several of the template. */
  readonly process?: string;
  /** Index of the node the run stands in. */
  readonly current?: number;
  /** Indices of edges that were taken by the latest step. */
  readonly taken?: readonly number[];
  /** Indices of edges that can be taken now. */
  readonly enabled?: readonly number[];
  /** By node: how far from the target it looks; Infinity: no way was seen; undefined: not known. */
  readonly heat?: readonly (number | undefined)[];
  readonly selected?: DrawnPart;
  /** Several parts are selected: all of them. */
  readonly alsoSelected?: readonly DrawnPart[];
  /** Only what is seen in this part of the drawing. */
  readonly area?: Box;
  /** Paths of labels (in an XML file) that diagnostics speak of. */
  readonly faulty?: ReadonlySet<string>;
  /** Whether parts take the keyboard's focus, as in an editor. */
  readonly focusable?: boolean;
  /** How much larger the letters are than planned (`withLargerWords`); 0: no letters. */
  readonly words?: number;
  /** Looked at, not worked on: nothing that only the pointer meets, and of many labels in one place one. */
  readonly still?: boolean;
}

export interface DrawnPart {
  readonly kind: "node" | "edge";
  readonly index: number;
}

function isSelectedIn({ selected, alsoSelected = [] }: AutomatonView, kind: DrawnPart["kind"], index: number): boolean {
  return [selected, ...alsoSelected].some((part) => part?.kind === kind && part.index === index);
}

/** With what is left out of it. */
type Drawn = AutomatonView & { readonly piles?: Piles };

const LABEL_COLOURS: Readonly<Record<string, string>> = {
  invariant: "@invariant",
  exponentialrate: "@invariant",
  select: "@select",
  guard: "@guard",
  synchronisation: "@sync",
  assignment: "@update",
  probability: "@select",
};

export function drawAutomaton(plan: AutomatonPlan, given: AutomatonView = {}): Picture {
  const first = { node: given.current ?? -1, edges: given.taken ?? [] };
  const view: Drawn = given.still === true ? { ...given, piles: pilesOf(plan, first) } : given;
  const name = view.process ?? plan.name;
  const where = view.current === undefined ? "" : `, in ${nameOf(plan.nodes[view.current], view.current)}`;
  return {
    title: `Automaton ${name}${where}`,
    box: boundsOf(plan),
    shapes: [
      ...glowOf(plan, view),
      ...plan.edges.flatMap(({ labels }, index) =>
        isSeen(view, [...pointsOf(plan, index), ...cornersOf(labels)]) ? [drawEdge(plan, index, view)] : [],
      ),
      ...plan.nodes.flatMap((node, index) =>
        isSeen(view, [node.at, node.nameAt, ...cornersOf(node.labels)]) ? [drawNode(node, index, view)] : [],
      ),
    ],
  };
}

/** Whether what spans these points may reach into the part that is seen. */
function isSeen({ area }: AutomatonView, points: readonly CanvasPoint[]): boolean {
  if (area === undefined) return true;
  const margin = 2 * LOCATION_RADIUS;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return (
    Math.max(...xs) >= area.x - margin &&
    Math.min(...xs) <= area.x + area.width + margin &&
    Math.max(...ys) >= area.y - margin &&
    Math.min(...ys) <= area.y + area.height + margin
  );
}

function cornersOf(labels: readonly PlannedLabel[]): CanvasPoint[] {
  return labels.filter(isShown).flatMap(({ at, text }) => {
    const { width, height } = sizeOfText(text);
    return [at, { x: at.x + width, y: at.y + height }];
  });
}

/** Below everything else, so that arrows into the current location keep their heads. */
function glowOf(plan: AutomatonPlan, { current }: AutomatonView): Shape[] {
  const at = current === undefined ? undefined : plan.nodes[current]?.at;
  return at === undefined ? [] : [shape("circle", { cx: at.x, cy: at.y, r: LOCATION_RADIUS + 7, fill: "@glow" })];
}

/** `larger`: letters are so many times as large as planned. */
export function boundsOf(plan: AutomatonPlan, larger = 1): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const include = ({ x, y }: CanvasPoint, width = 0, height = 0): void => {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  };
  const includeLabels = (labels: readonly PlannedLabel[]): void => {
    for (const label of labels.filter(isShown)) {
      const { width, height } = sizeOfText(label.text);
      include(label.at, width * larger, height * larger);
    }
  };
  for (const { at, nameAt, name, labels } of plan.nodes) {
    include({ x: at.x - LOCATION_RADIUS - 6, y: at.y - LOCATION_RADIUS - 6 }, 40, 40);
    if (name !== "") include(nameAt, widthOf(name, 13) * larger, LINE_HEIGHT * larger + 2);
    includeLabels(labels);
  }
  for (const { nails, labels } of plan.edges) {
    for (const nail of nails) include(nail);
    includeLabels(labels);
  }
  if (left > right) return { x: 0, y: 0, width: 100, height: 60 };
  const margin = 8;
  return { x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin };
}

function nameOf(node: PlannedNode | undefined, index: number): string {
  return node === undefined || node.name === "" ? `location ${index + 1}` : node.name;
}

function commentOf(labels: readonly PlannedLabel[]): Shape[] {
  const comment = labels.find(({ kind }) => kind === "comments")?.text.trim();
  return comment === undefined || comment === "" ? [] : [shape("title", {}, comment)];
}

function drawNode(node: PlannedNode, index: number, view: Drawn): Shape {
  const { at, kind, labels } = node;
  const isCurrent = view.current === index;
  const isSelected = isSelectedIn(view, "node", index);
  const focus = view.focusable === true ? { tabindex: 0, role: "button" } : {};
  if (kind === "branchpoint") {
    const dot = shape("circle", {
      cx: at.x,
      cy: at.y,
      r: 5,
      fill: "@paper",
      stroke: "@line",
      "stroke-width": isSelected ? 3 : 1.5,
    });
    return group({ "data-node": index, "aria-label": "branchpoint", ...focus }, [dot]);
  }
  const heat = view.heat?.[index];
  const fill = isCurrent ? "@accent" : heat !== undefined ? heatFill(heat) : (node.colour ?? "@node");
  const stroke = isSelected || isCurrent ? "@accent" : "@line";
  const ring = (r: number, extra = {}): Shape =>
    shape("circle", { cx: at.x, cy: at.y, r, fill: "none", stroke, "stroke-width": isSelected ? 3 : 1.6, ...extra });
  const marks: Shape[] = [];
  marks.push(ring(LOCATION_RADIUS, { fill, class: "body" }));
  if (node.initial) marks.push(ring(LOCATION_RADIUS - 4));
  const letter = node.committed ? "C" : node.urgent ? "U" : "";
  const shown = heat !== undefined ? heatText(heat) : letter;
  if (shown !== "" && view.words !== 0) {
    const colour = isCurrent
      ? "@paper"
      : heat !== undefined && Number.isFinite(heat)
        ? inkOnHeat(warmth(heat))
        : "@ink";
    const size = FONT_SIZE * (view.words ?? 1);
    const style = { "text-anchor": "middle", fill: colour, "font-weight": 600, "font-family": SANS, "font-size": size };
    marks.push(words(at.x, at.y - 0.58 * size, shown, style));
  }
  const called = node.name === "" || view.words === 0 ? undefined : textOf(node, node.name, view);
  const name = called === undefined ? [] : [words(node.nameAt.x, node.nameAt.y, called, nameStyle(isCurrent, view))];
  const state = [node.initial ? "initial" : "", node.urgent ? "urgent" : "", node.committed ? "committed" : ""];
  const label = ["location", nameOf(node, index), ...state.filter((word) => word !== "")].join(" ");
  const said = heat === undefined ? label : `${label}, estimate ${heatText(heat)}`;
  return group({ "data-node": index, "aria-label": isCurrent ? `${said}, current` : said, ...focus }, [
    ...commentOf(labels),
    ...marks,
    ...name,
    ...drawLabels(labels, view),
  ]);
}

function nameStyle(isCurrent: boolean, { words: larger = 1 }: AutomatonView) {
  return {
    "font-size": round(13 * larger),
    "font-weight": 600,
    "font-family": SANS,
    fill: isCurrent ? "@accent" : "@ink",
    "data-name": 1,
  };
}

/** Near is hot; what has no way is cold. Ten and more steps look alike. */
function heatFill(value: number): string {
  return Number.isFinite(value) ? heatColour(warmth(value)) : "@panel";
}

function warmth(value: number): number {
  return Math.min(1, value / 10);
}

function heatText(value: number): string {
  return Number.isFinite(value) ? `${Math.round(value)}` : "∞";
}

function drawEdge(plan: AutomatonPlan, index: number, view: Drawn): Shape {
  const edge = plan.edges[index]!;
  const [source, target] = [plan.nodes[edge.source]!, plan.nodes[edge.target]!];
  const isTaken = view.taken?.includes(index) === true;
  const isSelected = isSelectedIn(view, "edge", index);
  const isEnabled = view.enabled?.includes(index) === true;
  const colour = isTaken || isSelected ? "@accent" : (edge.colour ?? (isEnabled ? "@good" : "@line"));
  const points = pointsOf(plan, index);
  const { line, head } = arrowAlong(points, reachOf(source), reachOf(target));
  const d = rounded(line);
  const width = isTaken || isSelected ? 3 : isEnabled ? 2.2 : 1.5;
  const dash = edge.controllable ? {} : { "stroke-dasharray": "6 4" };
  const focus = view.focusable === true ? { tabindex: 0, role: "button" } : {};
  const said = edge.labels.filter(isShown).map(({ text: content }) => content);
  const about = `edge from ${nameOf(source, edge.source)} to ${nameOf(target, edge.target)}`;
  const nails = isSelected
    ? edge.nails.map(({ x, y }, nail) =>
        shape("rect", { x: x - 4, y: y - 4, width: 8, height: 8, fill: "@accent", "data-nail": nail }),
      )
    : [];
  return group(
    { "data-edge": index, "aria-label": [about, ...said].join(", ") + (isTaken ? ", taken" : ""), ...focus },
    [
      ...commentOf(edge.labels),
      ...(view.still === true ? [] : [shape("path", { d, fill: "none", stroke: "transparent", "stroke-width": 12 })]),
      shape("path", {
        class: "stroke",
        d,
        fill: "none",
        stroke: colour,
        "stroke-width": width,
        "stroke-linejoin": "round",
        ...dash,
      }),
      shape("path", {
        class: "head",
        d: head,
        fill: colour,
        stroke: colour,
        "stroke-width": 1,
        "stroke-linejoin": "round",
      }),
      ...drawLabels(edge.labels, view),
      ...nails,
    ],
  );
}

function reachOf({ kind }: PlannedNode): number {
  return kind === "location" ? LOCATION_RADIUS + 1 : 6;
}

/** From centre to centre; a loop without nails gets two, so that it can be seen. */
export function pointsOf(plan: AutomatonPlan, index: number): readonly CanvasPoint[] {
  const { source, target, nails } = plan.edges[index]!;
  const from = plan.nodes[source]!.at;
  const to = plan.nodes[target]!.at;
  if (source === target && nails.length === 0) {
    return [from, { x: from.x - 24, y: from.y - 48 }, { x: from.x + 24, y: from.y - 48 }, to];
  }
  return [from, ...nails, to];
}

/** Of a pile only what lies on top, with the number of those below. */
function textOf(written: PlannedLabel | PlannedNode, content: string, { piles }: Drawn): string | undefined {
  const pile = piles?.get(written);
  if (pile === undefined || !isPile(pile)) return content;
  return pile.top === written ? `${content} +${pile.size - 1}` : undefined;
}

function drawLabels(labels: readonly PlannedLabel[], view: Drawn): Shape[] {
  const { faulty, words: larger = 1 } = view;
  return labels.flatMap((label, index) => {
    if (!isShown(label) || larger === 0) return [];
    const content = textOf(label, label.text, view);
    if (content === undefined) return [];
    const { kind, at, colour, path } = label;
    const isFaulty = path !== undefined && faulty?.has(path) === true;
    const attributes = {
      fill: isFaulty ? "@bad" : (colour ?? LABEL_COLOURS[kind] ?? "@soft"),
      "data-label": index,
      ...(larger === 1 ? {} : { "font-size": round(FONT_SIZE * larger) }),
      ...defined({ "text-decoration": isFaulty ? "underline" : undefined }),
    };
    return content.split("\n").map((line, i) => words(at.x, at.y + i * LINE_HEIGHT * larger, line, attributes));
  });
}
