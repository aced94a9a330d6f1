// What the page shows besides the model itself: questions, the canvas, tabs, limits, and what was done last.

import { defined, type Expectation, type ThemeName } from "@tracehound/core";
import type { WorkerClient } from "../workers/client.ts";
import type { SamplingChoices, Wanted } from "../workers/protocol.ts";
import type { DocumentStore } from "./document.ts";
import type { Edits } from "./edits.ts";
import type { InsightStore } from "./insight.ts";
import type { ModelView } from "./model-view.ts";
import type { Run } from "./run.ts";
import type { WalkStore } from "./walk.ts";

export interface Question {
  readonly id: number;
  readonly text: string;
  readonly comment: string;
  readonly expectation?: Expectation;
  /** Asked here, not in the file. */
  readonly own: boolean;
  readonly run: Run | undefined;
}

/** What the canvas shows. */
export type CanvasView =
  | { readonly kind: "processes" }
  /** One automaton; `path` is the part of it that is to be selected. */
  | { readonly kind: "template"; readonly index: number; readonly path?: string }
  | { readonly kind: "section"; readonly index: number; readonly from?: number; readonly to?: number }
  /** The whole file as text. */
  | { readonly kind: "source"; readonly from?: number; readonly to?: number };

export const TABS = [
  "Hunt",
  "Trace",
  "Chart",
  "Gantt",
  "State space",
  "Variables",
  "Race",
  "Heat",
  "Interference",
  "Statistics",
  "Evidence",
] as const;
export type Tab = (typeof TABS)[number];

export interface WorkspaceState {
  readonly questions: readonly Question[];
  readonly chosen: number | undefined;
  /** A question that is being written. */
  readonly draft: string;
  readonly view: CanvasView;
  readonly tab: Tab;
  readonly search: string;
  readonly seconds: number;
  readonly megabytes: number;
  readonly sampling: SamplingChoices;
  /** Which run is wanted; undefined: any. */
  /** One search on every core. */
  readonly everyCore: boolean;
  readonly optimal: Wanted | undefined;
  readonly theme: ThemeName;
  /** What was done last, for the live region and for people. */
  readonly notice: string;
  /** Whether it says that something did not work. */
  readonly isProblem: boolean;
  readonly pinned: ReadonlySet<number>;
  readonly hidden: ReadonlySet<number>;
  /** Strategies that run against each other, with the question they race for. */
  readonly race: Race | undefined;
}

export interface Race {
  readonly question: string;
  readonly lanes: readonly { readonly search: string; readonly run: Run }[];
}

/** Who says what was done, and what did not work. */
export interface Teller {
  tell(words: string): void;
  warn(words: string): void;
}

/** What the parts of the workspace share. */
export interface Desk extends Teller {
  readonly state: WorkspaceState;
  put(change: Partial<WorkspaceState>): void;
  readonly document: DocumentStore;
  readonly helper: WorkerClient;
  readonly walk: WalkStore;
  readonly insight: InsightStore;
  readonly edit: Edits["edit"];
}

/** Before anything is opened. */
export const BLANK: Omit<WorkspaceState, "theme"> = {
  questions: [],
  chosen: undefined,
  draft: "",
  view: { kind: "processes" },
  tab: "Trace",
  search: "",
  seconds: 60,
  megabytes: 2000,
  sampling: { seed: 1, alpha: 0.05, epsilon: 0.05, everyCore: false },
  everyCore: false,
  optimal: undefined,
  notice: "",
  isProblem: false,
  pinned: new Set(),
  hidden: new Set(),
  race: undefined,
};

/** The panel that shows what such a question is answered by; undefined: any that shows traces. */
export function tabOf(text: string, format: ModelView["format"] | undefined): Tab | undefined {
  if (/^\s*(?:Pr\s*\[|E\s*\[\s*[^\s\]]|simulate\b)/.test(text)) return "Statistics";
  return format === "prism" || /^\s*P(?:max|min)?\s*(?:=|[<>])/.test(text) ? "Evidence" : undefined;
}

/** What is looked at first: the processes; the automata or the text where faults leave none. */
export function firstView({ plans: { plans }, network, sections, problems }: ModelView): CanvasView {
  if (sections.length === 0) {
    const { from, to } = problems.find(({ severity }) => severity === "error") ?? {};
    return { kind: "source", ...defined({ from, to }) };
  }
  if (plans.length === 0) return { kind: "section", index: 0 };
  return network === null ? { kind: "template", index: 0 } : { kind: "processes" };
}
