// Formulas in the words of the model, and the values of what they read.

import { type ConcreteState, Printer } from "../engine/index.ts";
import type { Formula, Network } from "../network/index.ts";
import { exactText } from "../trace/index.ts";

export class FormulaText {
  private readonly network: Network;
  private readonly printer: Printer;

  constructor(network: Network) {
    this.network = network;
    this.printer = new Printer(network);
  }

  of(formula: Formula): string {
    switch (formula.kind) {
      case "data":
        return this.printer.conjunct(formula, []);
      case "clock": {
        const { op, bound } = formula;
        const text = this.printer.conjunct(
          { ...formula, kind: "clock", binders: [], op: op === "!=" ? "==" : op, bound },
          [],
        );
        return op === "!=" ? text.replace(" == ", " != ") : text;
      }
      case "and":
        return formula.parts.map((part) => this.nested(part)).join(" && ");
      case "or": {
        const [left, right] = formula.parts;
        if (formula.parts.length === 2 && left!.kind === "not")
          return `${this.nested(left!.part)} imply ${this.nested(right!)}`;
        return formula.parts.map((part) => this.nested(part)).join(" || ");
      }
      case "not":
        return `not ${this.nested(formula.part)}`;
      case "forall":
      case "exists":
        return `${formula.kind} (…) ${this.nested(formula.body)}`;
      case "deadlock":
        return "deadlock";
    }
  }

  /** `turn is 2, Lamp.x is 7/2`: variables and clocks that the formula names, and where the processes are. */
  values(formula: Formula, state: ConcreteState): string {
    const seen = new Set<string>();
    this.collect(formula, state, seen);
    return [...seen].join(", ");
  }

  private collect(formula: Formula, state: ConcreteState, seen: Set<string>): void {
    if (formula.kind === "and" || formula.kind === "or")
      for (const part of formula.parts) this.collect(part, state, seen);
    else if (formula.kind === "not") this.collect(formula.part, state, seen);
    else if (formula.kind === "data") {
      const told = this.printer.values(formula.condition, state, [], []);
      if (told !== "") seen.add(told);
    } else if (formula.kind === "clock") {
      for (const clock of [formula.left, formula.right]) {
        if (clock === undefined || clock.space !== "clock" || clock.steps.length > 0) continue;
        seen.add(`${this.network.clocks[clock.base]!.name} is ${exactText(state.clocks[clock.base]!)}`);
      }
    }
  }

  private nested(formula: Formula): string {
    const text = this.of(formula);
    return formula.kind === "and" || formula.kind === "or" ? `(${text})` : text;
  }
}
