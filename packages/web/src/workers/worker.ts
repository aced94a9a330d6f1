// The script of every worker: it is asked, works, and answers. One worker reads and diagnoses, one walks, and each
// search has one of its own; all run this file, so that a browser loads each part once. What opening a model and
// walking needs is here; searches, proofs, conversions and pictures of searches come when they are first asked for.

import { viewModel } from "../stores/model-view.ts";
import { modelOf, Refusal } from "./models.ts";
import type { Answer, Ask, CallName, FromWorker, Sample, ToWorker } from "./protocol.ts";
import { sketch } from "./sketch.ts";
import { options, prepare, reasons, start, take } from "./walk.ts";

const signal = { aborted: false };

type Handler<K extends CallName> = (ask: Ask<K>, tell: (sample: Sample) => void) => Answer<K> | Promise<Answer<K>>;
type Handlers = { readonly [K in CallName]: Handler<K> };

const checks = () => import("./check.ts");
const proofs = () => import("./proof.ts");
const numbers = () => import("./numbers.ts");
const insights = () => import("./insight.ts");
const traces = () => import("./traces.ts");
const texts = () => import("./texts.ts");

const handlers: Handlers = {
  read: ({ source }) => viewModel(modelOf(source, true), String(source.content)),
  sketch,
  prepare,
  start,
  options,
  reasons,
  take,
  check: async (ask, tell) => (await checks()).check(ask, tell, signal),
  member: async (ask, tell) => (await checks()).member(ask, tell, signal),
  side: async (ask) => (await import("./sides.ts")).side(ask),
  describe: async () => (await checks()).describe(),
  sample: async (ask, tell) => (await import("./sampling.ts")).sample(ask, tell, signal),
  curves: async (ask) => (await numbers()).curves(ask),
  curvesCsv: async () => (await numbers()).curvesCsv(),
  evidence: async (ask) => (await numbers()).evidence(ask, signal),
  certificate: async (ask) => (await proofs()).certificate(ask, signal),
  verify: async (ask) => (await proofs()).verify(ask),
  heat: async (ask) => (await insights()).heat(ask),
  slope: async (ask) => (await insights()).slope(ask),
  guide: async (ask) => (await insights()).guide(ask),
  space: async (ask) => (await insights()).space(ask),
  runTo: async (ask) => (await insights()).runTo(ask),
  contexts: async (ask) => (await insights()).contexts(ask),
  zone: async (ask) => (await traces()).zone(ask),
  replay: async (ask) => (await traces()).replay(ask),
  write: async (ask) => (await traces()).write(ask),
  overTime: async (ask) => (await import("./over-time.ts")).overTime(ask),
  edit: async (ask) => (await texts()).edit(ask),
  questions: async (ask) => (await texts()).questions(ask),
  layOut: async (ask) => (await texts()).layOut(ask),
  convert: async (ask) => (await texts()).convert(ask),
};

const send = (message: FromWorker): void => self.postMessage(message);

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "stop") {
    signal.aborted = true;
    return;
  }
  const { id, name, ask } = data;
  signal.aborted = false;
  try {
    const handler = handlers[name] as (ask: unknown, tell: (sample: Sample) => void) => unknown;
    const answer = await handler(ask, (sample) => send({ kind: "progress", id, sample }));
    send({ kind: "answer", id, answer });
  } catch (error) {
    send({ kind: "failure", id, words: wordsOf(error) });
  }
};

function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  if (error instanceof Refusal) return words;
  // Readers bound how deep things are nested; a browser may have less stack than any that we know.
  if (/call stack/i.test(words)) return "this is nested too deeply for the stack of this browser";
  return `a bug in Tracehound: ${words}`;
}
