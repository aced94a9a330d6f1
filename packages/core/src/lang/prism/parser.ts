// Reads PRISM models and files of properties. A declaration that cannot be read is reported and left; reading goes on
// at the next one, so that one run says everything.

import { DiagnosticSink, type Span } from "../../diagnostics/index.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type {
  AssignmentNode,
  BranchNode,
  CommandNode,
  ConstantNode,
  FormulaNode,
  ModelNode,
  ModelType,
  ModuleNode,
  Node,
  PropertiesNode,
  PropertyNode,
  RewardItemNode,
  RewardsNode,
  TypeName,
  UnreadProperty,
  VariableNode,
} from "./ast.ts";
import { SyntaxFault } from "./expressions.ts";
import { OperatorReader } from "./operators.ts";
import type { PrismToken } from "./tokens.ts";

const TYPES: Readonly<Record<string, ModelType>> = {
  dtmc: "dtmc",
  probabilistic: "dtmc",
  ctmc: "ctmc",
  stochastic: "ctmc",
  mdp: "mdp",
  nondeterministic: "mdp",
};
const OTHER_TYPES: Readonly<Record<string, string>> = {
  pta: "a probabilistic timed automaton",
  pomdp: "a partially observable MDP",
  popta: "a partially observable timed automaton",
  smg: "a stochastic game",
  idtmc: "an interval Markov chain",
  imdp: "an interval MDP",
};
/** Where a declaration may begin. */
const STARTS = ["const", "formula", "label", "global", "module", "rewards", "init", "system", ...Object.keys(TYPES)];

export function parseModel(text: string, block: number, sink: DiagnosticSink): ModelNode {
  return new Parser(text, block, sink).model();
}

export function parseProperties(text: string, block: number, sink: DiagnosticSink): PropertiesNode {
  return new Parser(text, block, sink).properties();
}

class Parser extends OperatorReader {
  model(): ModelNode {
    const model: { -readonly [K in keyof ModelNode]: ModelNode[K] } = {
      type: undefined,
      constants: [],
      formulas: [],
      labels: [],
      globals: [],
      modules: [],
      rewards: [],
    };
    while (this.token.kind !== "end") {
      this.recovering(() => this.declaration(model), STARTS);
    }
    return model;
  }

  /** Where one declaration fails, the next one is looked for. */
  private recovering(read: () => void, starts: readonly string[]): void {
    const from = this.at;
    try {
      read();
    } catch (error) {
      if (!(error instanceof SyntaxFault)) throw error;
      if (this.at === from) this.at++;
      this.skipTo(starts);
    }
  }

  private skipTo(starts: readonly string[]): void {
    while (this.token.kind !== "end" && !(this.token.kind === "name" && starts.includes(this.token.text))) this.at++;
  }

  private declaration(model: { -readonly [K in keyof ModelNode]: ModelNode[K] }): void {
    const first = this.token;
    const type = first.kind === "name" ? TYPES[first.text] : undefined;
    if (type !== undefined) {
      this.at++;
      if (model.type !== undefined) this.fail("the type of the model is said twice", "keep one", this.spanOf(first));
      model.type = type;
      return;
    }
    switch (first.kind === "name" ? first.text : "") {
      case "const":
      case "rate":
      case "prob":
        model.constants.push(this.constant());
        return;
      case "formula":
        model.formulas.push(this.formula());
        return;
      case "label":
        model.labels.push(this.label());
        return;
      case "global":
        this.at++;
        model.globals.push(this.variable());
        return;
      case "module":
        model.modules.push(this.module());
        return;
      case "rewards":
        model.rewards.push(this.rewards());
        return;
      case "init":
        this.at++;
        if (model.initial !== undefined)
          this.fail("`init` .. `endinit` stands twice", "join the two conditions by `&`", this.spanOf(first));
        model.initial = this.expression();
        this.expect("endinit", "behind the condition of the initial states");
        return;
      case "system":
        this.refuse("`system` .. `endsystem`", first, "without it, modules run in parallel and share their actions");
        return;
      case "invariant":
      case "clock":
        this.refuse(`\`${first.text}\` (timed automata)`, first, "models with clocks are read from `.xml` and `.xta`");
        return;
      case "observables":
      case "observable":
        this.refuse("partial observability", first, "leave it out for the fully observable model");
        return;
      default: {
        const other = OTHER_TYPES[first.text];
        if (other !== undefined)
          this.refuse(`${other} (\`${first.text}\`)`, first, "there are `dtmc`, `ctmc` and `mdp`");
        this.fail(`a declaration cannot begin with ${this.found()}`, didYouMean(first.text, STARTS));
      }
    }
  }

  private constant(): ConstantNode {
    const old = this.tokens[this.at++]!.text;
    let type: TypeName = old === "const" ? "int" : "double";
    for (const each of ["int", "double", "bool"] as const) if (this.accept(each) !== undefined) type = each;
    if (this.accept("rate") !== undefined || this.accept("prob") !== undefined) type = "double";
    const { name, span } = this.name("a constant");
    const value = this.accept("=") === undefined ? undefined : this.expression();
    this.expect(";", "behind the constant");
    return { name, nameSpan: span, type, ...(value === undefined ? {} : { value }) };
  }

