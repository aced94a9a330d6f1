// The product of a network and an automaton, computed as it is asked for. A node is a stored state together with the
// state of the automaton behind its letter. States are expanded once: their successors are kept as ids, in the order of
// the seam, so that the place of a successor is its ordinal. Letters are kept per discrete state, since atoms do not
// see clocks, unless the engine itself tells them state by state.

import { grown, NumberTable } from "../../basics/grow.ts";
import type { Engine, EngineFault, Expansion, GraphEngine, StateId, Walk } from "../../engine/engine.ts";
import { type Automaton, acceptingFrom, allSets, reads, readsAll } from "../../ltl/index.ts";
import type { End, PossibleEnds } from "./ends.ts";
import type { StepConditions } from "./fairness.ts";

export type ProductNode = number;

/**
 * Chooses steps of a state that are enough for the words of its runs, and counts what there was and what was left out.
 */
export interface StepChooser {
  readonly count: { possible: number; left: number };
  /** The candidates that are enough if they lead to nothing that was expanded before; undefined: all of them. */
  choose(engine: Engine, state: StateId): { readonly whole: Expansion; readonly chosen: readonly number[] | undefined };
}

export interface ProductProblem {
  readonly engine: GraphEngine;
  readonly automaton: Automaton;
  /**
   * The engine's numbers of the atoms, which neither clocks nor deadlock occur in unless the engine cuts its zones
   * along them.
   */
  readonly atoms: readonly number[];
  /** Null: only runs without end count. */
  readonly ends: PossibleEnds | null;
  /** Leaves out steps whose order no letter shows. */
  readonly reducer?: StepChooser | undefined;
  /** Conditions on the steps of runs without end; not together with a reducer. */
  readonly conditions?: StepConditions | undefined;
}

const UNREADABLE = -1;
const EDGE_WORDS = 4;

export class LassoProduct {
  readonly engine: GraphEngine;
  readonly automaton: Automaton;
  /** Automaton states: node = state × width + automaton state. */
  readonly width: number;
  private readonly problem: ProductProblem;
  /** The marks that a loop has to meet in any case: those of the automaton, and of conditions on steps. */
  readonly sets: number;
  readonly isConditional: boolean;
  /** Which states of the automaton can accept at all. */
  private readonly hopeful: Uint8Array;
  /** Edges to those, by state: what they read, where they lead, and their marks, in a row. */
  private readonly edges: readonly Int32Array[];
  /** The atoms are the first targets of an engine that tells of all of them at once. */
  private readonly readsAtOnce: boolean;
  /** By letter: which of them accept that letter for ever. */
  private readonly staying = new Map<number, Uint8Array>();
  /** By discrete state: 0 unknown, else letter + 2, 1 where evaluating an atom fails. */
  private readonly letters = new NumberTable(new Int32Array(1024));
  /** The same by state, so that an engine need not be asked for the discrete one again. */
  private lettersByState = new Int32Array(1024);
  /** Where the successors of a state begin, with their number in front of them; 0 where it was not expanded. */
  private first = new Int32Array(1024);
  private successors = new Int32Array(4096);
  /** Where steps are left out: which candidates the others are. */
  private ordinals = new Int32Array(0);
  /** Where steps have conditions: what they meet and ask for, beside successors. */
  private stepMarks = new Int32Array(0);
  private stepAsks = new Int32Array(0);
  private used = 1;
  private faultsSeen = 0;
  /** States whose expansion met a fault. */
  private readonly failing = new Set<StateId>();
  /** Faults that were met and that the search has not looked at yet. */
  readonly faults: EngineFault[] = [];

  constructor(problem: ProductProblem) {
    this.problem = problem;
    const { conditions } = problem;
    this.sets = allSets(problem.automaton) | (conditions?.sets ?? 0);
    this.isConditional = conditions !== undefined;
    this.engine = problem.engine;
    this.readsAtOnce = problem.engine.letterOf !== undefined && problem.atoms.every((atom, at) => atom === at);
    this.automaton = problem.automaton;
    this.width = this.automaton.edges.length;
    this.hopeful = acceptingFrom(this.automaton, () => true);
    this.edges = this.automaton.edges.map((list) => {
      const useful = list.filter(({ target }) => this.hopeful[target] === 1);
      return Int32Array.from(useful.flatMap(({ yes, no, target, marks }) => [yes, no, target, marks]));
    });
  }

  stateOf(node: ProductNode): StateId {
    return Math.floor(node / this.width);
  }

  automatonStateOf(node: ProductNode): number {
    return node % this.width;
  }

