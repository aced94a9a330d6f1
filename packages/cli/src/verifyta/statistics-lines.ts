// What `verifyta` says to statistical queries, in the words of 4.1 or of 5.x: scripts look for these lines.

import {
  type CheckResult,
  type Distribution,
  numberText,
  type Quantity,
  type QueryOf,
  quantityOf,
  simulationOf,
} from "@tracehound/core";

export type WordsOf = "4.1" | "5.x";

export function statisticsLines(result: CheckResult, words: WordsOf): string[] {
  const { verdict, query } = result;
  const simulation = simulationOf(verdict);
  if (simulation !== undefined) {
    const { expressions, runs } = simulation;
    return expressions.flatMap((text, i) => [
      `${text}:`,
      ...runs.map(
        ({ time, values }, k) => `[${k}]: ${time.map((moment, at) => `(${moment},${values[i]![at]})`).join(" ")}`,
      ),
    ]);
  }
  const quantity = quantityOf(verdict);
  if (quantity === undefined) return [];
  if (quantity.kind === "expectation") return expectationLines(quantity, query as QueryOf<"statistical">, words);
  return quantity.test === undefined ? probabilityLines(quantity, query, words) : testLines(quantity, query);
}

/** `Pr(<> ...)`, as there. */
function askedIn(query: CheckResult["query"]): string {
  const { question } = query as QueryOf<"statistical">;
  const path = question.kind === "probability" ? question.property.path : "<>";
  return path === "U" ? "Pr(... U ...)" : `Pr(${path} ...)`;
}

function probabilityLines(quantity: Quantity, query: CheckResult["query"], words: WordsOf): string[] {
  const { lower = 0, upper = 1, runs = 0, successes = 0, confidence = 0.95, distribution } = quantity;
  const interval = `${askedIn(query)} in [${numberText(lower)},${numberText(upper)}]`;
  const lines =
    words === "4.1"
      ? [`(${runs} runs) ${interval}`, `with confidence ${numberText(confidence)}.`]
      : [`(${successes}/${runs} runs) ${interval} (${numberText(100 * confidence)}% CI)`];
  return distribution === undefined ? lines : [...lines, valuesLine(distribution)];
}

function valuesLine({ histogram: { from, width, counts }, mean }: Distribution): string {
  const to = from + width * counts.length;
  return `Values in [${numberText(from)},${numberText(to)}] mean=${numberText(mean)} steps=${numberText(width)}: ${counts.join(" ")}`;
}

function testLines({ test, runs = 0 }: Quantity, query: CheckResult["query"]): string[] {
  const { question } = query as QueryOf<"statistical">;
  const { accepted } = test!;
  if (question.kind !== "probability" || accepted === "none") return [];
  const asked = askedIn(query);
  if (question.against !== undefined) {
    const said = accepted === "H0" ? ">=" : "<=";
    return [`(${runs} runs) ${accepted}: Pr(..)/Pr(..) ${said} 1`, `with confidence ${numberText(1 - test!.alpha)}.`];
  }
  const { op, threshold } = question.test!;
  const holds = (op === ">=") === (accepted === "H0");
  const limit = holds ? threshold + test!.delta : threshold - test!.delta;
  return [
    `(${runs} runs) ${accepted}: ${asked} ${holds ? ">=" : "<="} ${numberText(limit)}`,
    `with confidence ${numberText(1 - test!.alpha)}.`,
  ];
}

function expectationLines(quantity: Quantity, { question }: QueryOf<"statistical">, words: WordsOf): string[] {
  const { estimate = 0, lower = estimate, upper = estimate, runs = 0, confidence = 0.95, distribution } = quantity;
  const name = question.kind === "expectation" ? `E(${question.extreme})` : "E";
  const half = (upper - lower) / 2;
  const shown =
    half === 0
      ? `≈ ${numberText(estimate)}`
      : `${numberText(estimate)} ± ${numberText(half)} (${numberText(100 * confidence)}% CI)`;
  const line =
    words === "4.1" ? `(${runs} runs) ${name} = ${numberText(estimate)}` : `(${runs} runs) ${name} = ${shown}`;
  return distribution === undefined ? [line] : [line, valuesLine(distribution)];
}