  private formula(): FormulaNode {
    this.at++;
    const { name, span } = this.name("a formula");
    this.expect("=", "behind the name of the formula");
    const body = this.expression();
    this.expect(";", "behind the formula");
    return { name, nameSpan: span, body };
  }

  private label(): FormulaNode {
    this.at++;
    const { token } = this;
    if (token.kind !== "string") this.fail("the name of the label is missing", "names of labels stand in quotes");
    this.at++;
    this.expect("=", "behind the name of the label");
    const body = this.expression();
    this.expect(";", "behind the label");
    return { name: token.text, nameSpan: this.spanOf(token), body };
  }

  private variable(): VariableNode {
    const { name, span } = this.name("a variable");
    this.expect(":", "behind the name of the variable");
    let range: VariableNode["range"];
    if (this.accept("[") !== undefined) {
      const low = this.expression();
      this.expect("..", "between the two ends of the range");
      const high = this.expression();
      this.expect("]", "behind the range");
      range = { low, high };
    } else if (this.is("int")) {
      this.refuse("a variable without bounds", this.token, `give it a range: \`${name} : [0..10];\``);
    } else if (this.is("clock")) {
      this.refuse("a clock (`pta`)", this.token, "models with clocks are read from `.xml` and `.xta`");
    } else if (this.is("double")) {
      this.fail("a variable holds no real number", "variables are `[0..n]` or `bool`");
    } else {
      this.expect("bool", "behind `:`");
    }
    const initial = this.accept("init") === undefined ? undefined : this.expression();
    this.expect(";", "behind the variable");
    return {
      name,
      nameSpan: span,
      ...(range === undefined ? {} : { range }),
      ...(initial === undefined ? {} : { initial }),
    };
  }

  private module(): ModuleNode {
    this.at++;
    const { name, span } = this.name("a module", true);
    if (this.accept("=") !== undefined) return this.renaming(name, span);
    const variables: VariableNode[] = [];
    const commands: CommandNode[] = [];
    while (!this.is("endmodule")) {
      if (this.token.kind === "end")
        this.fail(`\`endmodule\` is missing: the module \`${name}\` has no end`, undefined, span);
      if (STARTS.includes(this.token.text) && this.token.kind === "name" && !this.is("init")) {
        this.fail(`\`endmodule\` is missing before \`${this.token.text}\``, `it ends the module \`${name}\``);
      }
      this.recoveringInModule(() => {
        if (this.is("[")) commands.push(this.command());
        else if (this.is("invariant"))
          this.refuse("`invariant` (timed automata)", this.token, "models with clocks are read from `.xml` and `.xta`");
        else variables.push(this.variable());
      });
    }
    this.at++;
    return { name, nameSpan: span, variables, commands };
  }

  /** A command or variable that cannot be read ends at its semicolon. */
  private recoveringInModule(read: () => void): void {
    const from = this.at;
    try {
      read();
    } catch (error) {
      if (!(error instanceof SyntaxFault)) throw error;
      if (this.at === from) this.at++;
      while (this.token.kind !== "end" && !this.is(";") && !this.is("endmodule") && !this.is("[")) this.at++;
      this.accept(";");
    }
  }

  private renaming(name: string, nameSpan: Span): ModuleNode {
    const base = this.name("the module that is copied", true);
    this.expect("[", "before the new names");
    const pairs: NonNullable<ModuleNode["renamed"]>["pairs"][number][] = [];
    if (!this.is("]")) {
      do {
        const from = this.anyName("what is renamed");
        this.expect("=", "between the old and the new name");
        const to = this.anyName("the new name");
        pairs.push({ from: from.name, fromSpan: from.span, to: to.name, toSpan: to.span });
      } while (this.accept(",") !== undefined);
    }
    this.expect("]", "behind the new names");
    this.expect("endmodule", "behind the new names");
    return { name, nameSpan, variables: [], commands: [], renamed: { base: base.name, baseSpan: base.span, pairs } };
  }

  /** Functions may be renamed too: `min=max`. */
  private anyName(what: string): { readonly name: string; readonly span: Span } {
    const { token } = this;
    if (!this.is("min") && !this.is("max")) return this.name(what);
    this.at++;
    return { name: token.text, span: this.spanOf(token) };
  }

  private command(): CommandNode {
    const first = this.token;
    const { name: action, span: actionSpan } = this.action();
    const guard = this.expression();
    this.expect("->", "behind the guard");
    const branches: BranchNode[] = [this.branch()];
    while (this.accept("+") !== undefined) branches.push(this.branch());
    this.expect(";", "behind the command");
    return { action, actionSpan, guard, branches, span: this.spanFrom(first) };
  }

  private action(): { readonly name: string; readonly span: Span } {
    const first = this.expect("[", "before the action");
    if (this.is("]")) {
      this.at++;
      return { name: "", span: this.spanFrom(first) };
    }
    const action = this.name("an action", true);
    this.expect("]", "behind the action");
    return action;
  }

