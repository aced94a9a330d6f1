// Two axes with round numbers on them: what all charts of statistics are drawn on.

import { type Attributes, fitting, type Picture, round, SANS, type Shape, shape, words } from "../shape.ts";

export interface ChartSize {
  readonly width?: number;
  readonly height?: number;
}

export interface Axes {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

export interface AxisRange {
  readonly from: number;
  readonly to: number;
}

const EDGES = { left: 58, right: 14, top: 30, bottom: 40 } as const;
/** Room that a number on an axis wants. */
const [TICK_WIDTH, TICK_HEIGHT] = [70, 24];

/** `label` says what runs from left to right. */
export function axesOf(
  across: AxisRange,
  up: AxisRange,
  label: string,
  { width = 640, height = 280 }: ChartSize,
): Axes {
  const wide = width - EDGES.left - EDGES.right;
  const high = height - EDGES.top - EDGES.bottom;
  const x = (value: number): number =>
    round(EDGES.left + (wide * (value - across.from)) / (across.to - across.from || 1));
  const y = (value: number): number => round(EDGES.top + high - (high * (value - up.from)) / (up.to - up.from || 1));
  const [right, bottom] = [width - EDGES.right, EDGES.top + high];
  const shapes: Shape[] = [];
  for (const tick of ticks(up, Math.max(3, Math.min(6, Math.floor(high / TICK_HEIGHT))))) {
    const at = y(tick);
    shapes.push(shape("line", { x1: EDGES.left, y1: at, x2: right, y2: at, stroke: "@faint" }));
    shapes.push(small(EDGES.left - 6, at - 6, numeral(tick), { "text-anchor": "end" }));
  }
  for (const tick of ticks(across, Math.max(2, Math.floor(wide / TICK_WIDTH)))) {
    const at = x(tick);
    shapes.push(shape("line", { x1: at, y1: bottom, x2: at, y2: bottom + 4, stroke: "@line" }));
    shapes.push(small(at, bottom + 6, numeral(tick), { "text-anchor": "middle" }));
  }
  shapes.push(
    shape("line", { x1: EDGES.left, y1: bottom, x2: right, y2: bottom, stroke: "@line" }),
    small(right, bottom + 21, fitting(label, wide, 11), { "text-anchor": "end" }),
  );
  return { x, y, left: EDGES.left, right, top: EDGES.top, bottom, width, height, shapes };
}

export function small(x: number, y: number, content: string, attributes: Attributes = {}): Shape {
  return words(x, y, content, { "font-size": 11, fill: "@soft", "font-family": SANS, ...attributes });
}

/** Round numbers, at most so many steps of them. */
function ticks({ from, to }: AxisRange, count: number): number[] {
  const span = to - from;
  if (!(span > 0)) return [from];
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => span / size <= count) ?? 10 * power;
  const result: number[] = [];
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + 1e-9 * span; k++) result.push(k * step);
  return result;
}

export function numeral(value: number): string {
  const text = String(Number(value.toPrecision(6)));
  return text.replace("-", "\u2212");
}

export function chart(title: string, axes: Axes, shapes: readonly Shape[]): Picture {
  const { left, width, height } = axes;
  const head = words(left, 6, fitting(title, width - left), { "font-weight": 600, "font-family": SANS });
  return { title, box: { x: 0, y: 0, width, height }, shapes: [...axes.shapes, ...shapes, head] };
}
