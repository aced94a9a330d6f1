// A* on whole units of time: states are plain data, a tick spends what a unit of time costs, every other step what it
// costs by itself. Equal states that were reached for less take the place of dearer ones.

import { NumberTable } from "../../basics/grow.ts";
import type { DiscreteView, Engine, StateId } from "../../engine/engine.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import { BestFirst } from "./best-first.ts";

/** What time and steps cost. */
export interface Spending {
  /** Of a unit of time in the state. */
  ofTick(state: DiscreteView): number;
  ofStep(state: DiscreteView, transition: JointTransition): number;
  /** Do steps cost anything at all? */
  readonly hasSteps: boolean;
  /** What a run through the state comes to at the least, when so much was spent. */
  ahead(state: DiscreteView, spent: number): number;
  /** How far the target seems, where somebody says so. */
  readonly order?: (state: DiscreteView) => number;
}

export class TickSearch extends BestFirst {
  private readonly tick: number;
  private readonly spending: Spending;
  private readonly spent = new NumberTable(new Float64Array(1024));
  private readonly timeStops: ((state: DiscreteView) => boolean) | undefined;

  /** `timeStops`: asked before every tick, where the network itself does not forbid it. */
  constructor(engine: Engine, tick: number, spending: Spending, timeStops?: (state: DiscreteView) => boolean) {
    super(engine);
    this.timeStops = timeStops;
    this.tick = tick;
    this.spending = spending;
  }

  protected begin(): void {
    const { count } = this.engine.initial();
    for (let i = 0; i < count; i++) this.enter(this.engine.insert(i, -1, 0), 0, 0);
  }

  protected expand(state: StateId, least: number): void {
    const { engine, spending, tick } = this;
    const spent = this.spent.get(state);
    const view = copied(engine.view(state));
    const expansion = engine.expand(state);
    // Time passes last.
    const hasTick = expansion.count > 0 && expansion.transition(expansion.count - 1).edges[0]!.edge === tick;
    const isTick = hasTick && !this.timeStops?.(view);
    const count = hasTick && !isTick ? expansion.count - 1 : expansion.count;
    const perTick = isTick ? spending.ofTick(view) : 0;
    for (let i = 0; i < count; i++) {
      const isLast = isTick && i === count - 1;
      const price = isLast ? perTick : spending.hasSteps ? spending.ofStep(view, expansion.transition(i)) : 0;
      this.enter(engine.insert(i, state, spent + price), spent + price, least);
    }
  }

  private enter(state: StateId, spent: number, atLeast: number): void {
    if (state < 0) return;
    this.spent.set(state, spent);
    const view = this.engine.view(state);
    const ahead = this.spending.ahead(view, spent);
    if (ahead === Number.POSITIVE_INFINITY) return;
    this.push(state, spent, Math.max(spent, ahead, atLeast), this.spending.order?.(view));
  }

  /** What was spent at each state on the way to what was found. */
  pathOfSpending(): readonly number[] {
    const spent: number[] = [];
    for (let state: StateId | -1 = this.found; state >= 0; state = this.engine.parentOf(state))
      spent.unshift(this.spent.get(state));
    return spent;
  }

  protected reached(state: StateId): number {
    return this.engine.satisfies(state, 0) ? this.spent.get(state) : Number.POSITIVE_INFINITY;
  }
}

function copied({ locations, cells }: DiscreteView): DiscreteView {
  return { locations: Array.from(locations), cells: Array.from(cells) };
}
