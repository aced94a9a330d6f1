// What `verifyta` says, word for word: scripts and wrapper libraries look for these lines.

import {
  type CheckResult,
  type Diagnostic,
  endText,
  type LoadedModel,
  measuredTerms,
  type Query,
  type Sources,
} from "@tracehound/core";

export interface Asked {
  readonly trace?: number;
  readonly searchOrder?: number;
  readonly reduction?: number;
  readonly seed?: number;
}

/** By the numbers of `-t`. */
const TRACES = ["some", "shortest", "fastest", "best"] as const;

/** By the numbers of `-o`: the words, and the search that does it. What is optimal depends on `-t`. */
export const ORDERS: readonly (readonly [words: string, spec: string | undefined])[] = [
  ["breadth first", "bfs"],
  ["depth first", "dfs"],
  ["random depth first", "rdfs"],
  ["optimal first", undefined],
  ["random optimal depth first", undefined],
  ["best depth first", undefined],
  ["target first", "greedy(hU())"],
];

/** Of `-o3` to `-o5` with `-t3`, as CORA had them. */
const COST_WORDS: readonly (string | undefined)[] = [
  undefined,
  undefined,
  undefined,
  "smallest heur first",
  "best first",
  "best depth first",
];

const REDUCTIONS = ["no", "conservative", "aggressive", "extreme"] as const;

export function banner({ trace, searchOrder, reduction, seed }: Asked): string {
  const words =
    trace === 3 ? (COST_WORDS[searchOrder ?? -1] ?? ORDERS[searchOrder ?? -1]?.[0]) : ORDERS[searchOrder ?? -1]?.[0];
  const order = words ?? "chosen by Tracehound";
  return [
    "Options for the verification:",
    `  Generating ${trace === undefined ? "no" : TRACES[trace]} trace`,
    `  Search order is ${order}`,
    `  Using ${REDUCTIONS[reduction ?? 1]} space optimisation`,
    `  Seed is ${seed ?? 1}`,
    "  State space representation uses minimal constraint systems",
    "",
  ].join("\n");
}

/** What versions call a query, and how they say where it stands. */
export const WORDS = {
  "4.1": {
    formula: "Formula",
    verifying: (query: Pick<Query, "span" | "number">, model: LoadedModel) =>
      `Verifying formula ${query.number} ${placeOf(query, model)}`,
  },
  "5.x": {
    formula: "Formula",
    verifying: (query: Pick<Query, "span" | "number">, model: LoadedModel) =>
      `Verifying formula ${query.number} ${placeOf(query, model)}`,
  },
  "4.0": {
    formula: "Property",
    verifying: (query: Pick<Query, "span" | "number">, { sources }: LoadedModel) => {
      const line = query.span === undefined ? query.number : sources.locate(query.span).line;
      return `Verifying property ${query.number} at line ${line}`;
    },
  },
} as const;

/** `at /nta/queries/query[2]/formula`, or `at file.q:7`. */
function placeOf({ span, number = 1 }: Pick<Query, "span" | "number">, { sources }: LoadedModel): string {
  const position = span === undefined ? undefined : sources.locate(span);
  if (position === undefined || position.path !== undefined) return `at /nta/queries/query[${number}]/formula`;
  return `at ${position.file}:${position.line}`;
}

/** Nothing where there is no word for it: then the reason goes to the error stream. */
export function verdictLine({ verdict }: CheckResult, what: string): string | undefined {
  if (verdict.kind !== "unknown") return ` -- ${what} is ${verdict.kind === "satisfied" ? "" : "NOT "}satisfied.`;
  switch (verdict.because) {
    case "over-approximation":
      return ` -- ${what} MAY be satisfied.`;
    case "incomplete-search":
    case "estimate":
      return ` -- ${what} MAY NOT be satisfied.`;
    default:
      return undefined;
  }
}

/** `file.q:1: [error] what is wrong.`; warnings stay unsaid. */
export function errorLines(diagnostics: readonly Diagnostic[], sources: Sources): string[] {
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ span, message }) => {
      const position = span === undefined ? undefined : sources.locate(span);
      return `${position === undefined ? "" : `${position.file}:${position.line}: `}[error] ${message}.`;
    });
}

export function resultLines({ verdict, query }: CheckResult): string[] {
  return measuredTerms(verdict).map((value) => ` -- Result: ${endText(value, query.kind)}`);
}

export function summaryLines({ statistics }: CheckResult): string[] {
  const kibibytes = Math.round((statistics.memoryMB * 1e6) / 1024);
  return [
    ` -- States stored : ${statistics.stored} states`,
    ` -- States explored : ${statistics.explored} states`,
    ` -- CPU user time used : ${Math.round(1000 * (statistics.cpuSeconds ?? statistics.seconds))} ms`,
    ` -- Virtual memory used : ${kibibytes} KiB`,
    ` -- Resident memory used : ${kibibytes} KiB`,
  ];
}
