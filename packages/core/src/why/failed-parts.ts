// Which parts of an invariant fail in the last state of its counterexample.

import { createConcreteSemantics } from "../engine/index.ts";
import type { Network, Query } from "../network/index.ts";
import type { Trace } from "../trace/index.ts";
import { conjunctsOf } from "./conjuncts.ts";
import { FormulaText } from "./formula-text.ts";
import type { Why } from "./why.ts";

/** Enough to see the pattern. */
const MOST = 3;

export function failedParts(
  network: Network,
  { formula, frameSize }: Extract<Query, { kind: "A[]" }>,
  { final, end }: Trace,
): Why | undefined {
  const parts = conjunctsOf(formula);
  // A single part is what the query says itself; a fault is told elsewhere.
  if (end !== "target" || parts.length < 2) return undefined;
  const semantics = createConcreteSemantics(network);
  const failed = parts.filter((part) => !semantics.holds(part, frameSize, final));
  if (failed.length === 0 || failed.length === parts.length) return undefined;
  const text = new FormulaText(network);
  const shown = failed.slice(0, MOST);
  const values = new Set(shown.map((part) => text.values(part, final)).filter((value) => value !== ""));
  return { kind: "failed", parts: shown.map((part) => text.of(part)), values: [...values].join(", ") };
}
