// Runs a guard or an update once for all sets of values: the abstract interpreter (`abstract-expression.ts`,
// `abstract-function.ts`), with nodes of a circuit in place of sets. Where the interpreter decides by looking at a set,
// both ways are gone here, each under the gate that says when the interpreter would go it; constants fold, so that
// loops over constants and selects unroll. What is too large, or asks for what only values can tell, is `Unfit`.

import type { Argument, Expression, Statement } from "../network/index.ts";
import { ExpressionRun } from "./expression-run.ts";
import { ALWAYS, type CircuitNode, NEVER, NOTHING, Unfit } from "./node-store.ts";
import { moved } from "./run-memory.ts";

const MOST_ROUNDS = 1_000;
const MOST_CALLS = 32;

interface Way {
  readonly live: CircuitNode;
  readonly locals: readonly CircuitNode[];
  readonly mayHaveReturned: CircuitNode;
  readonly survives: CircuitNode;
}
export class SymbolicRun extends ExpressionRun {
  private result: CircuitNode = NOTHING;
  private returned: CircuitNode[] = [];
  private depth = 0;

  /** Runs the statements of an update. */
  run(body: readonly Statement[]): void {
    for (const statement of body) {
      if (this.path === NEVER) return;
      this.statement(statement);
    }
  }

  protected override call({
    function: index,
    arguments: args,
    into,
  }: Extract<Expression, { kind: "call" }>): CircuitNode {
    const { circuit, context } = this;
    const definition = context.functions[index]!;
    if (++this.depth > MOST_CALLS) throw new Unfit();
    const frame = this.push(definition.frameSize);
    const targets = into === undefined ? null : this.place(into);
    for (const [at, argument] of args.entries()) this.pass(argument, frame + definition.parameters[at]!.cell);
    const caller = this.registers();
    const { result, returned } = this;
    const base = this.here();
    const open = { outer: ALWAYS, path: ALWAYS, survives: ALWAYS, mayHaveReturned: NEVER, mayHaveNone: false };
    this.resume({ ...caller, ...open, base, frame });
    this.result = NOTHING;
    this.returned = targets === null ? [] : Array.from({ length: definition.returns }, () => NOTHING);
    this.run(definition.body);
    const yielded = this.result;
    const cells = this.returned;
    const alive = circuit.or(this.survives, this.mayHaveReturned);
    if (this.path === NEVER && !this.mayHaveNone) for (const node of [yielded, ...cells]) this.promise(node);
    this.depth--;
    this.top = frame;
    this.resume(caller);
    this.result = result;
    this.returned = returned;
    this.failUnless(alive);
    if (targets === null) return yielded;
    for (const [i, set] of cells.entries()) this.write(moved(targets, i), set);
    return circuit.single(0);
  }

  private promise(node: CircuitNode): void {
    if (node !== NOTHING) this.circuit.markNonempty(node);
  }

  private pass(argument: Argument, address: number): void {
    const put = (at: number, set: CircuitNode): void => {
      this.frames[at - this.context.cells] = set;
    };
    switch (argument.kind) {
      case "value":
        put(address, this.value(argument.value));
        return;
      case "copy": {
        const from = this.place(argument.source);
        for (let i = 0; i < argument.size; i++) put(address + i, this.readAll(moved(from, i)));
        return;
      }
      case "reference": {
        const { list, some } = this.place(argument.place);
        if (list.length !== 1 || some !== ALWAYS) throw new Unfit();
        put(address, this.circuit.single(list[0]!.address));
        return;
      }
      case "clock":
        put(address, this.circuit.single(0));
    }
  }

  private statement(statement: Statement): void {
    this.step();
    const { circuit } = this;
    switch (statement.kind) {
      case "expression":
        this.value(statement.expression);
        return;
      case "initialise": {
        const target = this.place(statement.target);
        for (const [i, value] of statement.values.entries()) this.initialise(moved(target, i), circuit.single(value));
        return;
      }
      case "block":
        this.run(statement.body);
        return;
      case "if":
        this.branch(statement.condition, statement.then, statement.otherwise);
        return;
      case "while":
        this.loop(statement.condition, () => this.run(statement.body));
        return;
      case "do":
        this.run(statement.body);
        if (this.path !== NEVER) this.loop(statement.condition, () => this.run(statement.body));
        return;
      case "for":
        for (const init of statement.init) this.value(init);
        this.loop(statement.condition, () => {
          this.run(statement.body);
          if (this.path !== NEVER) for (const step of statement.step) this.value(step);
        });
        return;
      case "iterate":
        for (let value = statement.min; value <= statement.max && this.path !== NEVER; value++) {
          this.step();
          this.writeLocal(this.frame + statement.cell, circuit.single(value), ALWAYS, ALWAYS);
          this.run(statement.body);
        }
        return;
      case "return":
        this.leave(statement);
        return;
      case "assert":
    }
  }

