// How often do intervals hold what they estimate? Each seed is one row: a probability or a mean that is known, a way to
// end, and a thousand answers with seeds of their own. With a number of runs known beforehand the nominal 95 % are a
// claim; rules that look at the interval after every run have no such claim, so their figure is only measured.

import { checkQueries, loadModel, quantityOf } from "@tracehound/core";
import { patientEnvironment as environment } from "../environment.ts";
import type { Claim } from "../hunt.ts";

const ANSWERS = 1_000;
/** Of a thousand, for intervals of 95 %: seeds are fixed, so the measurement is the same each time. */
const LEAST_FIXED = 940;
const LEAST_SEQUENTIAL = 900;
/** Of a thousand: how often a test may err whose risk is 5 %, three standard errors included. */
const MOST_ERRORS = 71;

interface Row {
  readonly name: string;
  readonly model: string;
  readonly query: string;
  readonly statistics: { readonly rule?: "5.x" | "4.1"; readonly fixed?: boolean; readonly delta?: number };
  /** What intervals should hold; of a test, what it should say. */
  readonly truth: number | "satisfied" | "violated";
  readonly isSequential?: true;
}

const weights = (yes: number): string =>
  `process P() { state S { ; 1 }, Yes, No; branchpoint b; init S; trans S -> b { }, b -> Yes { probability ${yes}; }, b -> No { probability ${100 - yes}; }; }\nA = P();\nsystem A;\n`;
const DICE =
  "int n;\nprocess P() { state S { ; 1 }, End; init S; trans S -> End { select i : int[1,6]; assign n = i; }; }\nA = P();\nsystem A;\n";
const STAY = "process P() { clock x; state S { x <= 10 }, End; init S; trans S -> End { }; }\nA = P();\nsystem A;\n";

function* estimates(): Generator<Row> {
  for (const yes of [1, 5, 10, 30, 50, 90]) {
    const about = { model: weights(yes), truth: yes / 100 };
    const query = "Pr[#<=1](<> A.Yes)";
    yield { ...about, name: `400 runs, ${yes} %`, query: "Pr[#<=1; 400](<> A.Yes)", statistics: {} };
    yield { ...about, name: `--fixed, ${yes} %`, query, statistics: { fixed: true } };
    yield { ...about, name: `5.x, ${yes} %`, query, statistics: { rule: "5.x" }, isSequential: true };
    yield { ...about, name: `4.1, ${yes} %`, query, statistics: { rule: "4.1" }, isSequential: true };
  }
}

const ROWS: readonly Row[] = [
  ...estimates(),
  { name: "mean of dice, 50 runs", model: DICE, query: "E[#<=1; 50](max: n)", statistics: {}, truth: 3.5 },
  {
    name: "mean of a stay, 50 runs",
    model: STAY,
    query: "E[<=20; 50](max: A.End ? 0 : A.x)",
    statistics: {},
    truth: 5,
  },
  {
    name: "test, at the upper end",
    model: weights(35),
    query: "Pr[#<=1](<> A.Yes) >= 0.3",
    statistics: { delta: 0.05 },
    truth: "satisfied",
  },
  {
    name: "test, at the lower end",
    model: weights(25),
    query: "Pr[#<=1](<> A.Yes) >= 0.3",
    statistics: { delta: 0.05 },
    truth: "violated",
  },
];

export const coverage: Claim = {
  what: "intervals of 95 % hold what they estimate, of a thousand answers at least 940; tests err as seldom as they say",
  seeds: ROWS.length,
  inTests: 0,
  async run(seed, seen) {
    const row = ROWS[seed % ROWS.length]!;
    const query = loadModel({ name: "model.xta", content: row.model }, { lints: false }).compileQuery(row.query);
    if (!query.ok) throw new Error(query.diagnostics[0]!.message);
    let right = 0;
    for (let answer = 0; answer < ANSWERS; answer++) {
      const options = { seed: 1 + answer * 7919, statistics: row.statistics };
      const [result] = await checkQueries({ network: query.network, options, environment }, [query.value]);
      const { verdict } = result!;
      if (typeof row.truth === "string") {
        if (verdict.kind === row.truth) right++;
        continue;
      }
      const { lower, upper } = quantityOf(verdict)!;
      if (lower! <= row.truth && row.truth <= upper!) right++;
    }
    seen.count(row.name, right);
    const least =
      typeof row.truth === "string" ? ANSWERS - MOST_ERRORS : row.isSequential ? LEAST_SEQUENTIAL : LEAST_FIXED;
    if (right < least) seen.report(`${row.name}: ${right} of ${ANSWERS} answers are right`);
  },
};
