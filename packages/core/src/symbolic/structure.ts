// What diagrams have to know of a network before anything is enumerated: its parts, how its clocks are read, its joint
// steps; and what stands in the way.

import { AccessAnalysis } from "../analysis/accesses.ts";
import { hasStopwatches, type Network, visitNetwork } from "../network/index.ts";
import { MOST_LEVELS } from "./diagrams.ts";
import type { ClockReading, StrictSide } from "./network/clock-reading.ts";
import { clockReading } from "./network/digitised-clocks.ts";
import { JointSteps, type StepChain } from "./network/joint-steps.ts";
import { StateAxes } from "./network/parts.ts";
import { NotForDiagrams } from "./refusal.ts";

/** What is known of a network before anything is enumerated. */
export interface Structure {
  readonly network: Network;
  readonly accesses: AccessAnalysis;
  readonly clocks: ClockReading;
  readonly parts: StateAxes;
  readonly steps: readonly StepChain[];
}

const MOST_INITIAL = 10_000;

const known = { literal: new WeakMap<Network, Structure>(), closed: new WeakMap<Network, Structure>() } as const;

/** The structure of a network, made when it is first asked for. Throws `NotForDiagrams`. */
export function structureOf(network: Network, side: StrictSide = "literal"): Structure {
  let structure = known[side].get(network);
  if (structure === undefined) {
    structure = makeStructure(network, side);
    known[side].set(network, structure);
  }
  return structure;
}

/** How clocks are read, if everything but joint steps can be as it is. Throws `NotForDiagrams`. */
export function clocksOf(network: Network): ClockReading {
  checkFeatures(network);
  return clockReading(network, new AccessAnalysis(network), "literal");
}

function checkFeatures(network: Network): void {
  const [obstacle] = network.obstacles;
  if (obstacle !== undefined) throw new NotForDiagrams(obstacle.feature);
  if (hasStopwatches(network)) throw new NotForDiagrams("clocks that stand still");
  checkAssignments(network);
}

function makeStructure(network: Network, side: StrictSide): Structure {
  checkFeatures(network);
  const initial = network.processes.reduce((product, process) => product * process.initial.length, 1);
  if (initial > MOST_INITIAL) throw new NotForDiagrams(`more than ${MOST_INITIAL} initial states`);
  const accesses = new AccessAnalysis(network);
  const clocks = clockReading(network, accesses, side);
  const parts = new StateAxes(
    network,
    accesses,
    network.clocks.map((_, clock) => clocks.reach[clock] ?? -1),
  );
  let levels = 0;
  for (let part = 0; part < parts.count; part++) if (parts.isKept(part)) levels++;
  if (levels > MOST_LEVELS) throw new NotForDiagrams(`more than ${MOST_LEVELS} variables and processes`);
  const steps = [...new JointSteps(network, parts, accesses, clocks).all()];
  return { network, accesses, clocks, parts, steps };
}

/** A clock that is set to what is computed, or to another one, may be set to a negative number. */
function checkAssignments(network: Network): void {
  visitNetwork(network, {
    expression(expression) {
      if (expression.kind !== "clock-assign") return;
      const { source, value } = expression;
      if (source !== undefined) throw new NotForDiagrams("clocks that are set to other clocks");
      if (value.kind !== "constant" || value.value < 0)
        throw new NotForDiagrams("clocks that are set to computed values");
    },
  });
}
