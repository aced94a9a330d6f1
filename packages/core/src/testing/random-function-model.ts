// Small random models whose guards and updates are functions: branches, loops that run over constants or over data,
// early returns, array elements by computed indices, references, structs, values out of range. What they compute means
// nothing; they are the text on which two ways of running functions are held against each other.

import { type Choices, Dice } from "./choices.ts";
import type { DataModel } from "./random-data-model.ts";

export function randomFunctionModel(choices: Choices): DataModel {
  return new FunctionModelWriter(new Dice(choices)).write();
}

const LOCATIONS = ["a", "b", "c"];
const NUMBERS = ["u", "v", "w"];

class FunctionModelWriter {
  private readonly dice: Dice;
  private loops = 0;

  constructor(dice: Dice) {
    this.dice = dice;
  }

  write(): DataModel {
    const { dice } = this;
    const declarations = NUMBERS.map((name) => {
      const max = dice.between(1, 4);
      return `${dice.chance(20) ? "int" : `int[0,${max}]`} ${name} = ${dice.between(0, max)};`;
    });
    const text = [
      ...declarations,
      `int[0,2] f[3] = {${dice.between(0, 2)}, ${dice.between(0, 2)}, ${dice.between(0, 2)}};`,
      "typedef struct { int[0,3] x; bool y; } pair_t;",
      `pair_t p = {${dice.between(0, 3)}, ${dice.chance(50)}};`,
      "pair_t q;",
      "chan one; broadcast chan all; chan many[3];",
      "void bump(int &cell) { cell = cell + 1; }",
      ...["g", "h"].map((name) => this.asked(name)),
      ...["r", "s"].map((name) => this.done(name)),
      this.process("P", ["one!", "all!", "many[g(u)]!"]),
      this.process("Q", ["one?", "all?", "many[v]?"]),
      "system P, Q;",
    ];
    const goals = dice.several(1, 2, () =>
      dice.chance(40) ? `${dice.one(["P", "Q"])}.${dice.one(LOCATIONS)}` : this.condition(["u", "v", "w"], 1),
    );
    return { text: text.join("\n"), target: goals.join(" && ") };
  }

  private asked(name: string): string {
    return `int ${name}(int[0,4] n) { int i = 0; int k = ${this.dice.between(0, 2)}; ${this.block(["n", "i", "k"], 2, true)} return ${this.expression(["n", "i", "k"], 1)}; }`;
  }

  private done(name: string): string {
    return `void ${name}(int[0,4] n) { int i = 0; int k = 0; ${this.block(["n", "i", "k"], 2, false)} }`;
  }

  private block(locals: readonly string[], depth: number, returns: boolean): string {
    return this.dice.several(1, 3, () => this.statement(locals, depth, returns)).join(" ");
  }

  private statement(locals: readonly string[], depth: number, returns: boolean): string {
    const { dice } = this;
    const inner = (): string => this.block(locals, depth - 1, returns);
    const kind = dice.between(0, depth > 0 ? 9 : 4);
    if (kind <= 2) return `${this.assignment(locals, returns)};`;
    if (kind === 3)
      return returns && dice.chance(50)
        ? `return ${this.expression(locals, 1)};`
        : `k = ${this.expression(locals, 1)};`;
    // Guards must leave the state as it is.
    if (kind === 4 && returns) return "bump(k);";
    if (kind === 4) return dice.one(["bump(u);", "bump(k);", "p = q;", "q.x = p.x;", "p.y = !p.y;"]);
    if (kind <= 6) {
      const other = dice.chance(50) ? ` else { ${inner()} }` : "";
      return `if (${this.condition(locals, 1)}) { ${inner()} }${other}`;
    }
    if (kind === 7) return `for (i = 0; i < ${dice.one(["3", "2", "n", "v"])}; i++) { ${inner()} }`;
    const round = `j${this.loops++}`;
    if (kind === 8)
      return `{ int ${round} = 0; while (${round} < 3 && ${this.condition(locals, 0)}) { ${round}++; ${inner()} } }`;
    return `for (${round} : int[0,2]) { ${this.block([...locals, round], depth - 1, returns)} }`;
  }

  private assignment(locals: readonly string[], own: boolean): string {
    const { dice } = this;
    const target = own ? "k" : dice.one([...NUMBERS, "k", "f[0]", `f[${dice.one([...locals, "u"])}]`, "p.x"]);
    if (dice.chance(20)) return `${target}${dice.one(["++", "--"])}`;
    return `${target} ${dice.one(["=", "=", "+=", "-="])} ${this.expression(locals, 1)}`;
  }

  private expression(locals: readonly string[], depth: number): string {
    const { dice } = this;
    if (depth === 0 || dice.chance(40)) {
      return dice.one([...locals, ...NUMBERS, "0", "1", "2", "p.x", `f[${dice.one([...locals, "v"])}]`]);
    }
    const [left, right] = [this.expression(locals, depth - 1), this.expression(locals, depth - 1)];
    if (dice.chance(15)) return `(${this.condition(locals, 0)} ? ${left} : ${right})`;
    return `(${left} ${dice.one(["+", "-", "*", "%", "<?", "|"])} ${right})`;
  }

  private condition(locals: readonly string[], depth: number): string {
    const { dice } = this;
    if (depth > 0 && dice.chance(30)) {
      return `(${this.condition(locals, depth - 1)} ${dice.one(["&&", "||"])} ${this.condition(locals, depth - 1)})`;
    }
    if (dice.chance(15))
      return `${dice.one(["forall", "exists"])} (m : int[0,2]) f[m] ${dice.one(["==", "<"])} ${dice.one(locals)}`;
    return `${this.expression(locals, depth)} ${dice.one(["==", "!=", "<", "<=", ">", ">="])} ${this.expression(locals, 0)}`;
  }

  private process(name: string, syncs: readonly string[]): string {
    const { dice } = this;
    const edges = dice.several(2, 4, () => {
      const asks = dice.chance(60)
        ? `guard ${dice.one(["g", "h"])}(${dice.one(["u", "1", "f[0]"])}) ${dice.one(["==", ">", "!="])} ${dice.between(0, 2)}; `
        : "";
      const by = dice.chance(40) ? `sync ${dice.one(syncs)}; ` : "";
      const does = dice.chance(80)
        ? `assign ${dice.one(["r", "s"])}(${dice.one(["v", "0", "f[1]"])})${dice.chance(30) ? `, ${dice.one(NUMBERS)} = ${dice.between(0, 1)}` : ""}; `
        : "";
      return `${dice.one(LOCATIONS)} -> ${dice.one(LOCATIONS)} { ${asks}${by}${does}}`;
    });
    return `process ${name}() { state ${LOCATIONS.join(", ")}; init a; trans ${edges.join(",\n  ")}; }`;
  }
}
