// Walks over everything a network says about data, clocks and channels: give the functions you are interested in,
// they are called for every node, outer ones first. Recursion is safe because readers bound the height of trees.

import type {
  Argument,
  ClockRef,
  Conjunct,
  Edge,
  Expression,
  Formula,
  IndexedRef,
  Location,
  Network,
  Place,
  Query,
  RealOperation,
  Statement,
  Subscript,
} from "./network.ts";
import { formulasOf, termsOf } from "./queries/index.ts";

/** `both`: a compound assignment, or a reference handed to a function, which may do either. */
export type Access = "read" | "write" | "both";

export interface Visitor {
  readonly expression?: (expression: Expression) => void;
  readonly statement?: (statement: Statement) => void;
  readonly conjunct?: (conjunct: Conjunct) => void;
  /** `size` neighbouring cells from the place on; 0 when the place does not say (a returned array or struct). */
  readonly place?: (place: Place, access: Access, size: number) => void;
  readonly clock?: (clock: ClockRef, access: Access) => void;
  readonly channel?: (channel: IndexedRef) => void;
  readonly step?: (step: Subscript) => void;
}

export function visitNetwork(network: Network, visitor: Visitor): void {
  for (const process of network.processes) {
    for (const location of process.locations) visitLocation(location, visitor);
  }
  for (const edge of network.edges) visitEdge(edge, visitor);
  for (const { body } of network.functions) visitStatements(body, visitor);
  visitStatements(network.beforeUpdate, visitor);
  visitStatements(network.afterUpdate, visitor);
  for (const { guard, measure } of network.progress) {
    if (guard !== undefined) visitExpression(guard, visitor);
    visitExpression(measure, visitor);
  }
}

export function visitLocation(location: Location, visitor: Visitor): void {
  visitConjuncts(location.invariant, visitor);
  for (const { when, clock, rate } of location.rates) {
    if (when !== undefined) visitExpression(when, visitor);
    visitClock(clock, "write", visitor);
    visitExpression(rate, visitor);
  }
}

export function visitEdge(edge: Edge, visitor: Visitor): void {
  visitConjuncts(edge.guard, visitor);
  if (edge.sync.kind === "send" || edge.sync.kind === "receive") {
    visitor.channel?.(edge.sync.channel);
    visitSteps(edge.sync.channel.steps, visitor);
  }
  visitStatements(edge.update, visitor);
}

export function visitConjuncts(conjuncts: readonly Conjunct[], visitor: Visitor): void {
  for (const conjunct of conjuncts) {
    visitor.conjunct?.(conjunct);
    if (conjunct.kind === "data") {
      visitExpression(conjunct.condition, visitor);
      continue;
    }
    if (conjunct.when !== undefined) visitExpression(conjunct.when, visitor);
    if (conjunct.left !== undefined) visitClock(conjunct.left, "read", visitor);
    if (conjunct.right !== undefined) visitClock(conjunct.right, "read", visitor);
    visitExpression(conjunct.bound, visitor);
  }
}

export function visitQuery(query: Query, visitor: Visitor): void {
  for (const formula of formulasOf(query)) visitFormula(formula, visitor);
  for (const { left, right, value } of termsOf(query)) {
    if (left !== undefined) visitClock(left, "read", visitor);
    if (right !== undefined) visitClock(right, "read", visitor);
    visitExpression(value, visitor);
  }
}

export function visitFormula(formula: Formula, visitor: Visitor): void {
  switch (formula.kind) {
    case "data":
      visitExpression(formula.condition, visitor);
      break;
    case "clock":
      if (formula.left !== undefined) visitClock(formula.left, "read", visitor);
      if (formula.right !== undefined) visitClock(formula.right, "read", visitor);
      visitExpression(formula.bound, visitor);
      break;
    case "and":
    case "or":
      for (const part of formula.parts) visitFormula(part, visitor);
      break;
    case "not":
      visitFormula(formula.part, visitor);
      break;
    case "forall":
    case "exists":
      visitFormula(formula.body, visitor);
      break;
    case "deadlock":
      break;
  }
}

export function visitStatements(statements: readonly Statement[], visitor: Visitor): void {
  for (const statement of statements) visitStatement(statement, visitor);
}

function visitStatement(statement: Statement, visitor: Visitor): void {
  visitor.statement?.(statement);
  switch (statement.kind) {
    case "expression":
      visitExpression(statement.expression, visitor);
      break;
    case "initialise":
      visitPlace(statement.target, "write", statement.values.length, visitor);
      break;
    case "block":
    case "iterate":
      visitStatements(statement.body, visitor);
      break;
    case "if":
      visitExpression(statement.condition, visitor);
      visitStatements(statement.then, visitor);
      visitStatements(statement.otherwise, visitor);
      break;
    case "while":
    case "do":
      visitExpression(statement.condition, visitor);
      visitStatements(statement.body, visitor);
      break;
    case "for":
      for (const part of statement.init) visitExpression(part, visitor);
      visitExpression(statement.condition, visitor);
      for (const part of statement.step) visitExpression(part, visitor);
      visitStatements(statement.body, visitor);
      break;
    case "return":
      if (statement.value !== undefined) visitExpression(statement.value, visitor);
      if (statement.from !== undefined) visitPlace(statement.from, "read", 0, visitor);
      break;
    case "assert":
      visitExpression(statement.condition, visitor);
      break;
  }
}

