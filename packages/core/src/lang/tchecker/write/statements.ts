// Prints updates as TChecker statements. Frame cells become locals, named by their cell and declared where they are
// first written; loops other than `while` are rewritten into it or unrolled.

import type { Expression, Place, Statement } from "../../../network/index.ts";
import type { ExpressionWriter, LocalNames } from "./expressions.ts";
import type { Element } from "./layout.ts";
import type { Known } from "./reduce.ts";
import type { Refusals } from "./refusals.ts";

const MAX_UNROLLED = 1024;

interface Local {
  readonly cell: number;
  readonly size: number;
}

/** `localName` gives the name of the local that starts at a frame cell. */
export function writeStatements(
  statements: readonly Statement[],
  known: Known,
  writer: ExpressionWriter,
  refusals: Refusals,
  localName: (cell: number) => string,
): string {
  return new StatementWriter(writer, refusals, localName).sequence(statements, known).join(";");
}

class StatementWriter implements LocalNames {
  private readonly writer: ExpressionWriter;
  private readonly refusals: Refusals;
  private readonly localName: (cell: number) => string;
  private readonly scopes: Local[][] = [];

  constructor(writer: ExpressionWriter, refusals: Refusals, localName: (cell: number) => string) {
    this.writer = writer;
    this.refusals = refusals;
    this.localName = localName;
  }

  local({ base, steps }: Place): Element {
    const local = this.find(base);
    if (local === undefined) {
      this.refusals.refuse("a local that is read before it is written");
      return { name: "_" };
    }
    const name = this.localName(local.cell);
    const [step, ...more] = steps;
    if (step === undefined) return local.size === 1 ? { name } : { name, index: constant(base - local.cell) };
    if (more.length > 0 || step.stride !== 1 || step.first !== 0 || base !== local.cell) {
      this.refusals.refuse("a local array of several dimensions or structs", step.span);
    }
    return { name, index: step.index };
  }

  private find(cell: number): Local | undefined {
    for (const scope of this.scopes) {
      for (const local of scope) if (cell >= local.cell && cell < local.cell + local.size) return local;
    }
    return undefined;
  }

  sequence(statements: readonly Statement[], known: Known): string[] {
    this.scopes.push([]);
    const parts = this.flat(statements, known);
    this.scopes.pop();
    return parts;
  }

  /** Statements in the scope that is open: the format has no blocks, so their locals live on. */
  private flat(statements: readonly Statement[], known: Known): string[] {
    return statements.flatMap((statement) => this.statement(statement, known));
  }

  /** A statement with a body: `nop` stands for an empty one. */
  private body(statements: readonly Statement[], known: Known): string {
    return this.sequence(statements, known).join(";") || "nop";
  }

  private value(expression: Expression, known: Known, outer = 0): string {
    return this.writer.expression(expression, known, this, outer);
  }

  private statement(statement: Statement, known: Known): string[] {
    switch (statement.kind) {
      case "expression":
        return this.effect(statement.expression, known);
      case "initialise":
        return this.initialise(statement.target, statement.values);
      case "block":
        return this.flat(statement.body, known);
      case "if": {
        const condition = this.value(statement.condition, known);
        const then = this.body(statement.then, known);
        if (statement.otherwise.length === 0) return [`if ${condition} then ${then} end`];
        return [`if ${condition} then ${then} else ${this.body(statement.otherwise, known)} end`];
      }
      case "while":
        return [`while ${this.value(statement.condition, known)} do ${this.body(statement.body, known)} end`];
      case "do": {
        const condition = this.value(statement.condition, known);
        return [...this.flat(statement.body, known), `while ${condition} do ${this.body(statement.body, known)} end`];
      }
      case "for": {
        const step = statement.step.map((expression) => ({ kind: "expression", expression }) as const);
        const first = statement.init.flatMap((expression) => this.effect(expression, known));
        const condition = this.value(statement.condition, known);
        return [...first, `while ${condition} do ${this.body([...statement.body, ...step], known)} end`];
      }
      case "iterate": {
        const { cell, min, max, body } = statement;
        if (max - min >= MAX_UNROLLED) {
          this.refusals.refuse(`a loop over a range of more than ${MAX_UNROLLED} values`);
          return [];
        }
        const rounds: string[] = [];
        for (let i = min; i <= max; i++) rounds.push(...this.flat(body, new Map(known).set(cell, i)));
        return rounds;
      }
      case "return":
        this.refusals.refuse("a `return`");
        return [];
      case "assert":
        this.refusals.refuse("an assertion", statement.span);
        return [];
    }
  }

