// Steps of a run that look idle: between two visits of the same discrete state, of processes that the target does not
// ask about, and between two visits of a process to one of its locations.

import type { AttemptPlan } from "./attempt.ts";
import type { StepNumbers } from "./deletions.ts";
import type { Follower } from "./follower.ts";

/** Loops of one process that are tried one by one. */
const MOST_LOOPS = 20;

/** Disjoint loops in the discrete state, each as long as it can be. */
export function loopsOfRun(follower: Follower): readonly StepNumbers[] {
  const keys: string[] = [];
  follower.walk(0, follower.length, () => keys.push(follower.stepper.walker.discreteKey()));
  return erased(keys).map(({ from, to }) => range(from, to));
}

/** By process: all its steps, where the target is not known to need them. */
export function idleProcesses(follower: Follower): readonly StepNumbers[] {
  const { model } = follower.stepper;
  const initial = new Map<number, number>();
  const groups = stepsByProcess(follower);
  for (const { slots } of follower.plans) {
    for (const slot of slots) {
      const process = model.slotProcess[slot]!;
      if (!initial.has(process)) initial.set(process, model.slotSource[slot]!);
    }
  }
  follower.goTo(follower.length);
  return [...groups]
    .filter(([process]) => follower.stepper.couldMeetWith(process, initial.get(process)!))
    .map(([, steps]) => steps);
}

/**
 * Of processes that do not take part in most of what happens: disjoint loops in their locations, each as long as it can
 * be.
 */
export function ownLoops(follower: Follower): readonly StepNumbers[] {
  const busy = follower.length / 2;
  const processes = [...stepsByProcess(follower)].filter(([, steps]) => steps.length <= busy);
  return processes.flatMap(([process, steps]) =>
    erased(locationsAlong(follower, process, steps)).map(({ from, to }) => steps.slice(from, to)),
  );
}

/** Processes that come back to a location. */
export function wanderers(follower: Follower): readonly number[] {
  return [...stepsByProcess(follower)]
    .filter(([process, steps]) => erased(locationsAlong(follower, process, steps)).length > 0)
    .map(([process]) => process);
}

/** Loops of a process in its locations, the longest first. */
export function loopsOfProcess(follower: Follower, process: number): readonly StepNumbers[] {
  const steps = stepsByProcess(follower).get(process) ?? [];
  const keys = locationsAlong(follower, process, steps);
  const last = lastVisits(keys);
  return keys
    .map((key, from) => ({ from, to: last.get(key)! }))
    .filter(({ from, to }) => to > from)
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, MOST_LOOPS)
    .map(({ from, to }) => steps.slice(from, to));
}

/** Made once per run. */
const stepsOf = new WeakMap<readonly AttemptPlan[], ReadonlyMap<number, StepNumbers>>();

function stepsByProcess({ plans, stepper }: Follower): ReadonlyMap<number, StepNumbers> {
  const known = stepsOf.get(plans);
  if (known !== undefined) return known;
  const { slotProcess } = stepper.model;
  const steps = new Map<number, number[]>();
  stepsOf.set(plans, steps);
  for (const [i, { slots }] of plans.entries()) {
    for (const slot of slots) {
      const process = slotProcess[slot]!;
      const own = steps.get(process);
      if (own === undefined) steps.set(process, [i]);
      else own.push(i);
    }
  }
  return steps;
}

/** Where the process is before its steps, and behind the last. */
function locationsAlong({ plans, stepper }: Follower, process: number, steps: StepNumbers): readonly number[] {
  const { edges, slotEdge, slotProcess } = stepper.model;
  const own = steps.map((step) => {
    const slot = plans[step]!.slots.find((slot) => slotProcess[slot] === process)!;
    return edges[slotEdge[slot]!]!.edge;
  });
  return [...own.map(({ source }) => source), ...own.slice(-1).map(({ target }) => target)];
}

/** Stretches between the first and the last visit of a key, one behind the other. */
function erased<Key>(keys: readonly Key[]): readonly { readonly from: number; readonly to: number }[] {
  const last = lastVisits(keys);
  const loops: { from: number; to: number }[] = [];
  for (let from = 0; from < keys.length; ) {
    const to = last.get(keys[from]!)!;
    if (to > from) loops.push({ from, to });
    from = to + 1;
  }
  return loops;
}

function lastVisits<Key>(keys: readonly Key[]): ReadonlyMap<Key, number> {
  return new Map(keys.map((key, at) => [key, at]));
}

function range(from: number, to: number): StepNumbers {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
