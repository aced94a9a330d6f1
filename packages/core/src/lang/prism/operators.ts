// The operators of properties: `P`, `R`, `S` and `filter`, with their bounds and path formulas. What belongs to richer
// logics is refused by its name, at its place.

import type { Span } from "../../diagnostics/index.ts";
import type { AskNode, BoundNode, Node, PathNode, RewardNode } from "./ast.ts";
import { ExpressionReader, isFunction } from "./expressions.ts";
import { KEYWORDS, type PrismToken } from "./tokens.ts";

const COMPARISONS = ["<=", ">=", "<", ">", "="] as const;
const UNARY = ["X", "F", "G"] as const;
const BINARY = ["U", "W", "R"] as const;

export class OperatorReader extends ExpressionReader {
  protected override operator(): Node | undefined {
    const first = this.token;
    if (first.kind !== "name") return undefined;
    switch (first.text) {
      case "P":
      case "Pmin":
      case "Pmax":
        return this.probability(first);
      case "R":
      case "Rmin":
      case "Rmax":
        return this.reward(first);
      case "S":
        return this.steady(first);
      case "filter":
        return this.filter(first);
      case "E":
      case "A":
        return this.refuse(`\`${first.text} [ .. ]\` (CTL)`, first);
      case "F":
      case "G":
      case "X":
      case "U":
      case "W":
        return this.refuse("a path operator inside a formula (LTL)", first);
      default:
        return undefined;
    }
  }

  protected refuse(
    what: string,
    token: PrismToken,
    hint = "one path operator between state formulas: `P=? [ a U b ]`",
  ): never {
    this.sink.error("TH3500", `${what} is not supported`, this.spanOf(token), hint);
    throw this.stop();
  }

  private probability(first: PrismToken): Node {
    this.at++;
    const ask = this.ask(first.text.slice(1));
    this.expect("[", "before the path formula");
    const path = this.path();
    const condition = this.oldFilter();
    this.expect("]", "behind the path formula");
    return condition({ kind: "probability", ask, path, span: this.spanFrom(first) });
  }

  /** `P=? [ F x {y=2}{max} ]`: the old way to write filters. */
  private oldFilter(): (node: Node) => Node {
    if (this.accept("{") === undefined) return (node) => node;
    const states = this.expression();
    this.expect("}", "behind the states of a filter");
    const ops: string[] = [];
    while (this.accept("{") !== undefined) {
      const { token } = this;
      if (!this.is("min") && !this.is("max")) this.fail("`{min}` or `{max}` is missing", `instead of ${this.found()}`);
      ops.push(token.text);
      this.at++;
      this.expect("}", "behind `min` or `max`");
    }
    return (node) => ({ kind: "filter", op: ops[0] ?? "state", operand: node, states, span: node.span });
  }

  private ask(optimum: string): AskNode {
    const later = optimum !== "" ? optimum : this.is("min") || this.is("max") ? this.tokens[this.at++]!.text : "";
    const op = COMPARISONS.find((each) => this.is(each));
    if (op === undefined) this.fail("`=?` or a bound such as `<=0.1` is missing", `instead of ${this.found()}`);
    this.at++;
    const about = later === "min" || later === "max" ? { optimum: later as "min" | "max" } : {};
    if (this.accept("?") !== undefined) {
      if (op !== "=") this.fail("`?` belongs behind `=`", "write `P=?`");
      return { op: "=", ...about };
    }
    if (op === "=") this.fail("`=` wants `?`", "write `P=?`, or a bound such as `P<=0.1`");
    // `[` ends the bound: it begins the path formula.
    const bound = this.expression();
    return { op: op!, bound, ...about };
  }

  private path(): PathNode {
    const first = this.token;
    if (this.is("(") && this.wrapsPath()) {
      this.at++;
      const inner = this.path();
      this.expect(")", "behind the path formula");
      return inner;
    }
    for (const op of UNARY) {
      if (!this.is(op)) continue;
      this.at++;
      const bound = this.bound();
      if (bound !== undefined && op === "X") this.fail("`X` takes no bound", "it is one step", bound.span);
      return { op, right: this.expression(), span: this.spanFrom(first), ...(bound === undefined ? {} : { bound }) };
    }
    const left = this.expression();
    const op = BINARY.find((each) => this.is(each));
    if (op === undefined) this.fail("a path operator is missing", "`X`, `F`, `G`, `U`, `W` or `R`", left.span);
    this.at++;
    const bound = this.bound();
    const right = this.expression();
    return { op: op!, left, right, span: this.spanFrom(first), ...(bound === undefined ? {} : { bound }) };
  }

