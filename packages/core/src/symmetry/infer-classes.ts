// Walks over a network and a formula and says which values have the same class (`value-classes.ts`).

import type {
  Argument,
  ClockRef,
  Conjunct,
  Expression,
  Formula,
  FunctionDefinition,
  IndexedRef,
  Network,
  Place,
  Statement,
  Subscript,
} from "../network/index.ts";
import { PLAIN, ValueClasses } from "./value-classes.ts";

/** The classes of a network together with a formula that is asked about it. */
export function inferClasses(network: Network, formula: Formula): ValueClasses {
  const inference = new Inference(network);
  inference.network();
  inference.in(formula).formula(formula);
  return inference.classes;
}

/** Frame cells that binders bind, while their bodies are looked at. */
type Bound = ReadonlyMap<number, number>;

class Inference {
  readonly classes: ValueClasses;
  private readonly functions: readonly FunctionDefinition[];
  private readonly model: Network;

  constructor(network: Network) {
    this.model = network;
    this.functions = network.functions;
    this.classes = new ValueClasses(network);
  }

  network(): void {
    const { processes, edges, functions, beforeUpdate, afterUpdate, progress } = this.model;
    for (const { locations } of processes) {
      for (const location of locations) {
        const scope = this.in(location);
        scope.conjuncts(location.invariant);
        for (const rate of location.rates) {
          const inside = scope.binding(rate.binders);
          if (rate.when !== undefined) inside.plain(rate.when);
          inside.clock(rate.clock);
          inside.plain(rate.rate);
        }
      }
    }
    for (const edge of edges) {
      const scope = this.in(edge);
      for (const [cell, select] of edge.selects.entries()) this.classes.note(select, this.classes.frame(edge, cell));
      scope.conjuncts(edge.guard);
      if (edge.sync.kind === "send" || edge.sync.kind === "receive") scope.indexed("channel", edge.sync.channel);
      scope.statements(edge.update);
    }
    for (const definition of functions) this.in(definition).statements(definition.body);
    const hooks = this.in(this.model);
    hooks.statements(beforeUpdate);
    hooks.statements(afterUpdate);
    for (const measure of progress) {
      const scope = this.in(measure);
      if (measure.guard !== undefined) scope.plain(measure.guard);
      scope.plain(measure.measure);
    }
  }

  in(owner: object): ScopedInference {
    return new ScopedInference(this.classes, this.functions, owner, new Map());
  }
}

class ScopedInference {
  private readonly classes: ValueClasses;
  private readonly functions: readonly FunctionDefinition[];
  private readonly owner: object;
  private readonly bound: Bound;

  constructor(classes: ValueClasses, functions: readonly FunctionDefinition[], owner: object, bound: Bound) {
    this.classes = classes;
    this.functions = functions;
    this.owner = owner;
    this.bound = bound;
  }

  binding(binders: readonly { readonly cell: number }[]): ScopedInference {
    if (binders.length === 0) return this;
    const bound = new Map(this.bound);
    for (const binder of binders) bound.set(binder.cell, this.classes.of(binder));
    return new ScopedInference(this.classes, this.functions, this.owner, bound);
  }

  plain(expression: Expression): void {
    this.classes.union(PLAIN, this.expression(expression));
  }

  conjuncts(conjuncts: readonly Conjunct[]): void {
    for (const conjunct of conjuncts) {
      if (conjunct.kind === "data") {
        this.plain(conjunct.condition);
        continue;
      }
      const inside = this.binding(conjunct.binders);
      if (conjunct.when !== undefined) inside.plain(conjunct.when);
      if (conjunct.left !== undefined) inside.clock(conjunct.left);
      if (conjunct.right !== undefined) inside.clock(conjunct.right);
      inside.plain(conjunct.bound);
    }
  }

  formula(formula: Formula): void {
    switch (formula.kind) {
      case "data":
        this.plain(formula.condition);
        break;
      case "clock":
        if (formula.left !== undefined) this.clock(formula.left);
        if (formula.right !== undefined) this.clock(formula.right);
        this.plain(formula.bound);
        break;
      case "and":
      case "or":
        for (const part of formula.parts) this.formula(part);
        break;
      case "not":
        this.formula(formula.part);
        break;
      case "forall":
      case "exists":
        this.binding([formula.binder]).formula(formula.body);
        break;
      case "deadlock":
        break;
    }
  }

