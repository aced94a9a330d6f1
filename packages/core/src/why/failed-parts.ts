// Which parts of a formula fail in a state.

import { type ConcreteState, createConcreteSemantics } from "../engine/index.ts";
import type { Formula, Network } from "../network/index.ts";
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
  const failed = parts.filter((part) => !semantics.holds(part, frameSize, state));
  if (failed.length === 0) return undefined;
  const text = new FormulaText(network, asked);
  const shown = failed.slice(0, MOST);
  const values = new Set(shown.map((part) => text.values(part, state)).filter((value) => value !== ""));
  const isSome = failed.length < parts.length;
  const isCompound = shown.some((part) => alternativesOf(part).length > 1);
  return { parts: shown.map((part) => text.of(part)), values: [...values].join(", "), isSome, isCompound };
}
