// Expressions, run once for all sets of values: `abstract-expression.ts` with nodes of a circuit in place of sets.
// Where only one side may be come to, its effects are kept under the gate that says when.

import type { Expression } from "../network/index.ts";
import { jumpOf } from "../value-sets/shortcut.ts";
import { ALWAYS, type CircuitNode, NEVER, NOTHING, Unfit } from "./node-store.ts";
import { moved, RunMemory } from "./run-memory.ts";

export abstract class ExpressionRun extends RunMemory {
  protected abstract call(expression: Extract<Expression, { kind: "call" }>): CircuitNode;

  override value(expression: Expression): CircuitNode {
    this.step();
    const { circuit } = this;
    switch (expression.kind) {
      case "constant":
        return circuit.single(expression.value);
      case "load":
        return this.readAll(this.place(expression.place));
      case "unary":
        return this.unary(expression.op, this.value(expression.operand));
      case "binary":
        return this.binary(expression);
      case "and": {
        const a = this.value(expression.left);
        const [t, f] = [circuit.nonzero(a), circuit.has(a, 0)];
        if (t === NEVER) return a;
        const b = this.perhaps(t, f, expression.right);
        const empty = circuit.nonempty(a) !== ALWAYS || circuit.nonempty(b) !== ALWAYS;
        return circuit.truth(
          circuit.or(f, circuit.and(t, circuit.has(b, 0))),
          circuit.and(t, circuit.nonzero(b)),
          empty,
        );
      }
      case "or": {
        const a = this.value(expression.left);
        const [t, f] = [circuit.nonzero(a), circuit.has(a, 0)];
        if (f === NEVER) return circuit.truth(NEVER, circuit.nonempty(a), circuit.nonempty(a) !== ALWAYS);
        const b = this.perhaps(f, t, expression.right);
        const empty = circuit.nonempty(a) !== ALWAYS || circuit.nonempty(b) !== ALWAYS;
        return circuit.truth(
          circuit.and(f, circuit.has(b, 0)),
          circuit.or(t, circuit.and(f, circuit.nonzero(b))),
          empty,
        );
      }
      case "conditional": {
        const c = this.value(expression.condition);
        const [t, f] = [circuit.nonzero(c), circuit.has(c, 0)];
        const then = t === NEVER ? NOTHING : this.perhaps(t, f, expression.then);
        const otherwise = f === NEVER ? NOTHING : this.perhaps(f, t, expression.otherwise);
        const all = circuit.union(circuit.gated(t, then), circuit.gated(f, otherwise));
        const isSure = [c, then, otherwise].every((set) => circuit.nonempty(set) === ALWAYS);
        if (isSure) circuit.markNonempty(all);
        return all;
      }
      case "forall":
      case "exists":
      case "sum":
        return this.quantifier(expression);
      case "at": {
        const { base, steps } = expression.process;
        const places = this.addSteps([{ address: base, gate: ALWAYS }], steps);
        const reached = this.gatesOf(places).map(({ address, gate }) =>
          circuit.and(gate, circuit.reached(this.context.firstFact[address]! + expression.location)),
        );
        return circuit.truth(ALWAYS, circuit.any(reached), false);
      }
      case "assign":
        return this.assign(expression);
      case "copy": {
        const to = this.place(expression.target);
        const from = this.place(expression.source);
        for (let i = 0; i < expression.size; i++) {
          this.step();
          this.write(moved(to, i), this.readAll(moved(from, i)));
        }
        return circuit.single(0);
      }
      case "same": {
        const left = this.place(expression.left);
        const right = this.place(expression.right);
        let may: CircuitNode = ALWAYS;
        let surely: CircuitNode = ALWAYS;
        for (let i = 0; i < expression.size; i++) {
          this.step();
          const x = this.readAll(moved(left, i));
          const y = this.readAll(moved(right, i));
          may = circuit.and(may, circuit.meets(x, y));
          surely = circuit.all([surely, circuit.isSingle(x), circuit.isSingle(y)]);
        }
        return circuit.truth(circuit.not(circuit.and(may, surely)), may, false);
      }
      case "call":
        return this.call(expression);
      case "clock-assign":
        this.value(expression.value);
        return circuit.single(0);
      case "sequence":
        for (const first of expression.first) this.value(first);
        return this.value(expression.value);
      case "choose": {
        const index = circuit.within(this.value(expression.index), 0, expression.cases.length - 1);
        // The interpreter goes through all of them that may be meant, one after the other.
        const cases = expression.cases.map((one, at) => (circuit.has(index, at) === NEVER ? NOTHING : this.value(one)));
        return circuit.indexed(index, 0, cases);
      }
      case "check":
        return circuit.within(this.value(expression.value), expression.min, expression.max);
      case "unsupported":
        throw new Unfit();
    }
  }

