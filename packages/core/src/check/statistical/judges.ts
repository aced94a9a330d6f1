// Those who take the outcomes of runs in the order of their numbers and say when they are enough, and what they show.

import type { PathProperty, QueryOf, StatisticalQuestion } from "../../network/index.ts";
import {
  chernoffRuns,
  comparison,
  distributionOf,
  intervalBy,
  isEnough,
  Sample,
  SequentialTest,
} from "../../statistics/index.ts";
import { unknown } from "../answer.ts";
import type { Quantity, Verdict } from "../verdict.ts";
import type { SamplingSettings } from "./settings.ts";

export interface Judge {
  /** Takes the outcome of the next run; true: enough. */
  add(outcomes: Float64Array, at: number): boolean;
  /** What is known so far; `whole`: with how the values are spread. */
  quantity(whole: boolean): Quantity;
  verdict(): Verdict;
  /**
   * The number of a run that shows what is asked about: of `<>` an example, of `[]` a counterexample, of a mean the
   * extreme.
   */
  readonly shown: number | undefined;
}

export function judgeOf({ question }: QueryOf<"statistical">, settings: SamplingSettings): Judge {
  if (question.kind === "expectation") return new ExpectationJudge(question, settings);
  if (question.kind !== "probability") throw new Error("curves are not judged");
  const { property, test, against } = question;
  if (against !== undefined) return new ComparisonJudge(settings, property);
  if (test !== undefined) return new HypothesisJudge(test, settings, property);
  return new EstimationJudge(question, settings);
}

/** Values of runs, as many as there are. */
class Values {
  private numbers = new Float64Array(256);
  count = 0;

  add(value: number): void {
    if (this.count === this.numbers.length) {
      const longer = new Float64Array(2 * this.count);
      longer.set(this.numbers);
      this.numbers = longer;
    }
    this.numbers[this.count++] = value;
  }

  get all(): Float64Array {
    return this.numbers.subarray(0, this.count);
  }
}

/** Of a histogram, as the versions draw it; else as many as suit the sample. */
const BARS: Readonly<Partial<Record<SamplingSettings["rule"], number>>> = { "4.1": 100 };

class EstimationJudge implements Judge {
  shown: number | undefined;
  private runs = 0;
  private readonly isAlways: boolean;
  private readonly hits = new Values();
  private readonly wanted: number | undefined;
  private readonly settings: SamplingSettings;
  private readonly unit: string;

  constructor({ property }: Extract<StatisticalQuestion, { kind: "probability" }>, settings: SamplingSettings) {
    this.settings = settings;
    this.wanted = property.runs ?? (settings.fixed ? chernoffRuns(settings.alpha, settings.epsilon) : undefined);
    this.isAlways = property.path === "[]";
    this.unit = property.bound.kind === "clock" ? "clock" : property.bound.kind;
  }

  add(outcomes: Float64Array, at: number): boolean {
    const holds = !Number.isNaN(outcomes[at]!);
    if (holds !== this.isAlways) this.shown ??= this.runs;
    this.runs++;
    if (holds) this.hits.add(outcomes[at]!);
    if (this.wanted !== undefined) return this.runs >= this.wanted;
    const { rule, alpha, epsilon } = this.settings;
    return isEnough(rule, this.hits.count, this.runs, alpha, epsilon);
  }

  quantity(whole: boolean): Quantity {
    const { rule, alpha } = this.settings;
    const distribution = whole ? distributionOf(this.hits.all, this.unit, BARS[rule]) : undefined;
    return {
      kind: "probability",
      ...(this.runs === 0 ? {} : { estimate: this.hits.count / this.runs }),
      ...intervalBy(rule, this.hits.count, this.runs, alpha),
      confidence: 1 - alpha,
      runs: this.runs,
      successes: this.hits.count,
      proven: false,
      ...(distribution === undefined ? {} : { distribution }),
    };
  }

  verdict(): Verdict {
    return { kind: "satisfied", evidence: { kind: "quantity", quantity: this.quantity(true) } };
  }
}

class HypothesisJudge implements Judge {
  shown: number | undefined;
  private runs = 0;
  private readonly isAlways: boolean;
  private successes = 0;
  private readonly test: SequentialTest;
  private readonly settings: SamplingSettings;
  private readonly wanted: number | undefined;
  private readonly atLeast: boolean;

  constructor(
    { op, threshold }: { readonly op: ">=" | "<="; readonly threshold: number },
    settings: SamplingSettings,
    { runs, path }: PathProperty,
  ) {
    const { delta } = settings;
    this.settings = settings;
    this.wanted = runs;
    this.isAlways = path === "[]";
    this.atLeast = op === ">=";
    // `≤ p` is asked of the runs that fail.
    const middle = this.atLeast ? threshold : 1 - threshold;
    this.test = new SequentialTest(middle + delta, middle - delta, settings);
  }

