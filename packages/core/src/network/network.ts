// The typed network: what every front end produces and every engine, search and analysis reads. Templates are
// instantiated, names resolved, types erased to int32 cells, constants folded. It is plain data: it can be written
// as JSON and read back. Everything is referred to by its index.
//
// Data lives in cells. The discrete state has `cells` int32 cells (variables, flattened row by row); select values,
// quantified variables, function parameters and locals live in frames. An expression is evaluated in the frame of
// the thing it belongs to (edge, invariant, function call, query), whose size is stated there.
//
// Symbolic semantics never read a clock into data. So an update runs on data alone and yields, in order, the list of
// clock assignments (`x := y + e`) that are then applied to the zone or the clock valuation.

import type { SourceBlock, Span } from "../diagnostics/index.ts";
import type { Conjunct, Rate } from "./constraints.ts";
import type { Expression, FunctionDefinition, IndexedRef, Statement, Variable } from "./data.ts";
import type { Query } from "./queries/index.ts";
import type { Stochastic } from "./stochastic.ts";

export type * from "./constraints.ts";
export type * from "./data.ts";
export type { Query } from "./queries/index.ts";

export interface Network {
  readonly name: string;
  readonly language: "uppaal" | "tchecker" | "prism";
  /** In system order; the order of candidates (engine seam) follows it. */
  readonly processes: readonly Process[];
  /** All edges, ordered by process and then as in the file; an edge's id is its index here. */
  readonly edges: readonly Edge[];
  readonly channels: readonly Channel[];
  /** Joint steps of TChecker's `sync` lines; empty for UPPAAL models. */
  readonly vectors: readonly SyncVector[];
  /** Names of TChecker events (`EventSync.event` is an index here); empty for UPPAAL models. */
  readonly events: readonly string[];
  readonly clocks: readonly Clock[];
  readonly variables: readonly Variable[];
  /** Number of cells of the discrete state (locations not included), and their first values. */
  readonly cells: number;
  readonly initialValues: readonly number[];
  readonly functions: readonly FunctionDefinition[];
  /** Run before and after the updates of every transition, in a frame of `updateFrameSize`. */
  readonly beforeUpdate: readonly Statement[];
  readonly afterUpdate: readonly Statement[];
  readonly updateFrameSize: number;
  /** Priority of transitions that use no channel (`default` in a `chan priority` declaration). */
  readonly internalPriority: number;
  readonly hasPriorities: boolean;
  readonly progress: readonly ProgressMeasure[];
  /** TChecker labels; `Location.labels` are indices here. */
  readonly labels: readonly string[];
  /** Things that were read and kept but that no symbolic analysis supports (doubles, dynamic templates, …). */
  readonly obstacles: readonly Obstacle[];
  /** Where the model says what staying and stepping cost (UPPAAL CORA); absent where nothing does. */
  readonly prices?: readonly Obstacle[];
  readonly queries: readonly Query[];
  readonly sources: readonly SourceBlock[];
  /** Of models whose branches have probabilities or rates. */
  readonly stochastic?: Stochastic;
}

// ---------------------------------------------------------------------------------------------- processes

export interface Process {
  /** `Train(3)`, `P1`. Unique. */
  readonly name: string;
  /** Name of the template; processes of one template have the same locations and edges in the same order. */
  readonly template: string;
  readonly locations: readonly Location[];
  /** Ids of its edges, ascending. */
  readonly edges: readonly number[];
  /** Indices of initial locations: exactly one in UPPAAL, one or more in TChecker. */
  readonly initial: readonly number[];
  /** Higher wins; all 0 without process priorities. */
  readonly priority: number;
  /** A parameter of it is a scalar: what is told apart by that only is meant to be interchangeable. */
  readonly scalar?: true;
}

export interface Location {
  /** Unique in the process; anonymous UPPAAL locations are `_` and the XML id. */
  readonly name: string;
  readonly urgent: boolean;
  readonly committed: boolean;
  readonly invariant: readonly Conjunct[];
  /** Clock rates (stopwatches); clocks that are not named here run with rate 1. */
  readonly rates: readonly Rate[];
  /** How often per unit of time the location is left where no invariant bounds the stay; for statistics only. */
  readonly rate?: Expression;
  /** What a unit of time costs here; evaluated in the frame of the location. */
  readonly price?: Expression;
  readonly frameSize: number;
  readonly labels: readonly number[];
  readonly span?: Span;
}

export interface Edge {
  readonly id: number;
  readonly process: number;
  /** Location indices in the process. */
  readonly source: number;
  readonly target: number;
  /** Cells 0, 1, … of the edge's frame, in order. */
  readonly selects: readonly Select[];
  readonly guard: readonly Conjunct[];
  readonly sync: Sync;
  readonly update: readonly Statement[];
  readonly frameSize: number;
  readonly controllable: boolean;
  /**
   * Position of the edge in its template as the file has it, from 0. Several edges share one `fileIndex` when the
   * elaborator split one: at a branchpoint, or because its guard is a disjunction of clock constraints.
   */
  readonly fileIndex: number;
  /** What taking it costs; absent: nothing. */
  readonly payments?: readonly Payment[];
  /** Absent: the edge is one of its own, with one outcome. */
  readonly branch?: Branch;
  readonly span?: Span;
}

/** What is paid in the course of an update, in the frame of the edge. */
export interface Payment {
  readonly value: Expression;
  /** How many statements of the update come first. */
  readonly after: number;
}

/** One outcome of an edge that has several, or is written as several edges; symbolic analyses do not look at it. */
export interface Branch {
  /** The id of the first edge of the group: these are one edge to whoever chooses. */
  readonly group: number;
  /** Which outcome; edges of one group and outcome are alternatives of one guard. */
  readonly outcome: number;
  /** How likely it is among the outcomes; evaluated in the source state, in the frame of the edge. Absent: 1. */
  readonly weight?: Expression;
  /** So many of the edge's selects, the last ones, belong to the outcome. */
  readonly selects: number;
}

export interface Select {
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

export type Sync = InternalSync | ChannelSync | EventSync;
/** Happens alone. `event` is what TChecker calls the edge, for display. */
export interface InternalSync {
  readonly kind: "internal";
  readonly event?: number;
}
/** UPPAAL `c!` and `c?`; whether it is binary or broadcast, the channel says. */
export interface ChannelSync {
  readonly kind: "send" | "receive";
  readonly channel: IndexedRef;
  readonly span?: Span;
}
/** A TChecker event that occurs in some vector: happens only as part of one. */
export interface EventSync {
  readonly kind: "event";
  readonly event: number;
}

export interface SyncVector {
  readonly participants: readonly { readonly process: number; readonly event: number; readonly weak: boolean }[];
  readonly span?: Span;
}

export interface Channel {
  /** Elements of channel arrays are channels of their own, neighbours in row-major order: `go[2]`. */
  readonly name: string;
  readonly broadcast: boolean;
  readonly urgent: boolean;
  readonly priority: number;
  readonly span?: Span;
}

export interface Clock {
  /** `P(1).x`, `t[3]`; elements of clock arrays are neighbours in row-major order. */
  readonly name: string;
  readonly initial: number;
  readonly process?: number;
  readonly span?: Span;
}

export interface ProgressMeasure {
  readonly guard?: Expression;
  readonly measure: Expression;
  readonly frameSize: number;
}

export interface Obstacle {
  /** What it is, as a user would call it: "double variables", "dynamic templates". */
  readonly feature: string;
  readonly span?: Span;
}
