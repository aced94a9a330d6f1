// Expressions and statements run where only some cells are known: those that one process alone writes, and constants.
// What depends on anything else has no value (undefined), what is written elsewhere is noted as an effect, and
// conditions on other cells become tests. Where control flow itself depends on what is not known, nothing is claimed
// (`Lost`).

import type {
  Argument,
  ComparisonOperator,
  Expression,
  IndexedRef,
  Network,
  Place,
  Statement,
} from "../../network/index.ts";

/** Undefined: not known. */
export type KnownValue = number | undefined;

/** A write: of a value, or of a difference to what was there. */
export interface CellEffect {
  readonly cell: number;
  readonly op: "set" | "add";
  readonly value: KnownValue;
}

export interface ClockReset {
  readonly clock: number;
  readonly value: KnownValue;
}

/** What a condition asks of cells that are not known here. */
export type Test =
  | { readonly kind: "cell"; readonly cell: number; readonly op: ComparisonOperator; readonly value: number }
  | { readonly kind: "other"; readonly cells: ReadonlySet<number>; readonly processes: ReadonlySet<number> };

/** Something could not be followed. */
export class Lost extends Error {}
/** The step fails whenever it is taken: it leads nowhere. */
export class Faulty extends Error {}

interface Reference {
  readonly space: "state" | "frame";
  readonly frame: Frame;
  readonly base: number;
}
type Frame = (KnownValue | Reference)[];

const MOST_TURNS = 20_000;
const RETURNED = Symbol("returned");
const MIRRORED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  "<": ">",
  "<=": ">=",
  "==": "==",
  "!=": "!=",
  ">=": "<=",
  ">": "<",
};

export class PartialRun {
  private readonly network: Network;
  private readonly isKnown: (cell: number) => boolean;
  private readonly locationOf: (process: number) => KnownValue;
  /** Values of the known cells; the others are not looked at. */
  readonly cells: Int32Array;
  /** KnownValue values of other cells, from the moment they are written until the step ends. */
  private readonly written = new Map<number, KnownValue>();
  readonly effects: CellEffect[] = [];
  readonly resets: ClockReset[] = [];
  private frame: Frame = [];
  private trying = 0;
  private turns = 0;
  private reads = new Set<number>();
  private asked = new Set<number>();
  private result: KnownValue;

  constructor(network: Network, isKnown: (cell: number) => boolean, locationOf: (process: number) => KnownValue) {
    this.network = network;
    this.isKnown = isKnown;
    this.locationOf = locationOf;
    this.cells = Int32Array.from(network.initialValues);
  }

  /** Begins a step: nothing is written yet, the first cells of the frame are the select values. */
  begin(cells: ArrayLike<number>, selects: readonly number[]): void {
    this.cells.set(cells);
    this.written.clear();
    this.effects.length = 0;
    this.resets.length = 0;
    this.frame = [...selects];
    this.turns = 0;
    this.trying = 0;
  }

  /** The value, where nothing may be written. */
  tried(expression: Expression): KnownValue {
    this.trying++;
    try {
      return this.value(expression);
    } finally {
      this.trying--;
    }
  }

  /** The value, should it ever be asked for: what fails here need not fail. */
  private maybe(expression: Expression): KnownValue {
    try {
      return this.tried(expression);
    } catch (error) {
      if (error instanceof Faulty) return undefined;
      throw error;
    }
  }

  /** With a frame cell bound. */
  bound<T>(cell: number, value: number, work: () => T): T {
    const before = this.frame[cell];
    this.frame[cell] = value;
    try {
      return work();
    } finally {
      this.frame[cell] = before;
    }
  }

  /** What a condition asks; false: it cannot hold. */
  tests(condition: Expression, into: Test[]): boolean {
    this.reads = new Set();
    this.asked = new Set();
    const known = this.tried(condition);
    if (known !== undefined) return known !== 0;
    switch (condition.kind) {
      case "and":
        return this.tests(condition.left, into) && this.tests(condition.right, into);
      case "or": {
        const [left, right] = [this.maybe(condition.left), this.maybe(condition.right)];
        if (left === 0) return this.tests(condition.right, into);
        if (right === 0) return this.tests(condition.left, into);
        break;
      }
      case "forall":
        for (let value = condition.min; value <= condition.max; value++) {
          if (!this.bound(condition.cell, value, () => this.tests(condition.body, into))) return false;
        }
        return true;
      default: {
        const test = this.comparison(condition);
        if (test !== undefined) {
          into.push(test);
          return true;
        }
      }
    }
    this.reads = new Set();
    this.asked = new Set();
    this.tried(condition);
    into.push({ kind: "other", cells: this.reads, processes: this.asked });
    return true;
  }

