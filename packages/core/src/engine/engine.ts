// The seam between semantics and search. The reference engine (plain TypeScript, the definition) and the compiled
// engine (WebAssembly, emitted per network) both implement it; every search is written once, over it.

import type { Diagnostic } from "../diagnostics/index.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import type { SymbolicState } from "../semantics/semantics.ts";
import type { StepBuffer } from "./step-buffer.ts";

/** A stored symbolic state: opaque, dense from 0, never reused. */
export type StateId = number;
/** A stored discrete state (locations and cells without meta variables). Estimates are cached per discrete state. */
export type DiscreteId = number;

/** Answer of `insert`: a stored zone contains the candidate at no higher cost. */
export const COVERED = -1;

/**
 * The candidates of one expansion, valid until the next `initial`, `expand` or `expandAll`. They are ordered:
 * TChecker's vectors in file order, then initiating process (sender) in system order, its edges in file order,
 * select values ascending, then partners in system and file order. A candidate's number is its ordinal; replaying
 * ordinals from an initial state rebuilds a trace.
 */
export interface Expansion {
  readonly count: number;
  /** The edges taken by a candidate, initiator first, each followed by its select values. */
  transition(ordinal: number): JointTransition;
}

/** A stored state's discrete part, to be read at once: valid until the next call of the engine. */
export interface DiscreteView {
  /** Location index per process. */
  readonly locations: ArrayLike<number>;
  /** All cells; temporaries hold their initial value. */
  readonly cells: ArrayLike<number>;
}

/** A fault of the model, met while computing the successors of a state or evaluating a target in it. */
export interface EngineFault {
  /** Where it was met; −1 in an initial state. */
  readonly state: StateId | -1;
  /** The step that fails; absent when evaluating the state itself fails. */
  readonly transition?: JointTransition;
  readonly diagnostic: Diagnostic;
}

/** The half of an engine that knows what the network does: which steps a state has, and what holds in it. */
export interface Successors {
  /** Candidates for initial states. */
  initial(): Expansion;
  /** Candidates only, nothing stored. */
  expand(state: StateId): Expansion;
  /** Does some valuation of the state satisfy a target that was registered with the engine? */
  satisfies(state: StateId, target: number): boolean;
  /**
   * The same for a row of states, where an engine has it: the first that is alive and satisfies the target; `end`:
   * none.
   */
  firstSatisfying?(first: StateId, end: StateId, target: number): StateId;
  /** Successors computed so far, covered ones included: `statistics.transitions`, cheap enough for every expansion. */
  readonly transitions: number;
  /** Grows while exploring: the search looks here after each call and decides. Steps that fail have no candidate. */
  readonly faults: readonly EngineFault[];
}

/** The half of an engine that keeps states: what was seen, what covers what, and how each state was reached. */
export interface StateStore {
  /**
   * Stores a candidate of the latest expansion: covered iff a stored Z' ⊇ Z has cost' ≤ cost; swallows stored Z' ⊆ Z
   * with cost' ≥ cost. Searches that promise shortest traces pass their g, all others 0.
   */
  insert(candidate: number, parent: StateId, cost: number): StateId | typeof COVERED;
  /** False once swallowed; asked when a state is popped. */
  alive(state: StateId): boolean;
  discreteOf(state: StateId): DiscreteId;
  view(state: StateId): DiscreteView;
  parentOf(state: StateId): StateId | -1;
  /** The candidate number in the parent's expansion (or in `initial()`). */
  ordinalOf(state: StateId): number;
  encode(state: StateId, into: Uint8Array): number;
  /** Stores what any engine of the network encoded, as a root of its own; covers and swallows as `insert` does. */
  decode(bytes: Uint8Array, cost?: number): StateId | typeof COVERED;
  /**
   * Forgets a stored state as if it had been swallowed: it covers nothing from now on and its zone's memory is free for
   * others. Its number is not used again and stays the parent of others.
   */
  release(state: StateId): void;
  readonly statistics: EngineStatistics;
}

/** Stored states, for who writes down or retraces what a search has seen. */
export type StateRecord = Pick<StateStore, "alive" | "encode" | "parentOf" | "ordinalOf" | "statistics"> &
  Pick<Engine, "name">;

/** Stored states that can be read whole, for who writes them down. */
export interface ReadableStore extends Pick<StateStore, "alive" | "discreteOf" | "statistics"> {
  stateOf(state: StateId): SymbolicState;
}

/** Both halves, and what is faster when one piece of code does both: expanding and storing at once. */
export interface Engine extends Successors, StateStore {
  /** "reference" or "compiled": verdicts and statistics say which one ran. */
  readonly name: "reference" | "compiled";
  /**
   * Fast path: expand and insert everything; yields the ids of the new states. The ids are lent: valid until the next
   * call that expands or inserts, so who pushes them into a list that may ask the engine to expand copies them first.
   */
  expandAll(state: StateId, cost: number): ArrayLike<StateId>;
  /**
   * Faster still, where an engine has it: expands `first` and the states behind it in the order of their ids, at most
   * `most` of them, and inserts everything at cost 0. Breadth-first exploration is a row of these.
   */
  expandRun?(first: StateId, most: number): Run;
}

