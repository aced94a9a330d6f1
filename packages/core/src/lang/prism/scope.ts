// Names and types: what a name means, and expressions with their types, constants known and formulas expanded. Renaming
// applies behind the expansion of formulas, as in PRISM.

import type { DiagnosticSink, NameListener, Span } from "../../diagnostics/index.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { NumericExpression, NumericOperator } from "../../network/index.ts";
import type { ConstantNode, FormulaNode, InfixOperator, Node, TypeName } from "./ast.ts";
import { overIntegers } from "./polynomials.ts";
import { isKnown, literal, numberOf, operation, type Typed } from "./values.ts";

export interface VariableEntry {
  readonly name: string;
  readonly cell: number;
  readonly type: "int" | "bool";
  readonly min: number;
  readonly max: number;
  /** Index of the module that owns it; −1: global. */
  readonly module: number;
  readonly span: Span;
}

interface ConstantEntry {
  readonly node: ConstantNode;
  value?: Typed;
  isBeingRead?: true;
}

/** What is renamed in the module at hand, new names by old ones. */
export type Renaming = ReadonlyMap<string, string>;
const NOTHING: Renaming = new Map();

export type TypedReading = (node: Node, renaming?: Renaming) => Typed | null;

const ARITHMETIC: ReadonlySet<InfixOperator> = new Set(["+", "-", "*", "/"]);
const LOGIC: ReadonlySet<InfixOperator> = new Set(["&", "|", "=>", "<=>"]);
const ORDER: ReadonlySet<InfixOperator> = new Set(["<", "<=", ">", ">="]);

export class PrismScope {
  readonly sink: DiagnosticSink;
  readonly variables = new Map<string, VariableEntry>();
  private readonly constants = new Map<string, ConstantEntry>();
  private readonly formulas = new Map<string, FormulaNode>();
  private readonly expanding = new Set<string>();
  private readonly given: ReadonlyMap<string, string>;
  private readonly listener: NameListener | undefined;
  /** Constants that were declared, for whoever gives values. */
  readonly declared = new Set<string>();

  constructor(sink: DiagnosticSink, given: ReadonlyMap<string, string>, listener: NameListener | undefined) {
    this.sink = sink;
    this.given = given;
    this.listener = listener;
  }

  /** A scope for one question: what it declares is forgotten behind it. */
  inner(sink: DiagnosticSink): PrismScope {
    const scope = new PrismScope(sink, this.given, this.listener);
    for (const [name, entry] of this.variables) scope.variables.set(name, entry);
    for (const [name, entry] of this.constants) scope.constants.set(name, entry);
    for (const [name, entry] of this.formulas) scope.formulas.set(name, entry);
    for (const name of this.declared) scope.declared.add(name);
    return scope;
  }

  declareConstant(node: ConstantNode): void {
    if (this.isFree(node.name, node.nameSpan)) this.constants.set(node.name, { node });
    this.declared.add(node.name);
  }

  declareFormula(node: FormulaNode): void {
    if (this.isFree(node.name, node.nameSpan)) this.formulas.set(node.name, node);
  }

  declareVariable(entry: VariableEntry): void {
    if (this.isFree(entry.name, entry.span)) this.variables.set(entry.name, entry);
  }

  private isFree(name: string, span: Span): boolean {
    const other = this.variables.has(name) ? "variable" : this.constants.has(name) ? "constant" : "formula";
    if (!this.variables.has(name) && !this.constants.has(name) && !this.formulas.has(name)) return true;
    this.sink.error("TH2501", `\`${name}\` is declared twice`, span, `there is a ${other} of this name`);
    return false;
  }

  /** Reports what is wrong with constants and formulas that nothing uses. */
  checkAll(): void {
    for (const name of this.constants.keys()) this.constant(name, this.constants.get(name)!.node.nameSpan);
    for (const { name, nameSpan } of this.formulas.values()) this.named(name, nameSpan, NOTHING, name);
  }

  /** The value of a constant; null where it has none, which is reported once. */
  private constant(name: string, use: Span): Typed | null {
    const entry = this.constants.get(name)!;
    if (entry.value !== undefined) return entry.value;
    const { node } = entry;
    if (entry.isBeingRead) {
      this.sink.error("TH2505", `\`${name}\` is defined by itself`, node.nameSpan);
      return null;
    }
    entry.isBeingRead = true;
    const value = this.given.has(name) ? this.fromOutside(node) : this.fromText(node, use);
    // What has no value is reported once; afterwards it is taken for anything.
    entry.value = value ?? { type: node.type, value: numberOf(node.type === "bool" ? 0 : 1) };
    delete entry.isBeingRead;
    return value;
  }

