// Statements of the syntax tree → statements of the network. Locals become cells of the edge's frame, each with a
// cell of its own, and are known from their declaration to the end of the surrounding sequence.

import type { DiagnosticSink, Span } from "../../../diagnostics/index.ts";
import type { Expression, Statement } from "../../../network/index.ts";
import { ZERO } from "../fold.ts";
import { clip } from "../lines.ts";
import type { TckStmt } from "../syntax.ts";
import { type Lookup, Lowering } from "./lower.ts";
import type { DataSymbol } from "./scope.ts";

const INT32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };
/** Locals of one edge: enough for any table, little enough that frames stay small. */
const MAX_FRAME = 65_536;

export function lowerStatements(
  statements: readonly TckStmt[],
  globals: Lookup,
  sink: DiagnosticSink,
): { update: Statement[]; frameSize: number } {
  const body = new Body(globals, sink);
  return { update: body.sequence(statements), frameSize: body.frameSize };
}

class Body implements Lookup {
  frameSize = 0;
  private readonly globals: Lookup;
  private readonly sink: DiagnosticSink;
  private readonly lowering: Lowering;
  private readonly scopes: Map<string, DataSymbol>[] = [];

  constructor(globals: Lookup, sink: DiagnosticSink) {
    this.globals = globals;
    this.sink = sink;
    this.lowering = new Lowering(this, sink);
  }

  private inScope(name: string): DataSymbol | undefined {
    for (let i = this.scopes.length - 1; i >= 0; i--) {
      const local = this.scopes[i]!.get(name);
      if (local !== undefined) return local;
    }
    return undefined;
  }

  get(name: string): DataSymbol | undefined {
    return this.inScope(name) ?? this.globals.get(name);
  }

  find(name: string, span: Span, sink: DiagnosticSink): DataSymbol | undefined {
    return this.inScope(name) ?? this.globals.find(name, span, sink);
  }

  sequence(statements: readonly TckStmt[]): Statement[] {
    this.scopes.push(new Map());
    const list: Statement[] = [];
    for (const statement of statements) {
      const lowered = this.statement(statement);
      if (lowered !== null) list.push(lowered);
    }
    this.scopes.pop();
    return list;
  }

  /** Null for `nop` and after an error. */
  private statement(statement: TckStmt): Statement | null {
    switch (statement.kind) {
      case "nop":
        return null;
      case "assign":
        return this.assign(statement);
      case "local":
        return this.local(statement);
      case "if": {
        const condition = this.lowering.data(statement.condition);
        const then = this.sequence(statement.then);
        const otherwise = this.sequence(statement.otherwise);
        return condition === null ? null : { kind: "if", condition, then, otherwise };
      }
      case "while": {
        const condition = this.lowering.data(statement.condition);
        const body = this.sequence(statement.body);
        return condition === null ? null : { kind: "while", condition, body, span: statement.span };
      }
    }
  }

  private assign({ target, value, span }: Extract<TckStmt, { kind: "assign" }>): Statement | null {
    const symbol = this.find(target.name, target.nameSpan, this.sink);
    if (symbol === undefined) {
      // Errors on the right are still worth telling.
      if (!this.lowering.mentionsClock(value)) this.lowering.data(value);
      return null;
    }
    if (symbol.kind === "clock") {
      const clock = this.lowering.clock(target);
      const term = this.lowering.clockTerm(value);
      if (clock === null || term === null) return null;
      if (term.plus.length > 1 || term.minus.length > 0) {
        this.sink.error("TH2416", "A clock may only be set to `e`, `y` or `e + y`", value.span);
        return null;
      }
      const [source] = term.plus;
      const set = { kind: "clock-assign", clock, value: term.data ?? ZERO, span } as const;
      return effect(source === undefined ? set : { ...set, source });
    }
    const place = this.lowering.place(target, symbol);
    const lowered = this.lowering.data(value);
    if (place === null || lowered === null) return null;
    const { min, max } = symbol.kind === "int" ? symbol : INT32;
    if (lowered.kind === "constant" && (lowered.value < min || lowered.value > max)) {
      // Not an error: the step may never be taken. If it is, the exploration reports it with the trace.
      const message = `${lowered.value} is outside the range ${min} to ${max} of \`${clip(target.name)}\``;
      this.sink.warn("TH2417", message, value.span);
    }
    return effect({ kind: "assign", target: place, op: "", value: lowered, min, max, yields: "new", span });
  }

  private local({ name, size, value, span }: Extract<TckStmt, { kind: "local" }>): Statement | null {
    const scope = this.scopes.at(-1)!;
    // The value is read before the name is known: `local i = i` copies the outer one.
    const lowered = value === undefined ? undefined : this.lowering.data(value);
    const count = size === undefined ? 1 : this.localSize(size);
    if (scope.has(name.text)) {
      this.sink.error("TH2402", `Local \`${clip(name.text)}\` is declared twice`, name.span);
      return null;
    }
    const cell = this.frameSize;
    scope.set(name.text, { kind: "local", cell, size: count });
    if (cell + count > MAX_FRAME) {
      this.sink.error("TH2418", `The locals of an edge may not take more than ${MAX_FRAME} cells`, span);
      return null;
    }
    this.frameSize += count;
    const target = { space: "frame", base: cell, offset: 0, steps: [] } as const;
    if (lowered === null) return null;
    if (lowered === undefined) return { kind: "initialise", target, values: new Array<number>(count).fill(0) };
    return effect({ kind: "assign", target, op: "", value: lowered, ...INT32, yields: "new", span });
  }

  private localSize(size: NonNullable<Extract<TckStmt, { kind: "local" }>["size"]>): number {
    const lowered = this.lowering.data(size);
    if (lowered === null) return 1;
    if (lowered.kind === "constant" && lowered.value >= 1) return lowered.value;
    this.sink.error("TH2419", "The size of a local array must be a constant of at least 1", size.span);
    return 1;
  }
}

function effect(expression: Expression): Statement {
  return { kind: "expression", expression };
}