  private leave({ value, from }: Extract<Statement, { kind: "return" }>): void {
    const { circuit } = this;
    if (value !== undefined) {
      const set = this.value(value);
      const way = circuit.and(this.outer, this.path);
      if (circuit.nonempty(set) !== ALWAYS) this.mayHaveNone = true;
      this.result = circuit.union(this.result, circuit.gated(way, set));
    } else if (from !== undefined) {
      const places = this.place(from);
      const way = circuit.and(this.outer, this.path);
      this.returned = this.returned.map((all, i) => {
        const set = this.readAll(moved(places, i));
        if (circuit.nonempty(set) !== ALWAYS) this.mayHaveNone = true;
        return circuit.union(all, circuit.gated(way, set));
      });
    }
    this.path = NEVER;
  }

  private branch(condition: Expression, then: readonly Statement[], otherwise: readonly Statement[]): void {
    const { circuit } = this;
    const c = this.value(condition);
    const [t, f] = [circuit.nonzero(c), circuit.has(c, 0)];
    this.failUnless(circuit.nonempty(c));
    const { outer, path, certain, mayHaveReturned, survives } = this;
    const before = this.saveLocals();
    const go = (gate: CircuitNode, other: CircuitNode, body: readonly Statement[]): Way => {
      if (gate === NEVER) return { live: NEVER, locals: before, mayHaveReturned: NEVER, survives: NEVER };
      this.outer = circuit.all([outer, path, gate]);
      this.path = ALWAYS;
      this.certain = circuit.and(certain, circuit.not(other));
      this.mayHaveReturned = NEVER;
      this.survives = ALWAYS;
      this.restoreLocals(before);
      this.run(body);
      const { path: live, mayHaveReturned: has, survives: alive } = this;
      return { live, locals: this.saveLocals(), mayHaveReturned: has, survives: alive };
    };
    const a = go(t, f, then);
    const b = go(f, t, otherwise);
    const ways = [
      { gate: circuit.and(t, a.live), locals: a.locals },
      { gate: circuit.and(f, b.live), locals: b.locals },
    ];
    const live = circuit.any(ways.map(({ gate }) => gate));
    this.joinLocals(ways, live === ALWAYS);
    this.outer = outer;
    this.survives = survives;
    this.mayHaveReturned = circuit.any([
      mayHaveReturned,
      circuit.and(t, a.mayHaveReturned),
      circuit.and(f, b.mayHaveReturned),
      circuit.all([
        t,
        f,
        circuit.or(circuit.and(a.survives, circuit.not(a.live)), circuit.and(b.survives, circuit.not(b.live))),
      ]),
    ]);
    this.certain = circuit.and(certain, circuit.not(this.mayHaveReturned));
    const alive = circuit.or(circuit.and(t, a.survives), circuit.and(f, b.survives));
    this.path = path;
    this.failUnless(alive);
    this.path = circuit.and(this.path, live);
  }

  private loop(condition: Expression, body: () => void): void {
    const { circuit } = this;
    const { outer, path, certain: atFirst, mayHaveReturned: before, survives } = this;
    const exits: { gate: CircuitNode; locals: readonly CircuitNode[] }[] = [];
    let exited: CircuitNode = NEVER;
    let live: CircuitNode = ALWAYS;
    let certain = atFirst;
    let mayHaveReturned: CircuitNode = NEVER;
    let always = true;
    let alive: CircuitNode = ALWAYS;
    for (let round = 0; ; round++) {
      this.step();
      if (round > MOST_ROUNDS) throw new Unfit();
      this.outer = circuit.all([outer, path, live]);
      this.path = ALWAYS;
      this.survives = ALWAYS;
      this.certain = certain;
      const c = this.value(condition);
      this.failUnless(circuit.nonempty(c));
      const [t, f] = [circuit.nonzero(c), circuit.has(c, 0)];
      alive = circuit.and(alive, circuit.any([circuit.not(live), this.path, exited]));
      if (this.path !== ALWAYS) always = false;
      live = circuit.and(live, this.path);
      const exit = circuit.and(live, f);
      if (exit !== NEVER) exits.push({ gate: exit, locals: this.saveLocals() });
      exited = circuit.or(exited, exit);
      const goes = circuit.and(live, t);
      if (goes === NEVER) break;
      this.outer = circuit.all([outer, path, goes]);
      this.path = ALWAYS;
      this.certain = circuit.and(certain, circuit.not(f));
      this.mayHaveReturned = NEVER;
      this.survives = ALWAYS;
      body();
      alive = circuit.and(alive, circuit.any([circuit.not(goes), this.survives, exited]));
      mayHaveReturned = circuit.any([
        mayHaveReturned,
        circuit.and(goes, this.mayHaveReturned),
        circuit.all([goes, this.survives, circuit.not(this.path), exited]),
      ]);
      certain = this.certain;
      if (this.path !== ALWAYS) always = false;
      live = circuit.and(goes, this.path);
      if (live === NEVER) break;
    }
    this.joinLocals(exits, always);
    this.outer = outer;
    this.path = path;
    this.survives = survives;
    this.mayHaveReturned = circuit.or(before, mayHaveReturned);
    this.certain = circuit.and(atFirst, circuit.not(this.mayHaveReturned));
    this.failUnless(alive);
    if (!always) this.path = circuit.and(this.path, circuit.any(exits.map(({ gate }) => gate)));
  }
}