  private branch(): BranchNode {
    const first = this.token;
    if (this.is("[")) {
      // The rest of the command is not looked at.
      while (!this.ended && !this.is(";")) this.at++;
      this.refuse("an interval of probabilities", first, "give one probability");
    }
    if (this.startsUpdate()) return { update: this.update(), span: this.spanFrom(first) };
    const [name, equals] = [this.ahead(1), this.ahead(2)];
    const isUnprimed = this.is("(") && name.kind === "name" && equals.text === "=";
    const weight = this.expression();
    if (isUnprimed && !this.is(":")) {
      this.fail("`'` is missing behind the variable that is set", `write \`(${name.text}'=..)\``, this.spanOf(equals));
    }
    if (this.is("'")) this.fail("an update stands in brackets", `write \`(${first.text}'=..)\``, this.spanFrom(first));
    this.expect(":", "between the probability and the update");
    const update = this.update();
    return { weight, update, span: this.spanFrom(first) };
  }

  /** `(x'=`, or `true` that no `:` follows. */
  private startsUpdate(): boolean {
    if (this.is("true")) return !this.continues(this.ahead(1));
    return this.is("(") && this.ahead(1).kind === "name" && this.ahead(2).text === "'";
  }

  private continues({ text, kind }: PrismToken): boolean {
    return kind === "symbol" && ![";", "+"].includes(text);
  }

  private update(): AssignmentNode[] {
    if (this.accept("true") !== undefined) return [];
    const list = [this.assignment()];
    while (this.accept("&") !== undefined) list.push(this.assignment());
    return list;
  }

  private assignment(): AssignmentNode {
    this.expect("(", "before an assignment");
    const { name, span } = this.name("a variable");
    if (!this.is("'")) this.fail("`'` is missing behind the variable that is set", `write \`(${name}'=..)\``);
    this.at++;
    this.expect("=", "in the assignment");
    const value = this.expression();
    this.expect(")", "behind the assignment");
    return { name, nameSpan: span, value };
  }

  private rewards(): RewardsNode {
    const first = this.tokens[this.at++]!;
    const named = this.token.kind === "string" ? this.tokens[this.at++]! : undefined;
    const items: RewardItemNode[] = [];
    while (!this.is("endrewards")) {
      if (this.token.kind === "end") this.fail("`endrewards` is missing", undefined, this.spanOf(first));
      const action = this.is("[") ? this.action() : undefined;
      const guard = this.expression();
      this.expect(":", "between the condition and the reward");
      const value = this.expression();
      this.expect(";", "behind the reward");
      items.push({ guard, value, ...(action === undefined ? {} : { action: action.name, actionSpan: action.span }) });
    }
    this.at++;
    return { nameSpan: this.spanOf(named ?? first), items, ...(named === undefined ? {} : { name: named.text }) };
  }

  // -------------------------------------------------------------------------------------------- properties

  private get ended(): boolean {
    return this.token.kind === "end";
  }

  properties(): PropertiesNode {
    const all: PropertiesNode = { constants: [], labels: [], properties: [] };
    while (this.token.kind !== "end") {
      if (this.accept(";") !== undefined) continue;
      const from = this.at;
      const skipProperty = (): void => {
        if (this.at === from) this.at++;
        while (!this.ended && !this.is(";")) this.at++;
      };
      try {
        if (this.is("const")) all.constants.push(this.constant());
        else if (this.is("label") && this.ahead(1).kind === "string") all.labels.push(this.label());
        else all.properties.push(this.propertyOrFault(skipProperty));
      } catch (error) {
        if (!(error instanceof SyntaxFault)) throw error;
        skipProperty();
      }
    }
    return all;
  }

  /** What is wrong with a property is its own: it keeps its number, and the others are asked. */
  private propertyOrFault(skip: () => void): PropertyNode | UnreadProperty {
    const [first, outer, own] = [this.token, this.sink, new DiagnosticSink()];
    this.sink = own;
    try {
      return this.property();
    } catch (error) {
      if (!(error instanceof SyntaxFault)) throw error;
      skip();
      const isNamed = first.kind === "string" && this.tokens[this.tokens.indexOf(first) + 1]?.text === ":";
      return {
        span: this.spanFrom(first),
        diagnostic: own.firstError!,
        ...(isNamed ? { name: first.text } : {}),
      };
    } finally {
      this.sink = outer;
    }
  }

  private property(): PropertyNode {
    const first = this.token;
    let name: string | undefined;
    if (first.kind === "string" && this.ahead(1).text === ":") {
      this.at += 2;
      name = first.text;
    }
    const node: Node = this.expression();
    // Properties may follow each other without a semicolon, on lines of their own.
    const { kind } = this.ahead(0);
    const isNext = kind === "end" || this.is(";") || kind === "string" || kind === "name";
    if (!isNext) this.fail(`${this.found()} does not belong to the property`, "properties are separated by `;`");
    return { node, span: this.spanFrom(first), ...(name === undefined ? {} : { name }) };
  }
}
