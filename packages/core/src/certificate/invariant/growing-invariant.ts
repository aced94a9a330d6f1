// One invariant in the making: sets that begin with some states and grow until no joint step leads out of them. That is
// the least invariant of its form around those states; read from a file, the sets are an invariant exactly if nothing
// has to be added. What was added since a mark can be taken back.

import type { DiscreteView } from "../../engine/engine.ts";
import type { Checker } from "./checker.ts";
import type { SetId } from "./space.ts";
import type { RunTree, StepComponent } from "./step-component.ts";
import { ValueSets } from "./value-sets.ts";

/** There are too many combinations of values to look at: nothing is proved. */
export class TooMany extends Error {}

export class GrowingInvariant {
  readonly sets = new ValueSets();
  /** How much was added to sets. */
  added = 0;
  private latest: readonly [SetId, number] = [0, 0];
  /** Some combination of values makes the model fail: it has no successor. */
  faulty = false;
  private readonly checker: Checker;
  /** By component: how much of each set was looked at; undefined: nothing was. */
  private readonly seen: (ReadonlyMap<SetId, number> | undefined)[] = [];
  private readonly satisfied: boolean[] = [];
  private readonly active: boolean[] = [];
  private readonly fired: boolean[] = [];
  private readonly missing: number[] = [];
  private readonly waiting: (number[] | undefined)[] = [];
  private readonly flows: (SetId[] | undefined)[] = [];
  private readonly steps: number[] = [];
  private readonly queue: number[] = [];
  private readonly queued: boolean[] = [];
  private undo: (() => void)[] | undefined;
  private adds: number[] = [];
  private linked: number[] = [];
  private readonly choices: number[] = [];
  private workLeft = 0;
  private ofGuard = 0;
  /** What the last closing took. */
  spent = 0;

  constructor(checker: Checker) {
    this.checker = checker;
    for (const { index, sources } of checker.steps) {
      this.missing[index] = sources.length / 2;
      if (sources.length === 0) this.steps.push(index);
    }
    for (const { id, selects } of checker.space.network.edges) {
      for (const [at, { min, max }] of selects.entries()) {
        for (let value = min; value <= max; value++) this.sets.add(checker.space.ofSelect(id, at), value);
      }
    }
  }

  addState({ locations, cells }: DiscreteView): void {
    const { space } = this.checker;
    for (const process of space.tracked.processes) this.add(space.ofProcess(process), locations[process]!);
    for (const cell of space.tracked.cells) this.add(space.ofCellIn(cell, locations), cells[cell]!);
  }

  includes({ locations, cells }: DiscreteView): boolean {
    const { space } = this.checker;
    for (const process of space.tracked.processes) {
      if (!this.sets.has(space.ofProcess(process), locations[process]!)) return false;
    }
    for (const cell of space.tracked.cells) {
      if (!this.sets.has(space.ofCellIn(cell, locations), cells[cell]!)) return false;
    }
    return true;
  }

  /** From here on everything can be taken back, or kept. */
  mark(): void {
    this.undo = [];
  }

  keep(): void {
    this.undo = undefined;
  }

  takeBack(): void {
    for (const undo of this.undo!.reverse()) undo();
    this.undo = undefined;
    this.clear();
  }

  /**
   * Adds what joint steps lead to until nothing is missing. False: the target may hold somewhere. Throws `TooMany` when
   * it takes more work than is allowed; a single guard that takes more than `ofGuard` counts as true.
   */
  close(work: number, ofGuard: number = MOST_OF_GUARD): boolean {
    this.workLeft = work;
    this.ofGuard = ofGuard;
    try {
      return this.closed();
    } finally {
      this.spent = work - this.workLeft;
    }
  }

