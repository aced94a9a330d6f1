// A drawing that takes no time, for models too large to be laid out in layers: locations on a circle, so that no
// straight edge runs through a third location; loops drawn outwards with two nails, parallel edges bent apart by one;
// and texts put at the first place beside their location or edge that no other text and no line takes.

import type { CanvasPoint, EdgeNode, LabelText, TemplateNode } from "../document.ts";
import type { Drawing } from "./drawing.ts";

/** Pixels of UPPAAL's editor: a location's reach, and the size of a character of its labels. */
const LOCATION_SIZE = 40;
const CHARACTER_WIDTH = 8;
const LINE_HEIGHT = 17;
/** Distance between neighbours on the circle: room for a name and a short label. */
const SPACING = 220;

/** Lines of more edges than these leave no free place anyway. */
const MOST_LINES = 120;
const LINE_PIECE = 6;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function drawOnCircle(template: TemplateNode): Drawing {
  const order = breadthFirst(template);
  const centre = circle(order);
  const taken = new Occupancy();
  for (const { x, y } of centre.values()) {
    taken.add({ x: x - LOCATION_SIZE / 2, y: y - LOCATION_SIZE / 2, width: LOCATION_SIZE, height: LOCATION_SIZE });
  }

  const parallel = new Map<string, number>();
  const bends = template.edges.map((edge) => bend(edge, centre, parallel));
  const lines = template.edges.map((edge, index) => lineOf(edge, bends[index]!, centre));
  if (template.edges.length <= MOST_LINES) for (const line of lines) taken.addLine(line);

  const locations = new Map<string, { at: CanvasPoint; nameAt: CanvasPoint }>();
  const locationLabels = new Map<string, CanvasPoint[]>();
  for (const { id } of template.branchpoints) locations.set(id, { at: centre.get(id)!, nameAt: centre.get(id)! });
  for (const { id, name, labels } of template.locations) {
    const at = centre.get(id)!;
    const texts = [name ?? "", ...labels.map(({ text }) => text)];
    const [nameAt, ...rest] = placeTexts(taken, texts, (size) => besideLocation(at, size));
    locations.set(id, { at, nameAt: nameAt! });
    locationLabels.set(id, rest);
  }

  const edges = template.edges.map((edge, index) => {
    const texts = edge.labels.map(({ text }: LabelText) => text);
    return { nails: bends[index]!, labels: placeTexts(taken, texts, (size) => besideLine(lines[index]!, size)) };
  });
  return { locations, locationLabels, edges };
}

/** Neighbours in the graph become neighbours on the circle, mostly. */
function breadthFirst(template: TemplateNode): string[] {
  const next = new Map<string, string[]>();
  for (const { source, target } of template.edges) {
    const targets = next.get(source);
    if (targets === undefined) next.set(source, [target]);
    else targets.push(target);
  }
  const known = new Set([...template.locations, ...template.branchpoints].map(({ id }) => id));
  const seen = new Set<string>();
  const roots = template.init === null ? [...known] : [template.init, ...known];
  for (const root of roots) {
    if (!known.has(root) || seen.has(root)) continue;
    const queue = [root];
    seen.add(root);
    for (let i = 0; i < queue.length; i++) {
      for (const target of next.get(queue[i]!) ?? []) {
        if (!known.has(target) || seen.has(target)) continue;
        seen.add(target);
        queue.push(target);
      }
    }
  }
  return [...seen];
}

function circle(ids: readonly string[]): Map<string, CanvasPoint> {
  const radius = ids.length < 2 ? 0 : Math.max(SPACING, (ids.length * SPACING) / (2 * Math.PI));
  const at = new Map<string, CanvasPoint>();
  for (const [i, id] of ids.entries()) {
    const angle = (2 * Math.PI * i) / ids.length - (3 * Math.PI) / 4;
    at.set(id, { x: Math.round(radius * Math.cos(angle)), y: Math.round(radius * Math.sin(angle)) });
  }
  return at;
}

