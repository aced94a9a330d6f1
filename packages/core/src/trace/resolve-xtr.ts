// Finds the steps of an `.xtr` file in the model. The file names edges as the file of the model has them, in an order
// of its own; several edges of the network may stand for one of them, so the run is followed symbolically.

import type { JointTransition } from "../engine/engine.ts";
import { createSymbolicSemantics, type Discrete } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import type { Path } from "./trace.ts";
import type { XtrStep } from "./xtr.ts";

interface Branch {
  readonly discrete: Discrete;
  readonly zone: Int32Array;
  readonly initial: number;
  readonly transitions: readonly JointTransition[];
}

export function resolveXtr(network: Network, steps: readonly XtrStep[]): Path | { readonly problem: string } {
  const semantics = createSymbolicSemantics(network);
  let branches: Branch[] = semantics
    .initial()
    .flatMap((discrete, initial) =>
      semantics.elapse(discrete, discrete.zone).map((zone) => ({ discrete, zone, initial, transitions: [] })),
    );
  for (const [index, step] of steps.entries()) {
    branches = branches.flatMap(({ discrete, zone, initial, transitions }) =>
      semantics
        .successors(discrete, zone)
        .moves.filter(({ transition }) => fits(transition, step))
        .flatMap(({ transition, target, entry }) =>
          semantics.elapse(target, entry).map((next) => ({
            discrete: target,
            zone: next,
            initial,
            transitions: [...transitions, transition],
          })),
        ),
    );
    if (branches.length === 0) return { problem: `step ${index + 1} is not possible` };
  }
  const [found] = branches;
  if (found === undefined) return { problem: "there is no initial state" };
  return { initial: found.initial, transitions: found.transitions };
}

/** The same participants, in any order. */
function fits({ edges }: JointTransition, { participants }: XtrStep): boolean {
  return (
    edges.length === participants.length &&
    edges.every(({ edge, select }) =>
      participants.some(
        (one) => one.candidates.some(({ id }) => id === edge) && select.every((value, k) => value === one.select[k]),
      ),
    )
  );
}
