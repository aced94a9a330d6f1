// Walks over two parts of a network side by side: have they the same shape, and what stands where they may differ?
// Constants, ranges and what is referred to are handed to a `Pairing`, which decides: it may unite classes, note what
// has to be exchanged (`propose-interchange.ts`) or check that it is (`check-interchange.ts`).

import type {
  Argument,
  ClockRef,
  Conjunct,
  Edge,
  Expression,
  Formula,
  FunctionDefinition,
  Location,
  Place,
  Process,
  Statement,
  Subscript,
  Sync,
} from "../network/index.ts";

/** What is referred to by number. */
export type ItemKind = "cell" | "clock" | "channel" | "process";

/** A row of neighbouring items, named by indices. */
export interface Reference {
  readonly base: number;
  readonly steps: readonly Subscript[];
}

export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

/** So many cells as there are up to the end of the variable. */
export const WHOLE = -1;

const COMMUTATIVE: readonly string[] = ["==", "!=", "+", "*"];

export interface Pairing {
  /** Constants; `at` tells them apart where one node has several. */
  value(a: object, b: object, values: readonly [number, number], at?: number): boolean;
  /** What a node may be. */
  range(a: ValueRange & object, b: ValueRange & object): boolean;
  /** `size` items from there on. */
  reference(kind: ItemKind, a: Reference, b: Reference, size: number): boolean;
  calls(a: number, b: number): boolean;
  /** A loop over values whose rounds may have to come in another order. */
  loop(statement: Statement & { readonly kind: "iterate" }): boolean;
  /** A quantifier, likewise; `around` are the binders that it is inside of, and itself. */
  quantifier(
    expression: ValueRange & object,
    body: Expression | Formula | undefined,
    around: ReadonlyMap<number, ValueRange>,
  ): boolean;
  /** May conjunctions and disjunctions be compared in any order? Only where nothing is noted. */
  readonly unordered: boolean;
}

/** Pairwise, and equally many. */
function all<T>(a: readonly T[], b: readonly T[], same: (a: T, b: T) => boolean): boolean {
  return a.length === b.length && a.every((item, i) => same(item, b[i]!));
}

/** Both, or neither. */
function both<T>(a: T | undefined, b: T | undefined, same: (a: T, b: T) => boolean): boolean {
  return a === undefined || b === undefined ? a === b : same(a, b);
}

/** Each with another one, in whatever order. */
function someOrder<T>(a: readonly T[], b: readonly T[], same: (a: T, b: T) => boolean): boolean {
  const left = [...b];
  return (
    a.length === b.length &&
    a.every((item) => {
      const at = left.findIndex((other) => same(item, other));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    })
  );
}

export class SideBySide {
  private readonly pairing: Pairing;
  /** Where two processes were found to differ last. */
  where: Edge | Location | undefined;
  /** What frame cells may hold here, as far as binders say. */
  private around: ReadonlyMap<number, ValueRange> = new Map();

  constructor(pairing: Pairing) {
    this.pairing = pairing;
  }

  process(a: Process, b: Process, edges: readonly Edge[]): boolean {
    return (
      a.priority === b.priority &&
      all(a.initial, b.initial, (x, y) => x === y) &&
      all(a.locations, b.locations, (x, y) => this.location(x, y) || this.differs(x)) &&
      all(a.edges, b.edges, (x, y) => this.edge(edges[x]!, edges[y]!) || this.differs(edges[x]!))
    );
  }

  private differs(where: Edge | Location): false {
    this.where = where;
    return false;
  }

  private location(a: Location, b: Location): boolean {
    return (
      a.urgent === b.urgent &&
      a.committed === b.committed &&
      this.conjuncts(a.invariant, b.invariant) &&
      all(
        a.rates,
        b.rates,
        (x, y) =>
          this.binders(x.binders, y.binders) &&
          both(x.when, y.when, (v, w) => this.expression(v, w)) &&
          this.clock(x.clock, y.clock) &&
          this.expression(x.rate, y.rate),
      )
    );
  }

  private edge(a: Edge, b: Edge): boolean {
    return this.inside(
      a.selects.map((select, cell) => ({ ...select, cell })),
      () => this.wholeEdge(a, b),
    );
  }

  private inside(binders: readonly (ValueRange & { readonly cell: number })[], same: () => boolean): boolean {
    const { around } = this;
    this.around = new Map([...around, ...binders.map((binder) => [binder.cell, binder] as const)]);
    const result = same();
    this.around = around;
    return result;
  }

  private wholeEdge(a: Edge, b: Edge): boolean {
    return (
      a.source === b.source &&
      a.target === b.target &&
      all(a.selects, b.selects, (x, y) => this.pairing.range(x, y)) &&
      this.conjuncts(a.guard, b.guard) &&
      this.sync(a.sync, b.sync) &&
      this.statements(a.update, b.update)
    );
  }

