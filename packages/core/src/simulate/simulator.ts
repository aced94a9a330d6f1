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
import { chancesOf, type OptionChance } from "./chances.ts";

const NOW: IntervalSet = [{ lower: ZERO, lowerStrict: false, upper: ZERO, upperStrict: false }];

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

  /** How long time may pass here; in chains and decision processes there are steps, and no time between them. */
  delays(): IntervalSet {
    return this.network.stochastic === undefined ? this.semantics.delays(this.state) : NOW;
  }

  /** What can happen now or after a delay, with the delays after which it can; without what has no chance. */
  options(): readonly ConcreteOption[] {
    const { options } = this.semantics.options(this.state);
    const chances = chancesOf(this.network, this.state, options);
    if (chances === undefined) return options;
    return options.filter((_, at) => chances[at]!.value > 0).map((option) => ({ ...option, delays: NOW }));
  }

  /** How likely the options are, in a network that draws. */
  chances(options: readonly ConcreteOption[] = this.options()): readonly OptionChance[] | undefined {
    return chancesOf(this.network, this.state, options);
  }

  /** What fails here: the data of an edge (then nothing can happen), or steps that might be tried. */
  faults(): readonly ConcreteFault[] {
    return this.semantics.options(this.state).faults;
  }

  /** False when that delay is not allowed. */
  wait(delay: Rational): boolean {
    if (this.network.stochastic !== undefined && compare(delay, ZERO) > 0) return false;
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
    const chances = this.chances(options);
    const option =
      chances === undefined ? options[prng.below(Math.max(1, options.length))] : options[drawn(chances, prng)];
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

/** By their chances; of an MDP first a command, each as likely as the others. */
function drawn(chances: readonly OptionChance[], prng: Prng): number {
  const commands = [...new Set(chances.map(({ command }) => command))];
  const isRace = chances[0]?.kind === "rate";
  const command = isRace ? undefined : commands[prng.below(Math.max(1, commands.length))];
  const allowed = chances.map((chance) => (command === undefined || chance.command === command ? chance.value : 0));
  let left = prng.fraction() * allowed.reduce((sum, value) => sum + value, 0);
  return allowed.findIndex((value) => value > 0 && (left -= value) < 0);
}

/** An end of an interval, its middle, or any multiple of 1/4 in it. */
function randomDelay(delays: IntervalSet, prng: Prng): Rational {
  const interval = delays[prng.below(delays.length)]!;
  const { lower, upper } = interval;
  const far = upper ?? plus(lower, rational(4));
  const at = plus(lower, times(minus(far, lower), rational(prng.below(5), 4)));
  return hasDelay([interval], at) ? at : pickNear(interval);
}
