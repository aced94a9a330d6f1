// Writes the evidence of probabilistic queries (`--evidence FILE`), one file per query that has some; the ending names
// the format.

import {
  type CheckResult,
  evidencePicture,
  evidenceToDot,
  evidenceToHtml,
  evidenceToJson,
  type ProbabilisticEvidence,
  pictureToFile,
  shownBy,
} from "@tracehound/core";
import type { Context } from "../context.ts";
import { byEnding } from "../writing/endings.ts";
import { partsOf, writeParts } from "../writing/numbered-files.ts";

type EvidenceWriter = (evidence: ProbabilisticEvidence, question: string) => string;

export const EVIDENCE_ENDINGS: Readonly<Record<string, EvidenceWriter>> = {
  svg: (evidence) => pictureToFile(evidencePicture(evidence), "light"),
  html: evidenceToHtml,
  json: evidenceToJson,
  dot: evidenceToDot,
};

export function evidenceWriter(path: string): EvidenceWriter {
  return byEnding(path, EVIDENCE_ENDINGS);
}

export async function writeEvidence(
  results: readonly { readonly number: number; readonly result: CheckResult }[],
  path: string,
  context: Context,
): Promise<void> {
  const write = evidenceWriter(path);
  const shown = results.filter(({ result }) => shownBy(result.verdict) !== undefined);
  if (shown.length === 0) context.err("there is no evidence to write: no query has a probability that states show\n");
  const text = ({ result }: (typeof shown)[number]): string => write(shownBy(result.verdict)!, result.query.text);
  await writeParts(path, "evidence", partsOf(shown, text), context);
}
