// Pictures painted on a canvas, where thousands of parts change many times a second. Knows the shapes that pictures
// use.

import { inTheme, MONO, type Picture, type Shape, type ThemeName } from "@tracehound/core";

export function paintPicture(canvas: HTMLCanvasElement, picture: Picture, theme: ThemeName): void {
  const { width, height, x, y } = picture.box;
  const scale = devicePixelRatio;
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d")!;
  context.setTransform(scale, 0, 0, scale, -x * scale, -y * scale);
  context.clearRect(x, y, width, height);
  const colour = inTheme(theme);
  for (const shape of picture.shapes) paint(context, shape, colour);
}

function paint(
  context: CanvasRenderingContext2D,
  { tag, attributes, children }: Shape,
  colour: (value: string) => string,
): void {
  const number = (name: string): number => Number(attributes[name] ?? 0);
  const { fill, stroke } = attributes;
  const path = pathOf(tag, attributes, number);
  if (path !== undefined) {
    if (fill !== undefined && fill !== "none" && tag !== "line") {
      context.fillStyle = colour(String(fill));
      context.fill(path);
    }
    if (stroke !== undefined) {
      context.strokeStyle = colour(String(stroke));
      context.lineWidth = Number(attributes["stroke-width"] ?? 1);
      context.stroke(path);
    }
    return;
  }
  if (tag === "text") {
    context.fillStyle = colour(String(fill ?? "@ink"));
    context.font = `${attributes["font-weight"] ?? ""} ${number("font-size")}px ${attributes["font-family"] ?? MONO}`;
    const anchor = attributes["text-anchor"];
    context.textAlign = anchor === "middle" ? "center" : anchor === "end" ? "right" : "left";
    context.fillText(children.filter((child) => typeof child === "string").join(""), number("x"), number("y"));
    return;
  }
  for (const child of children) if (typeof child !== "string") paint(context, child, colour);
}

function pathOf(
  tag: Shape["tag"],
  attributes: Shape["attributes"],
  number: (name: string) => number,
): Path2D | undefined {
  const path = new Path2D();
  switch (tag) {
    case "rect":
      path.roundRect(number("x"), number("y"), number("width"), number("height"), number("rx"));
      return path;
    case "circle":
      path.arc(number("cx"), number("cy"), number("r"), 0, 2 * Math.PI);
      return path;
    case "line":
      path.moveTo(number("x1"), number("y1"));
      path.lineTo(number("x2"), number("y2"));
      return path;
    case "path":
      return new Path2D(String(attributes["d"]));
    default:
      return undefined;
  }
}
