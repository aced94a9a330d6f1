// A question and its answer, as everyone tells it: the search is read, the query checked, reasons are looked for, and
// all of it put into words. The command line, the library, the language server, `verifyta` and the page ask here, so
// that one question has one answer wherever it is asked.

import { defined } from "../basics/defined.ts";
import {
  adviceText,
  type Caveat,
  type CheckContext,
  type CheckResult,
  caveatsOf,
  checkQueries,
  measuredTerms,
  reasonText,
  traceOf,
  valueText,
} from "../check/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import type { Query } from "../network/index.ts";
import type { Trace } from "../trace/index.ts";
import { type Why, whyOf, whyText } from "../why/index.ts";

export interface Answered {
  readonly result: CheckResult;
  /** The verdict in a sentence. */
  readonly words: string;
  /** What the verdict leaves open although it is given; the words have them, too. */
  readonly caveats: readonly Caveat[];
  /** What to try where nothing definite could be said. */
  readonly advice?: string;
  /** Of `sup`, `inf` and `bounds`. */
  readonly values: readonly { readonly term: string; readonly value: string }[];
  /** The witness or counterexample. */
  readonly trace?: Trace;
  /** What is wrong with the model or the question, where that is why there is no answer. */
  readonly diagnostic?: Diagnostic;
  /** Reasons beyond the evidence, where they were asked for and there are some: as data, and in sentences. */
  readonly why?: Why;
  readonly reasons?: readonly string[];
}

export interface Telling {
  /**
   * May reasons be looked for, and for how many seconds at most? Asked behind each answer, with the number of questions
   * that are still open; false: no. Absent: never.
   */
  readonly reasons?: (result: CheckResult, open: number) => false | { readonly seconds?: number | undefined };
  /** Hears of each answer at once. */
  readonly onAnswer?: (answered: Answered) => void | Promise<void>;
}

/** Answers in the order of the questions, which share the time. */
export async function answerQuestions(
  context: CheckContext,
  questions: readonly Query[],
  { reasons, onAnswer }: Telling = {},
): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  await checkQueries(context, questions, async (result) => {
    const wanted = reasons?.(result, questions.length - answers.length - 1) ?? false;
    const why = wanted === false ? undefined : await whyOf(context, result, wanted.seconds);
    const answered = inWords(result, why);
    answers.push(answered);
    await onAnswer?.(answered);
  });
  return answers;
}

export async function answerQuestion(context: CheckContext, question: Query, telling?: Telling): Promise<Answered> {
  const [answered] = await answerQuestions(context, [question], telling);
  return answered!;
}

function inWords(result: CheckResult, why: Why | undefined): Answered {
  const { query, verdict } = result;
  return {
    result,
    words: reasonText(result),
    caveats: caveatsOf(result),
    values: measuredTerms(verdict).map((value) => ({ term: value.term, value: valueText(value, query.kind) })),
    ...defined({
      advice: adviceText(result),
      trace: traceOf(verdict),
      diagnostic: verdict.kind === "unknown" ? verdict.diagnostic : undefined,
      why,
      reasons: why && whyText(why),
    }),
  };
}
