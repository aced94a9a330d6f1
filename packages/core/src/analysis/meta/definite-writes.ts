// Which cells statements surely write, and which they may read before they have: definite assignment, cell by cell, for
// those cells that one asks about. Loops over constants are followed turn by turn and functions are followed where they
// are called, as far as that is cheap; beyond that everything may be read and nothing counts as written.

import {
  type Argument,
  type Expression,
  type Network,
  type Place,
  type Statement,
  type Subscript,
  visitStatements,
} from "../../network/index.ts";
import { cellsOf } from "../accesses.ts";

export interface DefiniteWrites {
  /** Cells that may be read with the value they had before. */
  readonly exposed: ReadonlySet<number>;
  /** Cells that have been written at the end, whichever way was taken. */
  readonly written: ReadonlySet<number>;
}

/** Statements and expressions that are followed before it is given up. */
const MOST_WORK = 50_000;
/** Turns of a loop over constants that are followed one by one. */
const MOST_TURNS = 64;

/** What is known of the frame of a function: constants, and where references lead (several cells: one of them). */
type Frame = ReadonlyMap<number, number | readonly number[]>;

/** What has been written so far; undefined behind a `return`: nothing gets here. */
type Written = ReadonlySet<number> | undefined;

export function definiteWrites(
  network: Network,
  statements: readonly Statement[],
  isAsked: (cell: number) => boolean,
): DefiniteWrites {
  const walk = new Walk(network, isAsked);
  const written = walk.body(statements, new Set(), new Map());
  if (walk.isTooMuch) return { exposed: walk.everything, written: new Set() };
  return { exposed: walk.exposed, written };
}

class Walk {
  readonly exposed = new Set<number>();
  private readonly network: Network;
  private readonly isAsked: (cell: number) => boolean;
  private readonly changedBy = new Map<number, ReadonlySet<number>>();
  private work = 0;
  /** What had been written at each `return` of the function at hand. */
  private returns: ReadonlySet<number>[] = [];

  constructor(network: Network, isAsked: (cell: number) => boolean) {
    this.network = network;
    this.isAsked = isAsked;
  }

  get isTooMuch(): boolean {
    return this.work > MOST_WORK;
  }

  get everything(): ReadonlySet<number> {
    return new Set(Array.from({ length: this.network.cells }, (_, cell) => cell).filter(this.isAsked));
  }

  /** A whole update or the body of a function: what is written wherever it ends. */
  body(statements: readonly Statement[], before: ReadonlySet<number>, frame: Frame): ReadonlySet<number> {
    const outer = this.returns;
    this.returns = [];
    const end = this.statements(statements, before, frame);
    const ends = end === undefined ? this.returns : [...this.returns, end];
    this.returns = outer;
    return ends.length === 0 ? before : ends.reduce(common);
  }

  private statements(list: readonly Statement[], before: Written, frame: Frame): Written {
    let written = before;
    for (const statement of list) {
      if (written === undefined || ++this.work > MOST_WORK) return written;
      written = this.statement(statement, written, frame);
    }
    return written;
  }

  private statement(statement: Statement, before: ReadonlySet<number>, frame: Frame): Written {
    switch (statement.kind) {
      case "expression":
        return this.expression(statement.expression, before, frame);
      case "initialise":
        return this.write(statement.target, statement.values.length, before, frame);
      case "block":
        return this.statements(statement.body, before, frame);
      case "if": {
        const asked = this.expression(statement.condition, before, frame);
        return either(
          this.statements(statement.then, asked, frame),
          this.statements(statement.otherwise, asked, frame),
        );
      }
      case "while": {
        const asked = this.expression(statement.condition, before, frame);
        this.statements(statement.body, asked, frame);
        return asked;
      }
      case "do": {
        const once = this.statements(statement.body, before, frame);
        return once === undefined ? undefined : this.expression(statement.condition, once, frame);
      }
      case "for": {
        const asked = this.expression(statement.condition, this.all(statement.init, before, frame), frame);
        const once = this.statements(statement.body, asked, frame);
        if (once !== undefined) this.all(statement.step, once, frame);
        return asked;
      }
      case "iterate":
        return this.iterate(statement, before, frame);
      case "return": {
        let written = statement.value === undefined ? before : this.expression(statement.value, before, frame);
        if (statement.from !== undefined) written = this.read(statement.from, 0, written, frame);
        this.returns.push(written);
        return undefined;
      }
      case "assert":
        return this.expression(statement.condition, before, frame);
    }
  }

