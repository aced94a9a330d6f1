// The zones along a run: what UPPAAL's trace files hold of each state.

import type { Network } from "../../../network/index.ts";
import { createSymbolicSemantics, type Discrete, sameTransition } from "../../../semantics/index.ts";
import { INF } from "../../../zone/index.ts";
import type { Trace } from "../../trace.ts";

export interface SymbolicPoint {
  readonly discrete: Discrete;
  readonly zone: Int32Array;
}

interface Piece extends SymbolicPoint {
  readonly parent?: Piece;
}

/** The initial state and the one behind each step, with time elapsed; `dim` is that of the zones. */
export function symbolicRun(
  network: Network,
  trace: Trace,
): { readonly states: readonly SymbolicPoint[]; readonly dim: number } {
  const semantics = createSymbolicSemantics(network);
  const initial = semantics
    .initial()
    .find(({ locations }) => locations.every((l, p) => l === trace.initial.locations[p]))!;
  // Pieces with the one they came from, since a piece met first need not be the one from which the run goes on.
  let layer: Piece[] = semantics.elapse(initial, initial.zone).map((zone) => ({ zone, discrete: initial }));
  for (const { transition } of trace.steps) {
    layer = layer.flatMap((parent) =>
      semantics
        .successors(parent.discrete, parent.zone)
        .moves.filter((move) => sameTransition(move.transition, transition))
        .flatMap(({ target: discrete, entry }) =>
          semantics.elapse(discrete, entry).map((zone): Piece => ({ zone, discrete, parent })),
        ),
    );
  }
  const states: Piece[] = [];
  for (let piece = layer[0]; piece !== undefined; piece = piece.parent) states.unshift(piece);
  return { states, dim: semantics.dim };
}

/** The bounds of a zone that say something: x_i − x_j against `bound`. */
export function boundsOf({ zone }: SymbolicPoint, dim: number): { i: number; j: number; bound: number }[] {
  const bounds: { i: number; j: number; bound: number }[] = [];
  for (let i = 0; i < dim; i++) {
    for (let j = 0; j < dim; j++) {
      const bound = zone[i * dim + j]!;
      if (i !== j && bound !== INF) bounds.push({ i, j, bound });
    }
  }
  return bounds;
}