  add(outcomes: Float64Array, at: number): boolean {
    const isSuccess = !Number.isNaN(outcomes[at]!);
    if (isSuccess !== this.isAlways) this.shown ??= this.runs;
    this.runs++;
    if (isSuccess) this.successes++;
    const isDecided = this.test.add(isSuccess === this.atLeast) !== "none";
    return isDecided || this.runs === this.wanted;
  }

  quantity(): Quantity {
    const { alpha, beta, delta } = this.settings;
    return {
      kind: "probability",
      ...(this.runs === 0 ? {} : { estimate: this.successes / this.runs }),
      runs: this.runs,
      successes: this.successes,
      proven: false,
      test: { alpha, beta, delta, accepted: this.test.accepted },
    };
  }

  verdict(): Verdict {
    return tested(this.test, this.quantity());
  }
}

function tested({ accepted }: SequentialTest, quantity: Quantity): Verdict {
  if (accepted === "none") return { ...unknown("incomplete-search"), quantity };
  return { kind: accepted === "H0" ? "satisfied" : "violated", evidence: { kind: "quantity", quantity } };
}

class ComparisonJudge implements Judge {
  shown: number | undefined;
  private haveDiffered = false;
  private runs = 0;
  private readonly isAlways: boolean;
  private first = 0;
  private second = 0;
  private readonly test: SequentialTest;
  private readonly settings: SamplingSettings;
  private readonly wanted: number | undefined;

  constructor(settings: SamplingSettings, { runs, path }: PathProperty) {
    this.settings = settings;
    this.wanted = runs;
    this.isAlways = path === "[]";
    this.test = comparison(...settings.ratios, settings);
  }

  add(outcomes: Float64Array, at: number): boolean {
    const one = !Number.isNaN(outcomes[at]!);
    if (one !== this.isAlways) this.shown ??= this.runs;
    this.runs++;
    const other = !Number.isNaN(outcomes[at + 1]!);
    if (one) this.first++;
    if (other) this.second++;
    if (one !== other) this.haveDiffered = true;
    const isDecided = one === other ? this.isAlike() : this.test.add(one) !== "none";
    return isDecided || this.runs === this.wanted;
  }

  /**
   * Runs that never differ would be compared for ever. With so many pairs alike it is as sure as α asks that the
   * probabilities differ by less than δ, which nobody wanted to tell apart.
   */
  private isAlike(): boolean {
    const { alpha, delta } = this.settings;
    if (this.haveDiffered || this.runs < Math.log(alpha) / Math.log(1 - delta)) return false;
    this.test.accepted = "H0";
    return true;
  }

  quantity(): Quantity {
    const { alpha, beta, ratios } = this.settings;
    return {
      kind: "probability",
      ...(this.runs === 0 ? {} : { estimate: this.first / this.runs, against: this.second / this.runs }),
      runs: this.runs,
      proven: false,
      test: { alpha, beta, delta: (ratios[1] - ratios[0]) / 2, accepted: this.test.accepted },
    };
  }

  verdict(): Verdict {
    return tested(this.test, this.quantity());
  }
}

class ExpectationJudge implements Judge {
  shown: number | undefined;
  private extreme = 0;
  private readonly sign: number;
  private readonly sample = new Sample();
  private readonly values = new Values();
  private readonly wanted: number;
  private readonly text: string;
  private readonly settings: SamplingSettings;

  constructor(question: Extract<StatisticalQuestion, { kind: "expectation" }>, settings: SamplingSettings) {
    const { runs, shown, extreme } = question;
    this.settings = settings;
    this.sign = extreme === "max" ? 1 : -1;
    // UPPAAL takes the question without a number of runs, too: as many as Chernoff would want for a probability.
    this.wanted = runs ?? chernoffRuns(settings.alpha, settings.epsilon);
    this.text = shown.text;
  }

  add(outcomes: Float64Array, at: number): boolean {
    const value = outcomes[at]!;
    if (this.shown === undefined || (value - this.extreme) * this.sign > 0) {
      this.shown = this.sample.count;
      this.extreme = value;
    }
    this.sample.add(value);
    this.values.add(value);
    return this.sample.count >= this.wanted;
  }

  quantity(whole: boolean): Quantity {
    const { sample } = this;
    const { alpha, rule } = this.settings;
    const half = sample.halfWidth(alpha);
    const isSpread = whole && Number.isFinite(sample.mean);
    const distribution = isSpread ? distributionOf(this.values.all, this.text, BARS[rule]) : undefined;
    return {
      kind: "expectation",
      ...(sample.count === 0 ? {} : { estimate: sample.mean }),
      ...(Number.isFinite(half) ? { lower: sample.mean - half, upper: sample.mean + half } : {}),
      confidence: 1 - alpha,
      runs: sample.count,
      proven: false,
      ...(distribution === undefined ? {} : { distribution }),
    };
  }

  verdict(): Verdict {
    return { kind: "satisfied", evidence: { kind: "quantity", quantity: this.quantity(true) } };
  }
}
