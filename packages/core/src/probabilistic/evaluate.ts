// The value of a property in every state: truths, or numbers with the interval in which each lies for certain.
// Operators are evaluated from the inside; a comparison that an interval does not decide is left open, and whoever
// needs it learns of both bounds.

import {
  type Ask,
  type NumericOperator,
  numericFunction,
  type PathFormula,
  type Property,
  type RewardMeasure,
} from "../network/index.ts";
import { afterSteps, carried, longestRow, transient, untilWithin, widened } from "./bounded.ts";
import { earningsOf, perStep, perTime } from "./earnings.ts";
import type { ExplicitModel } from "./explicit.ts";
import type { Host } from "./host.ts";
import { stepBack } from "./kernel/backward-steps.ts";
import { complement, type Optimum, type StateSet, type ValueInterval } from "./model.ts";
import { surelyWithin } from "./qualitative.ts";
import { steadyState } from "./steady.ts";
import { reachReward, type Solved, untilProbability } from "./unbounded.ts";

const ROUNDING = 1.2e-16;

export type Values =
  | { readonly kind: "truths"; readonly holds: StateSet; readonly open: StateSet; readonly measured?: Measured }
  | { readonly kind: "numbers"; readonly interval: ValueInterval; readonly measured?: Measured };

/** Where the numbers come from: what an operator computed before it compared. */
export interface Measured {
  readonly of: "probability" | "reward";
  readonly interval: ValueInterval;
  readonly estimate: Float64Array;
  readonly proven: boolean;
  readonly scheduler?: Int32Array;
}

/** An inner comparison is not decided: its value and its bound are too close. */
export class Undecided extends Error {
  readonly measured: Measured;
  readonly state: number;

  constructor(measured: Measured, state: number) {
    super("a bound lies inside of the interval of its value");
    this.measured = measured;
    this.state = state;
  }
}

