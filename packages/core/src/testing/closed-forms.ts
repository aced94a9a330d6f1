// Questions about small stochastic models whose answers have closed forms, for tests and hunts. The models lie beside
// the project; the derivations are in their README.

import { modelOf, type QueryOf } from "../network/index.ts";
import { Sample } from "../statistics/index.ts";
import { ExtremeObserver, PathObserver, Sampler } from "../stochastic/index.ts";

export interface ClosedForm {
  readonly file: string;
  readonly query: string;
  readonly value: number;
  /** Nothing varies: the estimate is the value. */
  readonly exact?: true;
  /** An error of integration, not of chance. */
  readonly within?: number;
}

const e = Math.exp;
const row = (file: string, query: string, value: number): ClosedForm =>
  value === 0 || value === 1 ? { file, query, value, exact: true } : { file, query, value };

export const CLOSED_FORMS: readonly ClosedForm[] = [
  row("01-race-exp", "Pr[<=1000](<> winner == 1)", 1 / 3),
  row("01-race-exp", "Pr[<=1](<> winner != 0)", 1 - e(-3)),
  row("02-race-uniform", "Pr[<=100](<> first == 1)", 5 / 12),
  row("02-race-uniform", "Pr[<=5](<> first != 0)", 13 / 16),
  row("03-window", "Pr[<=7](<> A.Done)", 1 / 2),
  row("03-window", "Pr[<=4](<> A.Done)", 0),
  row("03-window", "E[<=20; 1000](max: A.Done ? 0 : A.x)", 7),
  row("04-shifted-exp", "Pr[<=5](<> A.Done)", 1 - e(-1)),
  row("05-weights", "Pr[<=1](<> A.Heads)", 3 / 10),
  row("05-weights", "Pr[#<=1](<> A.Tails)", 7 / 10),
  row("06-edges", "Pr[<=1](<> A.X)", 1 / 4),
  row("07-mm1", "Pr[<=100000](<> n == 5)", 1 / 31),
  row("08-broadcast", "Pr[<=10](<> R1.Got)", 1 - e(-1)),
  row("08-broadcast", "Pr[<=10](<> R1.Got && R2.Got)", (1 - e(-2)) / 2),
  row("09-zero-delay", "Pr[<=2](<> A.End)", 1 - e(-2)),
  row("09-zero-delay", "Pr[#<=2](<> A.End)", 0),
  row("09-zero-delay", "Pr[#<=3](<> A.End)", 1),
  row("10-rates", "Pr[cost<=15](<> A.Idle)", 1 / 2),
  row("10-rates", "E[<=100; 2000](max: cost)", 15),
  row("10-rates", "Pr[<=100](<> A.Idle && cost > 24)", 1 / 5),
  row("11-erlang", "Pr[<=1](<> E2.End)", 1 - 3 * e(-2)),
  row("11-erlang", "Pr[<=1](<> E1.End)", 1 - e(-1)),
  row("12-dice", "Pr[<=10](<> A.End && s == 7)", 1 / 6),
  row("12-dice", "E[<=10; 2000](max: s)", 7),
  row("12-dice", "Pr[<=2](<> n == 2)", 1),
  row("12-dice", "Pr[<=1](<> n == 2)", 0),
  row("13-state-rate", "Pr[<=100000](<> n == 4)", 3 / 8),
  row("14-random", "Pr[<=1](<> A.End && u*u + v*v <= 1.0)", Math.PI / 4),
  row("15-box", "Pr[<=10]([] A.Ok)", e(-1)),
  row("15-box", "Pr[<=10](A.Ok U A.Bad)", 1 - e(-1)),
  row("16-tie", "Pr[<=10](<> first == 1)", 1 / 3),
  row("17-urgent", "Pr[<=1](<> B.Seen)", 1 - e(-1)),
  row("17-urgent", "Pr[<=100](<> f && B.Wait)", 1),
  row("18-moved-window", "Pr[<=5](<> A.Out)", 1 / 2),
  row("18-moved-window", "Pr[<=10](<> A.Out)", 2 / 3),
  row("18-moved-window", "E[<=30; 5000](max: A.In ? A.x : 0)", 7.5),
  { file: "19-ode", query: "E[<=5; 10](max: g)", value: Math.LN2, within: 1e-3 },
  row("20-missed", "Pr[<=100](<> A.Hit)", 1 - e(-1)),
  row("21-ticker", "Pr[<=3](<> A.Out)", 3 / 10),
  row("21-ticker", "Pr[<=8](<> A.Out)", 4 / 5),
];

/** The model with one question instead of its own. */
export function withQuery(xml: string, text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const queries = `<queries><query><formula>${escaped}</formula><comment></comment></query></queries>`;
  return xml.replace(/<queries>[\s\S]*<\/queries>/, () => queries);
}

export interface Deviation {
  readonly estimate: number;
  /** From the closed form, in standard errors. */
  readonly errors: number;
}

/** What so many runs say to a question about that model. */
export function deviationOf(
  query: Pick<QueryOf<"statistical">, "model" | "question" | "frameSize">,
  value: number,
  runs: number,
  seed: number,
): Deviation {
  const { question, frameSize } = query;
  const sampler = new Sampler(modelOf(query), { seed, discretization: 0.01 });
  const sample = new Sample();
  if (question.kind === "probability") {
    const { property } = question;
    const observer = new PathObserver(property, frameSize, sampler.model);
    for (let run = 0; run < runs; run++) {
      sampler.run(run, property.bound, observer);
      sample.add(observer.hit < Number.POSITIVE_INFINITY === (property.path !== "[]") ? 1 : 0);
    }
  } else if (question.kind === "expectation") {
    const observer = new ExtremeObserver(question.shown, question.extreme, frameSize, sampler.model);
    for (let run = 0; run < runs; run++) {
      sampler.run(run, question.bound, observer);
      sample.add(observer.value);
    }
  }
  const spread = question.kind === "probability" ? Math.sqrt(value * (1 - value)) : sample.deviation;
  const errors = (sample.mean - value) / (spread / Math.sqrt(runs));
  return { estimate: sample.mean, errors };
}
