// Random small networks whose processes share nothing but synchronisations: the class that local time is for. Many
// clock guards, invariants and meetings of two or three processes, so that processes run ahead of each other and have
// to wait; urgent and committed locations, private variables and clock copies now and then.

import type { Conjunct, Network, Statement, Sync } from "../network/network.ts";
import {
  cell,
  copyClock,
  data,
  NetworkBuilder,
  num,
  onEvent,
  op,
  type ProcessBuilder,
  receive,
  reset,
  send,
  set,
  when,
} from "./builder.ts";
import { type Choices, Dice } from "./choices.ts";
import { LARGEST } from "./random-network.ts";

const COMPARISONS = ["<=", "<", ">=", ">", "=="] as const;

/** What one process may use. */
interface Own {
  readonly clocks: readonly number[];
  /** −1: none. */
  readonly variable: number;
}

/** With `faults`, some updates leave the range of their variable. */
export function randomLocalNetwork(choices: Choices, faults = false): Network {
  return new Generator(new Dice(choices), faults).generate();
}

class Generator {
  private readonly dice: Dice;
  private readonly model = new NetworkBuilder("random");
  private readonly channels: number[];
  private readonly events: number[];
  private readonly stops: boolean;
  private readonly faults: boolean;

  constructor(dice: Dice, faults: boolean) {
    this.dice = dice;
    this.faults = faults;
    this.stops = dice.chance(30);
    this.channels = dice.chance(70) ? dice.several(1, 2, (k) => this.model.channel(`c${k}`)) : [];
    this.events = dice.chance(35) ? dice.several(1, 2, (k) => this.model.event(`e${k}`)) : [];
  }

  generate(): Network {
    const { dice, model } = this;
    const count = dice.between(2, 3);
    for (let p = 0; p < count; p++) {
      const clocks = dice.several(p === 0 || count === 2 ? 1 : 0, count === 2 ? 2 : 1, (k) =>
        model.clock(`x${p}${k}`, dice.chance(10) ? 1 : 0),
      );
      const variable = dice.chance(this.faults ? 60 : 25) ? model.int(`v${p}`, 0, 2, dice.between(0, 1)) : -1;
      this.process(model.process(`P${p}`), { clocks, variable });
    }
    for (let k = this.events.length > 0 ? dice.between(1, 2) : 0; k > 0; k--) {
      const participants = model.processes.map((_, process) => ({
        process,
        event: dice.one(this.events),
        weak: false,
      }));
      if (participants.length > 2 && dice.chance(60)) participants.splice(dice.between(0, 2), 1);
      model.vectors.push({ participants });
    }
    return model.build();
  }

  private process(process: ProcessBuilder, own: Own): void {
    const { dice } = this;
    const locations = dice.between(2, 4);
    for (let l = 0; l < locations; l++) {
      process.location(`l${l}`, {
        urgent: this.stops && dice.chance(20),
        committed: this.stops && dice.chance(20),
        invariant: this.invariant(own),
      });
    }
    if (dice.chance(10)) process.initial = [0, 1];
    for (let l = 0; l + 1 < locations; l++) this.edge(process, own, l, l + 1);
    for (let k = dice.between(1, 4); k > 0; k--) {
      this.edge(process, own, dice.between(0, locations - 1), dice.between(0, locations - 1));
    }
  }

  private invariant({ clocks, variable }: Own): Conjunct[] {
    const { dice } = this;
    const conjuncts: Conjunct[] = [];
    if (clocks.length > 0 && dice.chance(40)) {
      conjuncts.push(when(dice.one(clocks), dice.chance(25) ? "<" : "<=", dice.between(1, LARGEST)));
    }
    if (clocks.length > 0 && dice.chance(5)) conjuncts.push(when(dice.one(clocks), ">=", 1));
    if (variable >= 0 && dice.chance(10)) conjuncts.push(data(op("<=", cell(variable), num(1))));
    return conjuncts;
  }

  private edge(process: ProcessBuilder, own: Own, source: number, target: number): void {
    process.edge(source, target, { guard: this.guard(own), sync: this.sync(), update: this.update(own) });
  }

  private sync(): Sync {
    const { dice } = this;
    if (this.events.length > 0 && dice.chance(40)) return onEvent(dice.one(this.events));
    if (this.channels.length === 0 || dice.chance(45)) return { kind: "internal" };
    return dice.chance(50) ? send(dice.one(this.channels)) : receive(dice.one(this.channels));
  }

  private guard({ clocks, variable }: Own): Conjunct[] {
    const { dice } = this;
    const conjuncts: Conjunct[] = [];
    if (variable >= 0 && dice.chance(35)) {
      conjuncts.push(data(op(dice.one(["==", "<=", ">"] as const), cell(variable), num(dice.between(0, 1)))));
    }
    if (clocks.length > 0 && dice.chance(65)) {
      const bound = variable >= 0 && dice.chance(20) ? cell(variable) : dice.between(0, LARGEST);
      conjuncts.push(when(dice.one(clocks), dice.one(COMPARISONS), bound));
    }
    if (clocks.length > 0 && dice.chance(15)) {
      conjuncts.push(when(dice.one(clocks), dice.one(COMPARISONS), dice.between(0, LARGEST)));
    }
    return conjuncts;
  }

  private update({ clocks, variable }: Own): Statement[] {
    const { dice } = this;
    const statements: Statement[] = [];
    if (clocks.length > 0 && dice.chance(50)) statements.push(reset(dice.one(clocks), dice.chance(15) ? 1 : 0));
    if (clocks.length > 1 && dice.chance(15)) statements.push(copyClock(clocks[0]!, clocks[1]!, dice.between(0, 1)));
    if (variable >= 0 && dice.chance(45)) {
      const next = op("+", cell(variable), num(1));
      statements.push(set(variable, this.faults && dice.chance(50) ? next : op("%", next, num(3)), 0, 2));
    }
    return statements;
  }
}
