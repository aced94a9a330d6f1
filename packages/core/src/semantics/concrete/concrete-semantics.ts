// The concrete semantics, exact: states with rational clock values, which delays are allowed, which joint steps are
// possible after which delays, and what they lead to. Stopwatches, urgency and priorities are all exact here, so
// this is what traces are replayed with and what random walks and the simulator step through.

import type { Formula, Network } from "../../network/index.ts";
import { type Rational, rational, ZERO } from "../../zone/index.ts";
import { DelayRoom, type Room } from "../clock-feasibility.ts";
import { ClockMap } from "../constraints.ts";
import { DiscreteSemantics, type Urgency } from "../discrete/discrete-semantics.ts";
import { outranks, sameTransition } from "../discrete/joint-moves.ts";
import { ModelFault } from "../fault.ts";
import type { JointTransition } from "../joint-transition.ts";
import type { ConcreteState, Constraints, JointMove, MoveEffect, Moves } from "../semantics.ts";
import { clockValuesOf, stateWith } from "./clock-values.ts";
import { DelayLine } from "./delay-line.ts";
import {
  delaysUpTo,
  downTo,
  hasDelay,
  type IntervalSet,
  intersectDelays,
  NO_DELAY,
  NOTHING,
  otherDelays,
  subtractDelays,
  uniteDelays,
} from "./delay-sets.ts";
import { type CompiledLineFormula, compileLineFormula } from "./formula-over-delay.ts";

/** A joint step and the delays after which it is possible. */
export interface ConcreteOption {
  readonly move: JointMove;
  readonly transition: JointTransition;
  readonly effect: MoveEffect;
  /** Within the delays that are allowed; never empty. */
  readonly delays: IntervalSet;
}
/** The model fails when this is tried after one of these delays. */
export interface ConcreteFault {
  readonly transition: JointTransition;
  readonly delays: IntervalSet;
  readonly fault: ModelFault;
}
export interface ConcreteOptions {
  /** In the order of the seam. */
  readonly options: readonly ConcreteOption[];
  readonly faults: readonly ConcreteFault[];
}

export type FireResult =
  /** The option is the one that was asked for, as the semantics knows it: with its channel. */
  | { readonly ok: true; readonly state: ConcreteState; readonly option: ConcreteOption }
  | { readonly ok: false; readonly fault?: ModelFault };

/**
 * What only depends on the discrete state, once it was asked for: delays and questions about one state come in a row.
 */
interface Known {
  readonly locations: Int32Array;
  readonly cells: Int32Array;
  invariant?: Constraints | null;
  stopped?: Uint8Array | null;
  urgency?: Urgency;
  moves?: Moves;
}

/** One serves all who ask about a network, one after the other; queries may still bring functions into it. */
export function createConcreteSemantics(network: Network): ConcreteSemantics {
  const known = made.get(network);
  if (known?.functions === network.functions.length) return known.semantics;
  const semantics = new ConcreteSemantics(network);
  made.set(network, { functions: network.functions.length, semantics });
  return semantics;
}
const made = new WeakMap<Network, { readonly functions: number; readonly semantics: ConcreteSemantics }>();

export class ConcreteSemantics {
  readonly network: Network;
  readonly discrete: DiscreteSemantics;
  private readonly formulas = new Map<Formula, CompiledLineFormula>();
  private latest: Known | null = null;

  constructor(network: Network) {
    this.network = network;
    this.discrete = new DiscreteSemantics(network);
  }

  /** The initial states; those that violate an invariant do not exist. */
  initial(): readonly ConcreteState[] {
    const clocks = this.network.clocks.map(({ initial }) => rational(initial));
    return this.discrete
      .initial()
      .map(({ locations, cells }) => ({ locations, cells, clocks }))
      .filter((state) => this.meetsInvariant(state));
  }

  meetsInvariant(state: ConcreteState): boolean {
    const invariant = this.invariant(state);
    return invariant !== null && hasDelay(this.line(state).where(invariant), ZERO);
  }

