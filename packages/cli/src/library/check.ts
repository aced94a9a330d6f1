// Checking: questions answered one after the other, with news on the way for whoever wants them, and an end whenever
// somebody says so.

import {
  type Answered,
  answerQuestions,
  defined,
  type FaultyQuery,
  type GuidedQuestions,
  guided,
  type Query,
  quantityOf,
  readSearch,
  type SearchAsked,
  simulationOf,
  tracedNetwork,
} from "@tracehound/core";
import { environment } from "./environment.ts";
import { asked, innerOf, problemOf } from "./inner.ts";
import { type Model, ModelError, type Problem } from "./model-types.ts";
import type { Curves, Quantity } from "./numbers.ts";
import type { Run } from "./run.ts";
import { runOf } from "./run-of.ts";
import { demandAll, KINDS, type Kind, oneOf } from "./settings.ts";

export interface CheckSettings {
  /** Instead of the model's own questions. */
  readonly questions?: readonly string[];
  /** For all questions together, which share them: each may use what is left divided by how many are left. */
  readonly seconds?: number;
  /** For each question. */
  readonly questionSeconds?: number;
  /** `greedy(hU())`, `bfs`, a preset; a portfolio when absent. */
  readonly search?: string;
  readonly seed?: number;
  /** The shortest run, or the fastest. */
  readonly optimal?: "steps" | "time" | "cost";
  /** Ends the check: what is not answered by then is unknown, because it was interrupted. */
  readonly signal?: AbortSignal;
  /** Look for reasons beyond the evidence; they cost a moment. */
  readonly why?: boolean;
  /** Runs whose steps carry the whole state behind them, not only what changes. */
  readonly states?: boolean;
}

const SETTINGS: Readonly<Record<keyof CheckSettings, Kind>> = {
  questions: KINDS.texts,
  seconds: KINDS.seconds,
  questionSeconds: KINDS.seconds,
  search: KINDS.text,
  seed: KINDS.count,
  optimal: oneOf("steps", "time", "cost"),
  signal: KINDS.signal,
  why: KINDS.flag,
  states: KINDS.flag,
};

export interface Statistics {
  readonly explored: number;
  readonly stored: number;
  readonly transitions: number;
  readonly seconds: number;
}

export interface Result {
  readonly question: string;
  readonly verdict: "satisfied" | "violated" | "unknown";
  /** Of `unknown`: time, interrupted, incomplete-search, model-fault, not-supported, … */
  readonly because?: string;
  /** The verdict in a sentence. */
  readonly words: string;
  /** What the verdict leaves open although it is given, in clauses; all of them are in `words`, too. */
  readonly caveats?: readonly string[];
  /** The witness or counterexample, replayed before it is handed out. */
  readonly run?: Run;
  /** Of `sup`, `inf` and `bounds`. */
  readonly values?: readonly { readonly term: string; readonly value: string }[];
  /** Of `Pr`, `E` and probabilities. */
  readonly quantity?: Quantity;
  /** Of `simulate`. */
  readonly curves?: readonly Curves[];
  /** Further reasons, in sentences. */
  readonly why?: readonly string[];
  readonly problem?: Problem;
  readonly statistics: Statistics;
}

export type CheckEvent =
  | ({ readonly kind: "progress"; readonly question: string } & Statistics)
  | { readonly kind: "result"; readonly result: Result };

/**
 * A check that has begun: an iterator of what happens, and a promise of everything. Whoever leaves the iteration early
 * (`break`) ends the check, as if `signal` had: what is not answered by then is unknown, because it was interrupted.
 */
export interface Check extends AsyncIterable<CheckEvent> {
  readonly results: Promise<readonly Result[]>;
}

/**
 * Without `questions` the model's own are asked; a model without any has no results. Throws at once when it cannot
 * begin: `ModelError` when a question or the search cannot be read, `SettingError` for settings that there are not.
 * Questions of the model itself that cannot be read are `unknown`, with a `problem`.
 */
export function check(model: Model, settings: CheckSettings = {}): Check {
  demandAll("settings", settings, SETTINGS);
  const { faulty, ...questions } = asked(model, settings.questions);
  const { signal, seconds, questionSeconds: querySeconds, seed, optimal } = settings;
  const search = searchOf(settings);
  const { strategy } = search;
  const { queries, network } = guidedBy(search, model, questions);
  const events = new Events();
  const stop = new Stop(signal);
  const context = {
    network,
    environment,
    options: {
      strategy,
      ...defined({ seed, optimal, querySeconds }),
      ...(seconds === undefined ? {} : { limits: { seconds } }),
    },
    signal: stop,
    onProgress: (query: Query, { seconds: passed, statistics }: { seconds: number; statistics: Statistics | object }) =>
      events.add({ kind: "progress", question: query.text, ...counts({ ...statistics, seconds: passed }) }),
  };
  const told: Result[] = [];
  const tell = (result: Result): void => {
    told.push(result);
    events.add({ kind: "result", result });
  };
  const unread = [...faulty];
  const tellUnread = (before: number): void => {
    while (unread.length > 0 && unread[0]!.number < before) tell(unreadResult(model, unread.shift()!));
  };
  const results = answerQuestions(context, queries, {
    reasons: (result) => {
      tellUnread(result.query.number ?? 0);
      return settings.why === true && {};
    },
    onAnswer: (answered) => tell(resultOf(model, network, answered, settings.states)),
  }).then(() => {
    tellUnread(Number.POSITIVE_INFINITY);
    return told;
  });
  results.then(
    () => events.end(),
    (error: unknown) => events.end(error),
  );
  return { results, [Symbol.asyncIterator]: () => endedBy(stop, events.iterate()) };
}