  statements(statements: readonly Statement[]): void {
    for (const statement of statements) this.statement(statement);
  }

  private statement(statement: Statement): void {
    switch (statement.kind) {
      case "expression":
        this.expression(statement.expression);
        break;
      case "initialise":
        this.place(statement.target);
        this.classes.noteRow(
          statement,
          statement.values.map((_, k) => this.at(statement.target, k)),
        );
        break;
      case "block":
        this.statements(statement.body);
        break;
      case "iterate":
        this.binding([statement]).statements(statement.body);
        break;
      case "if":
        this.plain(statement.condition);
        this.statements(statement.then);
        this.statements(statement.otherwise);
        break;
      case "while":
      case "do":
        this.plain(statement.condition);
        this.statements(statement.body);
        break;
      case "for":
        for (const part of [...statement.init, ...statement.step]) this.expression(part);
        this.plain(statement.condition);
        this.statements(statement.body);
        break;
      case "return":
        if (statement.value !== undefined) {
          this.classes.union(this.expression(statement.value), this.classes.of(this.owner));
        }
        if (statement.from !== undefined) this.pin(statement.from);
        break;
      case "assert":
        this.plain(statement.condition);
        break;
    }
  }

  /** The slot of the value. */
  expression(expression: Expression): number {
    const { classes } = this;
    switch (expression.kind) {
      case "constant":
        return classes.of(expression);
      case "load":
        return this.place(expression.place);
      case "unary":
        this.plain(expression.operand);
        return PLAIN;
      case "binary": {
        const [left, right] = [this.expression(expression.left), this.expression(expression.right)];
        classes.union(left, right);
        if (expression.op !== "==" && expression.op !== "!=") classes.union(PLAIN, left);
        return PLAIN;
      }
      case "and":
      case "or":
        this.plain(expression.left);
        this.plain(expression.right);
        return PLAIN;
      case "conditional": {
        this.plain(expression.condition);
        const [then, otherwise] = [this.expression(expression.then), this.expression(expression.otherwise)];
        classes.union(then, otherwise);
        return then;
      }
      case "forall":
      case "exists":
      case "sum":
        this.binding([expression]).plain(expression.body);
        return PLAIN;
      case "at":
        this.indexed("process", expression.process);
        return PLAIN;
      case "assign": {
        const target = this.place(expression.target);
        classes.union(target, this.expression(expression.value));
        if (expression.op !== "") classes.union(PLAIN, target);
        classes.note(expression, target);
        return target;
      }
      case "copy":
        this.alike(expression.target, expression.source, expression.size);
        return PLAIN;
      case "same":
        this.alike(expression.left, expression.right, expression.size);
        return PLAIN;
      case "call":
        return this.call(expression);
      case "clock-assign":
        this.clock(expression.clock);
        if (expression.source !== undefined) this.clock(expression.source);
        this.plain(expression.value);
        return PLAIN;
      case "sequence":
        for (const part of expression.first) this.expression(part);
        return this.expression(expression.value);
      case "choose": {
        this.plain(expression.index);
        const slot = classes.of(expression);
        for (const part of expression.cases) classes.union(slot, this.expression(part));
        return slot;
      }
      case "check": {
        const slot = this.expression(expression.value);
        classes.note(expression, slot);
        return slot;
      }
      case "unsupported":
        return PLAIN;
    }
  }

  private call(expression: Expression & { readonly kind: "call" }): number {
    const definition = this.functions[expression.function]!;
    for (const [i, argument] of expression.arguments.entries()) {
      const { cell } = definition.parameters[i]!;
      this.argument(argument, definition, cell);
    }
    if (expression.into !== undefined) this.pin(expression.into);
    return definition.returns === 0 ? PLAIN : this.classes.of(definition);
  }

  private argument(argument: Argument, definition: FunctionDefinition, cell: number): void {
    const { classes } = this;
    switch (argument.kind) {
      case "value":
        classes.union(this.expression(argument.value), classes.frame(definition, cell));
        break;
      case "copy":
        this.place(argument.source);
        for (let k = 0; k < argument.size; k++) {
          classes.union(this.at(argument.source, k), classes.frame(definition, cell + k));
        }
        this.pinInside(argument.source, argument.size);
        break;
      case "reference":
        this.pin(argument.place);
        break;
      case "clock":
        for (const step of argument.clock.steps) this.index(step, PLAIN);
        break;
    }
  }

