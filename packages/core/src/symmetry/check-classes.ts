// Are the classes of values (`value-classes.ts`) ones that an exchange may go by? They are read here as types are: what
// is compared or assigned has one class on both sides, what is computed with is a number, all cells that a place may
// name are alike. Whoever inferred them is not asked, so that a value that inference overlooked is refused, not moved.

import { cellsOf } from "../analysis/accesses.ts";
import type {
  Argument,
  ClockRef,
  Conjunct,
  Edge,
  Expression,
  Formula,
  FunctionDefinition,
  Network,
  Place,
  Statement,
  Subscript,
} from "../network/index.ts";
import { PLAIN, type ValueClasses } from "./value-classes.ts";

/** Whose frame it is, and what its binders hold. */
interface Frame {
  readonly owner: object;
  readonly bound: ReadonlyMap<number, number>;
}

/** In a user's words, where two classes are mixed; undefined where they never are. */
export function mixedClasses(network: Network, formula: Formula, classes: ValueClasses): string | undefined {
  const check = new ClassCheck(network, classes);
  for (const { name, locations } of network.processes) {
    for (const location of locations) {
      const frame = { owner: location, bound: new Map() };
      const rated = location.rates.every((rate) => {
        const inside = check.binding(rate.binders, frame);
        const condition = rate.when === undefined || check.isPlain(rate.when, inside);
        return condition && check.isClock(rate.clock, inside) && check.isPlain(rate.rate, inside);
      });
      if (!rated || !check.conjuncts(location.invariant, frame))
        return `${name}, in ${location.name}, mixes its values`;
    }
  }
  for (const edge of network.edges) {
    if (!check.edge(edge)) return `an edge of ${network.processes[edge.process]!.name} mixes values of several kinds`;
  }
  for (const definition of network.functions) {
    if (!check.statements(definition.body, { owner: definition, bound: new Map() })) {
      return `the function ${definition.name} mixes values of several kinds`;
    }
  }
  const hooks = [...network.beforeUpdate, ...network.afterUpdate];
  if (!check.statements(hooks, { owner: network, bound: new Map() })) return "what runs around updates mixes values";
  if (!check.formula(formula, { owner: formula, bound: new Map() }))
    return "the question mixes values of several kinds";
  return undefined;
}

class ClassCheck {
  private readonly network: Network;
  private readonly classes: ValueClasses;

  constructor(network: Network, classes: ValueClasses) {
    this.network = network;
    this.classes = classes;
  }

  binding(binders: readonly { readonly cell: number }[], { owner, bound }: Frame): Frame {
    const inside = new Map(bound);
    for (const binder of binders) inside.set(binder.cell, this.classes.classOf(binder));
    return { owner, bound: inside };
  }

  edge(edge: Edge): boolean {
    const { classes } = this;
    const frame: Frame = { owner: edge, bound: new Map() };
    const { sync } = edge;
    return (
      edge.selects.every((select, cell) => classes.classOf(select) === classes.find(classes.frame(edge, cell))) &&
      this.conjuncts(edge.guard, frame) &&
      ((sync.kind !== "send" && sync.kind !== "receive") || this.steps(sync.channel.steps, frame)) &&
      this.statements(edge.update, frame)
    );
  }

  conjuncts(conjuncts: readonly Conjunct[], frame: Frame): boolean {
    return conjuncts.every((conjunct) => {
      if (conjunct.kind === "data") return this.isPlain(conjunct.condition, frame);
      const inside = this.binding(conjunct.binders, frame);
      return (
        (conjunct.when === undefined || this.isPlain(conjunct.when, inside)) &&
        (conjunct.left === undefined || this.isClock(conjunct.left, inside)) &&
        (conjunct.right === undefined || this.isClock(conjunct.right, inside)) &&
        this.isPlain(conjunct.bound, inside)
      );
    });
  }