  private comparison(condition: Expression): Test | undefined {
    const cellOf = (expression: Expression): KnownValue => {
      if (expression.kind !== "load" || expression.place.space !== "state") return undefined;
      return this.stateCell(expression.place);
    };
    const test = (cell: number, op: ComparisonOperator, value: number): Test => ({ kind: "cell", cell, op, value });
    if (condition.kind === "load") {
      const cell = cellOf(condition);
      return cell === undefined ? undefined : test(cell, "!=", 0);
    }
    if (condition.kind === "unary" && condition.op === "!") {
      const cell = cellOf(condition.operand);
      return cell === undefined ? undefined : test(cell, "==", 0);
    }
    if (condition.kind !== "binary" || !(condition.op in MIRRORED)) return undefined;
    const op = condition.op as ComparisonOperator;
    const [left, right] = [cellOf(condition.left), cellOf(condition.right)];
    const [leftValue, rightValue] = [this.tried(condition.left), this.tried(condition.right)];
    if (left !== undefined && rightValue !== undefined) return test(left, op, rightValue);
    if (right !== undefined && leftValue !== undefined) return test(right, MIRRORED[op], leftValue);
    return undefined;
  }

  /** The index that a clock, channel or process reference names. */
  index({ base, steps }: IndexedRef): KnownValue {
    return this.moved(base, steps);
  }

  run(statements: readonly Statement[]): void {
    this.statements(statements);
  }

  // ------------------------------------------------------------------------------------------- statements

  private statements(statements: readonly Statement[]): typeof RETURNED | undefined {
    for (const statement of statements) if (this.statement(statement) === RETURNED) return RETURNED;
    return undefined;
  }

  private statement(statement: Statement): typeof RETURNED | undefined {
    switch (statement.kind) {
      case "expression":
        this.value(statement.expression);
        return undefined;
      case "initialise":
        for (const [i, value] of statement.values.entries()) this.store(statement.target, i, value);
        return undefined;
      case "block":
        return this.statements(statement.body);
      case "if":
        return this.statements(this.decided(statement.condition) ? statement.then : statement.otherwise);
      case "while":
        return this.loop(statement.condition, statement.body, []);
      case "do": {
        const returned = this.statements(statement.body);
        return returned ?? this.loop(statement.condition, statement.body, []);
      }
      case "for":
        for (const expression of statement.init) this.value(expression);
        return this.loop(statement.condition, statement.body, statement.step);
      case "iterate":
        for (let value = statement.min; value <= statement.max; value++) {
          this.turn();
          this.frame[statement.cell] = value;
          if (this.statements(statement.body) === RETURNED) return RETURNED;
        }
        return undefined;
      case "return":
        if (statement.from !== undefined) throw new Lost();
        this.result = statement.value === undefined ? 0 : this.value(statement.value);
        return RETURNED;
      case "assert":
        if (this.value(statement.condition) === 0) throw new Faulty();
        return undefined;
    }
  }

  private loop(
    condition: Expression,
    body: readonly Statement[],
    step: readonly Expression[],
  ): typeof RETURNED | undefined {
    while (this.decided(condition)) {
      this.turn();
      if (this.statements(body) === RETURNED) return RETURNED;
      for (const expression of step) this.value(expression);
    }
    return undefined;
  }

  private turn(): void {
    if (++this.turns > MOST_TURNS) throw new Lost();
  }

  private decided(condition: Expression): boolean {
    const value = this.value(condition);
    if (value === undefined) throw new Lost();
    return value !== 0;
  }

  // ------------------------------------------------------------------------------------------- expressions

