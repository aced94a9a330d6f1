// Walks through a model by hand: a stack of concrete states, what can happen in the last one and when, random steps,
// and undo. The command line and the page in the browser sit on top of it; it never prints.

import type { Prng } from "../basics/prng.ts";
import type { Network } from "../network/index.ts";
import {
  type ConcreteFault,
  type ConcreteOption,
  type ConcreteSemantics,
  type ConcreteState,
  createConcreteSemantics,
  hasDelay,
  type IntervalSet,
} from "../semantics/index.ts";
import { pickNear } from "../trace/timing/backward-points.ts";
import { stepOf, type Trace, type TraceStep } from "../trace/trace.ts";
import { compare, minus, plus, type Rational, rational, times, ZERO } from "../zone/index.ts";

interface Moment {
  readonly state: ConcreteState;
  /** Time since the start. */
  readonly time: Rational;
  /** The steps so far, and the delay since the last one. */
  readonly steps: readonly TraceStep[];
  readonly waited: Rational;
}

export class Simulator {
  readonly network: Network;
  readonly semantics: ConcreteSemantics;
  private readonly initial: ConcreteState;
  private readonly moments: Moment[];

  /** Undefined when the model has no initial state of that number. */
  static create(network: Network, initial = 0): Simulator | undefined {
    const semantics = createConcreteSemantics(network);
    const state = semantics.initial()[initial];
    return state === undefined ? undefined : new Simulator(network, semantics, state);
  }

  private constructor(network: Network, semantics: ConcreteSemantics, initial: ConcreteState) {
    this.network = network;
    this.semantics = semantics;
    this.initial = initial;
    this.moments = [{ state: initial, time: ZERO, steps: [], waited: ZERO }];
  }

  private get now(): Moment {
    return this.moments[this.moments.length - 1]!;
  }

  get state(): ConcreteState {
    return this.now.state;
  }

  get time(): Rational {
    return this.now.time;
  }

  /** Number of action steps taken. */
  get length(): number {
    return this.now.steps.length;
  }

  /** How long time may pass here. */
  delays(): IntervalSet {
    return this.semantics.delays(this.state);
  }

  /** What can happen now or after a delay, with the delays after which it can. */
  options(): readonly ConcreteOption[] {
    return this.semantics.options(this.state).options;
  }

  /** What fails here: the data of an edge (then nothing can happen), or steps that might be tried. */
  faults(): readonly ConcreteFault[] {
    return this.semantics.options(this.state).faults;
  }

  /** False when that delay is not allowed. */
  wait(delay: Rational): boolean {
    if (compare(delay, ZERO) < 0 || !this.semantics.canDelay(this.state, delay)) return false;
    const { time, steps, waited } = this.now;
    const state = this.semantics.delay(this.state, delay);
    this.moments.push({ state, time: plus(time, delay), steps, waited: plus(waited, delay) });
    return true;
  }

  /** Takes an option after a delay, by default the least; false when it is not possible then. */
  take(option: ConcreteOption, delay: Rational = pickNear(option.delays[0]!)): boolean {
    if (!hasDelay(option.delays, delay)) return false;
    const { time, steps, waited } = this.now;
    const state = this.semantics.take(this.state, option, delay);
    const step = stepOf(plus(waited, delay), option, state);
    this.moments.push({ state, time: plus(time, delay), steps: [...steps, step], waited: ZERO });
    return true;
  }

  /** Takes a random option after a random delay; undefined when nothing can happen. */
  random(prng: Prng): ConcreteOption | undefined {
    const options = this.options();
    const option = options[prng.below(Math.max(1, options.length))];
    if (option === undefined) return undefined;
    this.take(option, randomDelay(option.delays, prng));
    return option;
  }

  /** Back to before the latest wait or step. */
  undo(): boolean {
    if (this.moments.length === 1) return false;
    this.moments.pop();
    return true;
  }

  /** The run so far. */
  trace(): Trace {
    const { steps, waited, state } = this.now;
    return { initial: this.initial, steps, finalDelay: waited, final: state, end: "stopped" };
  }
}

/** An end of an interval, its middle, or any multiple of 1/4 in it. */
function randomDelay(delays: IntervalSet, prng: Prng): Rational {
  const interval = delays[prng.below(delays.length)]!;
  const { lower, upper } = interval;
  const far = upper ?? plus(lower, rational(4));
  const at = plus(lower, times(minus(far, lower), rational(prng.below(5), 4)));
  return hasDelay([interval], at) ? at : pickNear(interval);
}
