// Shows that a clock grows without bound although no single state lets it: somewhere on the path to a state a part
// repeats, and each time the clock has grown. If the zone after the part contains the zone before it with the clock
// moved up by d > 0, if the clock is not set in between, and if it lies above every constant it is compared with,
// then the same steps can be taken again from there: they do not see the clock, so everything just moves up once more.
// Zones may be extrapolated: what they add is simulated by real valuations, with the same delays, that agree on the clock.

import type { StateId } from "../../engine/engine.ts";
import { type ClockBounds, symmetric } from "../../engine/index.ts";
import { type Network, type Statement, visitStatements } from "../../network/index.ts";
import type { Path } from "../../trace/index.ts";
import { constantOf, copyZone, INF, includes, le } from "../../zone/index.ts";
import type { StateReader } from "./state-reader.ts";

/** Reading two zones and comparing them, in states of a path walked along. */
const COST_OF_ZONES = 20;
const MOST_PER_LOOK = 5_000;

export class Pump {
  private readonly states: StateReader;
  private readonly row: number;
  private readonly constant: number;
  private readonly setters: ReadonlySet<number>;

  /** `bounds` are those of the model and the condition alone, without what is being measured. */
  constructor(network: Network, states: StateReader, bounds: ClockBounds, row: number) {
    this.states = states;
    this.row = row;
    this.constant = largestConstant(bounds, row - 1);
    this.setters = edgesThatSet(network, row - 1);
  }

  /**
   * Does a part of the path to this state show that the clock has no bound there? The path is asked for its transitions
   * when that is all that is left to see. `cost` counts states looked at.
   */
  look(state: StateId, pathTo: () => Path): { readonly repeats: boolean; readonly cost: number } {
    const { engine } = this.states;
    const visits = new Map<number, StateId[]>();
    let cost = 0;
    let back = 0;
    for (let at: StateId | -1 = state; at >= 0 && cost < MOST_PER_LOOK; at = engine.parentOf(at), back++, cost++) {
      const discrete = engine.discreteOf(at);
      const later = visits.get(discrete);
      if (later === undefined) visits.set(discrete, [at]);
      for (const visit of later ?? []) {
        cost += COST_OF_ZONES;
        // Where the clock was set since, it was also set since any earlier state.
        if (this.repeats(at, visit)) return { repeats: !this.isSetInTheLast(back, pathTo()), cost };
      }
      later?.push(at);
    }
    return { repeats: false, cost };
  }

  private isSetInTheLast(steps: number, { transitions }: Path): boolean {
    return transitions
      .slice(transitions.length - steps)
      .some(({ edges }) => edges.some(({ edge }) => this.setters.has(edge)));
  }

  private repeats(earlier: StateId, later: StateId): boolean {
    if (this.states.engine.discreteOf(earlier) !== this.states.engine.discreteOf(later)) return false;
    const before = this.states.valuationsOf(earlier);
    const after = this.states.valuationsOf(later);
    const { dim } = this.states.semantics;
    const [low, high] = [before[this.row * dim]!, after[this.row * dim]!];
    if (low === INF || high === INF) return false;
    const growth = constantOf(high) - constantOf(low);
    if (growth <= 0 || -constantOf(before[this.row]!) <= this.constant) return false;
    return includes(after, this.movedUp(before, growth), dim);
  }

  private movedUp(zone: Int32Array, by: number): Int32Array {
    const { dim } = this.states.semantics;
    const moved = copyZone(zone);
    for (let other = 0; other < dim; other++) {
      if (other === this.row) continue;
      const above = this.row * dim + other;
      const below = other * dim + this.row;
      if (moved[above] !== INF) moved[above] = moved[above]! + le(by);
      if (moved[below] !== INF) moved[below] = moved[below]! - le(by);
    }
    return moved;
  }
}

function largestConstant(bounds: ClockBounds, clock: number): number {
  let largest = Number.NEGATIVE_INFINITY;
  const { everywhere, locations } = symmetric(bounds);
  for (const { clocks, upper } of [everywhere, ...locations.flat()]) {
    const at = clocks.indexOf(clock);
    if (at >= 0) largest = Math.max(largest, upper[at]!);
  }
  return largest;
}

/** Edges whose update, or a function it calls, may set the clock. */
function edgesThatSet(network: Network, clock: number): Set<number> {
  const called = new Map<number, boolean>();
  const sets = (statements: readonly Statement[]): boolean => {
    let found = false;
    visitStatements(statements, {
      expression: (expression) => {
        if (expression.kind === "call") found ||= setsInFunction(expression.function);
        if (expression.kind !== "clock-assign") return;
        const { space, base, steps } = expression.clock;
        const reach = steps.reduce((sum, { count, stride }) => sum + (count - 1) * stride, 0);
        found ||= space === "reference" || (base <= clock && clock <= base + reach);
      },
    });
    return found;
  };
  const setsInFunction = (index: number): boolean => {
    const known = called.get(index);
    if (known !== undefined) return known;
    called.set(index, false);
    const answer = sets(network.functions[index]!.body);
    called.set(index, answer);
    return answer;
  };
  const always = sets([...network.beforeUpdate, ...network.afterUpdate]);
  return new Set(network.edges.filter(({ update }) => always || sets(update)).map(({ id }) => id));
}
