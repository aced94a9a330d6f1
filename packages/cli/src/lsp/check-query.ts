// "Check this query": answers one question as `check` does, within a time that an editor's user waits, and tells the
// editor what came of it, with a page to look at.

import { createHash } from "node:crypto";
import {
  answerQuestion,
  type CheckResult,
  DEFAULT_SEARCH,
  defaultStrategy,
  defined,
  htmlReport,
  type LoadedModel,
  type Progress,
  type QueryPlace,
} from "@tracehound/core";
import { VERSION } from "../version.ts";

export interface Answered {
  readonly query: string;
  readonly verdict: CheckResult["verdict"]["kind"];
  readonly words: string;
  /** How many steps the trace has, where there is one. */
  readonly steps?: number;
  /** The report, as `check --html` writes it. */
  readonly html: string;
}

export interface Asking {
  readonly seconds: number;
  readonly signal: { readonly aborted: boolean };
  onProgress(progress: Progress): void;
}

export async function checkQuery(
  model: LoadedModel,
  { number, asked }: QueryPlace & { readonly asked: NonNullable<QueryPlace["asked"]> },
  { seconds, signal, onProgress }: Asking,
): Promise<Answered> {
  const { query, network } = asked;
  const { result, words, advice, trace } = await answerQuestion(
    {
      network,
      options: { strategy: defaultStrategy(), limits: { seconds } },
      environment: {
        now: () => performance.now() / 1000,
        cpu: () => performance.now() / 1000,
        memoryBytes: () => process.memoryUsage.rss(),
        // Twice: the first comes before messages are looked at.
        pause: () => new Promise((resolve) => setImmediate(() => setImmediate(resolve))),
      },
      signal,
      onProgress: (_, progress) => onProgress(progress),
    },
    query,
  );
  return {
    query: query.text,
    verdict: result.verdict.kind,
    words: `${words}${advice === undefined ? "" : ` (${advice})`}`,
    ...defined({ steps: trace?.steps.length }),
    html: htmlReport({
      model: { ...model, network },
      results: [{ number, result }],
      version: VERSION,
      search: DEFAULT_SEARCH,
      sha256: (text) => createHash("sha256").update(text).digest("base64"),
    }),
  };
}