/** Away from the centre of the drawing. */
function outward({ x, y }: CanvasPoint): CanvasPoint {
  const length = Math.hypot(x, y);
  return length === 0 ? { x: 0, y: -1 } : { x: x / length, y: y / length };
}

function bend(edge: EdgeNode, centre: ReadonlyMap<string, CanvasPoint>, parallel: Map<string, number>): CanvasPoint[] {
  const from = centre.get(edge.source);
  const to = centre.get(edge.target);
  if (from === undefined || to === undefined) return [];
  const key = [edge.source, edge.target].sort().join("\n");
  const count = parallel.get(key) ?? 0;
  parallel.set(key, count + 1);
  if (edge.source === edge.target) {
    const { x, y } = outward(from);
    const reach = 60 + 30 * count;
    const side = 25 + 12 * count;
    return [-1, 1].map((sign) => ({
      x: Math.round(from.x + x * reach - sign * y * side),
      y: Math.round(from.y + y * reach + sign * x * side),
    }));
  }
  if (count === 0) return [];
  // 1, -1, 2, -2, … steps to the side of the straight line; the line's direction must not depend on the edge's.
  const steps = (count % 2 === 1 ? 1 : -1) * ((count + 1) >> 1) * (edge.source < edge.target ? 1 : -1);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const normal = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  return [
    {
      x: Math.round((from.x + to.x) / 2 + normal.x * 40 * steps),
      y: Math.round((from.y + to.y) / 2 + normal.y * 40 * steps),
    },
  ];
}

function lineOf(
  edge: EdgeNode,
  nails: readonly CanvasPoint[],
  centre: ReadonlyMap<string, CanvasPoint>,
): readonly CanvasPoint[] {
  const from = centre.get(edge.source) ?? { x: 0, y: 0 };
  return [from, ...nails, centre.get(edge.target) ?? from];
}

/** Candidate places for the texts of a location: to the right above it, then around it. */
function besideLocation({ x, y }: CanvasPoint, { width, height }: Size): CanvasPoint[] {
  const reach = LOCATION_SIZE / 2;
  return [
    { x: x + reach, y: y - LOCATION_SIZE },
    { x: x - reach - width, y: y - LOCATION_SIZE },
    { x: x + reach, y: y + reach - 8 },
    { x: x - reach - width, y: y + reach - 8 },
    { x: Math.round(x - width / 2), y: y - reach - height - 4 },
    { x: Math.round(x - width / 2), y: y + reach + 4 },
  ];
}

/** Candidate places for the labels of an edge: beside its middle first, then elsewhere along it. */
function besideLine(line: readonly CanvasPoint[], { width, height }: Size): CanvasPoint[] {
  return [0.5, 0.4, 0.6, 0.3, 0.7].flatMap((part) => {
    const { x, y, dx, dy } = along(line, part);
    const sides = [
      { x: x + 6, y: y - height / 2 },
      { x: x - width - 6, y: y - height / 2 },
    ];
    const ends = [
      { x: x - width / 2, y: y - height - 4 },
      { x: x - width / 2, y: y + 5 },
    ];
    // Beside a line that goes up or down, above or below one that goes across; beside its upper or lower side else.
    const slanted = [
      { x: x + 8, y: dx * dy > 0 ? y - height - 3 : y + 3 },
      { x: x - width - 8, y: dx * dy > 0 ? y + 3 : y - height - 3 },
    ];
    const isUpright = Math.abs(dy) > 3 * Math.abs(dx);
    const isFlat = Math.abs(dx) > 3 * Math.abs(dy);
    const places = isUpright
      ? [...sides, ...slanted]
      : isFlat
        ? [...ends, ...slanted]
        : [...slanted, ...sides, ...ends];
    return places.map((place) => ({ x: Math.round(place.x), y: Math.round(place.y) }));
  });
}

