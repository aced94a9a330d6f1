// Partial-order reduction of infinite runs: in a state, a stubborn set of steps that no letter shows is enough, as long
// as no step is put off for ever. Every run then has one that is left and whose word differs in repeated letters only
// (Peled 1993; Valmari 1990), which formulas without X cannot tell.
//
// What is left of the model is decided once per state, whatever the automaton does there: the product with an automaton
// is then the product with a smaller model, and the trap of reducing the product itself (Siegel 2019) is not entered.
// Against putting off, the proviso C2cl (Bošnački, Leue and Lluch Lafuente 2006): every step that is left leads to a
// state that was not expanded yet, or all steps are taken. So in each cycle, the state that was expanded last takes all
// of its steps.

import type { Engine, Expansion, StateId } from "../engine/engine.ts";
import type { Formula, Network } from "../network/index.ts";
import { reductionObstacle } from "./obstacles.ts";
import type { ReductionCount } from "./reduced-engine.ts";
import { StubbornSets } from "./stubborn-sets.ts";
import { Visibility } from "./visibility.ts";

export class RunReducer {
  readonly count: ReductionCount = { possible: 0, left: 0 };
  private readonly sets: StubbornSets;

  constructor(network: Network, atoms: readonly Formula[], endsCount: boolean) {
    const visibility = new Visibility(network, atoms);
    // Runs may end where time may pass for ever, so it has to be seen whether it may.
    if (endsCount && !neverPasses(network)) {
      for (const [process, { locations }] of network.processes.entries()) {
        for (const [at, { urgent, committed }] of locations.entries()) {
          if (urgent || committed) visibility.addPlace(process, at);
        }
      }
    }
    this.sets = new StubbornSets(network, visibility);
  }

  /** The candidates that are enough, before the proviso is asked; undefined: all of them. */
  choose(
    engine: Engine,
    state: StateId,
  ): { readonly whole: Expansion; readonly chosen: readonly number[] | undefined } {
    const { locations, cells } = engine.view(state);
    const view = { locations: Int32Array.from(locations), cells: Int32Array.from(cells) };
    const whole = engine.expand(state);
    return { whole, chosen: this.sets.choose(view, whole) };
  }
}

/** Why runs are not reduced, in a user's words; undefined where they may be. */
export function runReductionObstacle(network: Network, endsCount: boolean): string | undefined {
  if (network.clocks.length > 0) return "clocks, of which infinite runs depend on everything";
  if (endsCount && !neverPasses(network) && network.channels.some(({ urgent }) => urgent)) {
    return "urgent channels, which decide where a run may stay for ever; with `--runs infinite` they do not";
  }
  return reductionObstacle(network);
}

/** Is some process in an urgent or committed location wherever it is? */
function neverPasses({ processes }: Network): boolean {
  return processes.some(({ locations }) => locations.every(({ urgent, committed }) => urgent || committed));
}
