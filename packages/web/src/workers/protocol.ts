// What the page and its workers say to each other, in one place. A call has a number; its worker answers with progress,
// then with a value or a failure. All of it is plain data that can be cloned.

import type {
  AutomatonPlan,
  CheckStatistics,
  ComponentDescription,
  ConcreteState,
  ContextRings,
  EditOperation,
  GanttBar,
  HuntSample,
  Improvement,
  IntervalSet,
  JointTransition,
  MemberReport,
  MemberRequest,
  ModelFormat,
  Picture,
  PlanSoFar,
  ProbabilisticEvidence,
  Progress,
  Rational,
  SampleChunk,
  SampleRequest,
  ScheduleBar,
  SearchStatistics,
  SeenSpace,
  Series,
  SideRequest,
  Trace,
  TraceFormat,
  TraceStep,
  Verdict,
} from "@tracehound/core";
import type { ModelView, Problem } from "../stores/model-view.ts";

/** A document at one moment; equal versions mean equal text, so that a worker reads each only once. */
export interface Source {
  readonly version: number;
  readonly name: string;
  readonly content: string | Uint8Array;
}

export interface Question {
  readonly text: string;
  /** For TChecker models: the text names labels. */
  readonly labels?: boolean;
}

export interface CheckSettings {
  /** Absent: what `check` does when nobody says how. */
  readonly search?: string;
  readonly seconds: number;
  readonly megabytes: number;
  readonly sampling?: SamplingChoices;
  /** One search on every core, where the browser lets workers share memory. */
  readonly everyCore?: boolean;
  /** Which run is wanted where several show the same; absent: any. */
  readonly optimal?: Wanted;
}

/** The one with fewest steps, the fastest or the cheapest. */
export type Wanted = "steps" | "time" | "cost";

/** How random runs are made and judged. */
export interface SamplingChoices {
  readonly seed: number;
  /** Confidence is 1 − α. */
  readonly alpha: number;
  /** Half the width of an interval. */
  readonly epsilon: number;
  /** In as many workers as the machine has cores; the answer is the same. */
  readonly everyCore: boolean;
}

/** Everything a worker can be asked, with what it answers. */
export interface Calls {
  read: { ask: { source: Source }; answer: ModelView };
  /** A thumbnail; null where there is nothing to draw. */
  sketch: { ask: { name: string; content: string }; answer: Picture | null };
  check: { ask: { source: Source; question: Question; settings: CheckSettings }; answer: CheckAnswer };
  /** Of the check that the worker has just done. */
  certificate: { ask: { model: string }; answer: string };
  verify: { ask: { source: Source; text: string }; answer: { ok: boolean; words: string } };
  /** The curves of the check that the worker has just done: they may be too many to be sent. */
  curves: { ask: CurvesWanted; answer: Picture };
  curvesCsv: { ask: Record<string, never>; answer: string };
  /** What shows that a probability is above a bound; null where it is not, or nothing shows it. */
  evidence: {
    ask: { source: Source; question: Question; settings: CheckSettings; bound: number };
    answer: ProbabilisticEvidence | null;
  };
  /** Reads a model that will be walked through soon. */
  prepare: { ask: { source: Source }; answer: boolean };
  start: { ask: { source: Source }; answer: ConcreteState[] };
  options: { ask: { source: Source; state: ConcreteState }; answer: OptionsView };
  /** Why these edges cannot be taken in the state, in sentences. */
  reasons: {
    ask: { source: Source; state: ConcreteState; edges: readonly number[] };
    answer: ReadonlyMap<number, readonly string[]>;
  };
  take: {
    ask: { source: Source; state: ConcreteState; transition: JointTransition; delay: Rational };
    answer: TraceStep;
  };
  zone: { ask: { source: Source; initial: number; transitions: readonly JointTransition[] }; answer: Zone };
  /** A run of the model, and the question that it says it answers. */
  replay: { ask: { source: Source; text: string }; answer: { trace: Trace; query?: string } };
  write: { ask: { source: Source; trace: Trace; format: TraceFormat; query?: string }; answer: string };
  /** How far every location of these processes seems to be from the target. */
  heat: {
    ask: { source: Source; question: Question; estimate: string; state: ConcreteState; processes: readonly number[] };
    answer: ReadonlyMap<number, readonly number[]>;
  };
  /** The estimate along a trace. */
  slope: { ask: { source: Source; question: Question; estimate: string; trace: Trace }; answer: readonly number[] };
  /** An expression that is to guide a search: its values along a trace, or what is wrong with it and where. */
  guide: { ask: { source: Source; text: string; trace?: Trace }; answer: GuideAnswer };
  /** What a search sees of the state space, up to so many states. */
  space: {
    ask: { source: Source; question: Question; search: string; most: number };
    answer: { space: SeenSpace; target?: number; path: readonly number[] };
  };
  /** A run to a state of the space that was asked for last. */
  runTo: { ask: { state: number }; answer: Trace };
  contexts: {
    ask: { source: Source; edge: number };
    answer: { contexts: ContextRings; between: readonly { a: number; b: number; pairs: number }[] };
  };
  /** Values over time, and the bars of the model's own `gantt` section. */
  overTime: { ask: { source: Source; trace: Trace }; answer: { series: readonly Series[]; bars: readonly GanttBar[] } };
  /** What strategies are made of: the registries as data. */
  describe: { ask: Record<string, never>; answer: Descriptions };
  /** The text of an XML model after some edits. */
  edit: { ask: { text: string; operations: readonly EditOperation[] }; answer: string };
  /** The questions of a query file, without comments, each on one line. */
  questions: { ask: { source: Source; name: string; text: string }; answer: readonly string[] };
  /** An automaton with all places anew. */
  layOut: { ask: { plan: AutomatonPlan }; answer: AutomatonPlan };
  convert: { ask: { source: Source; format: ModelFormat }; answer: string };
  member: { ask: { request: MemberRequest }; answer: MemberReport };
  /** One side of a search on several cores; comes back when that is over. */
  side: { ask: { request: SideRequest }; answer: true };
  /** Random runs for another worker, until it says stop; they come as progress. */
  sample: { ask: { request: SampleRequest }; answer: true };
}
export type CallName = keyof Calls;
export type Ask<K extends CallName> = Calls[K]["ask"];
export type Answer<K extends CallName> = Calls[K]["answer"];