  private sync(a: Sync, b: Sync): boolean {
    if (a.kind === "send" || a.kind === "receive") {
      return a.kind === b.kind && this.reference("channel", a.channel, (b as typeof a).channel, 1);
    }
    return a.kind === "internal" && b.kind === "internal";
  }

  definition(a: FunctionDefinition, b: FunctionDefinition): boolean {
    return a.returns === b.returns && a.frameSize === b.frameSize && this.statements(a.body, b.body);
  }

  private conjuncts(a: readonly Conjunct[], b: readonly Conjunct[]): boolean {
    return all(a, b, (x, y) => {
      if (x.kind === "data") return y.kind === "data" && this.expression(x.condition, y.condition);
      return (
        y.kind === "clock" &&
        x.op === y.op &&
        this.binders(x.binders, y.binders) &&
        both(x.when, y.when, (v, w) => this.expression(v, w)) &&
        both(x.left, y.left, (v, w) => this.clock(v, w)) &&
        both(x.right, y.right, (v, w) => this.clock(v, w)) &&
        this.expression(x.bound, y.bound)
      );
    });
  }

  private binders(
    a: readonly (ValueRange & { cell: number })[],
    b: readonly (ValueRange & { cell: number })[],
  ): boolean {
    return all(
      a,
      b,
      (x, y) => x.cell === y.cell && this.pairing.range(x, y) && this.pairing.quantifier(x, undefined, this.around),
    );
  }

  formula(a: Formula, b: Formula): boolean {
    switch (a.kind) {
      case "data":
        return b.kind === "data" && this.expression(a.condition, b.condition);
      case "clock":
        return (
          b.kind === "clock" &&
          a.op === b.op &&
          both(a.left, b.left, (v, w) => this.clock(v, w)) &&
          both(a.right, b.right, (v, w) => this.clock(v, w)) &&
          this.expression(a.bound, b.bound)
        );
      case "and":
      case "or": {
        if (a.kind !== b.kind) return false;
        const same = (x: Formula, y: Formula): boolean => this.formula(x, y);
        return this.pairing.unordered ? someOrder(a.parts, b.parts, same) : all(a.parts, b.parts, same);
      }
      case "not":
        return b.kind === "not" && this.formula(a.part, b.part);
      case "forall":
      case "exists":
        return (
          a.kind === b.kind &&
          a.binder.cell === b.binder.cell &&
          this.pairing.range(a.binder, b.binder) &&
          this.inside(
            [a.binder],
            () => this.pairing.quantifier(a.binder, a.body, this.around) && this.formula(a.body, b.body),
          )
        );
      case "deadlock":
        return b.kind === "deadlock";
    }
  }

  statements(a: readonly Statement[], b: readonly Statement[]): boolean {
    return all(a, b, (x, y) => this.statement(x, y));
  }

  private statement(a: Statement, b: Statement): boolean {
    switch (a.kind) {
      case "expression":
        return b.kind === "expression" && this.expression(a.expression, b.expression);
      case "initialise":
        return (
          b.kind === "initialise" &&
          a.values.length === b.values.length &&
          this.place(a.target, b.target, a.values.length) &&
          a.values.every((value, at) => this.pairing.value(a, b, [value, b.values[at]!], at))
        );
      case "block":
        return b.kind === "block" && this.statements(a.body, b.body);
      case "iterate":
        return (
          b.kind === "iterate" &&
          a.cell === b.cell &&
          this.pairing.range(a, b) &&
          this.pairing.loop(a) &&
          this.statements(a.body, b.body)
        );
      case "if":
        return (
          b.kind === "if" &&
          this.expression(a.condition, b.condition) &&
          this.statements(a.then, b.then) &&
          this.statements(a.otherwise, b.otherwise)
        );
      case "while":
      case "do":
        return a.kind === b.kind && this.expression(a.condition, b.condition) && this.statements(a.body, b.body);
      case "for":
        return (
          b.kind === "for" &&
          all(a.init, b.init, (x, y) => this.expression(x, y)) &&
          this.expression(a.condition, b.condition) &&
          all(a.step, b.step, (x, y) => this.expression(x, y)) &&
          this.statements(a.body, b.body)
        );
      case "return":
        return (
          b.kind === "return" &&
          both(a.value, b.value, (x, y) => this.expression(x, y)) &&
          both(a.from, b.from, (x, y) => this.place(x, y, WHOLE))
        );
      case "assert":
        return b.kind === "assert" && this.expression(a.condition, b.condition);
    }
  }

