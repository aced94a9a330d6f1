// A stem that ends with the last steps of its loop is a part of it: u a (v a)ω is u (a v)ω. So it comes about where an
// automaton has to wait for what the loop does anyway. It is the same run, told with fewer steps.

import { sameTransition } from "../../semantics/index.ts";
import type { TimingGoal } from "../timing-problem.ts";
import type { Path, Trace } from "../trace.ts";
import { sameDiscrete } from "./judge-loop.ts";

/**
 * The path goes round its loop once, from `loopStart` on; `trace` is its run, which may tell more turns, or later ones.
 * Undefined where the loop begins as early as it can.
 */
export function rolledUp(
  path: Path,
  loopStart: number,
  { initial, steps }: Trace,
): { readonly path: Path; readonly goal: TimingGoal } | undefined {
  const { transitions } = path;
  const stateAt = (index: number) => (index === 0 ? initial : steps[index - 1]!.state);
  const isSame = (a: number, b: number): boolean =>
    sameTransition(transitions[a]!, transitions[b]!) && sameDiscrete(stateAt(a), stateAt(b));
  let begin = loopStart;
  let end = transitions.length;
  while (begin > 0 && isSame(begin - 1, end - 1)) {
    begin--;
    end--;
  }
  if (begin === loopStart) return undefined;
  return { path: { ...path, transitions: transitions.slice(0, end) }, goal: { kind: "loop", loopStart: begin } };
}