/** The point at this part of the way, and the direction of the line there. */
function along(line: readonly CanvasPoint[], part: number): CanvasPoint & { readonly dx: number; readonly dy: number } {
  const lengths = line.slice(1).map((point, i) => Math.hypot(point.x - line[i]!.x, point.y - line[i]!.y));
  let left = part * lengths.reduce((sum, length) => sum + length, 0);
  for (const [i, length] of lengths.entries()) {
    const [from, to] = [line[i]!, line[i + 1]!];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    if (left <= length && length > 0)
      return { x: from.x + (dx * left) / length, y: from.y + (dy * left) / length, dx, dy };
    left -= length;
  }
  return { ...line[0]!, dx: 1, dy: 0 };
}

/** Puts a column of texts at the first candidate that is free, else below the first one; one point per text. */
function placeTexts(
  taken: Occupancy,
  texts: readonly string[],
  candidates: (size: Size) => readonly CanvasPoint[],
): CanvasPoint[] {
  const heights = texts.map((text) => (text === "" ? 0 : text.trimEnd().split("\n").length * LINE_HEIGHT));
  const longest = Math.max(0, ...texts.flatMap((text) => text.split("\n").map((line) => line.length)));
  const size = { width: longest * CHARACTER_WIDTH, height: heights.reduce((sum, height) => sum + height, 0) };
  const places = candidates(size);
  let box: Box = { ...places[0]!, ...size };
  if (size.width > 0) {
    const free =
      places.find((place) => taken.isFree({ ...place, ...size })) ??
      places.find((place) => taken.isFree({ ...place, ...size }, true));
    if (free !== undefined) box = { ...free, ...size };
    else while (!taken.isFree(box, true)) box = { ...box, y: box.y + LINE_HEIGHT };
    taken.add(box);
  }
  let y = box.y;
  return heights.map((height) => {
    const point = { x: box.x, y };
    y += height;
    return point;
  });
}

/** The boxes placed so far, by squares of the plane, so that a large template is drawn in linear time. */
class Occupancy {
  private readonly squares = new Map<string, Box[]>();

  private readonly lines = new Map<string, Box[]>();

  isFree(box: Box, mayCrossLines = false): boolean {
    const isFreeOf = (boxes: ReadonlyMap<string, readonly Box[]>): boolean =>
      this.keys(box).every((key) => !boxes.get(key)?.some((other) => overlap(box, other)));
    return isFreeOf(this.squares) && (mayCrossLines || isFreeOf(this.lines));
  }

  /** A line, as small boxes along it. */
  addLine(line: readonly CanvasPoint[]): void {
    for (const [i, to] of line.slice(1).entries()) {
      const from = line[i]!;
      const pieces = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / LINE_PIECE));
      for (let k = 0; k <= pieces; k++) {
        const x = from.x + ((to.x - from.x) * k) / pieces;
        const y = from.y + ((to.y - from.y) * k) / pieces;
        this.put(this.lines, { x: x - 1.5, y: y - 1.5, width: 3, height: 3 });
      }
    }
  }

  add(box: Box): void {
    this.put(this.squares, box);
  }

  private put(all: Map<string, Box[]>, box: Box): void {
    for (const key of this.keys(box)) {
      const boxes = all.get(key);
      if (boxes === undefined) all.set(key, [box]);
      else boxes.push(box);
    }
  }

  private keys({ x, y, width, height }: Box): string[] {
    const side = 200;
    // A long declaration in a label would cover thousands of squares; past a hundred nothing is gained.
    const right = Math.min(Math.floor((x + width) / side), Math.floor(x / side) + 100);
    const below = Math.min(Math.floor((y + height) / side), Math.floor(y / side) + 100);
    const keys: string[] = [];
    for (let i = Math.floor(x / side); i <= right; i++) {
      for (let j = Math.floor(y / side); j <= below; j++) keys.push(`${i},${j}`);
    }
    return keys;
  }
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
