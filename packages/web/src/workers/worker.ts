// The script of every worker: it is asked, works, and answers. One worker reads and diagnoses, one walks, and each search
// has one of its own; all run this file, so that a browser loads the engine once.

import {
  answerRequest,
  convertModel,
  DEFAULT_SEARCH,
  describeAll,
  editXml,
  HuntProbe,
  type Progress,
} from "@tracehound/core";
import { viewModel } from "../stores/model-view.ts";
import { certificate, check, verify } from "./check.ts";
import { environment } from "./environment.ts";
import { contexts, heat, runTo, slope, space } from "./insight.ts";
import { modelOf, networkOf, Refusal } from "./models.ts";
import { overTime } from "./over-time.ts";
import type { Answer, Ask, CallName, FromWorker, Sample, ToWorker } from "./protocol.ts";
import { options, replay, start, take, write, zone } from "./walk.ts";

const signal = { aborted: false };

type Handlers = {
  readonly [K in CallName]: (ask: Ask<K>, tell: (sample: Sample) => void) => Answer<K> | Promise<Answer<K>>;
};

const handlers: Handlers = {
  read: ({ source }) => viewModel(modelOf(source, true)),
  check: (ask, tell) => check(ask, tell, signal),
  certificate,
  verify,
  start,
  options,
  take,
  zone,
  replay,
  write,
  overTime,
  edit({ text, operations }) {
    const result = editXml(text, operations);
    if ("problem" in result) throw new Refusal(result.problem);
    return result.text;
  },
  describe: () => ({
    default: DEFAULT_SEARCH,
    searches: describeAll("searches"),
    presets: describeAll("presets"),
    heuristics: describeAll("heuristics"),
    openLists: describeAll("open-lists"),
  }),
  convert({ source, format }) {
    const result = convertModel(networkOf(source).model, format);
    if (!result.ok) throw new Refusal(result.diagnostics[0]!.message);
    return result.value;
  },
  async member({ request }, tell) {
    const probe = new HuntProbe();
    const timer = setInterval(() => tell({ hunts: probe.recorders.map((recorder) => recorder.sample()) }), 200);
    const onProgress = (_: unknown, progress: Progress): void => tell({ progress });
    return answerRequest(request, { environment, signal, probe, onProgress }).finally(() => clearInterval(timer));
  },
  heat,
  slope,
  space,
  runTo,
  contexts,
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
    const words = error instanceof Error ? error.message : String(error);
    send({ kind: "failure", id, words: error instanceof Refusal ? words : `a bug in Tracehound: ${words}` });
  }
};
