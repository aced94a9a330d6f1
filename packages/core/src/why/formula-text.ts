// Formulas in the words of the model, and the values of what they read.

import { type Formula, implicationOf, type Network } from "../network/index.ts";
import { type ConcreteState, type Connectives, ExplanationPrinter } from "../semantics/index.ts";
import { exactText } from "../trace/index.ts";

export class FormulaText {
  private readonly network: Network;
  private readonly printer: ExplanationPrinter;
  private readonly words: Connectives;

  /** `asked` is the query: connectives are written as there. */
  constructor(network: Network, asked: string) {
    this.network = network;
    this.words = wordsOf(asked);
    this.printer = new ExplanationPrinter(network, this.words);
  }

  of(formula: Formula): string {
    switch (formula.kind) {
      case "data":
        if (formula.condition.kind === "constant") return formula.condition.value === 0 ? "false" : "true";
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
        return formula.parts.map((part) => this.nested(part)).join(` ${this.words.and} `);
      case "or": {
        const implication = implicationOf(formula);
        if (implication !== undefined)
          return `${this.nested(implication.premise)} imply ${this.nested(implication.conclusion)}`;
        return formula.parts.map((part) => this.nested(part)).join(` ${this.words.or} `);
      }
      case "not":
        return `${this.words.not}${this.nested(formula.part)}`;
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
    const isAtom = formula.kind === "data" ? !COMPOUND.has(formula.condition.kind) : formula.kind === "deadlock";
    return isAtom || formula.kind === "not" || formula.kind === "clock" ? text : `(${text})`;
  }
}

const COMPOUND: ReadonlySet<string> = new Set(["and", "or", "conditional", "forall", "exists", "sum"]);

function wordsOf(asked: string): Connectives {
  const uses = (word: string, sign: string): string => (new RegExp(`\\b${word}\\b`).test(asked) ? word : sign);
  const not = uses("not", "!");
  return { and: uses("and", "&&"), or: uses("or", "||"), not: not === "!" ? not : `${not} ` };
}
