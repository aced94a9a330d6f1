// The value of a property in every state: truths, or numbers with the interval in which each lies for certain.
// Operators are evaluated from the inside; what intervals do not decide fractions do, where the graph is small.

import { defined } from "../basics/defined.ts";
import { once } from "../basics/once.ts";
import { compare, ONE, parseRational, type Rational, ZERO } from "../basics/rational.ts";
import { type Ask, numericFunction, type PathFormula, type Property, type RewardMeasure } from "../network/index.ts";
import { arithmetic, filtered, logic } from "./combinations.ts";
import {
  complementOf,
  type ExactStage,
  type ExactValues,
  exactEarnings,
  exactlyCarried,
  exactModel,
  exactSolution,
} from "./exact/index.ts";
import type { ExplicitModel } from "./explicit.ts";
import type { Host } from "./host.ts";
import { stepBack } from "./kernel/backward-steps.ts";
import {
  afterSteps,
  carried,
  longestRow,
  mayVanish,
  TINY,
  transient,
  untilWithin,
  widened,
} from "./measures/bounded.ts";
import { earningsOf, perStep, perTime } from "./measures/earnings.ts";
import { steadyState } from "./measures/steady.ts";
import { reachReward, type Solved, untilProbability } from "./measures/unbounded.ts";
import { complement, type Optimum, type StateSet } from "./model.ts";
import { canReach, reachedWithin, surelyNext } from "./qualitative.ts";
import { type Measured, Undecided, UnsupportedProperty, type Values } from "./values.ts";

const ROUNDING = 1.2e-16;

export class PropertyEvaluator {
  readonly model: ExplicitModel;
  private readonly host: Host;
  /** How a state formula of another language is judged. */
  private readonly formula: (property: Extract<Property, { kind: "formula" }>) => StateSet;

  constructor(
    model: ExplicitModel,
    host: Host,
    formula: (property: Extract<Property, { kind: "formula" }>) => StateSet,
  ) {
    this.model = model;
    this.host = host;
    this.formula = formula;
  }

  evaluate(property: Property): Values {
    switch (property.kind) {
      case "state":
        return this.stateValues(property);
      case "formula":
        return this.truths(this.formula(property));
      case "label":
        return this.truths(this.label(property.label));
      case "operation":
        return this.operation(property);
      case "probability":
        return this.compared(property.ask, this.path(property.path, property.ask.optimum ?? "max"));
      case "reward":
        return this.compared(property.ask, this.reward(property));
      case "steady": {
        const states = this.set(property.states);
        if (this.model.graph.draws.kind === "mdp") throw new UnsupportedProperty("`S` of an MDP is not supported");
        return this.compared(property.ask, {
          of: "probability",
          ...steadyState(this.model, Float64Array.from(states), { most: 1, error: 0 }, this.host),
        });
      }
      case "filter":
        return this.filter(property);
    }
  }

  /** The states in which a truth holds; throws where it is open. */
  set(property: Property): StateSet {
    const values = this.evaluate(property);
    if (values.kind !== "truths") throw new Error("a state formula is a truth");
    const open = values.open.indexOf(1);
    if (open >= 0) throw new Undecided(values.measured!, open);
    return values.holds;
  }

  private truths(holds: StateSet, open: StateSet = new Uint8Array(this.model.states)): Values {
    return { kind: "truths", holds, open };
  }

  private stateValues({ type, value }: Extract<Property, { kind: "state" }>): Values {
    const { graph, states, stateOf } = this.model;
    const evaluate = numericFunction(value);
    const numbers = new Float64Array(states);
    for (let index = 0; index < states; index++)
      numbers[index] = value.kind === "number" ? value.value : evaluate(graph.engine.view(stateOf[index]!).cells);
    if (type === "truth") return this.truths(Uint8Array.from(numbers));
    return { kind: "numbers", interval: { lower: numbers, upper: numbers } };
  }

  private label(label: "init" | "deadlock"): StateSet {
    const { states, initial, graph, indexOf } = this.model;
    const set = new Uint8Array(states);
    for (const index of label === "init" ? initial : graph.deadlocks.map((state) => indexOf[state]!))
      if (index >= 0) set[index] = 1;
    return set;
  }

  // -------------------------------------------------------------------------------------------- operators

