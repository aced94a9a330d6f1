// The files that `-O csv` leaves behind for `simulate`, as scripts read them: the curve of each expression, and a
// gnuplot program that draws them all. Names, header and program follow files that public projects made with verifyta
// 4.1; how it parts the runs of one expression nobody shows, here an empty line does, at which gnuplot lifts the pen.

import { type CheckResult, simulationOf } from "@tracehound/core";

export interface PlotFile {
  readonly name: string;
  readonly text: string;
}

/** `index` is that of the query, from 0. */
export function plotFiles({ verdict }: CheckResult, model: string, index: number): PlotFile[] {
  const simulation = simulationOf(verdict);
  if (simulation === undefined) return [];
  const { expressions, runs } = simulation;
  const stem = `${model}-q${index}`;
  const curves = expressions.map((expression, at) => {
    const points = runs.map(({ time, values }) => time.map((moment, k) => `${moment},${values[at]![k]}\n`).join(""));
    return { name: `${stem}-e${at}.csv`, text: `# time,${expression}\n${points.join("\n")}` };
  });
  const lines = curves.map(
    ({ name }, at) =>
      `${quoted(name)} with lines lc rgb '${hue(at / curves.length)}' title ${quoted(expressions[at]!)}`,
  );
  const program = [
    "set terminal epscairo",
    `set output ${quoted(`${stem}.eps`)}`,
    `set title 'Simulations (${runs.length})'`,
    "set key outside center right enhanced Left reverse samplen 1",
    "set grid xtics ytics lc rgb '#808080'",
    "set xlabel 'time'",
    "set ylabel 'value'",
    "set style data points",
    "set datafile separator ','",
    `plot ${lines.join(",\\\n\t")}`,
  ];
  return [...curves, { name: `${stem}.plot`, text: `${program.join("\n")}\n` }];
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The colour at this part of the circle, at its brightest. */
function hue(part: number): string {
  const shade = (shift: number): string => {
    const k = (shift + 6 * part) % 6;
    const share = 1 - Math.max(0, Math.min(k, 4 - k, 1));
    return Math.round(255 * share)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${shade(5)}${shade(3)}${shade(1)}`;
}
