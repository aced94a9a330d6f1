// Pictures and evidence of questions for numbers: curves of the runs that this worker has made, and what carries a
// probability.

import { answerQuestion, drawTrajectories, shownBy, simulationCsv } from "@tracehound/core";
import { compile, latestCurves, limitsOf } from "./check.ts";
import { environment } from "./environment.ts";
import type { Answer, Ask } from "./protocol.ts";

export function curves({ hidden, ...wanted }: Ask<"curves">): Answer<"curves"> {
  return drawTrajectories(latestCurves(), { ...wanted, hidden: new Set(hidden) });
}

export function curvesCsv(): Answer<"curvesCsv"> {
  return simulationCsv(latestCurves());
}

/** What is asked of the probability, `P=?` or a bound, gives way to the bound of the moment. */
const ASKED = /^(\s*P)(?:max|min)?\s*(?:=\s*\?|[<>]=?\s*[^\s[]+)/;

export async function evidence(
  { source, question, settings, bound }: Ask<"evidence">,
  signal: { readonly aborted: boolean },
): Promise<Answer<"evidence">> {
  if (!ASKED.test(question.text)) return null;
  const { query, network } = compile(source, { text: question.text.replace(ASKED, `$1<=${bound}`) });
  const options = { limits: limitsOf(settings), evidence: true };
  const { result } = await answerQuestion({ network, options, environment, signal }, query, {});
  return shownBy(result.verdict) ?? null;
}
