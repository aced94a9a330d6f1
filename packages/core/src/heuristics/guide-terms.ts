// Expressions over the model by which people guide a search. They are read where the model's language is known, travel
// with the question, and are looked up here by their text. They order states and claim nothing.

import type { DiscreteView } from "../engine/engine.ts";
import { compileExpression, FunctionTable, Machine } from "../semantics/evaluate/index.ts";
import { ModelFault } from "../semantics/fault.ts";
import { expression, list, type Param, type Refusal } from "../spec/index.ts";
import type { Guarantees, Problem } from "./heuristic.ts";

/** Hints as whoever takes them has them: explicit searches, walks, searches by sets. */
export function hintList(rest: string): Param<readonly string[]> {
  return list(expression({ doc: "a condition" }), {
    doc: `conditions in UPPAAL\u2019s language, clocks apart, the narrowest first: \`["queue == 0", "queue < 3"]\`; ${rest}`,
  });
}

/** An estimate made of them is never infinite, and says nothing of distances. */
export const ORDERS_ONLY: Guarantees = { safe: true, admissible: false, consistent: false, clocks: "ignored" };

/** Undefined where evaluating it fails. */
export type GuideValue = (state: DiscreteView) => number | undefined;

/** A number needs no model; for everything else there must have been somebody who knows its language. */
export function whyNotGuided({ guidance = [] }: Problem, texts: readonly string[]): Refusal | undefined {
  const unread = texts.find((text) => !isNumber(text) && !guidance.some((term) => term.text === text));
  return unread === undefined ? undefined : `the expression \`${unread}\` was not read with the model`;
}

export function guideValue(
  { network, guidance = [] }: Pick<Problem, "network" | "guidance">,
  text: string,
): GuideValue {
  if (isNumber(text)) return () => Number(text);
  const { value, frameSize } = guidance.find((term) => term.text === text)!;
  const machine = new Machine(network.cells);
  const evaluate = compileExpression(value, new FunctionTable(network.functions));
  return ({ locations, cells }) => {
    machine.load(Int32Array.from(locations), cells, frameSize);
    try {
      return evaluate(machine);
    } catch (error) {
      if (error instanceof ModelFault) return undefined;
      throw error;
    }
  };
}

/** As a condition: what fails to be evaluated is no reason to go there. */
export function guideCondition(problem: Problem, text: string): (state: DiscreteView) => boolean {
  const value = guideValue(problem, text);
  return (state) => (value(state) ?? 0) !== 0;
}

const isNumber = (text: string): boolean => /^\s*-?\d{1,9}\s*$/.test(text);