/** Values by state of the trace, null where evaluating fails; problems with their places in the text. */
export interface GuideAnswer {
  readonly values: readonly (number | null)[];
  readonly problems: readonly Problem[];
}

export interface Descriptions {
  readonly default: string;
  readonly searches: readonly ComponentDescription[];
  readonly presets: readonly ComponentDescription[];
  readonly heuristics: readonly ComponentDescription[];
  readonly openLists: readonly ComponentDescription[];
}

export type { TraceFormat };

export type ToWorker =
  | { readonly kind: "call"; readonly id: number; readonly name: CallName; readonly ask: unknown }
  /** Ends the call that runs, with what is known. */
  | { readonly kind: "stop" };

export type FromWorker =
  | { readonly kind: "progress"; readonly id: number; readonly sample: Sample }
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly words: string };

/** How far a search is; at most twenty a second. */
export interface Sample {
  readonly progress?: Progress;
  /** A look into every search that runs, in this worker or in one that it started. */
  readonly hunts?: readonly HuntSample[];
  /** A better run than the one before, as a plan where it is one. */
  readonly better?: Improvement & PlanSoFar;
  /** Random runs that were made for another worker. */
  readonly chunk?: SampleChunk;
}

/** Which part of the curves is drawn, and how large. */
export interface CurvesWanted {
  readonly width: number;
  readonly height: number;
  readonly hidden: readonly number[];
  readonly from?: number;
  readonly to?: number;
  readonly legend?: boolean;
}

/** What a search counted; of one that had to be ended, what it told last. */
export type AnswerStatistics = SearchStatistics &
  Pick<CheckStatistics, "seconds" | "memoryMB" | "answeredBy"> &
  Partial<Pick<CheckStatistics, "engine">>;

export interface CheckAnswer {
  readonly verdict: Verdict;
  readonly statistics: AnswerStatistics;
  readonly words: string;
  readonly advice?: string;
  /** More about the trace, in sentences. */
  readonly why?: readonly string[];
  readonly values: readonly { readonly term: string; readonly value: string }[];
  readonly problem?: Problem;
  readonly hasProof: boolean;
  /** Of a temporal formula: what accepts the runs that decide it, drawn and in the Hanoi format. */
  readonly automaton?: { readonly text: string; readonly picture?: Picture };
  readonly hunts: readonly HuntSample[];
  /** Of a best run: who does what, when, on which resource. */
  readonly schedule?: readonly ScheduleBar[];
  /** Of `simulate`: what its worker can draw. */
  readonly curves?: { readonly expressions: readonly string[]; readonly runs: number; readonly made: number };
}

/** A zone, perhaps of several pieces: as constraints that say it all, and as whole matrices. */
export interface Zone {
  /** Of the rows and columns; the first is 0. */
  readonly names: readonly string[];
  readonly pieces: readonly {
    readonly constraints: readonly string[];
    readonly matrix: readonly (readonly string[])[];
  }[];
}

/** What can happen in a state, and which edges of current locations cannot be taken. */
export interface OptionsView {
  readonly delays: IntervalSet;
  readonly options: readonly { readonly transition: JointTransition; readonly delays: IntervalSet }[];
  readonly faults: readonly { readonly transition: JointTransition; readonly words: string }[];
  readonly refused: readonly number[];
}