  expression(a: Expression, b: Expression): boolean {
    switch (a.kind) {
      case "constant":
        return b.kind === "constant" && this.pairing.value(a, b, [a.value, b.value]);
      case "load":
        return b.kind === "load" && this.place(a.place, b.place, 1);
      case "unary":
        return b.kind === "unary" && a.op === b.op && this.expression(a.operand, b.operand);
      case "binary":
        return (
          b.kind === "binary" &&
          a.op === b.op &&
          (this.operands(a, b) ||
            (this.pairing.unordered &&
              COMMUTATIVE.includes(a.op) &&
              this.operands(a, { left: b.right, right: b.left })))
        );
      case "and":
      case "or": {
        if (a.kind !== b.kind) return false;
        if (!this.pairing.unordered) return this.operands(a, b);
        return someOrder(partsOf(a, a.kind), partsOf(b, a.kind), (x, y) => this.expression(x, y));
      }
      case "conditional":
        return (
          b.kind === "conditional" &&
          this.expression(a.condition, b.condition) &&
          this.expression(a.then, b.then) &&
          this.expression(a.otherwise, b.otherwise)
        );
      case "forall":
      case "exists":
      case "sum":
        return (
          a.kind === b.kind &&
          a.cell === b.cell &&
          this.pairing.range(a, b) &&
          this.inside([a], () => this.pairing.quantifier(a, a.body, this.around) && this.expression(a.body, b.body))
        );
      case "at":
        return b.kind === "at" && a.location === b.location && this.reference("process", a.process, b.process, 1);
      case "assign":
        return (
          b.kind === "assign" &&
          a.op === b.op &&
          a.yields === b.yields &&
          this.pairing.range(a, b) &&
          this.place(a.target, b.target, 1) &&
          this.expression(a.value, b.value)
        );
      case "copy":
        return (
          b.kind === "copy" &&
          a.size === b.size &&
          this.place(a.target, b.target, a.size) &&
          this.place(a.source, b.source, a.size)
        );
      case "same":
        return (
          b.kind === "same" &&
          a.size === b.size &&
          this.place(a.left, b.left, a.size) &&
          this.place(a.right, b.right, a.size)
        );
      case "call":
        return (
          b.kind === "call" &&
          this.pairing.calls(a.function, b.function) &&
          all(a.arguments, b.arguments, (x, y) => this.argument(x, y)) &&
          both(a.into, b.into, (x, y) => this.place(x, y, WHOLE))
        );
      case "clock-assign":
        return (
          b.kind === "clock-assign" &&
          this.clock(a.clock, b.clock) &&
          both(a.source, b.source, (x, y) => this.clock(x, y)) &&
          this.expression(a.value, b.value)
        );
      case "sequence":
        return (
          b.kind === "sequence" &&
          all(a.first, b.first, (x, y) => this.expression(x, y)) &&
          this.expression(a.value, b.value)
        );
      case "choose":
        return (
          b.kind === "choose" &&
          this.expression(a.index, b.index) &&
          all(a.cases, b.cases, (x, y) => this.expression(x, y))
        );
      case "check":
        return b.kind === "check" && this.pairing.range(a, b) && this.expression(a.value, b.value);
      case "unsupported":
        return false;
    }
  }

  private operands(
    a: { readonly left: Expression; readonly right: Expression },
    b: { readonly left: Expression; readonly right: Expression },
  ): boolean {
    return this.expression(a.left, b.left) && this.expression(a.right, b.right);
  }

  private argument(a: Argument, b: Argument): boolean {
    switch (a.kind) {
      case "value":
        return b.kind === "value" && this.expression(a.value, b.value);
      case "copy":
        return b.kind === "copy" && a.size === b.size && this.place(a.source, b.source, a.size);
      case "reference":
        return b.kind === "reference" && this.place(a.place, b.place, WHOLE);
      case "clock":
        return b.kind === "clock" && this.clock(a.clock, b.clock);
    }
  }

  private clock(a: ClockRef, b: ClockRef): boolean {
    if (a.space === "clock") return b.space === "clock" && this.reference("clock", a, b, 1);
    return b.space === "reference" && a.base === b.base && this.steps(a.steps, b.steps);
  }

  private place(a: Place, b: Place, size: number): boolean {
    if (a.space !== b.space) return false;
    if (a.space !== "state") return a.base === b.base && a.offset === b.offset && this.steps(a.steps, b.steps);
    const first = { base: a.base + a.offset, steps: a.steps };
    return this.reference("cell", first, { base: b.base + b.offset, steps: b.steps }, size);
  }

  private reference(kind: ItemKind, a: Reference, b: Reference, size: number): boolean {
    return this.steps(a.steps, b.steps) && this.pairing.reference(kind, a, b, size);
  }

  private steps(a: readonly Subscript[], b: readonly Subscript[]): boolean {
    return all(
      a,
      b,
      (x, y) =>
        x.first === y.first && x.count === y.count && x.stride === y.stride && this.expression(x.index, y.index),
    );
  }
}

function partsOf(expression: Expression, kind: "and" | "or"): Expression[] {
  return expression.kind === kind
    ? [...partsOf(expression.left, kind), ...partsOf(expression.right, kind)]
    : [expression];
}