  private unary(op: "-" | "!" | "abs", set: CircuitNode): CircuitNode {
    const { circuit } = this;
    if (op === "!") return circuit.truth(circuit.nonzero(set), circuit.has(set, 0), circuit.nonempty(set) !== ALWAYS);
    return op === "-" ? circuit.binary("-", circuit.single(0), set) : circuit.binary("abs", set, circuit.single(0));
  }

  private binary({ op, left, right }: Extract<Expression, { kind: "binary" }>): CircuitNode {
    const { circuit } = this;
    const a = this.value(left);
    const b = this.value(right);
    const empty = circuit.nonempty(a) !== ALWAYS || circuit.nonempty(b) !== ALWAYS;
    const below = (x: CircuitNode, y: CircuitNode): CircuitNode =>
      circuit.truth(circuit.atMost(y, x), circuit.below(x, y), empty);
    const atMost = (x: CircuitNode, y: CircuitNode): CircuitNode =>
      circuit.truth(circuit.below(y, x), circuit.atMost(x, y), empty);
    switch (op) {
      case "==":
        return circuit.truth(circuit.differ(a, b), circuit.meets(a, b), empty);
      case "!=":
        return circuit.truth(circuit.meets(a, b), circuit.differ(a, b), empty);
      case "<":
        return below(a, b);
      case "<=":
        return atMost(a, b);
      case ">":
        return below(b, a);
      case ">=":
        return atMost(b, a);
      default:
        return circuit.binary(op, a, b);
    }
  }

  private quantifier({
    kind,
    cell,
    min,
    max,
    body,
  }: Extract<Expression, { kind: "forall" | "exists" | "sum" }>): CircuitNode {
    const { circuit } = this;
    let sum = circuit.single(0);
    let mayBeFalse: CircuitNode = kind === "forall" ? NEVER : ALWAYS;
    let mayBeTrue: CircuitNode = kind === "forall" ? ALWAYS : NEVER;
    let going: CircuitNode = ALWAYS;
    for (let value = min; value <= max; value++) {
      this.step();
      this.writeLocal(this.frame + cell, circuit.single(value), ALWAYS, ALWAYS);
      const part = this.value(body);
      const [t, f] = [circuit.nonzero(part), circuit.has(part, 0)];
      if (kind === "sum") sum = circuit.binary("+", sum, part);
      else if (kind === "forall") {
        mayBeTrue = circuit.and(mayBeTrue, t);
        mayBeFalse = circuit.or(mayBeFalse, circuit.and(going, f));
      } else {
        mayBeFalse = circuit.and(mayBeFalse, f);
        mayBeTrue = circuit.or(mayBeTrue, circuit.and(going, t));
      }
      // What fails can only have been decided before.
      going = circuit.and(going, circuit.nonempty(part));
      if (going === NEVER && kind === "sum") return NOTHING;
      if (going === NEVER) break;
    }
    return kind === "sum" ? sum : circuit.truth(mayBeFalse, mayBeTrue, going !== ALWAYS);
  }

  private assign(expression: Extract<Expression, { kind: "assign" }>): CircuitNode {
    const { circuit, context } = this;
    if (jumpOf(expression, context.shortcut, context.pool) !== null) throw new Unfit();
    const { op, yields, min, max } = expression;
    const places = this.place(expression.target);
    const operand = this.value(expression.value);
    const old = op === "" && yields === "new" ? NOTHING : this.readAll(places);
    const result = op === "" ? operand : circuit.binary(op, old, operand);
    const stored = circuit.within(result, min, max);
    this.failUnless(circuit.and(circuit.nonempty(stored), places.some));
    this.write(places, stored);
    return yields === "new" ? stored : old;
  }

  /** Evaluates something that is come to under a gate; under `skipped` it may be passed over instead. */
  private perhaps(gate: CircuitNode, skipped: CircuitNode, expression: Expression): CircuitNode {
    if (skipped === NEVER) return this.value(expression);
    const { circuit } = this;
    const { outer, path, certain, survives } = this;
    const before = this.saveLocals();
    this.outer = circuit.all([outer, path, gate]);
    this.path = ALWAYS;
    this.survives = ALWAYS;
    this.certain = circuit.and(certain, circuit.not(skipped));
    const value = this.value(expression);
    const alive = this.path;
    const set = circuit.gated(alive, value);
    this.outer = outer;
    this.path = path;
    this.survives = survives;
    this.certain = certain;
    this.failUnless(circuit.or(skipped, circuit.or(alive, circuit.not(gate))));
    const surely = circuit.not(skipped);
    for (const [at, old] of before.entries()) {
      const index = this.frame - this.context.cells + at;
      const now = this.frames[index]!;
      if (now !== old) this.frames[index] = circuit.written(old, now, circuit.and(gate, alive), surely);
    }
    return set;
  }
}