  clock(clock: ClockRef): void {
    if (clock.space === "clock") this.indexed("clock", clock);
    else for (const step of clock.steps) this.index(step, PLAIN);
  }

  indexed(kind: "channel" | "clock" | "process", { base, steps }: IndexedRef): void {
    for (const [k, step] of steps.entries()) this.index(step, this.classes.index(`${kind} ${base} ${k}`));
  }

  private index(step: Subscript, slot: number): void {
    this.classes.union(slot, this.expression(step.index));
    this.classes.note(step, slot);
  }

  /** The slot of the cells that a place may be. */
  private place(place: Place): number {
    const { classes } = this;
    if (place.space === "state") {
      const from = place.base + place.offset;
      const dimensions = classes.dimensionsAt(from);
      const across: Subscript[] = [];
      for (const step of place.steps) {
        const at = dimensions.findIndex(({ stride, length }) => stride === step.stride && length === step.count);
        const [dimension] = at < 0 ? [] : dimensions.splice(0, at + 1).slice(-1);
        if (dimension === undefined) across.push(step);
        this.index(step, dimension?.slot ?? classes.index(`across ${from} ${step.stride}`));
      }
      if (across.length > 0) this.acrossVariables(from, across);
      return this.at(place, 0);
    }
    for (const step of place.steps) {
      this.index(step, PLAIN);
      if (place.space === "frame") {
        for (let i = 0; i < step.count; i++) classes.union(this.at(place, 0), this.at(place, i * step.stride));
      }
    }
    return this.at(place, 0);
  }

  /** Steps from one variable to others, as `P(i).x` has them: all of these hold the same. */
  private acrossVariables(from: number, steps: readonly Subscript[]): void {
    const { classes } = this;
    const { first, count } = classes.variableAround(from);
    let others = [0];
    for (const { count: most, stride } of steps) {
      others = others.flatMap((at) => Array.from({ length: most }, (_, i) => at + i * stride));
    }
    for (const distance of others) {
      for (let cell = from; distance > 0 && cell < first + count; cell++) {
        classes.union(classes.cell(cell), classes.cell(cell + distance));
        const arrays = classes.dimensionsAt(cell + distance);
        for (const [k, { slot }] of classes.dimensionsAt(cell).entries()) classes.union(slot, arrays[k]?.slot ?? PLAIN);
      }
    }
  }

  /** The slot of the k-th cell of a place whose indices are the first. */
  private at({ space, base, offset }: Place, k: number): number {
    if (space === "state") return this.classes.cell(base + offset + k);
    if (space === "reference") return PLAIN;
    return (k === 0 ? this.bound.get(base + offset) : undefined) ?? this.classes.frame(this.owner, base + offset + k);
  }

  private alike(a: Place, b: Place, size: number): void {
    const { classes } = this;
    this.place(a);
    this.place(b);
    for (let k = 0; k < size; k++) classes.union(this.at(a, k), this.at(b, k));
    if (a.space !== "state" || b.space !== "state") {
      this.pinInside(a, size);
      this.pinInside(b, size);
      return;
    }
    for (let k = 0; k < size; k++) {
      const inside = (place: Place) =>
        classes.dimensionsAt(place.base + place.offset + k).filter(({ stride }) => stride < size);
      const others = inside(b);
      for (const [i, { slot }] of inside(a).entries()) classes.union(slot, others[i]?.slot ?? PLAIN);
    }
  }

  /** Arrays inside the cells of a place are indexed by numbers. */
  private pinInside(place: Place, size: number): void {
    if (place.space !== "state") return;
    for (let k = 0; k < size; k++) {
      for (const { slot, stride } of this.classes.dimensionsAt(place.base + place.offset + k)) {
        if (stride < size) this.classes.union(PLAIN, slot);
      }
    }
  }

  /** Nothing is known of what becomes of these cells: they hold numbers. */
  private pin(place: Place): void {
    const { classes } = this;
    for (const step of place.steps) this.index(step, PLAIN);
    if (place.space === "frame") classes.pinFrame(this.owner);
    if (place.space !== "state") return;
    const { first, count } = classes.variableAround(place.base + place.offset);
    for (let cell = first; cell < first + count; cell++) {
      classes.union(PLAIN, classes.cell(cell));
      for (const { slot } of classes.dimensionsAt(cell)) classes.union(PLAIN, slot);
    }
  }
}
