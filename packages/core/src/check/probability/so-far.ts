// What is known of a probability when its computation is cut short: bounds from the equations that were being solved,
// or from the part of the graph that was built. There, states that were met and not expanded may reach what is sought
// or not: counted as never reaching they give the bound from below, as reaching it that from above.

import type { PathFormula, Property } from "../../network/index.ts";
import {
  type ExplicitModel,
  explicitModel,
  type Graph,
  partlyKnown,
  type SoFar,
  type StateSet,
} from "../../probabilistic/index.ts";
import { limitOf } from "../answer.ts";
import type { Session } from "../session.ts";
import type { Quantity } from "../verdict.ts";
import { type FormulaJudge, pointwise } from "./pointwise.ts";
import { untilOf } from "./refutation.ts";

/** How far it came: the states that were met, and what was being solved over all of them. */
export interface CutShort {
  readonly graph: Graph;
  readonly order: readonly number[];
  readonly judge: FormulaJudge;
  /** Where the graph was finished. */
  readonly model?: ExplicitModel;
  readonly soFar?: SoFar;
}

interface Bounds {
  readonly lower: number;
  readonly upper: number;
}
const ANYTHING: Bounds = { lower: 0, upper: 1 };

/** Undefined: nothing was asked for that has bounds of its own. */
export function knownSoFar(session: Session, property: Property, known: CutShort | undefined): Quantity | undefined {
  if (property.kind === "reward") {
    const { measure } = property;
    const lower = measure.op === "F" ? inTheGrace(session, () => known && earnedSoFar(known, measure.target)) : 0;
    return { kind: "reward", lower: lower ?? 0, proven: true };
  }
  if (property.kind !== "probability") return undefined;
  const until = untilOf(property.path);
  const isMax = (property.ask.optimum ?? "max") === "max";
  const optimum = isMax === until?.isInverse ? "min" : "max";
  const ask = (): Bounds | undefined => until && known && untilSoFar(known, until, optimum, property.path);
  const { lower, upper } = inTheGrace(session, ask) ?? ANYTHING;
  const bounds = until?.isInverse ? { lower: 1 - upper, upper: 1 - lower } : { lower, upper };
  return { kind: "probability", ...bounds, proven: true };
}

function earnedSoFar({ graph, judge, model, soFar }: CutShort, target: Property): number | undefined {
  if (pointwise(graph, target, judge) === undefined || model === undefined) return undefined;
  return soFar?.between(model.initial)?.lower;
}

function inTheGrace<T>(session: Session, work: () => T): T | undefined {
  try {
    return session.finish(work);
  } catch (error) {
    if (limitOf(error) === undefined) throw error;
    return undefined;
  }
}

function untilSoFar(
  { graph, order, judge, model, soFar }: CutShort,
  { to, through }: { readonly to: Property; readonly through?: Property },
  optimum: "min" | "max",
  { lower: from, upper: within }: PathFormula,
): Bounds | undefined {
  if (from !== undefined && from > 0) return undefined;
  const [isTarget, mayPass] = [pointwise(graph, to, judge), through && pointwise(graph, through, judge)];
  // Inside of formulas there may be questions of their own, which were being solved.
  if (isTarget === undefined || (through !== undefined && mayPass === undefined)) return undefined;
  const solved = within === undefined && model !== undefined ? soFar?.between(model.initial) : undefined;
  const bounds = solved ?? ofPart(graph, order, { isTarget, mayPass: mayPass ?? (() => true) }, optimum);
  // Within so many steps, or so much time, it is at most as likely as without an end.
  return within === undefined ? bounds : { ...bounds, lower: 0 };
}

function ofPart(
  graph: Graph,
  order: readonly number[],
  { isTarget, mayPass }: { isTarget(state: number): boolean; mayPass(state: number): boolean },
  optimum: "min" | "max",
): Bounds {
  const where = (holds: (state: number) => boolean): StateSet => Uint8Array.from(order, (s) => (holds(s) ? 1 : 0));
  const expanded = where((state) => graph.isExpanded(state));
  // Labels may expand states: they count as if they had not been.
  const [right, left] = [where(isTarget), where(mayPass)];
  return partlyKnown(explicitModel(graph, order), { left, right, expanded, optimum });
}