  private iterate(
    { cell, min, max, body }: Extract<Statement, { kind: "iterate" }>,
    before: ReadonlySet<number>,
    frame: Frame,
  ): Written {
    if (max - min >= MOST_TURNS) {
      this.statements(body, before, without(frame, cell));
      return before;
    }
    let written: Written = before;
    for (let at = min; at <= max && written !== undefined; at++)
      written = this.statements(body, written, new Map(frame).set(cell, at));
    return written;
  }

  private all(list: readonly Expression[], before: ReadonlySet<number>, frame: Frame): ReadonlySet<number> {
    return list.reduce((written, expression) => this.expression(expression, written, frame), before);
  }

  private expression(expression: Expression, before: ReadonlySet<number>, frame: Frame): ReadonlySet<number> {
    if (++this.work > MOST_WORK) return before;
    const one = (part: Expression, written: ReadonlySet<number>) => this.expression(part, written, frame);
    switch (expression.kind) {
      case "constant":
      case "unsupported":
        return before;
      case "load":
        return this.read(expression.place, 1, before, frame);
      case "unary":
        return one(expression.operand, before);
      case "check":
        return one(expression.value, before);
      case "binary":
        return one(expression.right, one(expression.left, before));
      case "and":
      case "or": {
        const asked = one(expression.left, before);
        one(expression.right, asked);
        return asked;
      }
      case "conditional": {
        const asked = one(expression.condition, before);
        return common(one(expression.then, asked), one(expression.otherwise, asked));
      }
      case "forall":
      case "exists":
      case "sum":
        this.expression(expression.body, before, without(frame, expression.cell));
        return before;
      case "at":
        return this.steps(expression.process.steps, before, frame);
      case "assign": {
        // The target is found before the value is computed.
        const found = this.steps(expression.target.steps, before, frame);
        if (expression.op !== "") this.expose(expression.target, 1, found, frame);
        return this.write(expression.target, 1, one(expression.value, found), frame);
      }
      case "copy":
        return this.write(
          expression.target,
          expression.size,
          this.read(expression.source, expression.size, before, frame),
          frame,
        );
      case "same":
        return this.read(
          expression.right,
          expression.size,
          this.read(expression.left, expression.size, before, frame),
          frame,
        );
      case "call":
        return this.call(expression, before, frame);
      case "clock-assign": {
        const found = this.steps([...expression.clock.steps, ...(expression.source?.steps ?? [])], before, frame);
        return one(expression.value, found);
      }
      case "sequence":
        return one(expression.value, this.all(expression.first, before, frame));
      case "choose": {
        const asked = one(expression.index, before);
        return expression.cases.map((part) => one(part, asked)).reduce(common, asked);
      }
    }
  }

  private call(
    { function: index, arguments: given, into }: Extract<Expression, { kind: "call" }>,
    before: ReadonlySet<number>,
    frame: Frame,
  ): ReadonlySet<number> {
    const { parameters, body } = this.network.functions[index]!;
    let written = before;
    const inner = new Map<number, number | readonly number[]>();
    for (const [at, argument] of given.entries()) {
      written = this.argument(argument, written, frame);
      const known = this.known(argument, frame);
      if (known !== undefined && !this.changed(index).has(parameters[at]!.cell)) inner.set(parameters[at]!.cell, known);
    }
    const after = this.body(body, written, inner);
    // How much of it is written is not said.
    return into === undefined ? after : this.steps(into.steps, after, frame);
  }