/**
 * Stored states that are carried from one engine to another of the same form, as they lie in memory: the quick twin of
 * `encode` and `decode`.
 */
export interface CarryingStore extends StateStore {
  /** Engines of one network understand each other where this is the same; undefined: they cannot carry states. */
  readonly form: string | undefined;
  /** Of the words that are carried, so many tell discrete states apart. */
  readonly discreteWords: number;
  /** Writes the words if they fit; how many they are. */
  carry(state: StateId, into: Int32Array): number;
  /** Of the words, so many from there on. */
  take(words: Int32Array, cost: number, from: number, count: number): StateId | typeof COVERED;
}

export function carries(store: StateStore): store is CarryingStore {
  return "form" in store && store.form !== undefined;
}

/** The candidates taken on the way to a stored state, that of the initial state first. */
export function ordinalsTo(store: Pick<StateStore, "parentOf" | "ordinalOf">, state: StateId): number[] {
  const ordinals: number[] = [];
  for (let at = state; at >= 0; at = store.parentOf(at)) ordinals.push(store.ordinalOf(at));
  return ordinals.reverse();
}

/**
 * An engine whose states are told apart by equality, so that they are the nodes of a graph: nothing covers or swallows
 * anything else, and a search that looks for cycles can ask which node a candidate is.
 */
export interface GraphEngine extends Engine {
  /** The stored state equal to a candidate of the latest expansion; a new one, the next id, where there is none. */
  intern(candidate: number, parent: StateId | -1): StateId;
  /**
   * Fast path: expands a state and interns everything; the ids of its successors, in the order of the candidates. They
   * are lent: valid until the next call of the engine.
   */
  internAll(state: StateId): ArrayLike<StateId>;
  /** Fast path, where an engine has it: the same, with the edges that each candidate takes (`intern-steps.ts`). */
  internSteps?(state: StateId, into: StepBuffer): void;
  /**
   * Fast path, where an engine has it: which of its first `atoms` targets a state satisfies, as bits; −1 where
   * evaluating one fails, which is recorded. They ask for neither clocks nor deadlock.
   */
  letterOf?(state: StateId, atoms: number): number;
  /**
   * Fast path, where an engine has it: a walk inside the engine, the only one, whose atoms are its first targets;
   * undefined for automata that it is not made for, and behind the first one.
   */
  walk?(automaton: WalkedAutomaton): Walk | undefined;
  /** Does the zone of a stored state contain that of another one with the same discrete state? */
  includes(larger: StateId, smaller: StateId): boolean;
  /** The stored state equal to one of any engine of the network; a new root where there is none. */
  adopt(from: Engine, state: StateId): StateId;
}

/** An automaton as walks read it. */
export interface WalkedAutomaton {
  /** By state, in a row: atoms that hold, atoms that do not, target, acceptance sets. */
  readonly edges: readonly Int32Array[];
  /** The sets that a component has to meet. */
  readonly sets: number;
  readonly atoms: number;
  /** The number of the target that says "deadlock" where runs may end; null where they may not. */
  readonly stuck: number | null;
}

/**
 * "running": it goes on; "left": everything that was entered is done with; "ending": a run may end in `node`, which is
 * to be looked at; "component": one has met every set.
 */
export type WalkStatus = "running" | "left" | "ending" | "component";

/**
 * A depth-first walk through the product of the graph with an automaton that keeps account of its strongly connected
 * components (Couvreur 1999). A node is a state × the number of the automaton's states + one of these.
 */
export interface Walk {
  readonly entered: number;
  readonly transitions: number;
  readonly covered: number;
  /** Most nodes on the path. */
  readonly peak: number;
  /** Begins at a node, unless it was seen. */
  enter(node: number): void;
  /** Goes on until something is to be said, or so many nodes were entered. */
  advance(most: number): WalkStatus;
  /** The end of the path, and the number of the first node of the component there. */
  readonly node: number;
  readonly first: number;
  /** Numbers in order of discovery, from 1; 0 where a node was not seen, −1 where its component is done. */
  numberOf(node: number): number;
  /**
   * Where a walk remembers it: what is read in `node`, for ever, is not accepted there, so that it need not be looked
   * at again.
   */
  dismiss?(): void;
}

export interface Run {
  /** The id behind the last state that was looked at. */
  readonly next: StateId;
  /** How many ids were given so far. */
  readonly size: number;
  /** States that were expanded (swallowed ones are not), and those of them without successors. */
  readonly explored: number;
  readonly deadlocks: number;
  /** Most states that were stored and not yet looked at, in all runs so far. */
  readonly peakOpen: number;
}

export interface EngineStatistics {
  readonly stored: number;
  readonly generated: number;
  readonly covered: number;
  readonly transitions: number;
  readonly memoryBytes: number;
}
