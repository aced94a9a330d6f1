// Properties with names resolved and bounds known. Parts that only speak of the variables of a state stay expressions;
// where an operator stands below, the expression around it becomes an operation on properties.

import { parseRational } from "../../basics/rational.ts";
import type { DiagnosticSink, Span } from "../../diagnostics/index.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import {
  type Ask,
  FILTERS,
  type FilterOperator,
  type NumericOperator,
  type PathFormula,
  type Property,
  type PropertyType,
  type RewardMeasure,
  type Stochastic,
} from "../../network/index.ts";
import type { AskNode, BoundNode, FormulaNode, Node, PathNode, RewardNode, TypeName } from "./ast.ts";
import type { PrismScope } from "./scope.ts";
import { exactOf, isKnown, type Typed } from "./values.ts";

const TYPES: Readonly<Record<TypeName, PropertyType>> = { bool: "truth", int: "integer", double: "real" };

export interface Properties {
  readonly scope: PrismScope;
  readonly stochastic: Pick<Stochastic, "kind" | "labels" | "rewards">;
  /** Labels that files of properties declare. */
  readonly labels: ReadonlyMap<string, FormulaNode>;
  /** Properties that others may name. */
  readonly named: ReadonlyMap<string, Node>;
}

/** Null: the property is wrong, which is reported. */
export function elaborateProperty(node: Node, about: Properties, sink: DiagnosticSink): Property | null {
  return new Reader(about, sink).property(node);
}

class Reader {
  private readonly about: Properties;
  private readonly scope: PrismScope;
  private readonly sink: DiagnosticSink;
  private readonly expanding = new Set<string>();

  constructor(about: Properties, sink: DiagnosticSink) {
    this.about = about;
    this.scope = about.scope;
    this.sink = sink;
  }

  property(node: Node): Property | null {
    switch (node.kind) {
      case "label":
        return this.label(node.name, node.span);
      case "probability":
        return this.probability(node);
      case "reward":
        return this.reward(node);
      case "steady": {
        const ask = this.ask(node.ask, node.span, "probability");
        const states = this.truth(node.operand);
        return ask === null || states === null ? null : { kind: "steady", type: typeOf(ask), ask, states };
      }
      case "filter":
        return this.filter(node);
      default:
        return holdsOperator(node) ? this.combined(node) : this.state(node);
    }
  }

  private state(node: Node): Property | null {
    const read = this.scope.typed(node);
    return read === null ? null : { kind: "state", type: TYPES[read.type], value: read.value };
  }

  private truth(node: Node): Property | null {
    const read = this.property(node);
    if (read === null || read.type === "truth") return read;
    this.sink.error("TH2502", "a state formula is a truth, not a number", node.span, "compare it: `x=1`");
    return null;
  }

  private label(name: string, span: Span): Property | null {
    if (name === "init" || name === "deadlock") return { kind: "label", type: "truth", label: name };
    const known = this.about.stochastic.labels.find((label) => label.name === name);
    if (known !== undefined) return { kind: "state", type: "truth", value: known.condition };
    const node = this.about.labels.get(name)?.body ?? this.about.named.get(name);
    if (node === undefined) {
      const names = [
        ...this.about.stochastic.labels.map((label) => label.name),
        ...this.about.labels.keys(),
        ...this.about.named.keys(),
      ];
      this.sink.error("TH2517", `there is no label "${name}"`, span, didYouMean(name, names));
      return null;
    }
    if (this.expanding.has(name)) {
      this.sink.error("TH2505", `"${name}" is defined by itself`, span);
      return null;
    }
    this.expanding.add(name);
    const result = this.property(node);
    this.expanding.delete(name);
    return result;
  }

  /** An expression with operators below: its structure, and the types of its parts. */
  private combined(node: Node): Property | null {
    const parts = partsOf(node);
    const of: Property[] = [];
    for (const part of parts.of) {
      const read = this.property(part);
      if (read === null) return null;
      of.push(read);
    }
    const names: Readonly<Record<PropertyType, TypeName>> = { truth: "bool", integer: "int", real: "double" };
    // The scope judges the types, with the parts in place of their values.
    const stand = new Map(
      parts.of.map((part, at): [Node, Typed] => [
        part,
        { type: names[of[at]!.type], value: { kind: "cell", cell: at } },
      ]),
    );
    const read = (inner: Node): Typed | null => stand.get(inner) ?? null;
    const typed = node.kind === "call" ? this.scope.call(node, read) : this.scope.structure(node, read);
    if (typed === null) return null;
    return { kind: "operation", type: TYPES[typed.type], op: parts.op, of };
  }

