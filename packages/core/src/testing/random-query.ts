// Random queries for a random network: state formulas over locations, data and clocks, and one query of each kind.

import type { Formula, Network, Query } from "../network/network.ts";
import type { Temporal } from "../network/temporal.ts";
import { mentions } from "../network/visit.ts";
import { cell, element, local, num, op } from "./builder.ts";
import { type Choices, Dice } from "./choices.ts";
import { all, any, clockIs, DEADLOCK, differenceIs, holds, inLocation, leadsTo, not, query } from "./formulas.ts";
import { LARGEST } from "./random-network.ts";

const COMPARISONS = ["<=", "<", ">=", ">", "==", "!="] as const;

class FormulaGenerator {
  private readonly network: Network;
  private readonly dice: Dice;
  private readonly diagonals: boolean;
  /** Without clocks. */
  private readonly timeless: boolean;

  constructor(network: Network, dice: Dice, diagonals: boolean, timeless = false) {
    this.network = network;
    this.dice = dice;
    this.diagonals = diagonals;
    this.timeless = timeless;
  }

  formula(depth: number): Formula {
    const { dice } = this;
    if (depth === 0 || dice.chance(45)) return this.atom();
    const parts = [this.formula(depth - 1), this.formula(depth - 1)];
    if (dice.chance(25)) return not(parts[0]!);
    return dice.chance(30) ? any(...parts) : all(...parts);
  }

  private atom(): Formula {
    const { dice, network } = this;
    const variable = network.variables.find(({ type, meta }) => type.kind === "int" && !meta);
    if (variable !== undefined && dice.chance(20)) {
      return holds(op(dice.one(["==", "!=", "<", ">"] as const), cell(variable.cell), num(dice.between(0, 2))));
    }
    if (this.diagonals && network.clocks.length > 1 && dice.chance(20)) {
      return differenceIs(0, 1, dice.one(COMPARISONS), dice.between(-2, 2));
    }
    if (!this.timeless && network.clocks.length > 0 && dice.chance(30)) {
      const clock = dice.between(0, network.clocks.length - 1);
      return clockIs(clock, dice.one(COMPARISONS), dice.between(0, LARGEST));
    }
    if (network.processes.length > 1 && dice.chance(15)) return this.quantified();
    const process = dice.between(0, network.processes.length - 1);
    return inLocation(process, dice.between(0, network.processes[process]!.locations.length - 1));
  }

  /** Some process, or all, in the same location; the variable is cell 0 of the query's frame. */
  private quantified(): Formula {
    const { dice, network } = this;
    const max = network.processes.length - 1;
    const process = { base: 0, steps: [{ index: local(0), first: 0, count: max + 1, stride: 1 }] };
    const body = holds({ kind: "at", process, location: dice.between(0, 1) });
    return { kind: dice.one(["exists", "forall"]), binder: { cell: 0, min: 0, max }, body };
  }
}

/** A target that is not trivially met: some process in a later location, and perhaps more. */
export function randomTarget(network: Network, choices: Choices, diagonals = false): Formula {
  const dice = new Dice(choices);
  const generator = new FormulaGenerator(network, dice, diagonals);
  const process = dice.between(0, network.processes.length - 1);
  const last = network.processes[process]!.locations.length - 1;
  const goal = inLocation(process, dice.between(1, last));
  return dice.chance(65) ? all(goal, generator.formula(1)) : goal;
}

/** Something that may fail where it is asked: a division, an index into the first array. */
export function randomFaultyTarget(network: Network, choices: Choices): Formula {
  const dice = new Dice(choices);
  const target = randomTarget(network, choices);
  const ints = network.variables.filter(({ type, meta }) => type.kind === "int" && !meta);
  if (ints.length === 0) return target;
  const { cell: at } = dice.one(ints);
  const array = network.variables.find(({ type }) => type.kind === "array");
  const risky =
    array !== undefined && dice.chance(50)
      ? holds(op("==", element(array.cell, 2, cell(at)), num(dice.between(0, 1))))
      : holds(op("<=", op("/", num(2), cell(at)), num(1)));
  const parts = dice.chance(50) ? [target, risky] : [risky, target];
  return dice.chance(50) ? all(...parts) : any(...parts);
}

/** The liveness queries, asked of locations and data alone. */
export function randomTimelessQueries(network: Network, choices: Choices): Query[] {
  const generator = new FormulaGenerator(network, new Dice(choices), false, true);
  const formula = (): Formula => generator.formula(2);
  return [query("E[]", formula(), 1), query("A<>", formula(), 1), leadsTo(formula(), formula(), 1)];
}

/** A temporal formula of about this many operators over atoms 0 … atoms − 1; `next` only where steps are counted. */
export function randomTemporal(choices: Choices, operators: number, atoms: number, counting = true): Temporal {
  const dice = new Dice(choices);
  const unary = counting
    ? (["not", "next", "always", "eventually"] as const)
    : (["not", "always", "eventually"] as const);
  const draw = (size: number): Temporal => {
    if (size === 0) {
      if (dice.chance(6)) return { kind: "constant", value: dice.chance(50) };
      return { kind: "atom", atom: dice.between(0, atoms - 1) };
    }
    if (dice.chance(45)) {
      return { kind: dice.one<(typeof unary)[number]>(unary), part: draw(size - 1) };
    }
    const share = dice.between(0, size - 1);
    const [left, right] = [draw(share), draw(size - 1 - share)];
    if (dice.chance(40)) return { kind: dice.one(["and", "or"] as const), parts: [left, right] };
    return { kind: dice.one(["until", "weak-until", "release", "strong-release"] as const), left, right };
  };
  return draw(operators);
}

/**
 * A question for all runs and one for some run, over locations and data; timed ones over clocks, too, and without
 * `next`.
 */
export function randomTemporalQueries(network: Network, choices: Choices, timed = false, diagonals = false): Query[] {
  const dice = new Dice(choices);
  const generator = new FormulaGenerator(network, dice, diagonals, !timed);
  return (["LTL", "LTL-some"] as const).map((kind) => {
    const atoms = Array.from({ length: dice.between(1, 3) }, () => generator.formula(1));
    const counting = !atoms.some((atom) => mentions(atom, "clock"));
    return {
      kind,
      temporal: randomTemporal(choices, dice.between(1, 4), atoms.length, counting),
      atoms,
      names: [],
      frameSize: 1,
      text: kind,
    };
  });
}

/** One query of each classic kind. */
export function randomQueries(network: Network, choices: Choices, diagonals = false): Query[] {
  const generator = new FormulaGenerator(network, new Dice(choices), diagonals);
  const formula = (): Formula => generator.formula(2);
  return [
    query("E<>", randomTarget(network, choices, diagonals), 1),
    // Something rare never happens: a formula by itself would hardly ever hold always.
    query("A[]", not(all(randomTarget(network, choices, diagonals), formula())), 1),
    query("E<>", all(DEADLOCK, formula()), 1),
    query("E[]", formula(), 1),
    query("A<>", formula(), 1),
    leadsTo(formula(), formula(), 1),
  ];
}
