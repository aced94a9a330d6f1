// Hints as sets of states: conditions that people write, or those that are made of the processes.

import type { Problem } from "../../heuristics/index.ts";
import type { Expression } from "../../network/index.ts";
import { FormulaSets, type Hint, processHints, type SymbolicSystem } from "../../symbolic/index.ts";

export function hintsOf(
  { target, frameSize, guidance = [] }: Problem,
  system: SymbolicSystem,
  asked: "none" | "auto" | readonly string[],
): readonly Hint[] {
  if (asked === "none") return [];
  const { accesses } = system.structure;
  if (asked === "auto") return processHints(system, accesses.ofFormula(target).askedProcesses);
  const terms = asked.map((text) => guidance.find((term) => term.text === text));
  const frame = terms.reduce((most, term) => Math.max(most, term?.frameSize ?? 0), frameSize);
  const formulas = new FormulaSets(system, frame);
  return terms.map((term, at): Hint => {
    // A number needs no model.
    const condition: Expression = term?.value ?? { kind: "constant", value: Number(asked[at]) };
    return (set) => formulas.where({ kind: "data", condition }, set).yes;
  });
}
