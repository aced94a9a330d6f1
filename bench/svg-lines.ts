// Line charts as SVG, for figures that are redrawn from our runs. No library: axes, lines, a legend.

const WIDTH = 640;
const HEIGHT = 360;
const MARGIN = { left: 56, right: 16, top: 32, bottom: 44 };
const COLOURS = ["#1f6feb", "#d1242f", "#1a7f37", "#8250df", "#bf8700", "#57606a"];

export type Point = readonly [x: number, y: number];

export interface Line {
  readonly name: string;
  readonly points: readonly Point[];
}

interface Chart {
  readonly title: string;
  /** What the axes say. */
  readonly x: string;
  readonly y: string;
  readonly lines: readonly Line[];
  readonly fromZero?: boolean;
}

export function lineChart({ title, x, y, lines, fromZero = true }: Chart): string {
  const all = lines.flatMap(({ points }) => points);
  const xs = all.map(([value]) => value);
  const ys = all.map(([, value]) => value);
  const [minX, maxX] = [Math.min(...xs), Math.max(...xs)];
  const [minY, maxY] = [fromZero ? 0 : Math.min(...ys), Math.max(...ys, 1e-9)];
  const px = (value: number): number =>
    MARGIN.left + ((value - minX) / (maxX - minX || 1)) * (WIDTH - MARGIN.left - MARGIN.right);
  const py = (value: number): number =>
    HEIGHT - MARGIN.bottom - ((value - minY) / (maxY - minY || 1)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const round = (value: number): number => Math.round(value * 10) / 10;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    `<text x="${MARGIN.left}" y="18" font-size="14">${title}</text>`,
  ];
  for (const value of ticks(minY, maxY)) {
    parts.push(
      `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${round(py(value))}" y2="${round(py(value))}" stroke="#d0d7de"/>`,
      `<text x="${MARGIN.left - 6}" y="${round(py(value)) + 4}" text-anchor="end">${value}</text>`,
    );
  }
  for (const value of ticks(minX, maxX)) {
    parts.push(`<text x="${round(px(value))}" y="${HEIGHT - MARGIN.bottom + 16}" text-anchor="middle">${value}</text>`);
  }
  parts.push(
    `<text x="${(WIDTH + MARGIN.left) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${x}</text>`,
    `<text x="14" y="${HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 14 ${HEIGHT / 2})">${y}</text>`,
  );
  for (const [k, { name, points }] of lines.entries()) {
    const colour = COLOURS[k % COLOURS.length];
    const path = points.map(([a, b]) => `${round(px(a))},${round(py(b))}`).join(" ");
    parts.push(
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      `<text x="${WIDTH - MARGIN.right - 4}" y="${MARGIN.top + 14 * k + 4}" text-anchor="end" fill="${colour}">${name}</text>`,
    );
  }
  return `${parts.join("\n")}\n</svg>\n`;
}

function ticks(min: number, max: number): number[] {
  const span = max - min || 1;
  const step =
    [1, 2, 5].map((k) => k * 10 ** Math.floor(Math.log10(span / 4))).find((size) => span / size <= 7) ?? span / 5;
  const found: number[] = [];
  for (let value = Math.ceil(min / step) * step; value <= max + 1e-9; value += step)
    found.push(Number(value.toPrecision(6)));
  return found;
}
