// What pictures are made of: a small tree of SVG elements as plain data. Pictures are pure functions that return such
// trees; `svg.ts` writes them as text, the page turns them into elements or paints them on a canvas. Colours are names
// of the palette (`@ink`), so that one picture serves every theme.

import { FONT_SIZE, widthOf } from "../layout/text-size.ts";

export type Tag = "g" | "rect" | "circle" | "path" | "line" | "text" | "tspan" | "title";

export type Attributes = Readonly<Record<string, string | number | undefined>>;

export interface Shape {
  readonly tag: Tag;
  readonly attributes: Attributes;
  /** Text stands in `text`, `tspan` and `title` only. */
  readonly children: readonly (Shape | string)[];
}

/** A drawing with its extent; `title` says in words what is to be seen. */
export interface Picture {
  readonly title: string;
  readonly box: Box;
  readonly shapes: readonly Shape[];
  /** Where time runs from left to right: the places of its begin and its end. */
  readonly axis?: { readonly left: number; readonly right: number; readonly from: number; readonly to: number };
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function shape(tag: Tag, attributes: Attributes, ...children: readonly (Shape | string)[]): Shape {
  return { tag, attributes, children };
}

export function group(attributes: Attributes, children: readonly (Shape | string)[]): Shape {
  return { tag: "g", attributes, children };
}

/** Text whose box begins at the point (not its baseline), as labels in UPPAAL's files do. */
export function words(x: number, y: number, content: string, attributes: Attributes = {}): Shape {
  const size = Number(attributes["font-size"] ?? FONT_SIZE);
  return shape("text", { x, y: round(y + size * 0.95), fill: "@ink", "font-size": size, ...attributes }, content);
}

export { FONT_SIZE, widthOf };

/** Cut to what fits, with an ellipsis. */
export function fitting(content: string, width: number, size: number = FONT_SIZE): string {
  const most = Math.max(1, Math.floor(width / (size * 0.602)));
  return content.length <= most ? content : `${content.slice(0, Math.max(1, most - 1))}…`;
}

/** `1 process`, `2 processes`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : what.endsWith("s") ? "es" : "s"}`;
}

/** Pixels need no more than two decimals. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export const MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
export const SANS = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif";
