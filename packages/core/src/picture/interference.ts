// Interference: processes on a ring, joined where their edges disturb each other; and the contexts of one edge as
// growing rings. Rings take the form of the place they are drawn in; names stand where there is room for them.

import type { Network } from "../network/index.ts";
import type { ContextRings } from "../search-insight/index.ts";
import { HUES } from "./palette.ts";
import { fitting, group, type Picture, round, SANS, type Shape, shape, widthOf, words } from "./shape.ts";

export function drawDisturbances(
  network: Network,
  between: readonly { readonly a: number; readonly b: number; readonly pairs: number }[],
  chosen: number | undefined,
  { width, height }: Size = { width: 420, height: 360 },
): Picture {
  const taking = new Set(between.flatMap(({ a, b }) => [a, b]));
  const shown = network.processes
    .map((_, index) => index)
    .filter((index) => taking.has(index) || network.processes.length <= 20)
    .slice(0, 60);
  const centre = { x: width / 2, y: height / 2 };
  const reach = { x: Math.min(width / 2 - 90, 2 * height), y: height / 2 - 26 };
  const at = new Map(shown.map((process, i) => [process, onRing(centre, reach, i / shown.length)]));
  const most = Math.max(1, ...between.map(({ pairs }) => pairs));
  const lines = between.flatMap(({ a, b, pairs }): Shape[] => {
    const [from, to] = [at.get(a), at.get(b)];
    if (from === undefined || to === undefined) return [];
    const width = 1 + (5 * pairs) / most;
    const isNear = chosen === a || chosen === b;
    return [
      shape(
        "path",
        {
          d: `M${from.x} ${from.y}Q${centre.x} ${centre.y} ${to.x} ${to.y}`,
          fill: "none",
          stroke: isNear ? "@accent" : "@hue7",
          "stroke-width": width,
          opacity: 0.75,
        },
        shape("title", {}, `${network.processes[a]!.name} and ${network.processes[b]!.name}: ${pairs} pairs of edges`),
      ),
    ];
  });
  const room = new Room({ width, height }, [...at.values()], 8);
  const nodes = shown.map((process, i) => {
    const { x, y } = at.get(process)!;
    const { name } = network.processes[process]!;
    return group({ "data-process": process, role: "button", tabindex: 0, "aria-label": `process ${name}` }, [
      shape("title", {}, name),
      shape("circle", {
        cx: x,
        cy: y,
        r: 8,
        fill: HUES[i % HUES.length],
        stroke: process === chosen ? "@accent" : "@line",
        "stroke-width": process === chosen ? 3 : 1.2,
      }),
      ...room.name(x, y, name, { sides: outwards(x, y, centre) }),
    ]);
  });
  return { title: "Processes whose edges interfere", box: { x: 0, y: 0, width, height }, shapes: [...lines, ...nodes] };
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A point on an ellipse; 0 is at the top, and a whole turn is 1. */
function onRing(centre: Point, reach: Point, part: number): Point {
  const angle = 2 * Math.PI * part - Math.PI / 2;
  return { x: round(centre.x + reach.x * Math.cos(angle)), y: round(centre.y + reach.y * Math.sin(angle)) };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Taken {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Gives room to names, first come, first served, beside every dot; who gets none is called by its title only. */
class Room {
  private readonly taken: Taken[] = [];
  private readonly size: Size;

  constructor(size: Size, dots: readonly Point[], radius: number) {
    this.size = size;
    for (const { x, y } of dots) {
      this.taken.push({ x: x - radius - 1, y: y - radius - 1, width: 2 * radius + 2, height: 2 * radius + 2 });
    }
  }

  /** At the first of these sides where it covers nothing. */
  name(x: number, y: number, content: string, { sides, size = 11, most = 190, bold = false }: NameOptions): Shape[] {
    const weight = bold ? { "font-weight": 600 } : {};
    for (const side of sides) {
      const space = side === "right" ? this.size.width - x - 16 : side === "left" ? x - 16 : most;
      const shown = fitting(content, Math.min(most, space / NARROW), size);
      if (shown.length < Math.min(6, content.length)) continue;
      const width = widthOf(shown, size) * (bold ? 1 : NARROW);
      const left = side === "right" ? x + 12 : side === "left" ? x - 12 - width : x - width / 2;
      const top = side === "below" ? y + 11 : side === "above" ? y - 12 - size : y - size / 2;
      const box = { x: left, y: top, width, height: size + 3 };
      if (top < 0 || top + size > this.size.height || this.taken.some((other) => overlap(box, other))) continue;
      this.taken.push(box);
      return [words(left, top, shown, { "font-size": size, "font-family": SANS, ...weight })];
    }
    return [];
  }
}

/** How much narrower the letters of names are than those of labels. */
const NARROW = 0.87;

function overlap(a: Taken, b: Taken): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

type Side = "left" | "right" | "below" | "above";

interface NameOptions {
  readonly sides: readonly Side[];
  readonly size?: number;
  readonly most?: number;
  readonly bold?: boolean;
}

export function drawContexts(
  network: Network,
  { rings, beyond, edge }: ContextRings,
  { width, height }: Size = { width: 640, height: 480 },
): Picture {
  const most = rings.length - 1 + (beyond.length > 0 ? 1 : 0);
  const centre = { x: width / 2, y: height / 2 };
  const margin = Math.min(170, 0.28 * width);
  const step = { x: (width / 2 - margin) / (most + 0.1), y: (height / 2 - 12) / (most + 0.35) };
  const nameOf = (id: number): string => {
    const { process, source, target } = network.edges[id]!;
    const { name, locations } = network.processes[process]!;
    return `${name}: ${locations[source]!.name} → ${locations[target]!.name}`;
  };
  const shapes: Shape[] = [];
  for (let n = rings.length - 1; n >= 1; n--) {
    const reach = { x: (n + 0.3) * step.x, y: (n + 0.34) * step.y };
    shapes.push(
      shape("path", {
        d: ellipse(centre, reach),
        fill: n % 2 === 1 ? "@panel" : "@paper",
        stroke: "@faint",
        "stroke-width": 1,
      }),
      words(centre.x, centre.y - reach.y + 2, `C${n}`, { "text-anchor": "middle", fill: "@soft", "font-size": 11 }),
    );
  }
  const dots = [...rings.slice(1), ...(beyond.length > 0 ? [beyond] : [])].flatMap((ids, ring) =>
    ids.map((id, i) => ({
      id,
      many: ids.length,
      faded: ring >= rings.length - 1,
      ...onRing(centre, { x: (ring + 1) * step.x, y: (ring + 1) * step.y }, (i + 0.5) / ids.length),
    })),
  );
  const room = new Room({ width, height }, [centre, ...dots], 6);
  const middle = room.name(centre.x, centre.y, nameOf(edge), { sides: ["below", "above"], bold: true, most: 220 });
  for (const { id, x, y, many, faded } of dots) {
    const { process } = network.edges[id]!;
    shapes.push(
      group({ "data-edge": id, role: "button", tabindex: 0, "aria-label": nameOf(id) }, [
        shape("title", {}, nameOf(id)),
        shape("circle", {
          cx: x,
          cy: y,
          r: many > 40 ? 4 : 6,
          fill: faded ? "@paper" : HUES[process % HUES.length],
          stroke: "@line",
          "stroke-width": 1,
        }),
        ...(many > 60 ? [] : room.name(x, y, nameOf(id), { sides: outwards(x, y, centre), size: 10, most: 260 })),
      ]),
    );
  }
  shapes.push(shape("circle", { cx: centre.x, cy: centre.y, r: 9, fill: "@accent" }), ...middle);
  return { title: `ContextRings of ${nameOf(edge)}`, box: { x: 0, y: 0, width, height }, shapes };
}

/** A name stands outside the rings where there is room; else wherever there is some. */
function outwards(x: number, y: number, centre: Point): readonly Side[] {
  const upright: readonly Side[] = y < centre.y ? ["above", "below"] : ["below", "above"];
  if (Math.abs(x - centre.x) < 1) return [...upright, "right", "left"];
  return [...(x < centre.x ? (["left", "right"] as const) : (["right", "left"] as const)), ...upright];
}

function ellipse({ x, y }: Point, reach: Point): string {
  const [rx, ry] = [round(reach.x), round(reach.y)];
  return `M${round(x - rx)} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
}