  private effect(expression: Expression, known: Known): string[] {
    switch (expression.kind) {
      case "assign": {
        const { target, op, value, min, max, span } = expression;
        if (op === "&" || op === "|" || op === "^" || op === "<<" || op === ">>") {
          this.refusals.refuse(`the operator \`${op}=\``, span);
          return [];
        }
        const whole: Expression =
          op === "" ? value : { kind: "binary", op, left: { kind: "load", place: target }, right: value };
        const text = this.value(whole, known);
        if (
          target.space === "frame" &&
          target.steps.length === 0 &&
          this.find(target.base + target.offset) === undefined
        ) {
          return [`local ${this.declare(target.base + target.offset, 1)}=${text}`];
        }
        if (target.space === "frame" && (min !== -(2 ** 31) || max !== 2 ** 31 - 1)) {
          this.refusals.leaveOut("the ranges of local variables", span);
        }
        return [`${this.writer.place(target, known, this)}=${text}`];
      }
      case "clock-assign": {
        const { clock, source, value } = expression;
        const target = this.writer.clock(clock, known, this);
        if (source === undefined) return [`${target}=${this.value(value, known)}`];
        const from = this.writer.clock(source, known, this);
        const isZero = value.kind === "constant" && value.value === 0;
        return [isZero ? `${target}=${from}` : `${target}=${this.value(value, known, 3)}+${from}`];
      }
      case "copy": {
        const { target, source, size } = expression;
        const cellOf = (place: Place, i: number): Place => ({ ...place, offset: place.offset + i });
        if (size > MAX_UNROLLED) this.refusals.refuse("a copy of a large array", expression.span);
        if (!this.isFixed(target, known) || !this.isFixed(source, known)) {
          this.refusals.refuse("a copy of a row of an array", expression.span);
          return [];
        }
        return Array.from({ length: Math.min(size, MAX_UNROLLED) }, (_, i) => {
          const value = this.value({ kind: "load", place: cellOf(source, i) }, known);
          return `${this.writer.place(cellOf(target, i), known, this)}=${value}`;
        });
      }
      case "sequence":
        return [...expression.first, expression.value].flatMap((part) => this.effect(part, known));
      case "conditional": {
        const { condition } = expression;
        const then: Statement[] = [{ kind: "expression", expression: expression.then }];
        const otherwise: Statement[] = [{ kind: "expression", expression: expression.otherwise }];
        return this.statement({ kind: "if", condition, then, otherwise }, known);
      }
      case "constant":
      case "load":
        return [];
      default:
        // Whatever else stands here is either without effect or refused by name.
        this.value(expression, known);
        return [];
    }
  }

  private isFixed(place: Place, known: Known): boolean {
    return place.steps.every(
      ({ index }) => index.kind === "constant" || (index.kind === "load" && known.has(index.place.base)),
    );
  }

  private initialise(target: Place, values: readonly number[]): string[] {
    const cell = target.base + target.offset;
    if (this.find(cell) !== undefined) {
      // Reached again in a loop whose body was written out twice.
      const name = this.localName(cell);
      return values.map((value, i) => `${values.length === 1 ? name : `${name}[${i}]`}=${value}`);
    }
    const name = this.declare(cell, values.length);
    if (values.length === 1) return [values[0] === 0 ? `local ${name}` : `local ${name}=${values[0]}`];
    const set = values.flatMap((value, i) => (value === 0 ? [] : [`${name}[${i}]=${value}`]));
    return [`local ${name}[${values.length}]`, ...set];
  }

  private declare(cell: number, size: number): string {
    this.scopes.at(-1)!.push({ cell, size });
    return this.localName(cell);
  }
}

function constant(value: number): Expression {
  return { kind: "constant", value };
}