  private compared({ op, bound, exact }: Ask, measured: Measured): Values {
    const { lower, upper } = measured.interval;
    if (bound === undefined) return { kind: "numbers", interval: measured.interval, measured };
    const holds = new Uint8Array(this.model.states);
    const open = new Uint8Array(this.model.states);
    for (let state = 0; state < holds.length; state++) {
      const [low, high] = [lower[state]!, upper[state]!];
      const known = compares(op, low, bound) === compares(op, high, bound) ? compares(op, low, bound) : undefined;
      if (known === undefined) open[state] = 1;
      else holds[state] = known ? 1 : 0;
    }
    const inside = !open.includes(1) ? undefined : [measured.isPositive, measured.isBelowOne][bound]?.();
    if (inside !== undefined) {
      for (let state = 0; state < holds.length; state++) {
        // Any number between 0 and 1 stands for all of them.
        if (open[state]) holds[state] = compares(op, inside[state] ? 0.5 : bound, bound) ? 1 : 0;
      }
      open.fill(0);
      return { kind: "truths", holds, open, measured: { ...measured, inside: { end: bound, states: inside } } };
    }
    const fractions = exact === undefined || !open.includes(1) ? undefined : measured.exact?.();
    if (fractions !== undefined) {
      const limit = parseRational(exact!)!;
      for (let state = 0; state < holds.length; state++) {
        const value = open[state] ? fractions.at(state) : undefined;
        if (value === undefined) continue;
        open[state] = 0;
        holds[state] = compares(op, compare(value, limit), 0) ? 1 : 0;
      }
    }
    return { kind: "truths", holds, open, measured };
  }

  /** The probability of a path formula, for the best or the worst way to resolve choices. */
  path({ op, left, right, lower, upper }: PathFormula, optimum: Optimum): Measured {
    const all = new Uint8Array(this.model.states).fill(1);
    const [first, second] = [left === undefined ? all : this.set(left), this.set(right)];
    const opposite = optimum === "max" ? "min" : "max";
    const bounds = { ...(lower === undefined ? {} : { lower }), ...(upper === undefined ? {} : { upper }) };
    switch (op) {
      case "X": {
        const next = new Float64Array(this.model.states);
        stepBack(this.model, Float64Array.from(second), next, { optimum });
        const measured = this.measured(next, (longestRow(this.model) + 4) * ROUNDING);
        const sure = surelyNext(this.model, second, optimum);
        settle(measured, sure);
        return {
          ...measured,
          isBelowOne: () => complement(sure),
          exact: this.inSteps(fractionsOf(second), [{ steps: 1, optimum }]),
        };
      }
      case "F":
      case "U":
        return this.until(first, second, optimum, bounds);
      case "G":
        return this.inverse(this.until(all, complement(second), opposite, bounds));
      case "W":
        // a W b: not (a and not b U not a and not b), which with a lower bound differs from (not b U ...).
        return this.inverse(
          this.until(
            first.map((a, s) => (a && !second[s] ? 1 : 0)),
            first.map((a, s) => (a || second[s] ? 0 : 1)),
            opposite,
            bounds,
          ),
        );
      case "R":
        // a R b: not (not a U not b).
        return this.inverse(this.until(complement(first), complement(second), opposite, bounds));
    }
  }

  private measured(value: Float64Array, error: number, lost = 0): Measured {
    return { of: "probability", interval: widened(value, error, 1, lost), estimate: value, proven: true };
  }

  /** What lies so many steps behind, as fractions. */
  private inSteps(
    start: readonly Rational[] | (() => readonly Rational[] | undefined),
    stages: readonly ExactStage[],
  ): () => ExactValues | undefined {
    return once(() => {
      const exact = exactModel(this.model);
      if (exact === undefined) return undefined;
      const values = typeof start === "function" ? start() : start;
      return values === undefined ? undefined : exactlyCarried(this.model, exact, values, stages);
    });
  }

  private inverse({ interval, estimate, exact, isPositive, isBelowOne, ...rest }: Measured): Measured {
    const one = (x: number, rounding: number): number => Math.min(1, Math.max(0, (1 - x) * (1 + rounding)));
    return {
      ...rest,
      exact: () => {
        const values = exact?.();
        return values === undefined ? undefined : complementOf(values);
      },
      ...defined({ isPositive: isBelowOne, isBelowOne: isPositive }),
      estimate: estimate.map((x) => 1 - x),
      interval: {
        lower: interval.upper.map((x) => one(x, -ROUNDING)),
        upper: interval.lower.map((x) => one(x, ROUNDING)),
      },
    };
  }

