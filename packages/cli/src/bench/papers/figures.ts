// Figures 6, 7 and 8 of the distance-preserving paper: the first two from every state of a small model, the last from
// the runs of its table. Each with what the paper says of it, judged on our lines.

import {
  DistanceMap,
  type EstimateError,
  families,
  generateModel,
  loadModel,
  type Network,
  type Query,
} from "@tracehound/core";
import type { Context } from "../../context.ts";
import { isSolved, type Journal } from "../journal.ts";
import { type Plot, plotSvg, type Series } from "../report/plot.ts";
import { mean } from "../report/statistics.ts";
import { type Judgement, judged } from "./claims.ts";
import { modelsOf, type PaperTable } from "./paper.ts";

export interface DrawnFigure {
  readonly title: string;
  readonly file: string;
  readonly svg: string;
  /** What can be read off it. */
  readonly words: readonly string[];
  readonly judgement: Judgement;
}

/** Those of the tables that are asked for. */
export function drawFigures(tables: readonly PaperTable[], journal: Journal, context: Context): DrawnFigure[] {
  return tables.flatMap((table) => {
    if (table.id === "figure-6") return [nearAgainstFar(context)];
    if (table.id === "figure-7") return [rankedAgainstDeclared(context)];
    return table.id === "figure-8" ? (overTheBound(table, journal) ?? []) : [];
  });
}

/** Buckets near the error are split first, or last. */
function nearAgainstFar(context: Context): DrawnFigure {
  const map = distancesOf("hanoi", 3, "forward-no", context);
  const lines = { "near first": "merge(40)", "far first": "merge(40, refine=far)" };
  const [near, far] = Object.values(lines).map((spec) => errorsBy(map, spec, context));
  const exact = (errors: readonly EstimateError[]): number =>
    Math.min(...errors.filter(({ error }) => error > 1e-9).map(({ distance }) => distance));
  const [nearMean, farMean] = [meanError(near!), meanError(far!)];
  return drawn({
    id: "6",
    title: "mean relative error by distance, H3 forward-no, N = 40",
    series: { "near first": near!, "far first": far! },
    words: [
      `Near first is exact below distance ${exact(near!)} and misses ${percent(nearMean)} in the mean; far first is exact below ${exact(far!)} and misses ${percent(farMean)}.`,
      'The variant "hold" of the towers cannot tell the two apart: both are exact everywhere.',
    ],
    claim: "Splitting near the error first is more accurate, and exact in a larger area around it (figure 6).",
    holds: nearMean < farMean && exact(near!) > exact(far!),
    ours: `${percent(nearMean)} against ${percent(farMean)}; exact below ${exact(near!)} against ${exact(far!)}`,
    theirs: "exact in an area twice as large",
  });
}

function rankedAgainstDeclared(context: Context): DrawnFigure {
  const map = distancesOf("arbiter", 2, undefined, context);
  const lines = {
    "ranked, fewest labels": "merge(20)",
    "ranked, first pair": "merge(20, ties=index)",
    declared: "merge(20, order=declared)",
  };
  const errors = Object.entries(lines).map(([name, spec]) => [name, errorsBy(map, spec, context)] as const);
  const means = errors.map(([name, all]) => `${name} ${percent(meanError(all))}`);
  const [ranked, , declared] = errors.map(([, all]) => meanError(all));
  return drawn({
    id: "7",
    title: "mean relative error by distance, A2, N = 20",
    series: Object.fromEntries(errors),
    words: [`In the mean over all states: ${means.join(", ")}. The paper does not say how ties are broken.`],
    claim: "Composing by rank is roughly twice as accurate as composing as declared (figure 7).",
    holds: ranked! <= 0.6 * declared!,
    ours: `${percent(ranked!)} against ${percent(declared!)}`,
    theirs: "roughly half",
  });
}

