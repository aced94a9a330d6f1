// Small random models in which data decides: arithmetic with variables that occur twice, array elements by computed
// indices, selects, values passed on by synchronisations, steps that fail for some values. As text, so that what a hunt
// finds can be read.

import { type Choices, Dice } from "./choices.ts";

/** A model in UPPAAL's text format, and the text of a formula to be reached. */
export interface DataModel {
  readonly text: string;
  readonly target: string;
}

export function randomDataModel(choices: Choices): DataModel {
  return new ModelWriter(new Dice(choices)).write();
}

const LOCATIONS = ["a", "b", "c"];

class ModelWriter {
  private readonly dice: Dice;

  constructor(dice: Dice) {
    this.dice = dice;
  }

  write(): DataModel {
    const { dice } = this;
    const tops = ["u", "v", "w"].map((name) => ({ name, max: dice.between(1, 3) }));
    const declarations = tops.map(({ name, max }) => `int[0,${max}] ${name} = ${dice.between(0, max)};`);
    const text = [
      ...declarations,
      `int[0,2] f[2] = {${dice.between(0, 2)}, ${dice.between(0, 2)}};`,
      "chan one; broadcast chan all;",
      this.process("P", "one!", "all!"),
      this.process("Q", "one?", "all?"),
      "system P, Q;",
    ];
    const parts = dice.several(1, 3, () => this.goal());
    return { text: text.join("\n"), target: parts.join(dice.chance(25) ? " || " : " && ") };
  }

  private goal(): string {
    const { dice } = this;
    return dice.chance(50) ? `${dice.one(["P", "Q"])}.${dice.one(LOCATIONS)}` : this.condition();
  }

  private process(name: string, sync: string, broadcast: string): string {
    const { dice } = this;
    const edges = dice.several(2, 5, () => {
      const select = dice.chance(20) ? "select s : int[0,2]; " : "";
      const guards = dice.several(0, 2, () => this.condition(select === "" ? [] : ["s"]));
      const guard = guards.length === 0 ? "" : `guard ${guards.join(" && ")}; `;
      const by = dice.one(["", "", sync, broadcast]);
      const updates = dice.several(0, 2, () => this.assignment());
      // Effects see what is computed from a select as a set: nobody else may read it in the same step.
      if (select !== "" && by === "" && dice.chance(50)) updates.push(`${dice.one(["u", "f[1]"])} = s`);
      const assign = updates.length === 0 ? "" : `assign ${updates.join(", ")}; `;
      const labels = `${select}${guard}${by === "" ? "" : `sync ${by}; `}${assign}`;
      return `${dice.one(LOCATIONS)} -> ${dice.one(LOCATIONS)} { ${labels}}`;
    });
    return `process ${name}() { state ${LOCATIONS.join(", ")}; init a; trans ${edges.join(", ")}; }`;
  }

  private assignment(): string {
    const { dice } = this;
    const target = dice.one(["u", "v", "w", "f[0]", "f[1]", `f[${this.term([])}]`]);
    if (dice.chance(30)) return `${target} = ${dice.between(0, 3)}`;
    return `${target} = ${this.expression([])}`;
  }

  /** Mostly a comparison, sometimes a choice between two. */
  private condition(locals: readonly string[] = []): string {
    const { dice } = this;
    const one = (): string =>
      `${this.expression(locals)} ${dice.one(["==", "==", "!=", "<", ">="])} ${dice.chance(70) ? dice.between(0, 4) : this.term(locals)}`;
    return dice.chance(15) ? `(${one()} || ${one()})` : one();
  }

  private expression(locals: readonly string[]): string {
    const { dice } = this;
    const left = this.term(locals);
    if (dice.chance(30)) return left;
    const right = dice.chance(30) ? left : this.term(locals);
    if (dice.chance(10)) return `(${left} > 1 ? ${right} : ${this.term(locals)})`;
    return `${left} ${dice.one(["+", "-", "*", "%"])} ${right}`;
  }

  private term(locals: readonly string[]): string {
    const { dice } = this;
    return dice.one(["u", "v", "w", "f[0]", "f[1]", "f[u]", `${dice.between(0, 3)}`, ...locals]);
  }
}