  private until(
    left: StateSet,
    right: StateSet,
    optimum: Optimum,
    { lower = 0, upper }: Pick<PathFormula, "lower" | "upper">,
  ): Measured {
    const { model, host } = this;
    if (model.exit !== undefined && (upper !== undefined || lower > 0))
      return this.untilInTime(left, right, lower, upper);
    if (upper === undefined) {
      const solved = untilProbability(model, left, right, optimum, host);
      const measured = this.fromSolved("probability", solved, optimum);
      if (lower === 0) return measured;
      const [low, high] = [solved.lower, solved.upper].map((value) =>
        afterSteps(model, left, value, lower, optimum, host),
      );
      const error = lower * (longestRow(model) + 4) * ROUNDING;
      const interval = { lower: widened(low!, error, 1).lower, upper: widened(high!, error, 1).upper };
      if (mayVanish(model, lower, solved.upper)) raise(interval.upper, canReach(model, left, right));
      return {
        of: "probability",
        interval,
        estimate: afterSteps(model, left, solved.estimate, lower, optimum, host),
        proven: solved.proven,
        exact: this.inSteps(
          () => {
            const values = measured.exact!();
            return values && Array.from({ length: model.states }, (_, state) => values.at(state)!);
          },
          exactlyAfter(left, lower, optimum),
        ),
      };
    }
    const within = untilWithin(model, left, right, upper - lower, optimum, host);
    const value = lower === 0 ? within : afterSteps(model, left, within, lower, optimum, host);
    const through = left.map((member, state) => (member && !right[state] ? 1 : 0));
    const certainly = { steps: upper, optimum, how: "surely" } as const;
    const perhaps = { steps: upper, optimum, how: "perhaps" } as const;
    const measured = {
      ...this.measured(value, (upper + 1) * (longestRow(model) + 4) * ROUNDING),
      ...(lower > 0
        ? {}
        : {
            isPositive: () => reachedWithin(model, left, right, perhaps),
            isBelowOne: () => complement(reachedWithin(model, left, right, certainly)),
          }),
      exact: this.inSteps(fractionsOf(right), [
        { steps: upper - lower, within: through, optimum },
        ...exactlyAfter(left, lower, optimum),
      ]),
    };
    if (lower === 0 && value.some((chance) => chance > 1 - 1e-9))
      settle(measured, reachedWithin(model, left, right, certainly));
    if (mayVanish(model, upper)) {
      const possible = lower === 0 ? reachedWithin(model, left, right, perhaps) : canReach(model, left, right);
      raise(measured.interval.upper, possible);
    }
    return measured;
  }

  /** Time bounds of a CTMC: first what comes behind `lower`, then staying in `left` until then. */
  private untilInTime(left: StateSet, right: StateSet, lower: number, upper: number | undefined): Measured {
    const { model, host } = this;
    const moving = left.map((member, state) => (member && !right[state] ? 1 : 0));
    let after: Measured;
    if (upper === undefined)
      after = this.fromSolved("probability", untilProbability(model, left, right, "max", host), "max");
    else {
      const target = Float64Array.from(right);
      const { value, error, lost } = transient(model, target, moving, upper - lower, false, host);
      // What cannot move any more, or needs no time, is known.
      after = this.measured(
        value.map((x, state) => (moving[state] ? x : right[state]!)),
        error,
        lost,
      );
      // However little time there is, all may happen in it, and nothing has to.
      if (upper > lower) {
        const possible = canReach(model, left, right);
        for (let state = 0; state < model.states; state++) if (!possible[state]) after.interval.upper[state] = 0;
        after = { ...after, isPositive: () => possible, isBelowOne: () => complement(right) };
      }
      for (let state = 0; state < model.states; state++)
        if (!moving[state]) after.interval.lower[state] = after.interval.upper[state] = right[state]!;
    }
    if (lower === 0) return after;
    const carry = (value: Float64Array): ReturnType<typeof transient> => {
      const start = value.map((x, state) => (left[state] ? x : 0));
      return transient(model, start, left, lower, false, host);
    };
    const [low, high, middle] = [carry(after.interval.lower), carry(after.interval.upper), carry(after.estimate)];
    const mask = (x: number, state: number): number => (left[state] ? x : 0);
    return {
      of: "probability",
      proven: after.proven,
      estimate: middle.value.map(mask),
      interval: {
        lower: widened(low.value, low.error, 1).lower.map(mask),
        upper: widened(high.value, high.error, 1, high.lost).upper.map(mask),
      },
    };
  }

  private reward({ structure, measure, ask }: Extract<Property, { kind: "reward" }>): Measured {
    const { model } = this;
    const earnings = earningsOf(model, model.graph.network.stochastic!.rewards[structure]!);
    const optimum = ask.optimum ?? "max";
    switch (measure.op) {
      case "F": {
        const target = this.set(measure.target);
        const solved = reachReward(model, perStep(model, earnings), target, optimum, this.host);
        return this.fromSolved("reward", solved, optimum, structure);
      }
      case "S": {
        if (model.graph.draws.kind === "mdp") throw new UnsupportedProperty("`R[S]` of an MDP is not supported");
        const rates =
          model.exit === undefined
            ? perStep(model, earnings).filter((_, choice) => choice < model.states)
            : perTime(model, earnings);
        const { states, transitions } = model.graph.network.stochastic!.rewards[structure]!;
        // A rate is a sum of products.
        const error = (states.length + 2 * transitions.length + 4) * ROUNDING;
        return { of: "reward", ...steadyState(model, rates, { most: Number.POSITIVE_INFINITY, error }, this.host) };
      }
      default:
        return this.boundedReward(earnings, measure, optimum, structure);
    }
  }