  /** Does this bracket enclose the whole path formula? */
  private wrapsPath(): boolean {
    let depth = 0;
    let holds = false;
    for (let at = this.at; at < this.tokens.length; at++) {
      const { text, kind } = this.tokens[at]!;
      if (kind === "symbol" && (text === "(" || text === "[" || text === "{")) depth++;
      if (kind === "symbol" && (text === ")" || text === "]" || text === "}") && --depth === 0) {
        return holds && ["]", "{"].includes(this.tokens[at + 1]?.text ?? "");
      }
      holds ||= depth === 1 && kind === "name" && ["F", "G", "X", "U", "W"].includes(text);
    }
    return false;
  }

  private bound(): BoundNode | undefined {
    const first = this.token;
    if (this.accept("[") !== undefined) {
      const lower = this.expression();
      this.expect(",", "between the two ends of the bound");
      const upper = this.expression();
      this.expect("]", "behind the bound");
      return { lower, upper, span: this.spanFrom(first) };
    }
    const op = COMPARISONS.find((each) => this.is(each));
    if (op === undefined) return undefined;
    this.at++;
    const value = this.boundValue();
    const span: Span = this.spanFrom(first);
    if (op === "=") return { lower: value, upper: value, span };
    if (op === "<=" || op === "<") return { upper: value, upperStrict: op === "<", span };
    return { lower: value, lowerStrict: op === ">", span };
  }

  /** What stands in brackets behind a name is the formula, not what it is called with. */
  private boundValue(): Node {
    const first = this.token;
    if (first.kind !== "name" || KEYWORDS.has(first.text) || this.ahead(1).text !== "(" || isFunction(first.text))
      return this.expression();
    this.at++;
    return { kind: "name", name: first.text, span: this.spanOf(first) };
  }

  private reward(first: PrismToken): Node {
    this.at++;
    let structure: Node | undefined;
    if (this.accept("{") !== undefined) {
      structure = this.expression();
      this.expect("}", "behind the name of the rewards");
      if (this.is("{")) this.refuse("a multi-objective reward", this.token, "ask for one structure of rewards");
    }
    const ask = this.ask(first.text.slice(1));
    this.expect("[", "before what is accumulated");
    const body = this.rewardBody();
    const condition = this.oldFilter();
    this.expect("]", "behind what is accumulated");
    const about = structure === undefined ? {} : { structure };
    return condition({ kind: "reward", ask, body, ...about, span: this.spanFrom(first) });
  }

  private rewardBody(): RewardNode["body"] {
    const first = this.token;
    if (this.accept("F") !== undefined) {
      const bound = this.bound();
      if (bound !== undefined) this.refuse("a bounded `F` of rewards", first, "`C<=k` accumulates for k steps");
      return { op: "F", target: this.expression() };
    }
    if (this.accept("S") !== undefined) return { op: "S" };
    if (this.accept("C") !== undefined) {
      return this.accept("<=") === undefined ? { op: "total" } : { op: "C", bound: this.expression() };
    }
    if (this.accept("I") !== undefined) {
      this.expect("=", "behind `I`");
      return { op: "I", bound: this.expression() };
    }
    this.fail("`F`, `C<=k`, `I=k` or `S` is missing", `instead of ${this.found()}`);
  }

  private steady(first: PrismToken): Node {
    this.at++;
    const ask = this.ask("");
    this.expect("[", "before the state formula");
    const operand = this.expression();
    this.expect("]", "behind the state formula");
    return { kind: "steady", ask, operand, span: this.spanFrom(first) };
  }

  private filter(first: PrismToken): Node {
    this.at++;
    this.expect("(", "behind `filter`");
    const op = this.token;
    if (op.kind !== "name" && op.text !== "+" && op.text !== "&" && op.text !== "|")
      this.fail("the operator of the filter is missing");
    this.at++;
    this.expect(",", "behind the operator of the filter");
    const operand = this.expression();
    const states = this.accept(",") === undefined ? undefined : this.expression();
    this.expect(")", "behind the filter");
    return {
      kind: "filter",
      op: op.text,
      operand,
      span: this.spanFrom(first),
      ...(states === undefined ? {} : { states }),
    };
  }
}