/** Heard by the check: the signal that was handed in, or that nobody listens any more. */
class Stop {
  private readonly outer: AbortSignal | undefined;
  private isLeft = false;

  constructor(outer: AbortSignal | undefined) {
    this.outer = outer;
  }

  get aborted(): boolean {
    return this.isLeft || this.outer?.aborted === true;
  }

  leave(): void {
    this.isLeft = true;
  }
}

/** Whoever leaves the iteration wants nothing more. */
function endedBy(stop: Stop, events: AsyncIterator<CheckEvent>): AsyncIterator<CheckEvent> {
  return {
    next: () => events.next(),
    return: async () => {
      stop.leave();
      return { done: true, value: undefined };
    },
  };
}

function searchOf({ search, seed }: CheckSettings): SearchAsked {
  const read = readSearch(search, seed);
  if (read.ok) return read.value;
  throw new ModelError(
    read.diagnostics.map((diagnostic) => problemOf(diagnostic, read.sources)),
    search!,
  );
}

/** The questions with the expressions that the search holds. */
function guidedBy(search: SearchAsked, model: Model, questions: GuidedQuestions): GuidedQuestions {
  const inner = innerOf(model);
  const read = guided(inner, search, questions);
  if (read.ok) return read.value;
  throw new ModelError(
    read.diagnostics.map((diagnostic) => problemOf(diagnostic, inner.sources)),
    search.spec,
  );
}

function resultOf(
  model: Model,
  network: Parameters<typeof runOf>[0],
  answered: Answered,
  states: boolean | undefined,
): Result {
  const { result, words, caveats, trace, values, diagnostic, reasons } = answered;
  const { query, verdict, statistics } = result;
  return {
    question: query.text,
    verdict: verdict.kind,
    ...(verdict.kind === "unknown" ? { because: verdict.because } : {}),
    words,
    ...(caveats.length === 0 ? {} : { caveats: caveats.map(({ text }) => text) }),
    ...(trace === undefined ? {} : { run: runOf(tracedNetwork(network, query), trace, states) }),
    ...(values.length === 0 ? {} : { values }),
    ...defined({ quantity: quantityOf(verdict), curves: curvesOf(verdict) }),
    ...(diagnostic === undefined ? {} : { problem: problemOf(diagnostic, innerOf(model).sources) }),
    ...defined({ why: reasons }),
    statistics: counts(statistics),
  };
}

function curvesOf(verdict: Answered["result"]["verdict"]): readonly Curves[] | undefined {
  const simulation = simulationOf(verdict);
  return simulation?.runs.map(({ number, time, values }) => ({
    run: number,
    time,
    values: Object.fromEntries(simulation.expressions.map((text, i) => [text, values[i]!])),
  }));
}

/** A question of the model that cannot be read has a result like the others. */
function unreadResult(model: Model, { text, diagnostic }: FaultyQuery): Result {
  const problem = problemOf(diagnostic, innerOf(model).sources);
  return { question: text, verdict: "unknown", words: "the query cannot be read", problem, statistics: counts({}) };
}

function counts({ explored = 0, stored = 0, transitions = 0, seconds = 0 }: Partial<Statistics>): Statistics {
  return { explored, stored, transitions, seconds };
}

/** What has happened, kept until somebody asks; progress that nobody took gives way to newer progress. */
class Events {
  private readonly waiting: CheckEvent[] = [];
  private wake: (() => void) | undefined;
  private over: { readonly error?: unknown } | undefined;

  add(event: CheckEvent): void {
    if (event.kind === "progress" && this.waiting.at(-1)?.kind === "progress") this.waiting.pop();
    this.waiting.push(event);
    this.wake?.();
  }

  end(error?: unknown): void {
    this.over = error === undefined ? {} : { error };
    this.wake?.();
  }

  async *iterate(): AsyncIterator<CheckEvent> {
    for (;;) {
      const next = this.waiting.shift();
      if (next !== undefined) yield next;
      else if (this.over === undefined) await new Promise<void>((resolve) => (this.wake = resolve));
      else if ("error" in this.over) throw this.over.error;
      else return;
    }
  }
}
