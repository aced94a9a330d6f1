// Finds the steps of an `.xtr` file in the model. The file names edges as the file of the model has them, in an order
// of its own; several edges of the network may stand for one of them, so the run is followed symbolically, through the
// states that the file names.

import type { Network } from "../../../network/index.ts";
import { createSymbolicSemantics, type Discrete, sameTransition } from "../../../semantics/index.ts";
import type { JointTransition } from "../../../semantics/joint-transition.ts";
import type { Path } from "../../trace.ts";
import type { XtrRun, XtrState, XtrStep } from "./xtr.ts";

interface Branch {
  readonly discrete: Discrete;
  readonly zone: Int32Array;
  readonly initial: number;
  /** The steps so far, the last one first: branches share what they have in common. */
  readonly steps?: Steps;
}

interface Steps {
  readonly last: JointTransition;
  readonly before: Steps | undefined;
}

/** Every path that the file may mean, at least one. */
export function resolveXtr(network: Network, run: XtrRun): readonly Path[] | { readonly problem: string } {
  const semantics = createSymbolicSemantics(network);
  let branches: Branch[] = semantics
    .initial()
    .flatMap((discrete, initial) =>
      semantics.elapse(discrete, discrete.zone).map((zone) => ({ discrete, zone, initial })),
    )
    .filter(({ discrete }) => isAt(discrete, run.states[0]));
  if (branches.length === 0) return { problem: "the run begins elsewhere" };
  for (const [index, step] of run.steps.entries()) {
    branches = branches.flatMap(({ discrete, zone, initial, steps }) =>
      semantics
        .successors(discrete, zone)
        .moves.filter(({ transition, target }) => fits(transition, step) && isAt(target, run.states[index + 1]))
        .flatMap(({ transition, target, entry }) =>
          semantics.elapse(target, entry).map((next) => ({
            discrete: target,
            zone: next,
            initial,
            steps: { last: transition, before: steps },
          })),
        ),
    );
    if (branches.length === 0) return { problem: `step ${index + 1} is not possible, or leads elsewhere` };
  }
  const paths: Path[] = [];
  for (const { initial, steps } of branches) {
    const transitions = inOrder(steps);
    const known = paths.some(
      (path) =>
        path.initial === initial && path.transitions.every((one, index) => sameTransition(one, transitions[index]!)),
    );
    if (!known) paths.push({ initial, transitions });
  }
  return paths;
}

function inOrder(steps: Steps | undefined): JointTransition[] {
  const transitions: JointTransition[] = [];
  for (let at = steps; at !== undefined; at = at.before) transitions.push(at.last);
  return transitions.reverse();
}

/** UPPAAL's list of variables need not be ours; where it may be, it is compared. */
function isAt({ locations, cells }: Discrete, state: XtrState | undefined): boolean {
  if (state === undefined) return true;
  if (state.locations.some((location, process) => location !== locations[process])) return false;
  return state.values.length !== cells.length || state.values.every((value, cell) => value === cells[cell]);
}

/** The same participants, in any order. */
function fits({ edges }: JointTransition, { participants }: XtrStep): boolean {
  return (
    edges.length === participants.length &&
    edges.every(({ edge, select }) =>
      participants.some(
        (one) =>
          one.candidates.some(({ id }) => id === edge) &&
          select.length === one.select.length &&
          select.every((value, k) => value === one.select[k]),
      ),
    )
  );
}