  /** The delays that are allowed: an interval from 0 on, or nothing when the state itself violates its invariant. */
  delays(state: ConcreteState): IntervalSet {
    const invariant = this.invariant(state);
    const line = this.line(state);
    const within = invariant === null ? NOTHING : line.where(invariant);
    if (!hasDelay(within, ZERO)) return NOTHING;
    const known = this.known(state);
    known.urgency ??= this.discrete.urgency(state);
    const { always, guards } = known.urgency;
    if (always) return NO_DELAY;
    let allowed = within;
    for (const guard of guards) {
      // Time stops at the first moment the synchronisation is enabled, or just before it.
      const first = line.where(guard)[0];
      if (first !== undefined) allowed = intersectDelays(allowed, delaysUpTo(first.lower, false));
    }
    return allowed;
  }

  canDelay(state: ConcreteState, delay: Rational): boolean {
    return hasDelay(this.delays(state), delay);
  }

  /** The state after a delay, whether allowed or not. */
  delay(state: ConcreteState, delay: Rational): ConcreteState {
    if (delay.n === 0n) return state;
    return stateWith(state, this.line(state).at(delay));
  }

  /** The joint steps that are possible now or after an allowed delay. */
  options(state: ConcreteState): ConcreteOptions {
    const allowed = this.delays(state);
    const line = this.line(state);
    const moves = allowed.length === 0 ? NO_MOVES : this.moves(state, new DelayRoom(allowed, line));
    return this.optionsAmong(moves, state, line, allowed);
  }

  private optionsAmong(
    { moves, fault: guardFault }: Moves,
    state: ConcreteState,
    line: DelayLine,
    allowed: IntervalSet,
  ): ConcreteOptions {
    const options: ConcreteOption[] = [];
    const faults: ConcreteFault[] = [];
    if (guardFault !== null) faults.push({ ...guardFault, delays: allowed });
    for (const move of moves) {
      const region = intersectDelays(allowed, regionOf(move, line));
      if (region.length === 0) continue;
      const effect = this.discrete.tryFire(state, move);
      if (effect instanceof ModelFault) {
        faults.push({ transition: move.transition, delays: region, fault: effect });
        continue;
      }
      const delays = this.applicable(move, effect, line, region, faults);
      if (delays.length === 0) continue;
      const fault = this.discrete.entryFault(effect.target);
      if (fault === null) options.push({ move, transition: move.transition, effect, delays });
      else faults.push({ transition: move.transition, delays, fault });
    }
    return { options: this.network.hasPriorities ? withoutOutranked(options) : options, faults };
  }

  /** The joint steps that are possible now. */
  enabled(state: ConcreteState): readonly ConcreteOption[] {
    return this.options(state).options.filter(({ delays }) => hasDelay(delays, ZERO));
  }

  /** Takes an option after one of its delays. */
  take(state: ConcreteState, { effect }: ConcreteOption, delay: Rational): ConcreteState {
    const clocks = this.line(state).at(delay).set(effect.assignments);
    const { target, invariant } = effect;
    const { locations } = target;
    // States of a run share what a step leaves as it is.
    const cells = sameValues(state.cells, target.cells) ? state.cells : target.cells;
    this.latest = { locations, cells, invariant };
    return stateWith({ locations, cells }, clocks);
  }

  /** Takes a joint step now, if it is possible. */
  fire(state: ConcreteState, transition: JointTransition): FireResult {
    const option = this.optionNow(state, transition);
    if (option !== undefined) return this.fired(state, option);
    const { options, faults } = this.options(state);
    const now = (one: Pick<ConcreteOption, "transition" | "delays">): boolean =>
      sameTransition(one.transition, transition) && hasDelay(one.delays, ZERO);
    const possible = options.find(now);
    if (possible !== undefined) return this.fired(state, possible);
    // Where the data of any edge fails, no step can be taken.
    const failing = this.discrete.fault(state) ?? faults.find(now);
    return failing === undefined ? { ok: false } : { ok: false, fault: failing.fault };
  }

  private fired(state: ConcreteState, option: ConcreteOption): FireResult {
    return { ok: true, state: this.take(state, option, ZERO), option };
  }

  /**
   * The step alone, at this very moment: what replaying a run needs, and quick where the whole set of options is large.
   * Undefined when it is not possible now, when it fails, or when others decide whether it is (priorities).
   */
  private optionNow(state: ConcreteState, transition: JointTransition): ConcreteOption | undefined {
    if (this.network.hasPriorities || !hasDelay(this.delays(state), ZERO)) return undefined;
    const line = this.line(state);
    const { moves } = this.discrete.moves(state, new DelayRoom(NO_DELAY, line), transition);
    const wanted = moves.filter((move) => sameTransition(move.transition, transition));
    return this.optionsAmong({ moves: wanted, fault: null }, state, line, NO_DELAY).options[0];
  }

