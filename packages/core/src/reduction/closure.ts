// Closes seeds to a stubborn set in one state. Sets are numbers of visits, so that nothing is cleared between two of
// them, and a list is added once. Where a step is disabled for several reasons, the one that brings in the fewest
// enabled steps is taken, as Laarman, Pater, van de Pol and Hansen (2016) do.

import type { Dependence, StepList, TakenStep } from "./dependence.ts";

export class Closure {
  private readonly dependence: Dependence;
  private readonly reasons: (step: TakenStep) => readonly (readonly StepList[])[];
  /** The visit in which a step became a member; the state in which a step was enabled. */
  private readonly member: Int32Array;
  private readonly enabledIn: Int32Array;
  private readonly work: number[] = [];
  private visit = 0;
  private state = 0;
  private size = 0;
  private most = 0;
  /** How many steps are enabled in the state. */
  enabled = 0;
  /** How many steps were looked at so far, in all states: what closing costs. */
  looks = 0;
  private locations: ArrayLike<number> = [];
  private committed = false;

  constructor(dependence: Dependence, reasons: (step: TakenStep) => readonly (readonly StepList[])[]) {
    this.dependence = dependence;
    this.reasons = reasons;
    this.member = new Int32Array(dependence.steps.length);
    this.enabledIn = new Int32Array(dependence.steps.length);
  }

  load(locations: Int32Array, committed: readonly number[], enabled: Int32Array): void {
    this.locations = locations;
    this.committed = committed.length > 0;
    this.state++;
    this.enabled = 0;
    for (const step of enabled) {
      if (this.enabledIn[step] === this.state) continue;
      this.enabledIn[step] = this.state;
      this.enabled++;
    }
  }

  /** The number of enabled steps in the closure of the seeds; undefined where it is not below `most`. */
  close(seeds: readonly StepList[], most: number): number | undefined {
    this.visit++;
    this.size = 0;
    this.most = most;
    this.work.length = 0;
    for (const list of seeds) if (!this.addAll(list)) return undefined;
    for (let step = this.work.pop(); step !== undefined; step = this.work.pop()) {
      this.looks++;
      const of = this.dependence.steps[step]!;
      if (!(this.enabledIn[step] === this.state ? this.addDependent(of) : this.addNecessary(of))) return undefined;
    }
    return this.size;
  }

  /** The candidates whose steps are in the set that was closed last. */
  chosen(taken: Int32Array): number[] {
    const ordinals: number[] = [];
    for (let ordinal = 0; ordinal < taken.length; ordinal++) {
      if (this.member[taken[ordinal]!] === this.visit) ordinals.push(ordinal);
    }
    return ordinals;
  }

  private addDependent({ reads, writes, asks, moves, commits }: TakenStep): boolean {
    // While it is committed to go on, nothing else happens that could have happened.
    if (commits && !this.committed) return false;
    const { writers, readers, askers, movers } = this.dependence;
    return (
      // Who moves a process from elsewhere waits until it was moved from here, by a member.
      moves.every((process) => this.addAll(movers[process]![this.locations[process]!]!)) &&
      asks.every((process) => this.addAll(movers[process]![this.locations[process]!]!)) &&
      moves.every((process) => this.addAll(askers[process]!)) &&
      reads.every((resource) => this.addAll(writers[resource]!)) &&
      writes.every((resource) => this.addAll(writers[resource]!) && this.addAll(readers[resource]!))
    );
  }

  private addNecessary(step: TakenStep): boolean {
    let [best, least] = [undefined as readonly StepList[] | undefined, Number.POSITIVE_INFINITY];
    const reasons = this.reasons(step);
    for (const reason of reasons) {
      const cost = reasons.length === 1 ? 0 : this.costOf(reason);
      if (cost < least) [best, least] = [reason, cost];
    }
    return best!.every((list) => this.addAll(list));
  }

  /** Steps that would become members; enabled ones weigh more than all others. */
  private costOf(lists: readonly StepList[]): number {
    let cost = 0;
    for (const list of lists) {
      if (list.visit === this.visit) continue;
      this.looks += list.steps.length;
      for (const step of list.steps) {
        if (this.member[step] === this.visit) continue;
        cost += this.enabledIn[step] === this.state ? 100_000 : 1;
      }
    }
    return cost;
  }

  /** False: there are too many. */
  private addAll(list: StepList): boolean {
    if (list.visit === this.visit) return true;
    list.visit = this.visit;
    for (const step of list.steps) {
      if (this.member[step] === this.visit) continue;
      this.member[step] = this.visit;
      this.work.push(step);
      if (this.enabledIn[step] === this.state && ++this.size >= this.most) return false;
    }
    return true;
  }
}