  /** Expands the state unless that was done. */
  private expand(state: StateId): void {
    if (this.isExpanded(state)) return;
    const { engine } = this;
    const { reducer, conditions } = this.problem;
    if (reducer === undefined && conditions === undefined) this.keep(state, engine.internAll(state));
    else {
      const { found, ordinals } = this.successorsOf(state);
      this.keep(state, found, ordinals);
    }
    if (engine.faults.length > this.faultsSeen) {
      this.failing.add(state);
      this.noteFaults();
    }
  }

  private keep(state: StateId, found: ArrayLike<StateId>, ordinals?: readonly number[]): void {
    const count = found.length;
    if (this.used + count > this.successors.length) this.successors = grown(this.successors, this.used + count);
    if (state >= this.first.length) this.first = grown(this.first, state + 1);
    const { successors, used } = this;
    successors[used - 1] = count;
    this.first[state] = used;
    for (let at = 0; at < count; at++) successors[used + at] = found[at]!;
    if (ordinals !== undefined) {
      this.ordinals = grown(this.ordinals, used + count);
      this.ordinals.set(ordinals, used);
    }
    this.used += count + 1;
  }

  /** What a state leads to; the candidates that these are, where not all of them are there. */
  private successorsOf(state: StateId): {
    readonly found: ArrayLike<StateId>;
    readonly ordinals?: readonly number[];
  } {
    const { engine } = this;
    const { reducer, conditions } = this.problem;
    if (conditions !== undefined) return { found: this.markSteps(state, conditions) };
    if (reducer === undefined) throw new Error("nothing is left out");
    const { whole, chosen } = reducer.choose(engine, state);
    const all = Array.from({ length: whole.count }, (_, ordinal) => ordinal);
    const few = (chosen ?? all).map((ordinal) => engine.intern(ordinal, state));
    reducer.count.possible += whole.count;
    // The proviso: nothing that is left leads to where we were already.
    if (chosen === undefined) return { found: few, ordinals: all };
    if (few.some((next) => next === state || this.isExpanded(next))) {
      return { found: all.map((ordinal) => engine.intern(ordinal, state)), ordinals: all };
    }
    reducer.count.left += whole.count - chosen.length;
    return { found: few, ordinals: chosen };
  }

  /** Expands a state step by step, to see what each meets and asks for. */
  private markSteps(state: StateId, conditions: StepConditions): StateId[] {
    const { engine, used } = this;
    const locations = Int32Array.from(engine.view(state).locations);
    const { count, transition } = engine.expand(state);
    const { met, asked } = conditions.of(
      locations,
      Array.from({ length: count }, (_, ordinal) => transition(ordinal)),
    );
    this.stepMarks = grown(this.stepMarks, used + count);
    this.stepMarks.set(met, used);
    this.stepAsks = grown(this.stepAsks, used + count);
    this.stepAsks.set(asked, used);
    return met.map((_, ordinal) => engine.intern(ordinal, state));
  }

  private isExpanded(state: StateId): boolean {
    return state < this.first.length && this.first[state]! > 0;
  }

  /** How many steps the node's state has, and where the `ordinal`-th leads. */
  degree(node: ProductNode): number {
    const state = this.stateOf(node);
    this.expand(state);
    return this.successors[this.first[state]! - 1]!;
  }

  successor(state: StateId, ordinal: number): StateId {
    return this.successors[this.first[state]! + ordinal]!;
  }

  /** Visits what follows an automaton state when it reads the letter of a model state; true ends the visit. */
  enter(state: StateId, from: number, visit: (node: ProductNode, marks: number) => unknown): void {
    const edges = this.automaton.edges[from]!;
    let letter: number | undefined;
    for (const edge of edges) {
      if (this.hopeful[edge.target] === 0) continue;
      if (!readsAll(edge)) {
        letter ??= this.letterOf(state);
        // Where an atom fails, only who does not ask for letters goes on.
        if (letter === UNREADABLE || !reads(edge, letter)) continue;
      }
      if (visit(state * this.width + edge.target, edge.marks) === true) return;
    }
  }