  private value(expression: Expression): KnownValue {
    switch (expression.kind) {
      case "constant":
        return expression.value;
      case "load":
        return this.load(expression.place, 0);
      case "unary": {
        const operand = this.value(expression.operand);
        if (operand === undefined) return undefined;
        if (expression.op === "!") return operand === 0 ? 1 : 0;
        return expression.op === "-" ? -operand | 0 : Math.abs(operand) | 0;
      }
      case "binary": {
        const [left, right] = [this.value(expression.left), this.value(expression.right)];
        return left === undefined || right === undefined ? undefined : binary(expression.op, left, right);
      }
      case "and":
      case "or": {
        const decides = expression.kind === "or";
        const left = this.value(expression.left);
        if (left !== undefined && (left !== 0) === decides) return decides ? 1 : 0;
        const right = left === undefined ? this.maybe(expression.right) : this.value(expression.right);
        if (right !== undefined && (right !== 0) === decides) return decides ? 1 : 0;
        return left === undefined || right === undefined ? undefined : decides ? 0 : 1;
      }
      case "conditional": {
        const condition = this.value(expression.condition);
        if (condition !== undefined) return this.value(condition !== 0 ? expression.then : expression.otherwise);
        const [then, otherwise] = [this.maybe(expression.then), this.maybe(expression.otherwise)];
        return then === otherwise ? then : undefined;
      }
      case "forall":
      case "exists":
      case "sum":
        return this.quantified(expression);
      case "at": {
        const process = this.index(expression.process);
        if (process === undefined) {
          for (const each of this.network.processes.keys()) this.asked.add(each);
          return undefined;
        }
        const location = this.locationOf(process);
        if (location === undefined) this.asked.add(process);
        return location === undefined ? undefined : location === expression.location ? 1 : 0;
      }
      case "assign":
        return this.assign(expression);
      case "copy":
        for (let i = 0; i < expression.size; i++) {
          this.store(expression.target, i, this.load(expression.source, i));
        }
        return 0;
      case "same":
        return this.same(expression);
      case "call":
        return this.call(expression);
      case "clock-assign": {
        const clock = expression.clock.space === "clock" ? this.index(expression.clock) : undefined;
        if (clock === undefined || this.trying > 0) throw new Lost();
        const value = this.value(expression.value);
        this.resets.push({ clock, value: expression.source === undefined ? value : undefined });
        return 0;
      }
      case "sequence":
        for (const first of expression.first) this.value(first);
        return this.value(expression.value);
      case "choose": {
        const index = this.value(expression.index);
        if (index === undefined) {
          for (const one of expression.cases) this.maybe(one);
          return undefined;
        }
        const chosen = expression.cases[index];
        if (chosen === undefined) throw new Faulty();
        return this.value(chosen);
      }
      case "check": {
        const value = this.value(expression.value);
        if (value !== undefined && (value < expression.min || value > expression.max)) throw new Faulty();
        return value;
      }
      case "unsupported":
        throw new Lost();
    }
  }

  private quantified(expression: Extract<Expression, { kind: "forall" | "exists" | "sum" }>): KnownValue {
    const { kind, cell, min, max, body } = expression;
    let sum = 0;
    let isOpen = false;
    for (let value = min; value <= max; value++) {
      this.turn();
      const one = this.bound(cell, value, () => (kind === "sum" ? this.tried(body) : this.maybe(body)));
      if (one === undefined) isOpen = true;
      else if (kind === "sum") sum = (sum + one) | 0;
      else if ((one !== 0) === (kind === "exists")) return kind === "exists" ? 1 : 0;
    }
    if (isOpen) return undefined;
    return kind === "sum" ? sum : kind === "forall" ? 1 : 0;
  }

  private assign(expression: Extract<Expression, { kind: "assign" }>): KnownValue {
    const { target, op, value: right, min, max, yields } = expression;
    const cell = target.space === "state" ? this.stateCell(target) : undefined;
    const before = op === "" && yields === "new" ? undefined : this.load(target, 0);
    // `c = c + 1` is `c += 1`, whatever c is.
    const isSum = right.kind === "binary" && (right.op === "+" || right.op === "-") && right.left.kind === "load";
    if (op === "" && isSum && cell !== undefined && !this.isKnown(cell)) {
      const place = (right.left as Extract<Expression, { kind: "load" }>).place;
      const same = place.space === "state" && this.stateCell(place) === cell && !this.written.has(cell);
      const by = same ? this.value(right.right) : undefined;
      if (same && by !== undefined) return this.added(cell, right.op === "+" ? by : -by);
    }
    const operand = this.value(right);
    if ((op === "+" || op === "-") && before === undefined && cell !== undefined && operand !== undefined) {
      return this.added(cell, op === "+" ? operand : -operand);
    }
    const now =
      op === "" ? operand : before === undefined || operand === undefined ? undefined : binary(op, before, operand);
    if (now !== undefined && (now < min || now > max)) throw new Faulty();
    this.store(target, 0, now);
    return yields === "new" ? now : before;
  }

  private added(cell: number, by: number): undefined {
    if (this.trying > 0 || this.isKnown(cell)) throw new Lost();
    this.effects.push({ cell, op: "add", value: by });
    this.written.set(cell, undefined);
    return undefined;
  }