  private boundedReward(
    earnings: ReturnType<typeof earningsOf>,
    { op, bound }: Extract<RewardMeasure, { bound: number }>,
    optimum: Optimum,
    structure: number,
  ): Measured {
    const { model, host } = this;
    const all = new Uint8Array(model.states).fill(1);
    const many = Number.POSITIVE_INFINITY;
    if (model.exit !== undefined) {
      const { value, error, lost } = transient(
        model,
        op === "C" ? perTime(model, earnings) : earnings.state,
        all,
        bound,
        op === "C",
        host,
      );
      return {
        of: "reward",
        interval: widened(value, error, many, lost, op === "C" ? lost : 0),
        estimate: value,
        proven: true,
      };
    }
    const earned = op === "C" ? perStep(model, earnings) : undefined;
    const start = op === "C" ? new Float64Array(model.states) : earnings.state;
    const value = carried(model, start, bound, { optimum, earned }, host);
    const error = (bound + 1) * (longestRow(model) + 5) * ROUNDING;
    return {
      of: "reward",
      interval: widened(value, error, many, mayVanish(model, bound) ? TINY : 0),
      estimate: value,
      proven: true,
      exact: once(() => {
        const exact = exactModel(model);
        const paid = exact && exactEarnings(model, exact, model.graph.network.stochastic!.rewards[structure]!);
        if (exact === undefined || paid === undefined) return undefined;
        const first = op === "C" ? paid.state.map(() => ZERO) : paid.state;
        const stage = { steps: bound, optimum, ...(op === "C" ? { earned: paid.step } : {}) };
        return exactlyCarried(model, exact, first, [stage]);
      }),
    };
  }

  /** Values of an unbounded question; `structure`: of rewards, which ones. */
  private fromSolved(of: Measured["of"], solved: Solved, optimum: Optimum, structure?: number): Measured {
    const { lower, upper, estimate, proven, scheduler } = solved;
    const { model } = this;
    const exact = once((): ExactValues | undefined => {
      const fractions = exactModel(model);
      if (fractions === undefined) return undefined;
      if (structure === undefined) return exactSolution(model, { exact: fractions, solved, optimum });
      const earned = exactEarnings(model, fractions, model.graph.network.stochastic!.rewards[structure]!)?.step;
      return earned && exactSolution(model, { exact: fractions, solved, optimum, earned });
    });
    const known =
      of === "probability"
        ? { isPositive: () => complement(solved.zero), isBelowOne: () => complement(solved.one) }
        : {};
    return { of, interval: { lower, upper }, estimate, proven, scheduler, exact, ...known };
  }

  private operation({ op, of }: Extract<Property, { kind: "operation" }>): Values {
    const parts = of.map((part) => this.evaluate(part));
    const { states } = this.model;
    return parts.every((part) => part.kind === "truths") ? logic(op, parts, states) : arithmetic(op, parts, states);
  }

  private filter({ op, of, states }: Extract<Property, { kind: "filter" }>): Values {
    // Without a condition a filter is about all states, not about the initial ones.
    const where = states === undefined ? new Uint8Array(this.model.states).fill(1) : this.set(states);
    return filtered(op, this.evaluate(of), where);
  }
}

const fractionsOf = (set: StateSet): Rational[] => Array.from(set, (member) => (member ? ONE : ZERO));

/** What is certain is known without numbers. */
function settle({ interval, estimate }: Measured, sure: StateSet): void {
  for (let state = 0; state < sure.length; state++) if (sure[state]) interval.lower[state] = estimate[state] = 1;
}

/** A chance that may have become too small for a double is not 0 for that. */
function raise(upper: Float64Array, possible: StateSet): void {
  for (let state = 0; state < upper.length; state++) if (possible[state] && upper[state]! < TINY) upper[state] = TINY;
}

/** So many steps through `left` alone (`afterSteps`). */
function exactlyAfter(left: StateSet, steps: number, optimum: Optimum): ExactStage[] {
  if (steps === 0) return [];
  return [
    { steps: 1, optimum },
    { steps: steps - 1, keep: left, within: left, optimum },
  ];
}

function compares(op: Ask["op"], value: number, bound: number): boolean {
  switch (op) {
    case "<":
      return value < bound;
    case "<=":
      return value <= bound;
    case ">":
      return value > bound;
    case ">=":
      return value >= bound;
    case "=":
      return value === bound;
  }
}
