// `check --explain`: what would run for each query, and why. Nothing is searched.

import {
  type CheckOptions,
  explainPlan,
  type FaultyQuery,
  type LoadedModel,
  leftOutText,
  type PlannedSearch,
  type PlanReport,
  planQuery,
  type Query,
} from "@tracehound/core";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { VERSION } from "../version.ts";
import { faultyJson, faultyText } from "./report.ts";

interface Asked {
  readonly queries: readonly { readonly number: number; readonly query: Query }[];
  readonly faulty: readonly FaultyQuery[];
}

/** Prints the plans; a query that cannot be read is told as `check` tells it. */
export function explainQueries(
  { name, network, sources }: LoadedModel & { readonly network: NonNullable<LoadedModel["network"]> },
  { queries, faulty }: Asked,
  options: CheckOptions & { readonly spec: string },
  json: boolean,
  context: Context,
): ExitCode {
  const budget = context.budget(options.limits);
  const { threads = 0, isYielding = false } = context.driver ?? {};
  const cores = context.sides?.cores ?? 1;
  const plans = queries.map(({ number, query }) => {
    const plan = planQuery(network, query, options, {
      ...{ threads, isYielding, cores },
      work: (work) => budget.during(work),
    });
    return { number, query: query.text, plan: explainPlan(plan) };
  });
  if (json) {
    const results = [...plans, ...faulty.map((query) => faultyJson(query, sources))];
    results.sort((a, b) => a.number - b.number);
    context.json({ tool: "tracehound", version: VERSION, model: name, search: options.spec, results });
  } else {
    for (const { number, text, diagnostic } of faulty) {
      context.out(`${faultyText(number, text, context.colours.out)}\n`);
      context.report([diagnostic], sources);
    }
    for (const { number, query, plan } of plans) {
      context.out(`${context.colours.out.bold(`${number}. ${query}`)}\n${planText(plan)}\n`);
    }
  }
  return faulty.length > 0 ? EXIT.badInput : EXIT.satisfied;
}

function planText(plan: PlanReport): string {
  const lines = [plan.asks];
  if (plan.refused !== undefined) return indented([...lines, `nothing will run: ${plan.refused}`]);
  lines.push(`${plan.answeredBy}${plan.looksFor === undefined ? "" : `: looks for ${plan.looksFor}`}`);
  if (plan.leftOut !== undefined) lines.push(leftOutText(plan.leftOut));
  if (plan.timeUnit !== 1)
    lines.push(`time is counted in units of ${plan.timeUnit}: all constants are multiples of it`);
  const [only, ...others] = plan.searches;
  const means = new Set(plan.searches.map(meansOf).filter((text) => text !== undefined));
  // What all have in common is said once.
  const isCommon = means.size === 1;
  if (isCommon) lines.push([...means][0]!);
  if (others.length === 0) lines.push(...searchLines(only!, "", isCommon));
  else if (plan.isSwarm) {
    lines.push(
      `a swarm of ${plan.searches.length} hunts, as many at a time as there are threads; the first answer counts`,
    );
    for (const { search, seconds } of plan.searches) {
      lines.push(`  ${search}${seconds === undefined ? "" : `, given up after ${seconds} s`}`);
    }
  } else {
    const alone = plan.firstAlone === undefined ? "" : `; the first has ${plan.firstAlone} s for itself`;
    lines.push(`a portfolio, the first answer counts${alone}`);
    for (const search of plan.searches) lines.push(...searchLines(search, "  ", isCommon));
  }
  if (plan.proposal !== undefined) lines.push(plan.proposal);
  for (const what of plan.afterwards) lines.push(`then: ${what}`);
  lines.push(limitsText(plan.limits));
  return indented(lines);
}

/** Engine and abstraction; undefined for who has none. */
function meansOf({
  engine,
  engineBecause,
  abstraction,
  abstractionBecause,
  reduction,
}: PlannedSearch): string | undefined {
  if (engine === undefined) return undefined;
  const why = engineBecause === undefined ? "" : ` (${engineBecause})`;
  const fewer = reduction === undefined ? "" : `; partial-order reduction: ${reduction}`;
  return `${engine} engine${why}, abstraction ${abstraction}: ${abstractionBecause}${fewer}`;
}

function searchLines(search: PlannedSearch, indent: string, isCommon: boolean): string[] {
  const { summary, use, thread, share, after, refused, workers, symmetry } = search;
  const place = thread === 0 ? "" : `, in thread ${thread}`;
  const shared = share === undefined ? "" : `, share ${share}`;
  const later = after === undefined ? "" : `, begins after ${after} s`;
  const means = isCommon ? undefined : meansOf(search);
  const several = workers === undefined ? undefined : `workers: ${workers}`;
  const alike = symmetry === undefined ? undefined : `symmetry: ${symmetry}`;
  const more = [summary, use, several, refused === undefined ? undefined : `will not run: ${refused}`, means, alike];
  return [
    `${indent}${search.search}${place}${shared}${later}`,
    ...more.filter((line) => line !== undefined).map((line) => `${indent}  ${line}`),
  ];
}

function limitsText({ seconds, querySeconds, memoryMB }: PlanReport["limits"]): string {
  const limits = [
    ...(seconds === undefined ? [] : [`${Math.round(seconds * 10) / 10} s for all queries`]),
    ...(querySeconds === undefined ? [] : [`${Math.round(querySeconds * 10) / 10} s for each`]),
    ...(memoryMB === undefined ? [] : [`${memoryMB} MB`]),
  ];
  return limits.length === 0 ? "no limits" : `limits: ${limits.join(", ")}`;
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `   ${line}\n`).join("");
}
