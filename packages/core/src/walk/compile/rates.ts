// Which clocks stand still. The rates of a location are spelled out, one rule per clock, so that a step asks only those
// that look at something it changed: `forall (i : id_t) job[i]' == runs[i]` over thirty tasks is thirty rules, and a
// step changes two of them. A clock stands still while at least one rule says so.

import { type Bindings, specialise, specialiseRef } from "../../analysis/specialise.ts";
import { defined } from "../../basics/defined.ts";
import { combinationCount, combinations, type Network, type Rate } from "../../network/index.ts";
import type { Evaluator, FunctionTable, Machine } from "../../semantics/evaluate/index.ts";
import { compileRate } from "./guard-closures.ts";

/** Networks with more rules than this are walked on the reference semantics. */
const MOST_RULES = 100_000;

export function canSpellOutRates({ processes }: Network): boolean {
  let rules = 0;
  for (const { locations } of processes) {
    for (const { rates } of locations) for (const { binders } of rates) rules += combinationCount(binders);
  }
  return rules <= MOST_RULES;
}

export interface RateRule {
  readonly process: number;
  readonly location: number;
  /** As it was spelled out: what it reads decides when it is asked again. */
  readonly rate: Rate;
  /** The row of the clock that stands still; 0: none. */
  readonly stops: Evaluator;
  readonly frameSize: number;
}

/** All rules of a network, and by process and location which of them hold there. */
export class RateRules {
  readonly rules: readonly RateRule[];
  readonly at: readonly (readonly (readonly number[])[])[];

  constructor({ processes }: Network, functions: FunctionTable) {
    const rules: RateRule[] = [];
    this.at = processes.map(({ locations }, process) =>
      locations.map(({ rates, frameSize }, location) => {
        const from = rules.length;
        for (const rate of rates.flatMap(spelledOut)) {
          rules.push({ process, location, rate, stops: compileRate(rate, functions), frameSize });
        }
        return Array.from({ length: rules.length - from }, (_, at) => from + at);
      }),
    );
    this.rules = rules;
  }
}

function spelledOut(rate: Rate): Rate[] {
  const { binders, when, clock, rate: speed } = rate;
  if (binders.length === 0) return [rate];
  return Array.from(combinations(binders), (values) => {
    const bindings: Bindings = new Map(binders.map(({ cell }, at) => [cell, values[at]!]));
    return {
      ...rate,
      binders: [],
      clock: specialiseRef(clock, bindings),
      rate: specialise(speed, bindings),
      ...defined({ when: when === undefined ? undefined : specialise(when, bindings) }),
    };
  });
}

/** The rules in force, asked again only after something that they read has changed. */
export class Rates {
  private readonly rules: RateRules;
  private readonly locations: Int32Array;
  /** How many rules stop each row, and which row each rule stops (0: none). */
  private readonly votes: Int32Array;
  private readonly stoppedBy: Int32Array;
  private readonly stale: Int32Array;
  private staleCount = 0;
  private readonly isStale: Uint8Array;
  /** Rows whose votes changed; a rule changes those of two at most. */
  private readonly changed: Int32Array;
  private changedCount = 0;

  constructor(rules: RateRules, clocks: number, locations: Int32Array) {
    const count = rules.rules.length;
    this.rules = rules;
    this.locations = locations;
    this.votes = new Int32Array(clocks + 1);
    this.stoppedBy = new Int32Array(count);
    this.changed = new Int32Array(2 * count);
    this.stale = new Int32Array(count);
    this.isStale = new Uint8Array(count);
  }

  /** Everything has to be asked. */
  restart(): void {
    this.votes.fill(0);
    this.stoppedBy.fill(0);
    this.staleCount = 0;
    this.isStale.fill(0);
    for (const [process, location] of this.locations.entries()) this.moved(process, location);
  }

  /** A process left a location, or came there. */
  moved(process: number, location: number): void {
    const rules = this.rules.at[process]![location]!;
    for (let i = 0; i < rules.length; i++) this.soil(rules[i]!);
  }

  /** Something that the rule reads has changed. */
  soil(rule: number): void {
    if (this.isStale[rule] === 1) return;
    this.isStale[rule] = 1;
    this.stale[this.staleCount++] = rule;
  }

  /** Asks what has to be asked; `decided` hears which rows may have stopped or started, and whether they now stand. */
  update(machine: Machine, decided: (row: number, stopped: 0 | 1) => void): void {
    if (this.staleCount === 0) return;
    const { changed, votes } = this;
    this.changedCount = 0;
    while (this.staleCount > 0) this.ask(this.stale[--this.staleCount]!, machine);
    for (let i = 0; i < this.changedCount; i++) decided(changed[i]!, votes[changed[i]!]! > 0 ? 1 : 0);
  }

  private ask(index: number, machine: Machine): void {
    const { process, location, stops, frameSize } = this.rules.rules[index]!;
    this.isStale[index] = 0;
    // A rate that fails must leave no vote behind.
    this.vote(index, 0);
    if (this.locations[process] !== location) return;
    machine.openFrame(frameSize);
    this.vote(index, stops(machine));
  }

  private vote(rule: number, row: number): void {
    const before = this.stoppedBy[rule]!;
    if (before === row) return;
    this.stoppedBy[rule] = row;
    if (before > 0) this.votes[before]!--;
    else this.votes[row]!++;
    this.changed[this.changedCount++] = before > 0 ? before : row;
  }
}