function visitReal(operation: RealOperation, visitor: Visitor): void {
  switch (operation.kind) {
    case "literal":
      break;
    case "negative":
      visitExpression(operation.operand, visitor);
      break;
    case "arithmetic":
    case "compare":
      visitExpression(operation.left, visitor);
      visitExpression(operation.right, visitor);
      break;
    case "sum":
      visitExpression(operation.body, visitor);
      break;
    case "clock":
      visitClock(operation.clock, "read", visitor);
      break;
    case "function":
      for (const argument of operation.arguments) visitExpression(argument, visitor);
      break;
    case "assign":
      visitPlace(operation.target, operation.op === "" ? "write" : "both", 1, visitor);
      visitExpression(operation.value, visitor);
      break;
  }
}

export function visitExpression(expression: Expression, visitor: Visitor): void {
  visitor.expression?.(expression);
  switch (expression.kind) {
    case "constant":
      break;
    case "unsupported":
      if (expression.real !== undefined) visitReal(expression.real, visitor);
      break;
    case "load":
      visitPlace(expression.place, "read", 1, visitor);
      break;
    case "unary":
      visitExpression(expression.operand, visitor);
      break;
    case "binary":
    case "and":
    case "or":
      visitExpression(expression.left, visitor);
      visitExpression(expression.right, visitor);
      break;
    case "conditional":
      visitExpression(expression.condition, visitor);
      visitExpression(expression.then, visitor);
      visitExpression(expression.otherwise, visitor);
      break;
    case "forall":
    case "exists":
    case "sum":
      visitExpression(expression.body, visitor);
      break;
    case "at":
      visitSteps(expression.process.steps, visitor);
      break;
    case "assign":
      visitPlace(expression.target, expression.op === "" ? "write" : "both", 1, visitor);
      visitExpression(expression.value, visitor);
      break;
    case "copy":
      visitPlace(expression.target, "write", expression.size, visitor);
      visitPlace(expression.source, "read", expression.size, visitor);
      break;
    case "same":
      visitPlace(expression.left, "read", expression.size, visitor);
      visitPlace(expression.right, "read", expression.size, visitor);
      break;
    case "call":
      for (const argument of expression.arguments) visitArgument(argument, visitor);
      if (expression.into !== undefined) visitPlace(expression.into, "write", 0, visitor);
      break;
    case "clock-assign":
      visitClock(expression.clock, "write", visitor);
      if (expression.source !== undefined) visitClock(expression.source, "read", visitor);
      visitExpression(expression.value, visitor);
      break;
    case "sequence":
      for (const part of expression.first) visitExpression(part, visitor);
      visitExpression(expression.value, visitor);
      break;
    case "choose":
      visitExpression(expression.index, visitor);
      for (const part of expression.cases) visitExpression(part, visitor);
      break;
    case "check":
      visitExpression(expression.value, visitor);
      break;
  }
}

function visitArgument(argument: Argument, visitor: Visitor): void {
  switch (argument.kind) {
    case "value":
      visitExpression(argument.value, visitor);
      break;
    case "copy":
      visitPlace(argument.source, "read", argument.size, visitor);
      break;
    case "reference":
      visitPlace(argument.place, "both", 0, visitor);
      break;
    case "clock":
      visitClock(argument.clock, "both", visitor);
      break;
  }
}

function visitPlace(place: Place, access: Access, size: number, visitor: Visitor): void {
  visitor.place?.(place, access, size);
  visitSteps(place.steps, visitor);
}

function visitClock(clock: ClockRef, access: Access, visitor: Visitor): void {
  visitor.clock?.(clock, access);
  visitSteps(clock.steps, visitor);
}

function visitSteps(steps: readonly Subscript[], visitor: Visitor): void {
  for (const step of steps) {
    visitor.step?.(step);
    visitExpression(step.index, visitor);
  }
}

/** Does the formula speak of clocks, or of deadlock? */
export function mentions(formula: Formula, kind: "clock" | "deadlock"): boolean {
  switch (formula.kind) {
    case "and":
    case "or":
      return formula.parts.some((part) => mentions(part, kind));
    case "not":
      return mentions(formula.part, kind);
    case "forall":
    case "exists":
      return mentions(formula.body, kind);
    default:
      return formula.kind === kind;
  }
}
