// From a way through canonical forms to a run of the network: every step is taken back through the exchanges that were
// made up to there.

import type { Network } from "../network/index.ts";
import type { JointTransition } from "../semantics/joint-transition.ts";
import { applyDiscrete, type UnitSwap } from "./canonical-form.ts";
import { swapTransition } from "./swap.ts";
import type { SymmetricEngine } from "./symmetric-engine.ts";

export interface Unfolded {
  /** The discrete state in which the run begins. */
  readonly locations: Int32Array;
  readonly cells: Int32Array;
  readonly transitions: readonly JointTransition[];
  /** What a step of the last state of the way is in the run. */
  real(transition: JointTransition): JointTransition;
}

/** Takes the candidates of a way again, in a fresh engine. */
export function unfold(network: Network, [first, ...rest]: readonly number[], fresh: SymmetricEngine): Unfolded {
  const { canonical: form } = fresh;
  const { classes } = form.symmetry;
  fresh.initial();
  let back = [...fresh.exchangesOf(first!)].reverse();
  let at = fresh.insert(first!, -1, 0);
  const view = fresh.view(at);
  const [locations, cells] = [Int32Array.from(view.locations), Int32Array.from(view.cells)];
  for (const exchange of back) applyDiscrete(form.swap(exchange), locations, cells);
  const real = (transition: JointTransition): JointTransition =>
    back.reduce((step, exchange) => swapTransition(network, classes, form.swap(exchange), step), transition);
  const transitions = rest.map((ordinal, depth) => {
    const transition = real(fresh.expand(at).transition(ordinal));
    const exchanges = fresh.exchangesOf(ordinal);
    // With falling costs no state is covered by its predecessors.
    at = fresh.insert(ordinal, at, -depth - 1);
    back = shortened([...[...exchanges].reverse(), ...back]);
    return transition;
  });
  return { locations, cells, transitions, real };
}

/** Two times the same exchange is none. */
function shortened(exchanges: readonly UnitSwap[]): UnitSwap[] {
  const left: UnitSwap[] = [];
  for (const exchange of exchanges) {
    const last = left.at(-1);
    if (last?.block === exchange.block && last.i === exchange.i && last.j === exchange.j) left.pop();
    else left.push(exchange);
  }
  return left;
}
