// A walk that can go back and another way: what was done is kept, going back loses nothing, and whoever takes another
// turn leaves a branch behind to which he can return. Traces from files become such walks.

import {
  type ConcreteOption,
  minus,
  type Prng,
  type Rational,
  type Simulator,
  sameTransition,
  type Trace,
} from "@tracehound/core";

type Move =
  | { readonly kind: "wait"; readonly delay: Rational }
  | { readonly kind: "take"; readonly transition: ConcreteOption["transition"]; readonly delay: Rational };

export class Excursion {
  readonly simulator: Simulator;
  private moves: readonly Move[] = [];
  private at = 0;
  private readonly others: (readonly Move[])[] = [];

  constructor(simulator: Simulator) {
    this.simulator = simulator;
  }

  /** Moves done, moves known on this branch, and how many branches there are. */
  get position(): { readonly at: number; readonly of: number; readonly branches: number } {
    return { at: this.at, of: this.moves.length, branches: this.others.length + 1 };
  }

  take(option: ConcreteOption, delay: Rational): boolean {
    if (!this.simulator.take(option, delay)) return false;
    this.done({ kind: "take", transition: option.transition, delay });
    return true;
  }

  /** Undefined: nothing can happen. */
  random(prng: Prng): ConcreteOption | undefined {
    const { simulator } = this;
    const before = simulator.time;
    const option = simulator.random(prng);
    if (option === undefined) return undefined;
    this.done({ kind: "take", transition: option.transition, delay: minus(simulator.time, before) });
    return option;
  }

  wait(delay: Rational): boolean {
    if (!this.simulator.wait(delay)) return false;
    this.done({ kind: "wait", delay });
    return true;
  }

  back(): boolean {
    if (!this.simulator.undo()) return false;
    this.at--;
    return true;
  }

  /** What was undone, once more. */
  forward(): boolean {
    const next = this.moves[this.at];
    if (next === undefined || !this.perform(next)) return false;
    this.at++;
    return true;
  }

  /** The branch that was left first; this one goes to the end of the row. */
  nextBranch(): boolean {
    const next = this.others.shift();
    if (next === undefined) return false;
    this.others.push(this.moves);
    this.follow(next);
    return true;
  }

  /** False: it is no run from here, and was followed as far as it is one. */
  load({ steps, finalDelay }: Trace): boolean {
    const moves: Move[] = steps.map(({ transition, delay }) => ({ kind: "take", transition, delay }));
    if (finalDelay.n !== 0n) moves.push({ kind: "wait", delay: finalDelay });
    if (this.moves.length > 0) this.others.push(this.moves);
    this.follow(moves);
    return this.at === moves.length;
  }

  private follow(moves: readonly Move[]): void {
    while (this.back());
    this.moves = moves;
    while (this.forward());
  }

  private done(move: Move): void {
    if (this.at < this.moves.length) this.others.push(this.moves);
    this.moves = [...this.moves.slice(0, this.at), move];
    this.at++;
  }

  private perform(move: Move): boolean {
    if (move.kind === "wait") return this.simulator.wait(move.delay);
    const option = this.simulator.options().find(({ transition }) => sameTransition(transition, move.transition));
    return option !== undefined && this.simulator.take(option, move.delay);
  }
}