  private closed(): boolean {
    if (this.mayHold()) return false;
    for (let rounds = 1; ; rounds++) {
      const step = this.steps.pop();
      if (step !== undefined) this.tryStep(step);
      else {
        const component = this.queue.shift();
        if (component === undefined) return !this.mayHold();
        this.queued[component] = false;
        this.look(this.checker.components[component]!);
      }
      if (rounds % ROUNDS === 0 && this.mayHold()) return false;
    }
  }

  add(set: SetId, value: number): void {
    const { space, readers, stepsFrom } = this.checker;
    const { network } = space;
    const stack = [set, value];
    while (stack.length > 0) {
      const added = stack.pop()!;
      const into = stack.pop()!;
      if (!this.sets.add(into, added)) continue;
      this.added++;
      this.latest = [into, added];
      this.undo?.push(() => this.sets.drop(into));
      const union = this.checker.unionOf(into);
      if (union !== undefined) stack.push(union, added);
      for (const further of this.flows[into] ?? []) stack.push(further, added);
      for (const component of readers[into] ?? []) this.wake(component);
      if (into < network.processes.length) {
        for (const step of stepsFrom(into, added)) {
          this.missing[step]!--;
          this.undo?.push(() => this.missing[step]!++);
          if (this.missing[step] === 0) this.steps.push(step);
        }
      }
    }
  }

  /** What was added last, in words. */
  get lastAdded(): string {
    const [set, value] = this.latest;
    return this.checker.space.describe(set, value);
  }

  private wake(component: number): void {
    if (this.queued[component] === true) return;
    if (this.active[component] !== true && (this.waiting[component]?.length ?? 0) === 0) return;
    this.queued[component] = true;
    this.queue.push(component);
  }

  /** A step happens once all its components can. */
  private tryStep(index: number): void {
    if (this.fired[index] === true || this.missing[index]! > 0) return;
    const step = this.checker.steps[index]!;
    for (const component of step.components) {
      if (this.isSatisfied(component)) continue;
      this.waiting[component.index] ??= [];
      const waiting = this.waiting[component.index]!;
      waiting.push(index);
      this.undo?.push(() => void waiting.splice(waiting.indexOf(index), 1));
      return;
    }
    this.flag(this.fired, index);
    const { targets, flows } = step;
    for (let at = 0; at < targets.length; at += 2) this.add(targets[at]!, targets[at + 1]!);
    for (let at = 0; at < flows.length; at += 2) this.link(flows[at]!, flows[at + 1]!);
    for (const component of step.components) {
      if (!component.script.hasEffects || this.active[component.index] === true) continue;
      this.flag(this.active, component.index);
      this.wake(component.index);
    }
  }

  private look(component: StepComponent): void {
    const { index } = component;
    if (this.active[index] !== true) {
      if (!this.isSatisfied(component)) return;
      const waiting = this.waiting[index]!;
      const woken = [...waiting];
      waiting.length = 0;
      this.undo?.push(() => void waiting.push(...woken));
      this.steps.push(...woken);
      return;
    }
    this.adds = [];
    this.linked = [];
    this.enumerate(component, (outcome) => {
      for (const one of outcome.adds) this.adds.push(one);
      for (const one of outcome.flows) this.linked.push(one);
      return false;
    });
    for (let at = 0; at < this.adds.length; at += 2) this.add(this.adds[at]!, this.adds[at + 1]!);
    for (let at = 0; at < this.linked.length; at += 2) this.link(this.linked[at]!, this.linked[at + 1]!);
  }

  private link(from: SetId, to: SetId): void {
    this.flows[from] ??= [];
    const flows = this.flows[from]!;
    if (from === to || flows.includes(to)) return;
    flows.push(to);
    this.undo?.push(() => void flows.splice(flows.indexOf(to), 1));
    for (const value of [...this.sets.of(from)]) this.add(to, value);
  }

  private mayHold(): boolean {
    const { target } = this.checker;
    return target.mayHold((component) => this.isSatisfied(component));
  }