  private ask({ op, bound, optimum }: AskNode, span: Span, of: "probability" | "reward"): Ask | null {
    const { kind } = this.about.stochastic;
    if (optimum !== undefined && kind !== "mdp") {
      this.sink.error(
        "TH4522",
        `a ${kind} has no choices: there is neither minimum nor maximum`,
        span,
        of === "probability" ? "ask `P=?`" : "ask `R=?`",
      );
      return null;
    }
    if (bound === undefined) {
      if (kind === "mdp" && optimum === undefined) {
        const [letter] = of === "probability" ? ["P"] : ["R"];
        this.sink.error(
          "TH4522",
          "an MDP has choices: is the minimum or the maximum asked for?",
          span,
          `\`${letter}min=?\` or \`${letter}max=?\``,
        );
        return null;
      }
      return { op: "=", ...(optimum === undefined ? {} : { optimum }) };
    }
    const value = this.constant(bound, "the bound");
    if (value === null) return null;
    if (of === "probability" && (value.number < 0 || value.number > 1)) {
      this.sink.error("TH4521", `${value.number} is no probability`, bound.span, "it lies between 0 and 1");
      return null;
    }
    // For all ways to resolve choices: below a bound is the largest, above it the smallest.
    const implied =
      kind !== "mdp" ? {} : { optimum: optimum ?? (op === "<" || op === "<=" ? ("max" as const) : ("min" as const)) };
    return { op, bound: value.number, ...implied, ...(value.exact === undefined ? {} : { exact: value.exact }) };
  }

  private constant(
    node: Node,
    what: string,
  ): { readonly number: number; readonly exact?: string; readonly isInteger: boolean } | null {
    const read = this.scope.typed(node);
    if (read === null) return null;
    if (read.type === "bool" || !isKnown(read.value)) {
      this.sink.error("TH4521", `${what} is ${read.type === "bool" ? "no number" : "no constant"}`, node.span);
      return null;
    }
    const exact = exactOf(read.value);
    const { value } = read.value;
    const text = exact === undefined ? undefined : `${exact.n}/${exact.d}`;
    return {
      number: value,
      isInteger: read.type === "int",
      ...(text === undefined || parseRational(text) === undefined ? {} : { exact: text }),
    };
  }

  private probability({ ask: asked, path, span }: Extract<Node, { kind: "probability" }>): Property | null {
    const ask = this.ask(asked, span, "probability");
    const formula = this.path(path);
    return ask === null || formula === null ? null : { kind: "probability", type: typeOf(ask), ask, path: formula };
  }

  private path({ op, left, right, bound }: PathNode): PathFormula | null {
    const first = left === undefined ? undefined : this.truth(left);
    const second = this.truth(right);
    const limits = bound === undefined ? {} : this.bound(bound);
    if (first === null || second === null || limits === null) return null;
    return { op, right: second, ...(first === undefined ? {} : { left: first }), ...limits };
  }

  private bound({
    lower,
    upper,
    lowerStrict,
    upperStrict,
    span,
  }: BoundNode): Pick<PathFormula, "lower" | "upper"> | null {
    const [low, high] = [this.moment(lower), this.moment(upper)];
    if (low === null || high === null) return null;
    const isTime = this.about.stochastic.kind === "ctmc";
    // Steps are whole: beyond 3 is from 4 on. A moment has no chance.
    const from = low === undefined ? undefined : low + (lowerStrict && !isTime ? 1 : 0);
    const to = high === undefined ? undefined : high - (upperStrict && !isTime ? 1 : 0);
    if ((to !== undefined && to < 0) || (from !== undefined && to !== undefined && from > to)) {
      this.sink.error("TH4521", "the bound holds no moment", span);
      return null;
    }
    return { ...(from === undefined ? {} : { lower: from }), ...(to === undefined ? {} : { upper: to }) };
  }

  private moment(node: Node | undefined): number | undefined | null {
    if (node === undefined) return undefined;
    const value = this.constant(node, "the bound");
    if (value === null) return null;
    const isTime = this.about.stochastic.kind === "ctmc";
    if (value.number < 0 || !Number.isFinite(value.number)) {
      this.sink.error("TH4521", `a bound of ${value.number}`, node.span, "bounds are not negative");
      return null;
    }
    if (!isTime && !value.isInteger) {
      this.sink.error("TH4521", `${value.number} steps`, node.span, "bounds of steps are integers");
      return null;
    }
    return value.number;
  }

