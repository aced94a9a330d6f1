// Where several engines may divide the states of a search among them (`--workers`), and why not: the one place that
// decides it.

import { defined } from "../../basics/defined.ts";
import type { Diagnostic, Span } from "../../diagnostics/index.ts";
import { kindOf, type Query } from "../../network/index.ts";
import type { SearchConfig } from "../../search/index.ts";
import type { CheckOptions } from "../options.ts";
import { breadthFirst } from "./default-search.ts";
import { insistsOnReduction, type ReductionChoice } from "./reduction.ts";
import type { SoughtState } from "./target.ts";

export const NO_THREADS = "there are no threads to be had here";
export const REDUCED = "partial-order reduction goes from state to state";

/** Of the breadth-first member of the default: what finds errors sooner comes before half of a proof. */
const CORES_TAKEN =
  "the members beside it, which find most errors sooner, have the other cores; `--workers auto` gives them to it alone, which proves faster";

/**
 * Seconds of processor time that a search works alone where nobody asked for workers: below it, compiling for all of
 * them costs more than they give.
 */
export const ALONE_AT_FIRST = 0.5;

/** How many engines divide the states among them, or why it is one although several were asked for. */
export interface PlannedWorkers {
  readonly count: number;
  readonly obstacle?: string;
  /** Nobody asked: only after so many seconds of work, and if there are idle cores by then. */
  readonly after?: number;
}

/** What is known of a member when it is decided. */
export interface WorkersQuestion {
  readonly query: Query;
  readonly options: CheckOptions;
  readonly sought: SoughtState | undefined;
  readonly search: SearchConfig | undefined;
  readonly por: ReductionChoice;
  /** Steps may be left out. */
  readonly isReduced: boolean;
  /** States stand for others, too. */
  readonly isSymmetric: boolean;
  readonly engineObstacle: string | undefined;
  readonly isTimed: boolean;
  /** Cores that no other member of the plan has; and whether others have some. */
  readonly cores: number;
  readonly areCoresTaken: boolean;
}

/** Absent where one has all, and where the answer is counted in random runs, which have threads of their own. */
export function workersFor(question: WorkersQuestion): PlannedWorkers | undefined {
  const { options, query } = question;
  const { workers } = options;
  if (kindOf(query).answeredBy === "statistics") return undefined;
  if (workers === undefined) return byDefault(question);
  if (workers.count === 1) return undefined;
  const obstacle = obstacleOf(question);
  return obstacle === undefined ? { count: workers.count } : { count: 1, obstacle };
}

/**
 * The one rule by which a search and a portfolio share the cores: every member of a portfolio has a thread, and what is
 * left belongs to the breadth-first search, where there are clocks (without them memory is what it waits for) and where
 * neither verdict nor length depends on how many share it.
 */
function byDefault(question: WorkersQuestion): PlannedWorkers | undefined {
  const { cores, areCoresTaken, isTimed, isReduced, search } = question;
  const isBreadthFirst = search === undefined || search.spec === breadthFirst.spec;
  if (!isTimed || isReduced || !isBreadthFirst || obstacleOf(question) !== undefined) return undefined;
  if (cores >= 2) return { count: cores, after: ALONE_AT_FIRST };
  return areCoresTaken ? { count: 1, obstacle: CORES_TAKEN } : undefined;
}

function obstacleOf(question: WorkersQuestion): string | undefined {
  const { query, options, sought, search, por, isSymmetric, engineObstacle } = question;
  const { optimal, improve, witnesses = 1 } = options;
  if (sought === undefined) return `${query.kind} asks for more than a state`;
  if (optimal === "time" || optimal === "cost") return `\`--optimal ${optimal}\` has a search of its own`;
  if (options.disk !== undefined) return "a search on disk is shared by processes, each started with `--join`";
  if (search !== undefined && search.spec !== breadthFirst.spec && search.divided === undefined) {
    return `the search \`${search.spec}\` is made by one; breadth first, A* and greedy search can be shared`;
  }
  if (witnesses > 1) return "several traces are looked for one after the other";
  if (improve === true) return "better traces are looked for one after the other";
  if (insistsOnReduction(por)) return REDUCED;
  if (isSymmetric) return "states stand for all that symmetry takes them to";
  return engineObstacle === undefined ? undefined : `the reference engine answers (${engineObstacle})`;
}

export function refusedWorkers(obstacle: string, span?: Span): Diagnostic {
  return {
    code: "TH4515",
    severity: "error",
    message: `several workers cannot share this search: ${obstacle}`,
    hint: "leave out `--workers`, or use `--workers auto`: one thread where several cannot help",
    ...defined({ span }),
  };
}