  /** No step is possible now or after any allowed delay. */
  isDeadlocked(state: ConcreteState): boolean {
    const { options, faults } = this.options(state);
    return options.length === 0 && faults.length === 0;
  }

  /** The allowed delays after which the formula holds. */
  whenHolds(formula: Formula, frameSize: number, state: ConcreteState): IntervalSet {
    let compiled = this.formulas.get(formula);
    if (compiled === undefined) {
      compiled = compileLineFormula(formula, frameSize, this.discrete.program.functions, this.network.cells);
      this.formulas.set(formula, compiled);
    }
    const allowed = this.delays(state);
    const line = this.line(state);
    const holds = (dead: () => IntervalSet) => intersectDelays(allowed, compiled.where(state, line, dead));
    let failing: IntervalSet = NOTHING;
    const surely = holds(() => {
      const { options, faults } = this.options(state);
      failing = untilLast(faults);
      return otherDelays(uniteDelays(untilLast(options), failing));
    });
    if (failing.length === 0) return surely;
    // Where trying to move fails, whatever else is possible, the state is neither deadlocked nor not.
    return intersectDelays(
      surely,
      holds(() => uniteDelays(otherDelays(untilLast(this.options(state).options)), failing)),
    );
  }

  holds(formula: Formula, frameSize: number, state: ConcreteState): boolean {
    return hasDelay(this.whenHolds(formula, frameSize, state), ZERO);
  }

  /** The part of the region where clocks stay non-negative and the target's invariant holds. */
  private applicable(
    move: JointMove,
    effect: MoveEffect,
    line: DelayLine,
    region: IntervalSet,
    faults: ConcreteFault[],
  ): IntervalSet {
    const map = new ClockMap();
    let delays = region;
    for (const assignment of effect.assignments) {
      map.assign(assignment);
      const { row, span } = assignment;
      const fine = line.where([map.pullBack({ left: 0, right: row, value: 0, strict: false })]);
      const failing = subtractDelays(delays, fine);
      if (failing.length === 0) continue;
      const name = this.network.clocks[row - 1]!.name;
      const fault = new ModelFault("negative-clock", `the clock ${name} is set to a negative value`, span);
      faults.push({ transition: move.transition, delays: failing, fault });
      delays = intersectDelays(delays, fine);
    }
    if (effect.invariant === null) return NOTHING;
    const invariant: Constraints = effect.invariant.map((constraint) => map.pullBack(constraint));
    return intersectDelays(delays, line.where(invariant));
  }

  private moves(state: ConcreteState, room: Room): Moves {
    if (this.discrete.dependsOnClocks) return this.discrete.moves(state, room);
    const known = this.known(state);
    known.moves ??= this.discrete.moves(state);
    return known.moves;
  }

  private invariant(state: ConcreteState): Constraints | null {
    const known = this.known(state);
    if (known.invariant === undefined) known.invariant = this.discrete.invariant(state);
    return known.invariant;
  }

  private line(state: ConcreteState): DelayLine {
    const known = this.known(state);
    if (known.stopped === undefined) known.stopped = this.discrete.stopped(state);
    return new DelayLine(clockValuesOf(state), known.stopped);
  }

  private known({ locations, cells }: ConcreteState): Known {
    if (this.latest?.locations !== locations || this.latest.cells !== cells) this.latest = { locations, cells };
    return this.latest;
  }
}

/** The delays after which one of these is still to come. */
function untilLast(all: readonly { readonly delays: IntervalSet }[]): IntervalSet {
  return downTo(all.reduce<IntervalSet>((some, { delays }) => uniteDelays(some, delays), NOTHING));
}

const NO_MOVES: Moves = { moves: [], fault: null };

function sameValues(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function regionOf(move: JointMove, line: DelayLine): IntervalSet {
  let region = line.where(move.require);
  for (const constraints of move.exclude) region = intersectDelays(region, line.whereNot(constraints));
  return region;
}

function withoutOutranked(options: readonly ConcreteOption[]): ConcreteOption[] {
  return options.flatMap((option) => {
    let { delays } = option;
    for (const other of options) {
      if (outranks(other.move, option.move)) delays = subtractDelays(delays, other.delays);
    }
    return delays.length === 0 ? [] : [{ ...option, delays }];
  });
}