  private fromText({ name, nameSpan, type, value }: ConstantNode, _use: Span): Typed | null {
    if (value === undefined) {
      this.sink.error(
        "TH2503",
        `the constant \`${name}\` has no value`,
        nameSpan,
        `give it one: \`-D ${name}=${EXAMPLES[type]}\`, or here: \`${name} = ${EXAMPLES[type]};\``,
      );
      return null;
    }
    const read = this.typed(value);
    if (read === null) return null;
    if (!isKnown(read.value)) {
      this.sink.error(
        "TH2502",
        `the value of the constant \`${name}\` depends on a variable`,
        value.span,
        "write `formula` instead of `const`",
      );
      return null;
    }
    if (!this.fits(read, type, value.span, `the constant \`${name}\``)) return null;
    return { type, value: read.value };
  }

  private fromOutside({ name, nameSpan, type }: ConstantNode): Typed | null {
    const text = this.given.get(name)!.trim();
    const bad = (): null => {
      this.sink.error(
        "TH2504",
        `\`${name}\` is of type ${type}, and \`${text}\` is not`,
        nameSpan,
        `\`-D ${name}=${EXAMPLES[type]}\``,
      );
      return null;
    };
    if (type === "bool")
      return text === "true" || text === "false" ? { type, value: numberOf(text === "true" ? 1 : 0) } : bad();
    const match = /^(-?)((?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)(?:\/(\d+))?$/.exec(text);
    if (match === null) return bad();
    let value = literal(match[2]!);
    if (match[3] !== undefined) value = operation("/", [value, literal(match[3])]);
    if (match[1] === "-") value = operation("negate", [value]);
    return type === "int" && !Number.isInteger((value as { value: number }).value) ? bad() : { type, value };
  }

  /** Is the value of the type that is wanted? Integers are real numbers. */
  fits({ type }: Typed, wanted: TypeName, span: Span, what: string): boolean {
    if (type === wanted || (type === "int" && wanted === "double")) return true;
    const hint =
      type === "double" && wanted === "int"
        ? "`floor`, `ceil` or `round` makes an integer of it; `/` never does"
        : undefined;
    this.sink.error("TH2502", `${what} is of type ${wanted}, its value of type ${type}`, span, hint);
    return false;
  }

  /** An expression with its type; null where it is wrong, which is reported. */
  typed(node: Node, renaming: Renaming = NOTHING): Typed | null {
    const read: TypedReading = (inner) => this.typed(inner, renaming);
    if (node.kind === "name") return this.named(renaming.get(node.name) ?? node.name, node.span, renaming, node.name);
    if (node.kind === "call") return this.call(node, read, renaming);
    return this.structure(node, read);
  }

  /** Everything but names; operands are read by `read`. */
  structure(node: Node, read: TypedReading): Typed | null {
    switch (node.kind) {
      case "number":
        return { type: /[.eE]/.test(node.text) ? "double" : "int", value: literal(node.text) };
      case "truth":
        return { type: "bool", value: numberOf(node.value ? 1 : 0) };
      case "unary":
        return this.unary(node, read);
      case "binary":
        return this.binary(node, read);
      case "conditional":
        return this.conditional(node, read);
      case "label":
        this.sink.error(
          "TH2502",
          `the label "${node.name}" belongs to properties`,
          node.span,
          "write its condition, or name it by a formula",
        );
        return null;
      default:
        this.sink.error("TH2502", "this operator belongs to properties", node.span);
        return null;
    }
  }

  private named(name: string, span: Span, renaming: Renaming, written: string): Typed | null {
    const variable = this.variables.get(name);
    if (variable !== undefined) {
      this.listener?.means(span, variable.span);
      return { type: variable.type, value: { kind: "cell", cell: variable.cell } };
    }
    if (this.constants.has(name)) {
      this.listener?.means(span, this.constants.get(name)!.node.nameSpan);
      return this.constant(name, span);
    }
    // Formulas are expanded before names change: a formula keeps its name, and what it names is renamed.
    const formula = this.formulas.get(written) ?? this.formulas.get(name);
    if (formula === undefined) {
      const known = [...this.variables.keys(), ...this.constants.keys(), ...this.formulas.keys()];
      this.sink.error("TH2500", `\`${name}\` is not declared`, span, didYouMean(name, known));
      return null;
    }
    this.listener?.means(span, formula.nameSpan);
    if (this.expanding.has(formula.name)) {
      this.sink.error("TH2505", `the formula \`${formula.name}\` is defined by itself`, formula.nameSpan);
      return null;
    }
    this.expanding.add(formula.name);
    const result = this.typed(formula.body, renaming);
    this.expanding.delete(formula.name);
    return result;
  }

  private wrong(span: Span, message: string, hint?: string): null {
    this.sink.error("TH2502", message, span, hint);
    return null;
  }

  private unary({ op, operand }: Extract<Node, { kind: "unary" }>, read: TypedReading): Typed | null {
    const inner = read(operand);
    if (inner === null) return null;
    if (op === "!" && inner.type !== "bool")
      return this.wrong(operand.span, `\`!\` negates truths, not a value of type ${inner.type}`);
    if (op === "-" && inner.type === "bool") return this.wrong(operand.span, "`-` needs a number, not a truth");
    return { type: inner.type, value: operation(op === "!" ? "!" : "negate", [inner.value]) };
  }

  private binary({ op, left, right, span }: Extract<Node, { kind: "binary" }>, read: TypedReading): Typed | null {
    const a = read(left);
    const b = read(right);
    if (a === null || b === null) return null;
    const value = (): NumericExpression => operation(op as NumericOperator, [a.value, b.value]);
    if (ARITHMETIC.has(op)) {
      if (a.type === "bool" || b.type === "bool")
        return this.wrong(
          span,
          `\`${op}\` computes with numbers, not with truths`,
          "`(b ? 1 : 0)` makes a number of a truth",
        );
      return { type: op === "/" || a.type === "double" || b.type === "double" ? "double" : "int", value: value() };
    }
    if (LOGIC.has(op)) {
      if (a.type !== "bool" || b.type !== "bool") {
        const [at, type] = a.type === "bool" ? [right, b.type] : [left, a.type];
        return this.wrong(at.span, `\`${op}\` joins truths, not a value of type ${type}`, "compare it: `x=1`");
      }
      return { type: "bool", value: value() };
    }
    if ((a.type === "bool") !== (b.type === "bool") || (ORDER.has(op) && a.type === "bool")) {
      const isChain = left.kind === "binary" && ORDER.has(left.op) && ORDER.has(op);
      const hint = isChain ? "compare twice: `a<x & x<b`" : undefined;
      return this.wrong(span, `\`${op}\` cannot compare ${a.type} and ${b.type}`, hint);
    }
    const isReal = a.type === "double" || b.type === "double";
    const integral = isReal ? overIntegers(op as "<", a.value, b.value) : undefined;
    return { type: "bool", value: integral ?? value() };
  }

  private conditional(
    { condition, then, otherwise, span }: Extract<Node, { kind: "conditional" }>,
    read: TypedReading,
  ): Typed | null {
    const [a, b, c] = [read(condition), read(then), read(otherwise)];
    if (a === null || b === null || c === null) return null;
    if (a.type !== "bool") return this.wrong(condition.span, "the condition of `? :` is no truth", "compare it: `x=1`");
    if ((b.type === "bool") !== (c.type === "bool"))
      return this.wrong(span, `the cases of \`? :\` are of types ${b.type} and ${c.type}`);
    const type = b.type === c.type ? b.type : "double";
    return { type, value: operation("?:", [a.value, b.value, c.value]) };
  }

  call(node: Extract<Node, { kind: "call" }>, read: TypedReading, renaming: Renaming = NOTHING): Typed | null {
    const { span } = node;
    const name = renaming.get(node.name) ?? node.name;
    const of = node.arguments.map((argument) => read(argument, renaming));
    if (of.some((one) => one === null)) return null;
    const operands = of as Typed[];
    const [least, most] =
      name === "min" || name === "max"
        ? [1, Number.POSITIVE_INFINITY]
        : ["pow", "mod", "log"].includes(name)
          ? [2, 2]
          : [1, 1];
    if (operands.length < least || operands.length > most) {
      return this.wrong(
        span,
        `\`${name}\` takes ${least === 2 ? "two arguments" : "one argument"}, not ${operands.length}`,
      );
    }
    if (operands.some(({ type }) => type === "bool"))
      return this.wrong(span, `\`${name}\` computes with numbers, not with truths`);
    const values = operands.map(({ value }) => value);
    const areIntegers = operands.every(({ type }) => type === "int");
    const value = operation(name as NumericOperator, values);
    switch (name) {
      case "floor":
      case "ceil":
      case "round":
        return { type: "int", value };
      case "mod":
        if (!areIntegers) return this.wrong(span, "`mod` takes integers");
        if (isKnown(values[1]!) && values[1].value <= 0)
          return this.bad(span, `\`mod\` by ${values[1].value}`, "the divisor is positive");
        return { type: "int", value };
      case "pow":
        if (areIntegers && isKnown(values[1]!) && values[1].value < 0) {
          return this.bad(span, "a power of integers with a negative exponent is no integer", "write `pow(2.0, -1)`");
        }
        return { type: areIntegers ? "int" : "double", value };
      case "log":
        return { type: "double", value };
      default:
        return { type: areIntegers ? "int" : "double", value };
    }
  }

  private bad(span: Span, message: string, hint: string): null {
    this.sink.error("TH2513", message, span, hint);
    return null;
  }
}

const EXAMPLES: Readonly<Record<TypeName, string>> = { int: "3", double: "0.5", bool: "true" };