/** A* over N: smaller abstractions lead worse, larger ones take longer to build. Undefined while nothing was run. */
function overTheBound({ columns, title }: PaperTable, journal: Journal): DrawnFigure | undefined {
  const lines = modelsOf("R8", false).flatMap(({ name }) => {
    const points = columns.flatMap(({ id, searches }): [number, number][] => {
      const run = journal.run(name, searches[0]!);
      return run !== undefined && isSolved(run) ? [[Number(id), run.cpuSeconds]] : [];
    });
    return points.length === columns.length ? [{ name, points, line: "straight" as const }] : [];
  });
  if (lines.length === 0) return undefined;
  const least = lines.map(({ points }) => points.reduce((a, b) => (b[1] < a[1] ? b : a))[0]);
  const [first, last] = [Number(columns[0]!.id), Number(columns.at(-1)!.id)];
  const valleys = least.filter((N) => N !== first && N !== last).length;
  const shown: Plot = { title, x: "N", y: "CPU seconds", log: "x", series: lines.slice(0, 8) };
  return {
    title: `Figure 8: ${title}`,
    file: "merge-figure-8.svg",
    svg: plotSvg(shown),
    words: [
      `Whole processor time. Fastest at N = ${least.join(", ")} (one number per system; the first eight are drawn). The paper's one system is fastest between 60 and 80.`,
    ],
    judgement: judged("There is a valley: neither the smallest nor the largest N is fastest (figure 8).", {
      holds: valleys,
      of: lines.length,
      ours: `${valleys} of ${lines.length} systems`,
      theirs: "1 of 1",
    }),
  };
}

interface Drawing {
  readonly id: string;
  readonly title: string;
  readonly series: Readonly<Record<string, readonly EstimateError[]>>;
  readonly words: readonly string[];
  readonly claim: string;
  readonly holds: boolean;
  readonly ours: string;
  readonly theirs: string;
}

function drawn({ id, title, series, words, claim, holds, ours, theirs }: Drawing): DrawnFigure {
  const lines = Object.entries(series).map(
    ([name, errors]): Series => ({ name, points: byDistance(errors), line: "straight" }),
  );
  return {
    title: `Figure ${id}: ${title}`,
    file: `merge-figure-${id}.svg`,
    svg: plotSvg({ title, x: "distance to the error", y: "error in %", series: lines }),
    words,
    judgement: judged(claim, { holds: holds ? 1 : 0, of: 1, ours, theirs }),
  };
}

/** Mean error in percent over the states of each distance. */
function byDistance(errors: readonly EstimateError[]): [number, number][] {
  const grouped = new Map<number, number[]>();
  for (const { distance, error } of errors) grouped.set(distance, [...(grouped.get(distance) ?? []), 100 * error]);
  return [...grouped].sort(([a], [b]) => a - b).map(([distance, all]) => [distance, mean(all)]);
}

const meanError = (errors: readonly EstimateError[]): number => mean(errors.map(({ error }) => error));
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function distancesOf(family: string, size: number, variant: string | undefined, context: Context): DistanceMap {
  const found = families.find(({ name }) => name === family)!;
  return context.budget().during(() => {
    const wanted = { size, variant: variant ?? found.variants[0]!.name, correct: false, seed: 1 };
    const { network } = loadModel({ name: `${family}.xta`, content: generateModel(found, wanted, "xta") });
    const map = DistanceMap.of(network!, aboutStates(network!));
    if (!map.ok) throw new Error(`${family} ${size} cannot be explored`);
    return map.value;
  });
}

function aboutStates({ queries }: Network): Parameters<typeof DistanceMap.of>[1] {
  const [query] = queries as readonly Query[];
  if (query === undefined || !("formula" in query)) throw new Error("the family's first query is not about a state");
  return query;
}

function errorsBy(map: DistanceMap, spec: string, context: Context): readonly EstimateError[] {
  const errors = context.budget().during(() => map.errorsOf(spec));
  if (!errors.ok) throw new Error(`there is no ${spec}`);
  return errors.value;
}