  private isSatisfied(component: StepComponent): boolean {
    const { index } = component;
    if (this.satisfied[index] === true) return true;
    if (this.neverHolds(component)) return false;
    const left = this.workLeft;
    // Where a guard takes too long to decide it counts as true.
    this.workLeft = Math.min(left, this.ofGuard);
    const allowed = this.workLeft;
    let holds = true;
    try {
      holds = this.enumerate(component, () => true);
    } catch (error) {
      if (!(error instanceof TooMany) || left <= this.ofGuard) throw error;
    } finally {
      this.workLeft += left - allowed;
    }
    if (!holds) return false;
    this.flag(this.satisfied, index);
    return true;
  }

  /** As far as where values lie says; it is asked again when one of the sets has grown. */
  private neverHolds({ index, reads, script }: StepComponent): boolean {
    return (
      script.neverHolds?.((set) => {
        if (!reads.has(set)) {
          reads.add(set);
          this.checker.noteReader(set, index);
        }
        return this.sets.hullOf(set);
      }) === true
    );
  }

  private flag(flags: boolean[], index: number): void {
    flags[index] = true;
    this.undo?.push(() => {
      flags[index] = false;
    });
  }

  /** Calls for every combination that holds and was not looked at before; true when the call ended it. */
  private enumerate(
    component: StepComponent,
    visit: (outcome: Extract<RunTree, { kind: "outcome" }>) => boolean,
  ): boolean {
    const { index } = component;
    const before = this.seen[index];
    let growing = 0;
    for (const set of component.reads) if (this.sets.of(set).length > (before?.get(set) ?? 0)) growing++;
    const root = component.root ?? this.grow(component, 0);
    if (this.visit(component, root, 0, before === undefined, growing, before, visit)) return true;
    this.seen[index] = new Map([...component.reads].map((set) => [set, this.sets.of(set).length]));
    this.undo?.push(() => {
      this.seen[index] = before;
    });
    return false;
  }

  private visit(
    component: StepComponent,
    tree: RunTree,
    depth: number,
    isNew: boolean,
    growing: number,
    before: ReadonlyMap<SetId, number> | undefined,
    visit: (outcome: Extract<RunTree, { kind: "outcome" }>) => boolean,
  ): boolean {
    if (--this.workLeft < 0) throw new TooMany();
    if (tree.kind === "outcome") {
      if (!isNew) return false;
      if (tree.faulty) this.faulty = true;
      return tree.holds && visit(tree);
    }
    const values = this.sets.of(tree.set);
    const old = before?.get(tree.set) ?? 0;
    const left = values.length > old ? growing - 1 : growing;
    // Where nothing else below can be new, the value has to be.
    const from = isNew || left > 0 || component.script.choosesAgain ? 0 : old;
    for (let at = from; at < values.length; at++) {
      const value = values[at]!;
      this.choices[depth] = value;
      let below = tree.by.get(value);
      if (below === undefined) {
        below = this.grow(component, depth + 1);
        tree.by.set(value, below);
      }
      if (this.visit(component, below, depth + 1, isNew || at >= old, left, before, visit)) return true;
    }
    return false;
  }

  private grow(component: StepComponent, depth: number): RunTree {
    const { checker } = this;
    this.workLeft -= RUN;
    if (checker.kept > MOST_KEPT) throw new TooMany();
    checker.kept++;
    return component.grow(
      checker.machine,
      this.choices,
      depth,
      (set) => this.sets.of(set)[0] ?? 0,
      (set) => checker.noteReader(set, component.index),
    );
  }

  private clear(): void {
    this.steps.length = 0;
    for (const component of this.queue) this.queued[component] = false;
    this.queue.length = 0;
  }
}

/** Steps and components between looks at the target. */
const ROUNDS = 64;
/** What a run costs, in visits of the tree. */
const RUN = 10;
/** Visits for a guard. */
const MOST_OF_GUARD = 50_000;
/** Runs that are kept. */
const MOST_KEPT = 2_000_000;
