// Interference: processes on a ring, joined where their edges disturb each other; and the contexts of one edge as
// growing rings. Rings take the form of the place they are drawn in; names stand where there is room for them.

import type { Contexts } from "../insight/index.ts";
import type { Network } from "../network/index.ts";
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
  const room = new Room();
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
      ...room.name(x, y, name, { side: x < centre.x - 1 ? "left" : x > centre.x + 1 ? "right" : "below" }),
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

/** Gives room to names, first come, first served; who gets none is called by its title only. */
class Room {
  private readonly taken: { x: number; y: number; width: number }[] = [];

  name(x: number, y: number, content: string, { side, size = 11, most = 190, bold = false }: NameOptions): Shape[] {
    const shown = fitting(content, most, size);
    const width = widthOf(shown, size) * 0.87;
    const left = side === "right" ? x + 12 : side === "left" ? x - 12 - width : x - width / 2;
    const top = side === "below" ? y + 11 : y - size / 2;
    const height = size + 3;
    if (
      this.taken.some(
        (other) => Math.abs(other.y - top) < height && left < other.x + other.width && other.x < left + width,
      )
    )
      return [];
    this.taken.push({ x: left, y: top, width });
    const weight = bold ? { "font-weight": 600 } : {};
    return [words(left, top, shown, { "font-size": size, "font-family": SANS, ...weight })];
  }
}

interface NameOptions {
  readonly side: "left" | "right" | "below";
  readonly size?: number;
  readonly most?: number;
  readonly bold?: boolean;
}

export function drawContexts(
  network: Network,
  { rings, beyond, edge }: Contexts,
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
  const room = new Room();
  const middle = room.name(centre.x, centre.y, nameOf(edge), { side: "below", bold: true, most: 220 });
  const dots = (ids: readonly number[], n: number, faded: boolean): void => {
    const reach = { x: n * step.x, y: n * step.y };
    for (const [i, id] of ids.entries()) {
      const { x, y } = onRing(centre, reach, (i + 0.5) / ids.length);
      const { process } = network.edges[id]!;
      shapes.push(
        group({ "data-edge": id, role: "button", tabindex: 0, "aria-label": nameOf(id) }, [
          shape("title", {}, nameOf(id)),
          shape("circle", {
            cx: x,
            cy: y,
            r: ids.length > 40 ? 4 : 6,
            fill: faded ? "@paper" : HUES[process % HUES.length],
            stroke: "@line",
            "stroke-width": 1,
          }),
          ...(ids.length > 60 ? [] : room.name(x, y, nameOf(id), sideOf(x, width))),
        ]),
      );
    }
  };
  for (const [n, ids] of rings.entries()) {
    if (n > 0) dots(ids, n, false);
  }
  if (beyond.length > 0) dots(beyond, rings.length, true);
  shapes.push(shape("circle", { cx: centre.x, cy: centre.y, r: 9, fill: "@accent" }), ...middle);
  return { title: `Contexts of ${nameOf(edge)}`, box: { x: 0, y: 0, width, height }, shapes };
}

/** A name stands outside the rings, in the room that is left there. */
function sideOf(x: number, width: number): NameOptions {
  return x < width / 2
    ? { side: "left", size: 10, most: x - 16 }
    : { side: "right", size: 10, most: (width - x - 16) / 0.87 };
}

function ellipse({ x, y }: Point, reach: Point): string {
  const [rx, ry] = [round(reach.x), round(reach.y)];
  return `M${round(x - rx)} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
}