  private argument(argument: Argument, before: ReadonlySet<number>, frame: Frame): ReadonlySet<number> {
    switch (argument.kind) {
      case "value":
        return this.expression(argument.value, before, frame);
      case "copy":
        return this.read(argument.source, argument.size, before, frame);
      case "reference":
        return this.steps(argument.place.steps, before, frame);
      case "clock":
        return this.steps(argument.clock.steps, before, frame);
    }
  }

  /** Cells of its frame that a function writes itself. */
  private changed(index: number): ReadonlySet<number> {
    const known = this.changedBy.get(index);
    if (known !== undefined) return known;
    const cells = new Set<number>();
    visitStatements(this.network.functions[index]!.body, {
      place: ({ space, base, offset }, access) => {
        if (space === "frame" && access !== "read") cells.add(base + offset);
      },
    });
    this.changedBy.set(index, cells);
    return cells;
  }

  /** What a parameter is bound to, where that is known. */
  private known(argument: Argument, frame: Frame): number | readonly number[] | undefined {
    if (argument.kind === "value") return constantOf(argument.value, frame);
    return argument.kind === "reference" ? this.cells(argument.place, 1, frame) : undefined;
  }

  private read(place: Place, size: number, before: ReadonlySet<number>, frame: Frame): ReadonlySet<number> {
    const found = this.steps(place.steps, before, frame);
    this.expose(place, size, found, frame);
    return found;
  }

  private steps(steps: readonly Subscript[], before: ReadonlySet<number>, frame: Frame): ReadonlySet<number> {
    return steps.reduce((written, { index }) => this.expression(index, written, frame), before);
  }

  private expose(place: Place, size: number, written: ReadonlySet<number>, frame: Frame): void {
    for (const cell of this.cells(place, size, frame) ?? this.everything)
      if (this.isAsked(cell) && !written.has(cell)) this.exposed.add(cell);
  }

  /** Surely written is only what the place surely names. */
  private write(place: Place, size: number, before: ReadonlySet<number>, frame: Frame): ReadonlySet<number> {
    const found = this.steps(place.steps, before, frame);
    const cells = this.cells(place, size, frame);
    if (cells === undefined || cells.length !== size || !cells.some(this.isAsked)) return found;
    return new Set([...found, ...cells.filter(this.isAsked)]);
  }

  /** The cells of the state that a place may name: none for a frame, undefined where it may be any. */
  private cells(place: Place, size: number, frame: Frame): readonly number[] | undefined {
    if (place.space === "frame") return [];
    const steps = place.steps.map((step) => {
      const value = constantOf(step.index, frame);
      return value === undefined ? step : { ...step, index: { kind: "constant", value } as const };
    });
    // Of an array or struct that does not say how large it is, anything may be meant.
    if (size === 0) return undefined;
    if (place.space === "state") return cellsOf({ ...place, steps }, size);
    const bases = frame.get(place.base);
    if (bases === undefined || typeof bases === "number") return undefined;
    return bases.flatMap((base) => cellsOf({ ...place, space: "state", base, steps }, size));
  }
}

function constantOf(expression: Expression, frame: Frame): number | undefined {
  if (expression.kind === "constant") return expression.value;
  if (expression.kind !== "load") return undefined;
  const { space, base, offset, steps } = expression.place;
  const known = space === "frame" && steps.length === 0 ? frame.get(base + offset) : undefined;
  return typeof known === "number" ? known : undefined;
}

function without(frame: Frame, cell: number): Frame {
  const rest = new Map(frame);
  rest.delete(cell);
  return rest;
}

function common(a: ReadonlySet<number>, b: ReadonlySet<number>): ReadonlySet<number> {
  return a === b ? a : new Set([...a].filter((cell) => b.has(cell)));
}

function either(a: Written, b: Written): Written {
  return a === undefined || b === undefined ? (a ?? b) : common(a, b);
}
