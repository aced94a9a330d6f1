// A variable that a condition reads twice is one variable: `v + v == 3` is not met by v having been 1 and 2. Sets alone
// do not see that, so where a run reads something again that may have several values, it is repeated with each of
// them (each tuple of them, if there are several such variables), and what it may yield is what these runs yield.

import {
  type AbstractEvaluator,
  type AbstractMachine,
  NoStep,
  type SetVariable,
  TooComplex,
} from "../../../value-sets/abstract-machine.ts";
import { EMPTY, isEmpty, type ValueSet } from "../../../value-sets/value-set.ts";

/**
 * More tuples than `most` are not gone through, and the sets count as they are: more is possible then, never less, and
 * larger sets never yield less than smaller ones.
 */
export function withOneValueEach(run: AbstractEvaluator, most: number): AbstractEvaluator {
  return (m) => {
    const all = run(m);
    // What sets yield may be one value, and yet every single tuple fails.
    if (isEmpty(all)) return all;
    const variables = m.readAgain();
    if (variables.length === 0) return all;
    let tuples = 1;
    for (const { set } of variables) tuples *= set.values === null ? Number.POSITIVE_INFINITY : set.values.length;
    return tuples > most ? all : m.keepingReads(() => onTuples(m, run, variables, all));
  };
}

function unlessItFails(m: AbstractMachine, run: AbstractEvaluator): ValueSet {
  try {
    return run(m);
  } catch (error) {
    if (error instanceof NoStep) return EMPTY;
    throw error;
  }
}

function onTuples(
  m: AbstractMachine,
  run: AbstractEvaluator,
  variables: readonly SetVariable[],
  all: ValueSet,
): ValueSet {
  let found = EMPTY;
  const choose = (at: number): void => {
    const variable = variables[at];
    if (variable === undefined) {
      m.start();
      found = m.pool.union(found, unlessItFails(m, run));
      return;
    }
    for (const value of variable.set.values!) {
      if (found === all) return;
      m.pin(variable, m.pool.single(value));
      choose(at + 1);
    }
  };
  try {
    choose(0);
  } catch (error) {
    // With one value each, a loop that sets had ended at once may take too many rounds.
    if (!(error instanceof TooComplex)) throw error;
    found = all;
  }
  for (const variable of variables) m.unpin(variable);
  return found;
}