/** What nothing here computes; refused by name. */
export class UnsupportedProperty extends Error {}

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
          ...steadyState(this.model, Float64Array.from(states), 1, this.host),
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

  private compared({ op, bound }: Ask, measured: Measured): Values {
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
        return this.measured(next, (longestRow(this.model) + 4) * ROUNDING);
      }
      case "F":
      case "U":
        return this.until(first, second, optimum, bounds);
      case "G":
        return this.inverse(this.until(all, complement(second), opposite, bounds));
      case "W":
        // a W b: not (not b U (not a and not b)).
        return this.inverse(
          this.until(
            complement(second),
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

  private inverse({ interval, estimate, ...rest }: Measured): Measured {
    const one = (x: number, rounding: number): number => Math.min(1, Math.max(0, (1 - x) * (1 + rounding)));
    return {
      ...rest,
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
      if (lower === 0) return fromSolved("probability", solved);
      const [low, high] = [solved.lower, solved.upper].map((value) =>
        afterSteps(model, left, value, lower, optimum, host),
      );
      const error = lower * (longestRow(model) + 4) * ROUNDING;
      const interval = { lower: widened(low!, error, 1).lower, upper: widened(high!, error, 1).upper };
      return {
        of: "probability",
        interval,
        estimate: afterSteps(model, left, solved.estimate, lower, optimum, host),
        proven: solved.proven,
      };
    }
    const within = untilWithin(model, left, right, upper - lower, optimum, host);
    const value = lower === 0 ? within : afterSteps(model, left, within, lower, optimum, host);
    const measured = this.measured(value, (upper + 1) * (longestRow(model) + 4) * ROUNDING);
    // What is certain is known without numbers.
    if (lower === 0 && value.some((chance) => chance > 1 - 1e-9)) {
      const sure = surelyWithin(model, left, right, upper, optimum);
      for (let state = 0; state < model.states; state++) if (sure[state]) measured.interval.lower[state] = 1;
    }
    return measured;
  }

  /** Time bounds of a CTMC: first what comes behind `lower`, then staying in `left` until then. */
  private untilInTime(left: StateSet, right: StateSet, lower: number, upper: number | undefined): Measured {
    const { model, host } = this;
    const moving = left.map((member, state) => (member && !right[state] ? 1 : 0));
    let after: Measured;
    if (upper === undefined) after = fromSolved("probability", untilProbability(model, left, right, "max", host));
    else {
      const target = Float64Array.from(right);
      const { value, error, lost } = transient(model, target, moving, upper - lower, false, host);
      // What cannot move any more, or needs no time, is known.
      after = this.measured(
        value.map((x, state) => (moving[state] ? x : right[state]!)),
        error,
        lost,
      );
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
      case "F":
        return fromSolved(
          "reward",
          reachReward(model, perStep(model, earnings), this.set(measure.target), optimum, this.host),
        );
      case "S": {
        if (model.graph.draws.kind === "mdp") throw new UnsupportedProperty("`R[S]` of an MDP is not supported");
        const rates =
          model.exit === undefined
            ? perStep(model, earnings).filter((_, choice) => choice < model.states)
            : perTime(model, earnings);
        const most = rates.reduce((high, one) => Math.max(high, one), 0);
        return { of: "reward", ...steadyState(model, rates, most, this.host) };
      }
      default:
        return this.boundedReward(earnings, measure, optimum);
    }
  }

  private boundedReward(
    earnings: ReturnType<typeof earningsOf>,
    { op, bound }: Extract<RewardMeasure, { bound: number }>,
    optimum: Optimum,
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
    return {
      of: "reward",
      interval: widened(value, (bound + 1) * (longestRow(model) + 5) * ROUNDING, many),
      estimate: value,
      proven: true,
    };
  }

  // -------------------------------------------------------------------------------------------- combinations

  private operation({ op, of }: Extract<Property, { kind: "operation" }>): Values {
    const parts = of.map((part) => this.evaluate(part));
    if (parts.every((part) => part.kind === "truths")) return this.logic(op, parts);
    return this.arithmetic(op, parts);
  }

  /** Truths that are open stay so unless the others decide. */
  private logic(op: NumericOperator, parts: readonly Extract<Values, { kind: "truths" }>[]): Values {
    const { states } = this.model;
    const holds = new Uint8Array(states);
    const open = new Uint8Array(states);
    const evaluate = numericFunction({ kind: "operation", op, of: parts.map((_, cell) => ({ kind: "cell", cell })) });
    const cells = parts.map(() => 0);
    const all = (state: number, at: number): number => {
      if (at === parts.length) return evaluate(cells) === 0 ? 1 : 2;
      const { holds: own, open: unsure } = parts[at]!;
      if (!unsure[state]) {
        cells[at] = own[state]!;
        return all(state, at + 1);
      }
      cells[at] = 0;
      const no = all(state, at + 1);
      cells[at] = 1;
      return no | all(state, at + 1);
    };
    for (let state = 0; state < states; state++) {
      const outcomes = all(state, 0);
      if (outcomes === 3) open[state] = 1;
      else holds[state] = outcomes === 2 ? 1 : 0;
    }
    const measured = parts.find((part) => part.measured !== undefined)?.measured;
    return { kind: "truths", holds, open, ...(measured === undefined ? {} : { measured }) };
  }

  private arithmetic(op: NumericOperator, parts: readonly Values[]): Values {
    const { states } = this.model;
    const ends = parts.map((part) => {
      if (part.kind === "numbers") return part.interval;
      const open = part.open.indexOf(1);
      if (open >= 0) throw new Undecided(part.measured!, open);
      const numbers = Float64Array.from(part.holds);
      return { lower: numbers, upper: numbers };
    });
    const lower = new Float64Array(states);
    const upper = new Float64Array(states);
    const isTruth = ["=", "!=", "<", "<=", ">", ">=", "&", "|", "=>", "<=>", "!"].includes(op);
    const evaluate = numericFunction({ kind: "operation", op, of: parts.map((_, cell) => ({ kind: "cell", cell })) });
    const cells = parts.map(() => 0);
    for (let state = 0; state < states; state++) {
      let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      // The operations are monotone in each operand, so the ends decide.
      for (let corner = 0; corner < 1 << parts.length; corner++) {
        for (const [at, { lower: l, upper: u }] of ends.entries())
          cells[at] = (corner >> at) & 1 ? u[state]! : l[state]!;
        const value = evaluate(cells);
        [low, high] = [Math.min(low, value), Math.max(high, value)];
      }
      lower[state] = low - Math.abs(low) * 2 * ROUNDING * (isTruth ? 0 : 1);
      upper[state] = high + Math.abs(high) * 2 * ROUNDING * (isTruth ? 0 : 1);
    }
    const measured = parts.find((part) => part.measured !== undefined)?.measured;
    const about = measured === undefined ? {} : { measured };
    if (!isTruth)
      return {
        kind: "numbers",
        interval: { lower, upper },
        ...(measured === undefined
          ? {}
          : {
              measured: { ...measured, interval: { lower, upper }, estimate: lower.map((x, s) => (x + upper[s]!) / 2) },
            }),
      };
    return {
      kind: "truths",
      holds: Uint8Array.from(lower),
      open: lower.map((x, s) => (x === upper[s] ? 0 : 1)) as unknown as StateSet,
      ...about,
    };
  }

  private filter({ op, of, states }: Extract<Property, { kind: "filter" }>): Values {
    const { model } = this;
    // Without a condition a filter is about all states, not about the initial ones.
    const where = states === undefined ? new Uint8Array(model.states).fill(1) : this.set(states);
    const values = this.evaluate(of);
    const members = Array.from(where.keys()).filter((state) => where[state]);
    const everywhere = (low: number, high: number): Values => {
      const interval = {
        lower: new Float64Array(model.states).fill(low),
        upper: new Float64Array(model.states).fill(high),
      };
      const measured =
        values.measured === undefined
          ? undefined
          : { ...values.measured, interval, estimate: interval.lower.map((x, s) => (x + interval.upper[s]!) / 2) };
      return { kind: "numbers", interval, ...(measured === undefined ? {} : { measured }) };
    };
    if (values.kind === "truths") {
      const open = members.find((state) => values.open[state]);
      if (open !== undefined) throw new Undecided(values.measured!, open);
      const count = members.filter((state) => values.holds[state]).length;
      if (op === "count") return everywhere(count, count);
      const first = members[0];
      const holds =
        op === "exists"
          ? count > 0
          : op === "forall"
            ? count === members.length
            : first !== undefined && values.holds[first] === 1;
      return this.truths(new Uint8Array(model.states).fill(holds ? 1 : 0));
    }
    if (members.length === 0) throw new UnsupportedProperty("the filter has no states");
    const ends = (pick: (values: readonly number[]) => number): Values =>
      everywhere(
        pick(members.map((state) => values.interval.lower[state]!)),
        pick(members.map((state) => values.interval.upper[state]!)),
      );
    switch (op) {
      case "min":
        return ends((list) => list.reduce((a, b) => Math.min(a, b)));
      case "max":
        return ends((list) => list.reduce((a, b) => Math.max(a, b)));
      case "sum":
        return ends((list) => list.reduce((a, b) => a + b));
      case "avg":
        return ends((list) => list.reduce((a, b) => a + b) / list.length);
      case "range":
        return everywhere(
          Math.min(...members.map((s) => values.interval.lower[s]!)),
          Math.max(...members.map((s) => values.interval.upper[s]!)),
        );
      case "state":
        if (members.length > 1)
          throw new UnsupportedProperty(
            `\`filter(state, …)\` is about one state, and ${members.length} satisfy its condition`,
          );
        return ends((list) => list[0]!);
      default:
        return ends((list) => list[0]!);
    }
  }
}

function fromSolved(of: Measured["of"], { lower, upper, estimate, proven, scheduler }: Solved): Measured {
  return { of, interval: { lower, upper }, estimate, proven, scheduler };
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