  formula(formula: Formula, frame: Frame): boolean {
    switch (formula.kind) {
      case "data":
        return this.isPlain(formula.condition, frame);
      case "clock":
        return (
          (formula.left === undefined || this.isClock(formula.left, frame)) &&
          (formula.right === undefined || this.isClock(formula.right, frame)) &&
          this.isPlain(formula.bound, frame)
        );
      case "and":
      case "or":
        return formula.parts.every((part) => this.formula(part, frame));
      case "not":
        return this.formula(formula.part, frame);
      case "forall":
      case "exists":
        return this.formula(formula.body, this.binding([formula.binder], frame));
      case "deadlock":
        return true;
    }
  }

  statements(statements: readonly Statement[], frame: Frame): boolean {
    return statements.every((statement) => this.statement(statement, frame));
  }

  private statement(statement: Statement, frame: Frame): boolean {
    const { classes } = this;
    switch (statement.kind) {
      case "expression":
        return this.classOf(statement.expression, frame) !== undefined;
      case "initialise": {
        const of = classes.classesOf(statement);
        return statement.values.every((_, k) => this.placeClass(statement.target, frame, k) === of[k]);
      }
      case "block":
        return this.statements(statement.body, frame);
      case "iterate":
        return this.statements(statement.body, this.binding([statement], frame));
      case "if":
        return (
          this.isPlain(statement.condition, frame) &&
          this.statements(statement.then, frame) &&
          this.statements(statement.otherwise, frame)
        );
      case "while":
      case "do":
        return this.isPlain(statement.condition, frame) && this.statements(statement.body, frame);
      case "for":
        return (
          [...statement.init, ...statement.step].every((part) => this.classOf(part, frame) !== undefined) &&
          this.isPlain(statement.condition, frame) &&
          this.statements(statement.body, frame)
        );
      case "return":
        return (
          (statement.value === undefined || this.classOf(statement.value, frame) === classes.classOf(frame.owner)) &&
          (statement.from === undefined || this.holdsNumbers(statement.from, frame))
        );
      case "assert":
        return this.isPlain(statement.condition, frame);
    }
  }

  isPlain(expression: Expression, frame: Frame): boolean {
    return this.classOf(expression, frame) === PLAIN;
  }

  /** The class of a value; undefined where something in it is mixed. */
  private classOf(expression: Expression, frame: Frame): number | undefined {
    const { classes } = this;
    const all = (isRight: boolean, of = PLAIN): number | undefined => (isRight ? of : undefined);
    switch (expression.kind) {
      case "constant":
        return classes.classOf(expression);
      case "load":
        return this.placeClass(expression.place, frame);
      case "unary":
        return all(this.isPlain(expression.operand, frame));
      case "binary": {
        const left = this.classOf(expression.left, frame);
        const isCompared = expression.op === "==" || expression.op === "!=";
        return all(
          left === this.classOf(expression.right, frame) && (left === PLAIN || (isCompared && left !== undefined)),
        );
      }
      case "and":
      case "or":
        return all(this.isPlain(expression.left, frame) && this.isPlain(expression.right, frame));
      case "conditional": {
        const then = this.classOf(expression.then, frame);
        const isRight = this.isPlain(expression.condition, frame) && then === this.classOf(expression.otherwise, frame);
        return isRight ? then : undefined;
      }
      case "forall":
      case "exists":
      case "sum":
        return all(this.isPlain(expression.body, this.binding([expression], frame)));
      case "at":
        return all(this.steps(expression.process.steps, frame));
      case "assign": {
        const target = this.placeClass(expression.target, frame);
        const isRight =
          target === this.classOf(expression.value, frame) &&
          target === classes.classOf(expression) &&
          (expression.op === "" || target === PLAIN);
        return isRight ? target : undefined;
      }
      case "copy":
        return all(this.areAlike(expression.target, expression.source, expression.size, frame));
      case "same":
        return all(this.areAlike(expression.left, expression.right, expression.size, frame));
      case "call":
        return this.callClass(expression, frame);
      case "clock-assign":
        return all(
          this.isClock(expression.clock, frame) &&
            (expression.source === undefined || this.isClock(expression.source, frame)) &&
            this.isPlain(expression.value, frame),
        );
      case "sequence":
        return expression.first.every((part) => this.classOf(part, frame) !== undefined)
          ? this.classOf(expression.value, frame)
          : undefined;
      case "choose": {
        const of = classes.classOf(expression);
        const isRight = expression.cases.every((part) => this.classOf(part, frame) === of);
        return isRight && this.isPlain(expression.index, frame) ? of : undefined;
      }
      case "check":
        return all(this.classOf(expression.value, frame) === classes.classOf(expression), classes.classOf(expression));
      case "unsupported":
        return undefined;
    }
  }

