// Walking through a model: what can happen now, and when; step, wait, undo.

import { intervalsText, parseRational, participantsOf, Simulator, stateToJson } from "@tracehound/core";
import { innerOf } from "./inner.ts";
import { type Model, ModelError } from "./model-types.ts";
import type { Run, State } from "./run.ts";
import { runOf } from "./run-of.ts";
import { demand, KINDS, type Kind } from "./settings.ts";

/** Something that can happen now or after a delay. */
export interface Option {
  /** Who takes part: `Lamp: off → dim` */
  readonly moves: readonly string[];
  /** The delays after which it is possible: `[1, 5)` */
  readonly delays: string;
}

export interface Simulation {
  readonly state: State;
  readonly options: readonly Option[];
  /** Takes an option by its index after a delay (the least one when absent); false when it is not possible then. */
  take(option: number, delay?: number | string): boolean;
  /** Lets time pass; false when that is not allowed. */
  wait(delay: number | string): boolean;
  /** Back to before the latest step or wait; false at the beginning. */
  undo(): boolean;
  /** The run so far. */
  readonly run: Run;
}

/** Throws `ModelError` when the model has no initial state. */
export function simulate(model: Model): Simulation {
  const { network } = innerOf(model);
  const simulator = Simulator.create(network);
  if (simulator === undefined) {
    const message = "no initial state satisfies its invariant";
    throw new ModelError([{ severity: "error", code: "TH4506", message }], model.name);
  }
  return {
    get state() {
      return stateToJson(network, simulator.state);
    },
    get options() {
      return simulator.options().map(({ transition, delays }) => ({
        moves: participantsOf(network, transition).map(({ name, from, to }) => `${name}: ${from} → ${to}`),
        delays: intervalsText(delays),
      }));
    },
    take(index, delay) {
      demand("option", KINDS.count, index);
      const option = simulator.options()[index];
      if (option === undefined) return false;
      return delay === undefined ? simulator.take(option) : simulator.take(option, timeOf(delay));
    },
    wait: (delay) => simulator.wait(timeOf(delay)),
    undo: () => simulator.undo(),
    get run() {
      return runOf(network, simulator.trace());
    },
  };
}

/** As text it is exact. */
const TIME: Kind = {
  takes: 'a time of at least 0: a number, or a fraction as text ("7/2")',
  accepts: (value) => (parseRational(String(value))?.n ?? -1n) >= 0n && /^(?:number|string)$/.test(typeof value),
};

function timeOf(delay: number | string): NonNullable<ReturnType<typeof parseRational>> {
  demand("delay", TIME, delay);
  return parseRational(String(delay))!;
}
