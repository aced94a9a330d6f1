// Is a diagram an inductive invariant without the target? It holds the initial states, no step leads out of it, nor
// does time, and nothing fails in it. Relations are made anew here, from the network, by the reference evaluator, and
// applied by sets of the checker's own: nothing is shared with the package that made the diagram. With clocks, bounds
// are closed, so that whole moments are enough; what that asks of the model is looked at wherever a clock is met.

import { type Formula, mentions, type Network } from "../../network/index.ts";
import { DiscreteSemantics } from "../../semantics/discrete/discrete-semantics.ts";
import { ModelFault } from "../../semantics/index.ts";
import { Refused } from "../refused.ts";
import { byLevel, type CertifiedSet, certifiedSet, DiagramLayout, type DiagramProof } from "./diagram-proof.ts";
import { GuessingMachine } from "./guessing-machine.ts";
import { imageBy, type RuleSet } from "./rules.ts";
import { type StepPlan, StepPlans } from "./step-plans.ts";
import { StepReader } from "./step-reader.ts";
import { TargetSets } from "./target-sets.ts";
import { DONE, NONE, type SparseRelation, type TupleSet, type ValueLists } from "./value-lists.ts";

/** States that are looked at one by one, where something may fail. */
const MOST_LOOKS = 10_000;

export interface CheckedDiagram {
  /** How many states it holds, as a decimal number; clocks are whole numbers in them. */
  readonly diagram: string;
  readonly nodes: number;
  readonly steps: number;
}

/** Throws `Refused` where the diagram proves nothing. */
export function expectDiagram(
  network: Network,
  target: Formula,
  frameSize: number,
  proof: DiagramProof,
): CheckedDiagram {
  const layout = new DiagramLayout(network, proof);
  const hasClocks = layout.ofClock.some((level) => level >= 0);
  const asksDeadlock = mentions(target, "deadlock");
  if (network.obstacles.length > 0) throw new Refused("the model has what diagrams cannot follow");
  if (hasClocks && asksDeadlock) throw new Refused("`deadlock` where there are clocks is not answered by a diagram");
  if (hasClocks && network.hasPriorities) throw new Refused("priorities where there are clocks are not followed");
  const set = certifiedSet(layout, proof);
  const machine = new GuessingMachine(layout, set);
  const check = new InductiveCheck(layout, set, machine, network.hasPriorities || asksDeadlock);
  check.begins();
  // No initial state has been met then: nothing can happen at all.
  if (set.states === NONE) return { diagram: "0", nodes: proof.nodes.length, steps: 0 };
  const steps = check.staysIn();
  if (hasClocks) check.staysWhileWaiting();
  const { lists, states } = set;
  const targets = new TargetSets(machine, lists, frameSize, (within) => lists.minus(within, check.moving));
  if (targets.where(target, states) !== NONE) throw new Refused("a certified state satisfies the target");
  return { diagram: String(countOf(lists, states)), nodes: proof.nodes.length, steps };
}

class InductiveCheck {
  /** The states from which a step is possible; known where that is asked. */
  moving: TupleSet = NONE;
  private readonly layout: DiagramLayout;
  private readonly lists: ValueLists;
  private readonly set: CertifiedSet;
  private readonly semantics: DiscreteSemantics;
  private readonly plans: StepPlans;
  private readonly reader: StepReader;
  private readonly isExact: boolean;
  private readonly machine: GuessingMachine;

  constructor(layout: DiagramLayout, set: CertifiedSet, machine: GuessingMachine, isExact: boolean) {
    this.layout = layout;
    this.lists = set.lists;
    this.set = set;
    this.isExact = isExact;
    this.machine = machine;
    this.semantics = new DiscreteSemantics(layout.network);
    this.reader = new StepReader(machine, set.lists);
    this.plans = new StepPlans(layout.network, this.reader, isExact);
  }

