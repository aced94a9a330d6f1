// Plots as self-contained SVG: points and steps over axes that may be logarithmic. They bring their own ground, light
// or dark as the reader likes it, so that they can be read on any page.

export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** A line instead of points. */
  readonly line?: "steps" | "straight";
}

export interface Plot {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly log?: "both" | "x";
  /** The line on which both are equal. */
  readonly diagonal?: true;
  readonly series: readonly Series[];
}

/** Of the axes; what stands to the right of them is as wide as it must be. */
const [END, HEIGHT, LEFT, BOTTOM, TOP] = [410, 360, 64, 48, 34];
/** Letters are that wide, at most in the mean. */
const LETTER = { plain: 6.4, bold: 7 };
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#8c564b"];

export function plotSvg({ title, x, y, log, diagonal, series }: Plot): string {
  const all = series.flatMap(({ points }) => points);
  const across = axis(
    all.map(([value]) => value),
    log !== undefined,
  );
  const up = axis(
    all.map(([, value]) => value),
    log === "both",
  );
  const both = diagonal === true ? axis(all.flat(), true) : undefined;
  const [ax, ay] = [both ?? across, both ?? up];
  const px = (value: number): number => LEFT + ax.at(value) * (END - LEFT);
  const py = (value: number): number => HEIGHT - BOTTOM - ay.at(value) * (HEIGHT - BOTTOM - TOP);
  // What would lie under others is drawn larger, so that a ring of it is seen.
  const dot = (cx: number, cy: number, colour: string, at: number): string => {
    const above = series.slice(at + 1).filter(({ line, points }) => {
      return line === undefined && points.some(([a, b]) => Math.hypot(px(a) - cx, py(b) - cy) < 2);
    });
    return `<circle cx="${fixed(cx)}" cy="${fixed(cy)}" r="${3 + 2 * Math.min(4, above.length)}" fill="${colour}"/>`;
  };
  const parts = [
    `<text x="${LEFT}" y="20" font-weight="bold">${escaped(title)}</text>`,
    `<text x="${(LEFT + END) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${escaped(x)}</text>`,
    `<text transform="translate(14 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle">${escaped(y)}</text>`,
    `<path d="M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${END}" fill="none" stroke="currentColor"/>`,
  ];
  for (const tick of ax.ticks) {
    parts.push(`<path d="M${fixed(px(tick))} ${HEIGHT - BOTTOM}v4" stroke="currentColor"/>`);
    parts.push(`<text x="${fixed(px(tick))}" y="${HEIGHT - BOTTOM + 17}" text-anchor="middle">${label(tick)}</text>`);
  }
  for (const tick of ay.ticks) {
    parts.push(`<path d="M${LEFT} ${fixed(py(tick))}h-4" stroke="currentColor"/>`);
    parts.push(`<text x="${LEFT - 7}" y="${fixed(py(tick) + 4)}" text-anchor="end">${label(tick)}</text>`);
  }
  if (diagonal === true) {
    const [first, last] = [ax.ticks[0]!, ax.ticks.at(-1)!];
    parts.push(
      `<path d="M${fixed(px(first))} ${fixed(py(first))}L${fixed(px(last))} ${fixed(py(last))}" stroke="currentColor" stroke-dasharray="3 3" opacity=".5"/>`,
    );
  }
  for (const [at, { name, points, line }] of series.entries()) {
    const colour = COLOURS[at % COLOURS.length]!;
    if (line !== undefined) parts.push(lineOf(line, points, px, py, colour));
    else for (const [a, b] of points) parts.push(dot(px(a), py(b), colour, at));
    const key = TOP + 16 * at;
    parts.push(`<rect x="${END + 12}" y="${key}" width="10" height="10" fill="${colour}"/>`);
    parts.push(`<text x="${END + 27}" y="${key + 9}">${escaped(name)}</text>`);
  }
  const names = Math.max(0, ...series.map(({ name }) => name.length));
  const width = Math.ceil(Math.max(560, END + 35 + LETTER.plain * names, LEFT + 10 + LETTER.bold * title.length));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" width="${width}" font-family="system-ui, sans-serif" font-size="11" fill="currentColor" role="img" aria-label="${escaped(title)}">\n<style>svg { color: #1a1a1a; background: #fff } @media (prefers-color-scheme: dark) { svg { color: #e6e6e6; background: #161616 } }</style>\n${parts.join("\n")}\n</svg>\n`;
}

function lineOf(
  kind: NonNullable<Series["line"]>,
  points: Series["points"],
  px: (value: number) => number,
  py: (value: number) => number,
  colour: string,
): string {
  const [across, up] = kind === "steps" ? ["H", "V"] : ["L", " "];
  const drawn = points.map(([a, b]) => `${fixed(px(a))}${up}${fixed(py(b))}`);
  const path = drawn.filter((one, at) => one !== drawn[at - 1]).join(across);
  if (path === "") return "";
  return `<path d="M${path.replace(up, " ")}" fill="none" stroke="${colour}" stroke-width="1.6"/>`;
}

interface Axis {
  readonly ticks: readonly number[];
  /** 0 … 1 */
  at(value: number): number;
}

function axis(values: readonly number[], logarithmic: boolean): Axis {
  if (logarithmic) {
    const positive = values.filter((value) => value > 0);
    // One after the other: there may be more of them than a call takes.
    const first = Math.floor(Math.log10(positive.reduce((a, b) => Math.min(a, b), 1e9)) + 1e-9);
    const last = Math.max(first + 1, Math.ceil(Math.log10(positive.reduce((a, b) => Math.max(a, b), 1e-9)) - 1e-9));
    const ticks = Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at));
    const least = 10 ** first;
    return { ticks, at: (value) => (Math.log10(Math.max(value, least)) - first) / (last - first) };
  }
  const most = values.reduce((a, b) => Math.max(a, b), 1);
  const step = niceStep(most / 5);
  const last = Math.ceil(most / step);
  return { ticks: Array.from({ length: last + 1 }, (_, at) => at * step), at: (value) => value / (last * step) };
}

function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= least) ?? 10 * power;
}

const fixed = (value: number): string => value.toFixed(1);
const label = (value: number): string =>
  value >= 1e4 || (value > 0 && value < 0.01)
    ? value.toExponential(0).replace("+", "")
    : String(Number(value.toPrecision(3)));
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