  private callClass(call: Expression & { readonly kind: "call" }, frame: Frame): number | undefined {
    const definition = this.network.functions[call.function]!;
    const isRight =
      call.arguments.every((argument, i) => this.argument(argument, definition, i, frame)) &&
      (call.into === undefined || this.holdsNumbers(call.into, frame));
    if (!isRight) return undefined;
    return definition.returns === 0 ? PLAIN : this.classes.classOf(definition);
  }

  private argument(argument: Argument, definition: FunctionDefinition, i: number, frame: Frame): boolean {
    const { classes } = this;
    const inside = (k: number): number => classes.find(classes.frame(definition, definition.parameters[i]!.cell + k));
    switch (argument.kind) {
      case "value":
        return this.classOf(argument.value, frame) === inside(0);
      case "copy":
        return range(argument.size).every((k) => this.placeClass(argument.source, frame, k) === inside(k));
      case "reference":
        return this.holdsNumbers(argument.place, frame);
      case "clock":
        return this.isClock(argument.clock, frame);
    }
  }

  isClock(clock: ClockRef, frame: Frame): boolean {
    if (clock.space === "clock") return this.steps(clock.steps, frame);
    return this.steps(clock.steps, frame) && clock.steps.every((step) => this.classes.classOf(step) === PLAIN);
  }

  private steps(steps: readonly Subscript[], frame: Frame): boolean {
    return steps.every((step) => this.classOf(step.index, frame) === this.classes.classOf(step));
  }

  /** What all cells hold that a place may name, `k` cells behind where it begins. */
  private placeClass(place: Place, frame: Frame, k = 0): number | undefined {
    const { classes } = this;
    if (!this.steps(place.steps, frame)) return undefined;
    if (place.space === "reference") return PLAIN;
    if (place.space === "frame" && place.steps.some((step) => classes.classOf(step) !== PLAIN)) return undefined;
    const of = (cell: number): number =>
      place.space === "state"
        ? classes.classOfCell(cell + k)
        : ((k === 0 ? frame.bound.get(cell) : undefined) ?? classes.find(classes.frame(frame.owner, cell + k)));
    const [first, ...others] = cellsOf(place, 1).map(of);
    if (first === undefined) return of(place.base + place.offset);
    return others.every((other) => other === first) ? first : undefined;
  }

  private areAlike(a: Place, b: Place, size: number, frame: Frame): boolean {
    return range(size).every((k) => {
      const of = this.placeClass(a, frame, k);
      return of !== undefined && of === this.placeClass(b, frame, k);
    });
  }

  /** What is handed over by reference may become anything. */
  private holdsNumbers(place: Place, frame: Frame): boolean {
    const { classes } = this;
    if (!this.steps(place.steps, frame) || place.steps.some((step) => classes.classOf(step) !== PLAIN)) return false;
    if (place.space !== "state") return place.space === "reference" || this.placeClass(place, frame) === PLAIN;
    return cellsOf(place, 1).every((cell) => {
      const { first, count } = classes.variableAround(cell);
      return range(count).every((k) => classes.classOfCell(first + k) === PLAIN);
    });
  }
}

const range = (count: number): number[] => Array.from({ length: count }, (_, k) => k);
