// Which parts of a formula fail in a state.

import { type Formula, implicationOf, type Network } from "../network/index.ts";
import { type ConcreteState, createConcreteSemantics } from "../semantics/index.ts";
import { alternativesOf, conjunctsOf } from "./conjuncts.ts";
import { FormulaText } from "./formula-text.ts";

/** Enough to see the pattern. */
const MOST = 3;

export interface FailedParts {
  readonly parts: readonly string[];
  /** What they read, as it is there. */
  readonly values: string;
  /** Does any other part hold? */
  readonly isSome: boolean;
  /** Are they made of several conditions? */
  readonly isCompound: boolean;
}

/** Undefined where nothing fails. */
export function failedParts(
  network: Network,
  { formula, frameSize, text: asked }: { readonly formula: Formula; readonly frameSize: number; readonly text: string },
  state: ConcreteState,
): FailedParts | undefined {
  const parts = conjunctsOf(formula);
  const semantics = createConcreteSemantics(network);
  const fails = (part: Formula): boolean => !semantics.holds(part, frameSize, state);
  const failed = parts.filter(fails);
  if (failed.length === 0) return undefined;
  const text = new FormulaText(network, asked);
  const shown = failed.flatMap((part) => narrowed(part, fails)).slice(0, MOST);
  const values = new Set(shown.map((part) => text.values(part, state)).filter((value) => value !== ""));
  const isSome = failed.length < parts.length;
  const isCompound = shown.some((part) => alternativesOf(part).length > 1);
  return { parts: shown.map((part) => text.of(part)), values: [...values].join(", "), isSome, isCompound };
}

/** Of `p imply (q and r)` only `p imply r`, where q holds. */
function narrowed(part: Formula, fails: (part: Formula) => boolean): Formula[] {
  const implication = implicationOf(part);
  if (implication === undefined) return [part];
  const { premise, conclusion } = implication;
  const inner = conjunctsOf(conclusion);
  const failed = inner.filter(fails).flatMap((one) => narrowed(one, fails));
  if (failed.length === 0 || (inner.length === 1 && failed[0] === inner[0])) return [part];
  return failed.map((one) => ({ kind: "or", imply: true, parts: [{ kind: "not", part: premise }, one] }));
}
