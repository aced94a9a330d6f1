// The engine in a Web Worker: takes a model and queries, answers with verdicts and traces. Everything the command line
// does with a model runs here too; nothing leaves the machine.

import { checkQueries, type Environment, loadModel, type Query, traceToJson } from "@tracehound/core";

export interface CheckRequest {
  readonly name: string;
  readonly content: string;
  /** Instead of the model's own queries. */
  readonly queries?: readonly string[];
}

export interface CheckReply {
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
  readonly results: readonly {
    readonly query: string;
    readonly verdict: string;
    readonly engine: string;
    readonly explored: number;
    readonly trace?: unknown;
  }[];
}

/** The part of a worker's global scope that is used here. */
interface WorkerScope {
  onmessage: ((event: { readonly data: CheckRequest }) => void) | null;
  postMessage(message: CheckReply): void;
}

const scope = globalThis as unknown as WorkerScope & {
  performance: { now(): number };
  setTimeout(f: () => void): void;
};

const environment: Environment = {
  now: () => scope.performance.now() / 1000,
  cpu: () => scope.performance.now() / 1000,
  memoryBytes: () => 0,
  pause: () => new Promise((resolve) => scope.setTimeout(resolve)),
};

scope.onmessage = ({ data }) => {
  void answer(data).then((reply) => scope.postMessage(reply));
};

async function answer({ name, content, queries: texts }: CheckRequest): Promise<CheckReply> {
  const loaded = loadModel({ name, content });
  const compiled = texts?.map((text) => loaded.compileQuery(text));
  const own = compiled === undefined ? (loaded.network?.queries ?? []) : [];
  const asked: readonly Query[] = compiled?.flatMap((result) => (result.ok ? [result.value] : [])) ?? own;
  const all = [...loaded.diagnostics, ...(compiled ?? []).flatMap((result) => result.diagnostics)];
  const diagnostics = all.map(({ code, message }) => ({ code, message }));
  const { network } = loaded;
  if (network === null) return { diagnostics, results: [] };
  const results = await checkQueries({ network, options: {}, environment }, asked);
  return {
    diagnostics,
    results: results.map(({ query, verdict, statistics }) => ({
      query: query.text,
      verdict: verdict.kind,
      engine: statistics.engine,
      explored: statistics.explored,
      ...(verdict.kind !== "unknown" && verdict.evidence.kind === "trace"
        ? { trace: traceToJson(network, verdict.evidence.trace) }
        : {}),
    })),
  };
}