  private same({ left, right, size }: Extract<Expression, { kind: "same" }>): KnownValue {
    let isOpen = false;
    for (let i = 0; i < size; i++) {
      const [a, b] = [this.load(left, i), this.load(right, i)];
      if (a === undefined || b === undefined) isOpen = true;
      else if (a !== b) return 0;
    }
    return isOpen ? undefined : 1;
  }

  private call({ function: index, arguments: given, into }: Extract<Expression, { kind: "call" }>): KnownValue {
    const { parameters, body, frameSize } = this.network.functions[index]!;
    if (into !== undefined) throw new Lost();
    this.turn();
    const frame: Frame = new Array(frameSize).fill(undefined);
    for (const [i, argument] of given.entries()) this.hand(argument, parameters[i]!, frame);
    const before = this.frame;
    this.frame = frame;
    try {
      this.result = 0;
      this.statements(body);
      return this.result;
    } finally {
      this.frame = before;
    }
  }

  private hand(argument: Argument, { cell }: { readonly cell: number }, frame: Frame): void {
    switch (argument.kind) {
      case "value":
        frame[cell] = this.value(argument.value);
        return;
      case "copy":
        for (let i = 0; i < argument.size; i++) frame[cell + i] = this.load(argument.source, i);
        return;
      case "reference": {
        const at = this.address(argument.place);
        if (at === undefined) throw new Lost();
        frame[cell] = at;
        return;
      }
      case "clock":
        throw new Lost();
    }
  }

  // ------------------------------------------------------------------------------------------- places

  private load(place: Place, offset: number): KnownValue {
    const at = this.address(place);
    if (at === undefined) {
      this.readRange(place);
      return undefined;
    }
    if (at.space === "frame") return at.frame[at.base + offset] as KnownValue;
    const cell = at.base + offset;
    if (this.isKnown(cell)) return this.cells[cell];
    if (this.written.has(cell)) return this.written.get(cell);
    this.reads.add(cell);
    return undefined;
  }

  private store(place: Place, offset: number, value: KnownValue): void {
    const at = this.address(place);
    if (at === undefined || this.trying > 0) throw new Lost();
    const cell = at.base + offset;
    if (at.space === "frame") {
      at.frame[cell] = value;
      return;
    }
    if (this.isKnown(cell)) {
      if (value === undefined) throw new Lost();
      this.cells[cell] = value;
    } else {
      this.written.set(cell, value);
    }
    this.effects.push({ cell, op: "set", value });
  }

  private stateCell(place: Place): KnownValue {
    const at = this.address(place);
    return at?.space === "state" ? at.base : undefined;
  }

  private address({ space, base, offset, steps }: Place): Reference | undefined {
    if (space === "reference") {
      const to = this.frame[base] as Reference;
      const at = this.moved(to.base + offset, steps);
      return at === undefined ? undefined : { ...to, base: at };
    }
    const at = this.moved(base + offset, steps);
    return at === undefined ? undefined : { space, frame: this.frame, base: at };
  }

  private moved(base: number, steps: Place["steps"]): KnownValue {
    let at: KnownValue = base;
    for (const { index, first, count, stride } of steps) {
      const value = this.tried(index);
      if (value === undefined) at = undefined;
      else if (value < first || value >= first + count) throw new Faulty();
      else if (at !== undefined) at += (value - first) * stride;
    }
    return at;
  }

  /** Every cell that the place may mean is read. */
  private readRange({ space, base, offset, steps }: Place): void {
    if (space !== "state") throw new Lost();
    const most = steps.reduce((sum, { count, stride }) => sum + count * stride, 1);
    for (let cell = base + offset; cell < base + offset + most; cell++) this.reads.add(cell);
  }
}

function binary(op: string, a: number, b: number): KnownValue {
  switch (op) {
    case "+":
      return (a + b) | 0;
    case "-":
      return (a - b) | 0;
    case "*":
      return Math.imul(a, b);
    case "/":
    case "%":
      if (b === 0) throw new Faulty();
      return op === "/" ? (a / b) | 0 : (a % b) | 0;
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "<":
      return a < b ? 1 : 0;
    case "<=":
      return a <= b ? 1 : 0;
    case "==":
      return a === b ? 1 : 0;
    case "!=":
      return a !== b ? 1 : 0;
    case ">=":
      return a >= b ? 1 : 0;
    case ">":
      return a > b ? 1 : 0;
    case "<?":
      return Math.min(a, b);
    case ">?":
      return Math.max(a, b);
    default:
      throw new Lost();
  }
}