  begins(): void {
    const { clocks } = this.layout.network;
    for (const discrete of this.semantics.initial()) {
      const invariant = this.semantics.invariant(discrete);
      const value = (row: number): number => (row === 0 ? 0 : clocks[row - 1]!.initial);
      const isAllowed = invariant?.every(({ left, right, value: bound }) => value(left) - value(right) <= bound);
      if (isAllowed !== true) continue;
      let at = this.set.states;
      for (const [level, first] of this.firstValues(discrete.locations).entries()) {
        if (!this.layout.fits(level, first)) throw new Refused("an initial state does not fit the diagram");
        at = this.lists.follow(at, first);
      }
      if (at !== DONE) throw new Refused("an initial state is not certified");
    }
  }

  private firstValues(locations: ArrayLike<number>): number[] {
    const { network, levels, unit } = this.layout;
    return levels.map((about) => {
      if ("process" in about) return locations[about.process]!;
      if ("cell" in about) return network.initialValues[about.cell]!;
      const { clock, most, idle } = about;
      const first = network.clocks[clock]!.initial / unit;
      return idle?.locations.includes(locations[idle.process]!) ? 0 : Math.min(first, most);
    });
  }

  /** No step leads out. Says how many there are. */
  staysIn(): number {
    const { lists, set } = this;
    for (const edge of this.layout.network.edges) this.expectNoFault(this.reader.data(edge), set.states);
    const patient = this.where(({ committed }) => !committed, set.states);
    const plans = [...this.plans.all()].sort((a, b) => b.rank[0] - a.rank[0] || b.rank[1] - a.rank[1]);
    let open = set.states;
    let higher = NONE;
    for (const [at, plan] of plans.entries()) {
      const before = plans[at - 1];
      if (before !== undefined && (before.rank[0] !== plan.rank[0] || before.rank[1] !== plan.rank[1])) {
        open = lists.minus(open, higher);
        higher = NONE;
      }
      const from = plan.waitsForCommitted ? lists.minus(open, lists.minus(open, patient)) : open;
      this.expectInside(plan, from);
      if (!this.isExact) continue;
      const possible = plan.links.reduce((rest, { where }) => imageBy(lists, rest, where), from);
      higher = lists.union(higher, possible);
      this.moving = lists.union(this.moving, possible);
    }
    return plans.length;
  }

  /** Nor does a unit of time, where it may pass. */
  staysWhileWaiting(): void {
    const { lists, set, layout } = this;
    let at = this.where(({ committed, urgent }) => !committed && !urgent, set.states);
    for (const { where } of this.plans.urgent()) at = lists.minus(at, imageBy(lists, at, where));
    for (const clock of layout.network.clocks.keys()) {
      if (layout.ofClock[clock]! >= 0) at = lists.image(at, this.later(clock));
    }
    at = this.whereAllMayStay(at, this.plans.bound);
    if (!lists.contains(set.states, at)) throw new Refused("time leads out of the diagram");
  }

  /** A unit more, up to what is told apart; what nobody reads stays. */
  private later(clock: number): SparseRelation {
    const { layout, lists, set } = this;
    const level = layout.ofClock[clock]!;
    const owner = layout.ownerOf(clock);
    const most = layout.mostOf(clock);
    const ticking = set.values[level]!.map((value) => [value, Math.min(value + 1, most)]);
    const entry = { level, reads: true, writes: true };
    if (owner < 0) return { entries: [entry], pairs: lists.ofTuples(ticking) };
    const at = layout.ofProcess[owner]!;
    const place = { level: at, reads: true, writes: false };
    const tuples = set.values[at]!.flatMap((location) => {
      const idle = layout.isIdle(clock, owner, location);
      return ticking.map(([before, after]) => {
        const change = [before!, idle ? before! : after!];
        return at < level ? [location, ...change] : [...change, location];
      });
    });
    return { entries: at < level ? [place, entry] : [entry, place], pairs: lists.ofTuples(tuples) };
  }

  private expectInside(plan: StepPlan, from: TupleSet): void {
    const { lists, set } = this;
    const { links, bystanders } = plan;
    for (const link of links) this.expectNoFault(link, from);
    const out = (): never => {
      throw new Refused(`a step leads out of the diagram: ${plan.name}`);
    };
    if (links.length === 1 && bystanders.length === 0) {
      for (const relation of links[0]!.goes) if (!this.staysBy(relation, from)) out();
      return;
    }
    let at = links.reduce((rest, { goes }) => imageBy(lists, rest, goes), from);
    at = this.whereAllMayStay(at, bystanders);
    if (!lists.contains(set.states, at)) out();
  }

