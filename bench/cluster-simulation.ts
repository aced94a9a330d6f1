// What many machines give, from constants that were measured on one (`npm run bench -- cluster`). A simulation, not a measurement: it deals shards to machines by chance, lets every machine pay for what it
// computes, sends and receives, and lets the fullest machine decide when the search is over.
//
// Assumed: machines of two cores; one broker beside every machine, which pays for it; states and successors spread over
// shards by a uniform hash; enough states in the open list for everybody at any time; a network that carries what is
// sent; no failures. Not modelled: the beginning and the end of a search, when there is not enough to do for all.

import { Prng } from "@tracehound/core";

export interface Constants {
  /** Microseconds per candidate: computing it in one engine, and sending it on in sender, broker and receiver. */
  readonly expand: number;
  readonly send: number;
  /** Share of candidates that the sender knows to have been sent. */
  readonly filtered: number;
  readonly seed: number;
}

const CORES = 2;
const MACHINES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000];
/** Microseconds per candidate for its estimate: none, cheap, dear. */
const ESTIMATES = [0, 10, 100, 1000];

/**
 * The share of the fullest machine, compared with an even share, where so many shards are dealt to so many machines.
 */
function imbalance(machines: number, prng: Prng): number {
  const shards = Math.max(4096, 4 * machines);
  // Leases are taken up to a fair share, so machines differ by the sizes of their shards alone.
  const states = Array.from(
    { length: shards },
    () => 1 + 0.1 * (prng.fraction() + prng.fraction() + prng.fraction() - 1.5),
  );
  const loads = new Array<number>(machines).fill(0);
  for (const [shard, size] of states.entries()) loads[shard % machines]! += size;
  const total = states.reduce((sum, size) => sum + size, 0);
  return (Math.max(...loads) * machines) / total;
}

/** How much faster than one engine on one core. */
function speedUp(machines: number, estimate: number, { expand, send, filtered }: Constants, prng: Prng): number {
  const alone = expand + estimate;
  if (machines === 1) return 1;
  const together = (expand + estimate + (1 - filtered) * send) / CORES;
  return (machines * alone) / (together * imbalance(machines, prng));
}

export const ASSUMED =
  "Assumed: machines of two cores; a broker beside every machine, which pays for it; states and successors spread over shards by a uniform hash; " +
  "enough states in the open list for everybody at any time; a network that carries what is sent; no failures. Not modelled: the beginning and the end of " +
  "a search, when there is not enough to do for all. One machine: one engine on one core, without a broker.";

export interface Row {
  readonly machines: number;
  readonly gains: readonly number[];
}

export function simulate(constants: Constants): readonly Row[] {
  const prng = new Prng(constants.seed);
  return MACHINES.map((machines) => ({
    machines,
    gains: ESTIMATES.map((estimate) => speedUp(machines, estimate, constants, prng)),
  }));
}

export function tableOf(rows: readonly Row[]): string {
  const head = [
    "machines",
    ...ESTIMATES.map((estimate) => (estimate === 0 ? "no estimate" : `${estimate} µs`)),
    "swarm",
  ];
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  const body = rows.map(({ machines, gains }) =>
    line([String(machines), ...gains.map((gain) => gain.toFixed(1)), String(CORES * machines)]),
  );
  return line(head) + line(head.map(() => "---")) + body.join("");
}

/** Both axes by powers of ten. */
export function plotOf(rows: readonly Row[]): string {
  const [width, height, margin] = [640, 420, 56];
  const x = (machines: number): number => margin + (Math.log10(machines) / 3) * (width - 2 * margin);
  const y = (gain: number): number =>
    height - margin - ((Math.log10(Math.max(gain, 0.1)) + 1) / 4.5) * (height - 2 * margin);
  const colours = ["#888888", "#4477aa", "#228833", "#cc6677"];
  const lines = ESTIMATES.map((estimate, at) => {
    const points = rows.map(({ machines, gains }) => `${x(machines).toFixed(1)},${y(gains[at]!).toFixed(1)}`).join(" ");
    const last = rows.at(-1)!;
    const label = estimate === 0 ? "no estimate" : `${estimate} µs per estimate`;
    const text = `<text x="${width - margin - 4}" y="${(y(last.gains[at]!) - 6).toFixed(1)}" text-anchor="end" fill="${colours[at]}">${label}</text>`;
    return `<polyline points="${points}" fill="none" stroke="${colours[at]}" stroke-width="2"/>${text}`;
  });
  const ticks = [1, 10, 100, 1000].map(
    (value) =>
      `<text x="${x(value)}" y="${height - margin + 20}" text-anchor="middle">${value}</text>` +
      `<text x="${margin - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>` +
      `<line x1="${margin}" x2="${width - margin}" y1="${y(value)}" y2="${y(value)}" stroke="#dddddd"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<rect width="${width}" height="${height}" fill="white"/>
${ticks.join("\n")}
${lines.join("\n")}
<text x="${width / 2}" y="${height - 12}" text-anchor="middle">machines of two cores (simulated)</text>
<text x="${margin}" y="${margin - 16}">times one engine on one core</text>
</svg>
`;
}
