// Short functions written out where they are called. What is left reads fewer cells than the function might, and once
// the values of selects are put in, most of it is known: `allowed(1, e)` of eight cases is one comparison, or a
// constant.

import {
  type Argument,
  type Expression,
  type FunctionDefinition,
  type Statement,
  visitExpression,
} from "../../network/index.ts";

type Call = Extract<Expression, { kind: "call" }>;
type Fields = Readonly<Record<string, unknown>>;

/** Longer than this (in objects), a function is better called. */
const LONGEST = 120;

/** Thrown and caught here: the function is no matter of substitution. */
class Unfit extends Error {}

export class Unfolder {
  private readonly functions: readonly FunctionDefinition[];
  /** By function: the value it computes; null where it does more than that, or while it is looked at. */
  private readonly values = new Map<number, Expression | null>();

  constructor(functions: readonly FunctionDefinition[]) {
    this.functions = functions;
  }

  /** Any part of a network, with calls that only compute a value written out. */
  map<T>(part: T): T {
    return this.functions.length === 0 ? part : (this.walk(part) as T);
  }

  /** Statements of an update: also calls of procedures that are a few statements. */
  statements(statements: readonly Statement[]): readonly Statement[] {
    if (this.functions.length === 0) return statements;
    return statements.flatMap((statement) => {
      const { kind } = statement;
      const written =
        kind === "expression" && statement.expression.kind === "call" ? this.procedure(statement.expression) : null;
      return written === null ? [this.map(statement)] : this.statements(written);
    });
  }

  private walk(part: unknown): unknown {
    if (Array.isArray(part)) return part.map((item) => this.walk(item));
    if (typeof part !== "object" || part === null) return part;
    const mapped = mapFields(part as Fields, (field) => this.walk(field));
    return mapped.kind === "call" ? (this.unfold(mapped as unknown as Call) ?? mapped) : mapped;
  }

  private unfold({ function: index, arguments: args, into }: Call): Expression | null {
    const value = into === undefined ? this.valueOf(index) : null;
    if (value === null || !args.every(isSimple)) return null;
    try {
      const written = substitute(value, this.parameters(index, args), { left: LONGEST }) as Expression;
      const checks = args.flatMap((one) => (one.kind === "value" && one.value.kind === "check" ? [one.value] : []));
      return checks.length === 0 ? written : { kind: "sequence", first: checks, value: written };
    } catch (error) {
      if (error instanceof Unfit) return null;
      throw error;
    }
  }

  private valueOf(index: number): Expression | null {
    const known = this.values.get(index);
    if (known !== undefined) return known;
    // Recursive functions meet themselves here.
    this.values.set(index, null);
    const value = valueOfStatements(this.functions[index]!.body, { left: LONGEST });
    const made = value === null || changesSomething(value) ? null : this.map(value);
    this.values.set(index, made);
    return made;
  }

  /** The statements of a procedure whose arguments nothing in it can change. */
  private procedure({ function: index, arguments: args }: Call): readonly Statement[] | null {
    const { body, returns } = this.functions[index]!;
    if (returns > 0 || !args.every((one) => isSimple(one) && isFixed(one))) return null;
    try {
      return substitute(body, this.parameters(index, args), { left: LONGEST }) as readonly Statement[];
    } catch (error) {
      if (error instanceof Unfit) return null;
      throw error;
    }
  }

  private parameters(index: number, args: readonly Argument[]): ReadonlyMap<number, Expression> {
    const { parameters } = this.functions[index]!;
    return new Map(parameters.map(({ cell }, at) => [cell, (args[at] as { value: Expression }).value]));
  }
}

/** The value that statements return, if that is all they do. */
function valueOfStatements(statements: readonly Statement[], room: { left: number }): Expression | null {
  const [first, ...rest] = statements;
  if (first === undefined || --room.left < 0) return null;
  switch (first.kind) {
    case "return":
      return first.value ?? null;
    case "block":
      return valueOfStatements([...first.body, ...rest], room);
    case "if": {
      const then = valueOfStatements([...first.then, ...rest], room);
      const otherwise = valueOfStatements([...first.otherwise, ...rest], room);
      if (then === null || otherwise === null) return null;
      return { kind: "conditional", condition: first.condition, then, otherwise };
    }
    default:
      return null;
  }
}

function changesSomething(value: Expression): boolean {
  let found = false;
  visitExpression(value, {
    expression: ({ kind }) => {
      if (kind === "assign" || kind === "copy" || kind === "clock-assign") found = true;
    },
  });
  return found;
}

/** Puts arguments for the loads of parameters; `Unfit` where the frame of the function is needed for anything else. */
function substitute(part: unknown, values: ReadonlyMap<number, Expression>, room: { left: number }): unknown {
  if (Array.isArray(part)) return part.map((item) => substitute(item, values, room));
  if (typeof part !== "object" || part === null) return part;
  if (--room.left < 0) throw new Unfit();
  const fields = part as Fields;
  if (fields.kind === "load") {
    const { place } = part as Extract<Expression, { kind: "load" }>;
    const value =
      place.space === "frame" && place.steps.length === 0 ? values.get(place.base + place.offset) : undefined;
    if (value !== undefined) return value;
  }
  if (fields.space === "frame" || fields.space === "reference") throw new Unfit();
  // Binders live in the frame, a return would end more than the function, and spelled out calls are not counted.
  if (typeof fields.cell === "number" || fields.kind === "return" || fields.kind === "initialise") throw new Unfit();
  if (["call", "while", "do", "for"].includes(fields.kind as string)) throw new Unfit();
  return mapFields(fields, (field) => substitute(field, values, room));
}

/** Source positions are shared, not copied. */
function mapFields(fields: Fields, map: (field: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, key === "span" ? field : map(field)]));
}

/** May the argument be evaluated as often as the parameter is read? */
function isSimple(argument: Argument): boolean {
  if (argument.kind !== "value") return false;
  const value = argument.value.kind === "check" ? argument.value.value : argument.value;
  return value.kind === "constant" || (value.kind === "load" && value.place.steps.length === 0);
}

/** Is its value the same, whatever statements do to the state? */
function isFixed(argument: Argument): boolean {
  if (argument.kind !== "value") return false;
  const { value } = argument;
  return value.kind === "constant" || (value.kind === "load" && value.place.space === "frame");
}