  /** The states of a set, which may not be certified, in which the invariants of these processes hold. */
  private whereAllMayStay(states: TupleSet, processes: readonly number[]): TupleSet {
    const { lists, layout } = this;
    let at = states;
    for (const process of processes) {
      if (at === NONE) return NONE;
      const set = { lists, states: at, ...byLevel(lists, at, layout.levels.length) };
      const { goes, fails } = this.machine.among(set, () => this.reader.staying(process));
      if (imageBy(lists, at, fails) !== NONE) throw new Refused("an invariant fails behind a step");
      at = imageBy(lists, at, goes);
    }
    return at;
  }

  /** From all states what is above the relation stays as it is: it is enough to begin where it does. */
  private staysBy(relation: SparseRelation, from: TupleSet): boolean {
    const { lists, set } = this;
    const top = relation.entries[0]?.level;
    if (top === undefined) return true;
    if (from !== set.states) return lists.leadsInto(from, relation, set.states, 0);
    return set.heads[top]!.every((head) => lists.leadsInto(head, relation, head, top));
  }

  /** The states in which no process is anywhere else than such locations. */
  private where(isSuch: (location: { committed: boolean; urgent: boolean }) => boolean, states: TupleSet): TupleSet {
    let rest = states;
    for (const [process, { locations }] of this.layout.network.processes.entries()) {
      if (locations.every(isSuch)) continue;
      const such = [...locations.keys()].filter((at) => isSuch(locations[at]!)).map((at) => [at]);
      const entries = [{ level: this.layout.ofProcess[process]!, reads: true, writes: false }];
      rest = this.lists.image(rest, { entries, pairs: this.lists.ofTuples(such) });
    }
    return rest;
  }

  /** What fails for some values need not fail in a state that has them: such states are looked at one by one. */
  private expectNoFault({ fails }: RuleSet, from: TupleSet): void {
    const suspects = imageBy(this.lists, from, fails);
    if (suspects === NONE) return;
    const isTimed = this.layout.ofClock.some((level) => level >= 0);
    if (isTimed || countOf(this.lists, suspects) > MOST_LOOKS) throw new Refused("a step may fail");
    for (const tuple of tuplesOf(this.lists, suspects)) this.lookAt(tuple);
  }

  private lookAt(tuple: readonly number[]): void {
    const { network, levels } = this.layout;
    const locations = new Int32Array(network.processes.length);
    const cells = Int32Array.from(network.initialValues);
    for (const [level, about] of levels.entries()) {
      if ("process" in about) locations[about.process] = tuple[level]!;
      else if ("cell" in about) cells[about.cell] = tuple[level]!;
    }
    const { moves, fault } = this.semantics.moves({ locations, cells });
    const failing =
      fault?.fault ?? moves.map((move) => this.semantics.tryFire({ locations, cells }, move)).find(isFault);
    if (failing !== undefined) throw new Refused(`a step fails: ${failing.message}`);
  }
}

const isFault = (effect: unknown): effect is ModelFault => effect instanceof ModelFault;

function countOf(lists: ValueLists, set: TupleSet, memo = new Map<TupleSet, bigint>()): bigint {
  if (set === NONE) return 0n;
  if (set === DONE) return 1n;
  let count = memo.get(set);
  if (count === undefined) {
    count = 0n;
    for (let one = set; one !== NONE; one = lists.right[one]!) count += countOf(lists, lists.down[one]!, memo);
    memo.set(set, count);
  }
  return count;
}

function* tuplesOf(lists: ValueLists, set: TupleSet, head: readonly number[] = []): Generator<readonly number[]> {
  if (set === DONE) yield head;
  else
    for (let one = set; one !== NONE; one = lists.right[one]!)
      yield* tuplesOf(lists, lists.down[one]!, [...head, lists.value[one]!]);
}
