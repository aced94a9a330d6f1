// A picture as SVG text. Whatever comes from a model is escaped; colours become those of a theme, or variables where a
// style sheet decides.

import { inTheme, type ThemeName } from "./palette.ts";
import { MONO, type Picture, round, type Shape } from "./shape.ts";

export interface SvgOptions {
  /** How `@ink` is written; see `inTheme` and `asVariable`. */
  readonly colour: (value: string) => string;
  /** Paint the paper, for files that stand alone. */
  readonly background?: boolean;
}

export function pictureToSvg(picture: Picture, { colour, background = false }: SvgOptions): string {
  const { x, y, width, height } = picture.box;
  const box = [x, y, width, height].map((value) => round(value));
  const paper: readonly Shape[] = background
    ? [{ tag: "rect", attributes: { x, y, width, height, fill: "@paper" }, children: [] }]
    : [];
  const parts = [...paper, ...picture.shapes].map((shape) => shapeToSvg(shape, colour));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(" ")}" width="${box[2]}" height="${box[3]}" ` +
    `font-family="${escaped(MONO)}" role="img"><title>${escaped(picture.title)}</title>${parts.join("")}</svg>`
  );
}

/** A file that stands alone. */
export function pictureToFile(picture: Picture, theme: ThemeName): string {
  return `${pictureToSvg(picture, { colour: inTheme(theme), background: true })}\n`;
}

function shapeToSvg({ tag, attributes, children }: Shape, colour: (value: string) => string): string {
  let open = `<${tag}`;
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    open += ` ${name}="${typeof value === "number" ? round(value) : escaped(colour(value))}"`;
  }
  if (children.length === 0) return `${open}/>`;
  const inner = children.map((child) => (typeof child === "string" ? escaped(child) : shapeToSvg(child, colour)));
  return `${open}>${inner.join("")}</${tag}>`;
}

const SPECIAL: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** For text and for attributes; what XML cannot say is left out. */
export function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML does not allow
  return text.replace(/[&<>"']/g, (character) => SPECIAL[character]!).replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, "\ufffd");
}