  /**
   * Puts the edges of a node on a stack, marks before targets, those of its first step uppermost. The loop that every
   * node of an exhaustive search goes through: nothing is made for it.
   */
  edgesInto(node: ProductNode, stack: number[]): void {
    const state = this.stateOf(node);
    this.expand(state);
    const { width, successors, isConditional, stepMarks } = this;
    const edges = this.edges[this.automatonStateOf(node)]!;
    const first = this.first[state]!;
    for (let at = first + successors[first - 1]! - 1; at >= first; at--) {
      const next = successors[at]!;
      const own = isConditional ? stepMarks[at]! : 0;
      let letter: number | undefined;
      for (let i = 0; i < edges.length; i += EDGE_WORDS) {
        const yes = edges[i]!;
        const no = edges[i + 1]!;
        if ((yes | no) !== 0) {
          letter ??= this.letterOf(next);
          if (letter === UNREADABLE || (letter & yes) !== yes || (letter & no) !== 0) continue;
        }
        stack.push(edges[i + 3]! | own, next * width + edges[i + 2]!);
      }
    }
  }

  /** All edges of a node. */
  visitSuccessors(
    node: ProductNode,
    visit: (target: ProductNode, marks: number, ordinal: number, asks: number) => unknown,
  ): void {
    const state = this.stateOf(node);
    const from = this.automatonStateOf(node);
    const degree = this.degree(node);
    const first = this.first[state]!;
    let done = false;
    for (let at = 0; at < degree && !done; at++) {
      const ordinal = this.problem.reducer === undefined ? at : this.ordinals[first + at]!;
      const own = this.isConditional ? this.stepMarks[first + at]! : 0;
      const asks = this.isConditional ? this.stepAsks[first + at]! : 0;
      this.enter(this.successors[first + at]!, from, (target, marks) => {
        done = visit(target, marks | own, ordinal, asks) === true;
        return done;
      });
    }
  }

  /** A walk inside the engine, where it has one and nothing but engine and automaton decides about edges. */
  walk(): Walk | undefined {
    const { atoms, ends, reducer, conditions } = this.problem;
    if (!this.readsAtOnce || reducer !== undefined || conditions !== undefined) return undefined;
    if (ends !== null && ends.stuck === null) return undefined;
    const stuck = ends?.stuck ?? null;
    return this.engine.walk?.({ edges: this.edges, sets: this.sets, atoms: atoms.length, stuck });
  }

  /** Takes notice of faults that were met while others expanded states. */
  noteExpansions(): void {
    const { faults } = this.engine;
    for (let at = this.faultsSeen; at < faults.length; at++) this.failing.add(faults[at]!.state);
    this.noteFaults();
  }

  /** How a run that stops in this node for good is accepted; undefined where none is. */
  endOf(node: ProductNode): End | undefined {
    const { ends } = this.problem;
    if (ends === null) return undefined;
    const state = this.stateOf(node);
    if (!this.staysAccepted(node)) return undefined;
    // Staying where the data of an edge fails is no run.
    if (this.failing.has(state) && ends.isBroken(state)) return undefined;
    const faultsBefore = this.engine.faults.length;
    const end = ends.of(state);
    // What fails here was said when the state was expanded.
    this.faultsSeen += this.engine.faults.length - faultsBefore;
    return end;
  }

  /** Is the letter of the node's state, for ever, accepted from there? */
  staysAccepted(node: ProductNode): boolean {
    const letter = this.letterOf(this.stateOf(node));
    if (letter === UNREADABLE) return false;
    let staying = this.staying.get(letter);
    if (staying === undefined) {
      staying = acceptingFrom(this.automaton, (edge) => reads(edge, letter));
      this.staying.set(letter, staying);
    }
    return staying[this.automatonStateOf(node)] === 1;
  }

  letterOf(state: StateId): number {
    if (state >= this.lettersByState.length) this.lettersByState = grown(this.lettersByState, state + 1);
    const known = this.lettersByState[state]!;
    if (known !== 0) return known - 2;
    const { engine } = this;
    const letter = this.readsAtOnce ? engine.letterOf!(state, this.problem.atoms.length) : this.letterByDiscrete(state);
    if (engine.faults.length > this.faultsSeen) this.noteFaults();
    this.lettersByState[state] = letter + 2;
    return letter;
  }

  private letterByDiscrete(state: StateId): number {
    const discrete = this.engine.discreteOf(state);
    const known = this.letters.get(discrete);
    if (known !== 0) return known - 2;
    const before = this.engine.faults.length;
    let letter = 0;
    for (const [bit, atom] of this.problem.atoms.entries()) if (this.engine.satisfies(state, atom)) letter |= 1 << bit;
    if (this.engine.faults.length > before) letter = UNREADABLE;
    this.letters.set(discrete, letter + 2);
    return letter;
  }

  private noteFaults(): void {
    const { faults } = this.engine;
    while (this.faultsSeen < faults.length) this.faults.push(faults[this.faultsSeen++]!);
  }
}