  private reward({ ask: asked, structure, body, span }: RewardNode & { readonly span: Span }): Property | null {
    const { rewards } = this.about.stochastic;
    const ask = this.ask(asked, span, "reward");
    const number = this.structure(structure, span);
    if (ask === null || number === null) return null;
    if (body.op === "total") {
      this.sink.error(
        "TH3500",
        "the total reward `C` without a bound is not supported",
        span,
        "ask `R=? [ F states ]`, or `C<=k`",
      );
      return null;
    }
    if (rewards[number] === undefined) return null;
    const measure = this.measure(body);
    return measure === null ? null : { kind: "reward", type: typeOf(ask), ask, structure: number, measure };
  }

  private measure(body: Exclude<RewardNode["body"], { readonly op: "total" }>): RewardMeasure | null {
    if (body.op === "F") {
      const target = this.truth(body.target);
      return target === null ? null : { op: "F", target };
    }
    if (body.op === "S") return { op: "S" };
    const bound = this.moment(body.bound);
    return bound === null || bound === undefined ? null : { op: body.op, bound };
  }

  private structure(node: Node | undefined, span: Span): number | null {
    const { rewards } = this.about.stochastic;
    const none = (message: string, hint?: string): null => {
      this.sink.error("TH2518", message, node?.span ?? span, hint);
      return null;
    };
    if (rewards.length === 0) return none("the model has no rewards", '`rewards "steps" true : 1; endrewards`');
    if (node === undefined) return 0;
    if (node.kind === "label") {
      const at = rewards.findIndex(({ name }) => name === node.name);
      const names = rewards.flatMap(({ name }) => (name === undefined ? [] : [name]));
      return at >= 0 ? at : none(`there are no rewards "${node.name}"`, didYouMean(node.name, names));
    }
    const value = this.constant(node, "the number of the rewards");
    if (value === null) return null;
    if (Number.isInteger(value.number) && value.number >= 1 && value.number <= rewards.length) return value.number - 1;
    return none(`there are no rewards number ${value.number}`, `there are ${rewards.length}, counted from 1`);
  }

  private filter({ op, operand, states, span }: Extract<Node, { kind: "filter" }>): Property | null {
    const synonyms: Readonly<Record<string, FilterOperator>> = {
      "+": "sum",
      "&": "forall",
      "|": "exists",
      printall: "print",
    };
    const known = synonyms[op] ?? FILTERS.find((each) => each === op);
    if (known === undefined) {
      const there = `there are ${FILTERS.join(", ")}`;
      if (["argmin", "argmax"].includes(op))
        this.sink.error("TH3500", `the filter \`${op}\` is not supported`, span, there);
      else this.sink.error("TH1501", `there is no filter \`${op}\``, span, didYouMean(op, FILTERS) ?? there);
      return null;
    }
    const of = this.property(operand);
    const where = states === undefined ? undefined : this.truth(states);
    if (of === null || where === null) return null;
    const isTruth = known === "forall" || known === "exists";
    if ((isTruth || known === "count") !== (of.type === "truth") && !["first", "state", "print"].includes(known)) {
      this.sink.error(
        "TH2502",
        `the filter \`${known}\` is about ${isTruth || known === "count" ? "truths" : "numbers"}`,
        operand.span,
      );
      return null;
    }
    const type: PropertyType = isTruth ? "truth" : known === "count" ? "integer" : known === "avg" ? "real" : of.type;
    return { kind: "filter", type, op: known, of, ...(where === undefined ? {} : { states: where }) };
  }
}

function typeOf({ op }: Ask): PropertyType {
  return op === "=" ? "real" : "truth";
}

function holdsOperator(node: Node): boolean {
  switch (node.kind) {
    case "label":
    case "probability":
    case "reward":
    case "steady":
    case "filter":
      return true;
    case "unary":
    case "binary":
    case "conditional":
    case "call":
      return partsOf(node).of.some(holdsOperator);
    default:
      return false;
  }
}

function partsOf(node: Node): { readonly op: NumericOperator; readonly of: readonly Node[] } {
  switch (node.kind) {
    case "unary":
      return { op: node.op === "-" ? "negate" : "!", of: [node.operand] };
    case "binary":
      return { op: node.op, of: [node.left, node.right] };
    case "conditional":
      return { op: "?:", of: [node.condition, node.then, node.otherwise] };
    case "call":
      return { op: node.name as NumericOperator, of: node.arguments };
    default:
      throw new Error(`a ${node.kind} has no parts`);
  }
}
