// Runs a guard or an update once for all sets of values: the abstract interpreter (`abstract-expression.ts`,
// `abstract-function.ts`), with nodes of a circuit in place of sets. Where the interpreter decides by looking at a set, both
// ways are gone here, each under the gate that says when the interpreter would go it; constants fold, so that loops over
// constants and selects unroll. What is too large, or asks for what only values can tell, is `Unfit`.
//
// Gates of a way are relative: `path` says whether control comes here within the running branch, `outer` whether the
// branch is gone within the call, `base` whether the call is made. `certain` says that nothing else may happen instead.
// A way that can only fail ends (`survives`), as one does that returns, but nothing comes of it.

import type { Argument, Expression, FunctionDefinition, Place, Statement, Step } from "../../../network/index.ts";
import type { SetPool } from "../set-pool.ts";
import { jumpOf, type Shortcut } from "../shortcut.ts";
import { ALWAYS, type Circuit, NEVER, NOTHING, type Node, Unfit } from "./circuit.ts";
import type { StateWrites } from "./state-writes.ts";

/** What runs need to know of the network. */
export interface RunContext {
  readonly circuit: Circuit;
  readonly functions: readonly FunctionDefinition[];
  /** Cells of the state; frames lie behind. */
  readonly cells: number;
  /** What a cell may hold; a constant for one that holds the same in every state. */
  readonly cellNode: (cell: number) => Node;
  readonly firstFact: ArrayLike<number>;
  readonly pool: SetPool;
  readonly shortcut: Shortcut;
  /** Steps of all runs so far. */
  readonly meter: { steps: number };
}

/** Where something may lie: addresses with the gates under which it does. */
interface Places {
  readonly list: readonly { readonly address: number; readonly gate: Node }[];
  /** It can only lie in one place; in some place. */
  readonly single: Node;
  readonly some: Node;
  /** One index decides: it lies at the first address where `index` is `first`, and so on; gates are not filled in. */
  readonly by: { readonly index: Node; readonly first: number } | null;
}

const MOST_STEPS = { ofRun: 10_000, inAll: 1_500_000 } as const;
const MOST_ROUNDS = 1_000;
const MOST_ADDRESSES = 1_024;
const MOST_CALLS = 32;

export class SymbolicRun {
  /** Something fails for all values, so that there is no result. */
  failed: Node = NEVER;
  /** Something with several values may be read twice: the interpreter looks again, value by value. */
  readsAgain = false;
  readonly writes: StateWrites;
  private readonly context: RunContext;
  private readonly circuit: Circuit;
  private readonly cellsRead = new Set<number>();
  private readonly frames: Node[] = [];
  private readonly localsRead = new Set<number>();
  private frame: number;
  private top: number;
  private base: Node = ALWAYS;
  private outer: Node = ALWAYS;
  private path: Node = ALWAYS;
  private certain: Node = ALWAYS;
  private mayHaveReturned: Node = NEVER;
  /** Within the running branch, some way may be gone without failing. */
  private survives: Node = ALWAYS;
  private result: Node = NOTHING;
  private returned: Node[] = [];
  /** Some way through the running function may end without a value. */
  private mayHaveNone = false;
  private depth = 0;
  private steps = 0;

  constructor(context: RunContext, writes: StateWrites) {
    this.context = context;
    this.circuit = context.circuit;
    this.writes = writes;
    this.frame = context.cells;
    this.top = context.cells;
  }

  /** Opens the frame of an edge, whose first cells are its selects. */
  begin(size: number, selects: readonly Node[]): void {
    this.frame = this.context.cells;
    this.top = this.frame;
    this.push(size);
    for (const [at, set] of selects.entries()) this.frames[at] = set;
    this.certain = ALWAYS;
    this.mayHaveReturned = NEVER;
  }

  setLocal(cell: number, set: Node): void {
    this.frames[cell] = set;
  }

  value(expression: Expression): Node {
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
        let may: Node = ALWAYS;
        let surely: Node = ALWAYS;
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

  /** Runs the statements of an update. */
  run(body: readonly Statement[]): void {
    for (const statement of body) {
      if (this.path === NEVER) return;
      this.statement(statement);
    }
  }

  private unary(op: "-" | "!" | "abs", set: Node): Node {
    const { circuit } = this;
    if (op === "!") return circuit.truth(circuit.nonzero(set), circuit.has(set, 0), circuit.nonempty(set) !== ALWAYS);
    return op === "-" ? circuit.binary("-", circuit.single(0), set) : circuit.binary("abs", set, circuit.single(0));
  }

  private binary({ op, left, right }: Extract<Expression, { kind: "binary" }>): Node {
    const { circuit } = this;
    const a = this.value(left);
    const b = this.value(right);
    const empty = circuit.nonempty(a) !== ALWAYS || circuit.nonempty(b) !== ALWAYS;
    switch (op) {
      case "==":
        return circuit.truth(circuit.differ(a, b), circuit.meets(a, b), empty);
      case "!=":
        return circuit.truth(circuit.meets(a, b), circuit.differ(a, b), empty);
      case "<":
        return circuit.truth(circuit.atMost(b, a), circuit.below(a, b), empty);
      case "<=":
        return circuit.truth(circuit.below(b, a), circuit.atMost(a, b), empty);
      case ">":
        return circuit.truth(circuit.atMost(a, b), circuit.below(b, a), empty);
      case ">=":
        return circuit.truth(circuit.below(a, b), circuit.atMost(b, a), empty);
      default:
        return circuit.binary(op, a, b);
    }
  }

  private quantifier({ kind, cell, min, max, body }: Extract<Expression, { kind: "forall" | "exists" | "sum" }>): Node {
    const { circuit } = this;
    let sum = circuit.single(0);
    let mayBeFalse: Node = kind === "forall" ? NEVER : ALWAYS;
    let mayBeTrue: Node = kind === "forall" ? ALWAYS : NEVER;
    let going: Node = ALWAYS;
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

  private assign(expression: Extract<Expression, { kind: "assign" }>): Node {
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

  // ------------------------------------------------------------------------------------------------ control

  /** Evaluates something that is come to under a gate; under `skipped` it may be passed over instead. */
  private perhaps(gate: Node, skipped: Node, expression: Expression): Node {
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

  private call({ function: index, arguments: args, into }: Extract<Expression, { kind: "call" }>): Node {
    const { circuit, context } = this;
    const definition = context.functions[index]!;
    if (++this.depth > MOST_CALLS) throw new Unfit();
    const frame = this.push(definition.frameSize);
    const targets = into === undefined ? null : this.place(into);
    for (const [at, argument] of args.entries()) this.pass(argument, frame + definition.parameters[at]!.cell);
    const { base, outer, path, certain, mayHaveReturned, survives, result, returned, mayHaveNone } = this;
    const { frame: caller } = this;
    this.base = circuit.all([base, outer, path]);
    this.outer = ALWAYS;
    this.path = ALWAYS;
    this.mayHaveReturned = NEVER;
    this.survives = ALWAYS;
    this.mayHaveNone = false;
    this.result = NOTHING;
    this.returned = targets === null ? [] : Array.from({ length: definition.returns }, () => NOTHING);
    this.frame = frame;
    this.run(definition.body);
    const yielded = this.result;
    const cells = this.returned;
    const alive = circuit.or(this.survives, this.mayHaveReturned);
    if (this.path === NEVER && !this.mayHaveNone) for (const node of [yielded, ...cells]) this.promise(node);
    this.depth--;
    this.frame = caller;
    this.top = frame;
    this.base = base;
    this.outer = outer;
    this.path = path;
    this.certain = certain;
    this.mayHaveReturned = mayHaveReturned;
    this.mayHaveNone = mayHaveNone;
    this.survives = survives;
    this.result = result;
    this.returned = returned;
    this.failUnless(alive);
    if (targets === null) return yielded;
    for (const [i, set] of cells.entries()) this.write(moved(targets, i), set);
    return circuit.single(0);
  }

  private promise(node: Node): void {
    if (node !== NOTHING) this.circuit.markNonempty(node);
  }

  private pass(argument: Argument, address: number): void {
    const put = (at: number, set: Node): void => {
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
    const go = (gate: Node, other: Node, body: readonly Statement[]): Way => {
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
    const exits: { gate: Node; locals: readonly Node[] }[] = [];
    let exited: Node = NEVER;
    let live: Node = ALWAYS;
    let certain = atFirst;
    let mayHaveReturned: Node = NEVER;
    let always = true;
    let alive: Node = ALWAYS;
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

  /** Something fails unless the gate holds: that ends the run, or this way of it where another may be gone instead. */
  private failUnless(gate: Node): void {
    if (gate === ALWAYS) return;
    const { circuit } = this;
    this.failed = circuit.or(this.failed, circuit.all([this.here(), this.certain, circuit.not(gate)]));
    // Where nothing else may happen there is no result: what follows need not be kept apart.
    if (this.certain === ALWAYS) return;
    this.survives = circuit.and(this.survives, circuit.or(circuit.not(this.path), gate));
    this.path = circuit.and(this.path, gate);
    this.mayHaveNone = true;
  }

  /** Control comes here. */
  private here(): Node {
    return this.circuit.all([this.base, this.outer, this.path]);
  }

  // ------------------------------------------------------------------------------------------------ memory

  private place({ space, base, offset, steps }: Place): Places {
    if (space === "reference") {
      const references = this.circuit.valuesOf(this.frames[this.frame + base - this.context.cells]!);
      if (references?.length !== 1) throw new Unfit();
      return this.addSteps([{ address: references[0]! + offset, gate: ALWAYS }], steps);
    }
    const address = (space === "frame" ? this.frame : 0) + base + offset;
    return this.addSteps([{ address, gate: ALWAYS }], steps);
  }

  private addSteps(from: Places["list"], steps: readonly Step[]): Places {
    const { circuit } = this;
    let list = from;
    let single: Node = ALWAYS;
    let some: Node = ALWAYS;
    let by: Places["by"] = null;
    for (const { index: expression, first, count, stride } of steps) {
      const index = circuit.within(this.value(expression), first, first + count - 1);
      const [lo, hi] = [circuit.lo[index]!, circuit.hi[index]!];
      single = circuit.and(single, circuit.isSingle(index));
      some = circuit.and(some, circuit.nonempty(index));
      if (list.length * (hi - lo + 1) > MOST_ADDRESSES) throw new Unfit();
      if (lo === hi) {
        const move = (lo - first) * stride;
        list = list.map(({ address, gate }) => ({ address: address + move, gate }));
      } else if (list.length === 1 && by === null) {
        // The gates are made when somebody asks for them.
        by = { index, first: lo };
        const { address } = list[0]!;
        list = Array.from({ length: hi - lo + 1 }, (_, at) => {
          return { address: address + (lo + at - first) * stride, gate: ALWAYS };
        });
      } else {
        const gated = this.gatesOf({ list, single, some, by });
        const moves = Array.from({ length: hi - lo + 1 }, (_, at) => {
          return { move: (lo + at - first) * stride, gate: circuit.has(index, lo + at) };
        }).filter(({ gate }) => gate !== NEVER);
        list = gated.flatMap(({ address, gate }) =>
          moves.map((to) => ({ address: address + to.move, gate: circuit.and(gate, to.gate) })),
        );
        by = null;
      }
    }
    return { list, single, some, by };
  }

  /** The places with their gates. */
  private gatesOf({ list, by }: Places): Places["list"] {
    const { circuit } = this;
    if (by === null) return list;
    return list
      .map(({ address }, at) => ({ address, gate: circuit.has(by.index, by.first + at) }))
      .filter(({ gate }) => gate !== NEVER);
  }

  private readAll({ list, by }: Places): Node {
    const { circuit } = this;
    if (by === null && list.length === 1 && list[0]!.gate === ALWAYS) return this.read(list[0]!.address);
    const elements = list.map(({ address }) => this.read(address));
    if (by !== null) return circuit.indexed(by.index, by.first, elements);
    return list.reduce((all, { gate }, at) => circuit.union(all, circuit.gated(gate, elements[at]!)), NOTHING);
  }

  private read(address: number): Node {
    this.step();
    const { cells } = this.context;
    const set = address < cells ? this.writes.view(address) : this.frames[address - cells]!;
    if (this.circuit.valuesOf(set)?.length === 1) return set;
    if (address >= cells) {
      if (this.localsRead.has(address)) this.readsAgain = true;
      this.localsRead.add(address);
    } else {
      if (this.cellsRead.has(address)) this.readsAgain = true;
      this.cellsRead.add(address);
    }
    return set;
  }

  private write(places: Places, set: Node): void {
    const { circuit } = this;
    const { cells } = this.context;
    const here = this.here();
    const surely = circuit.and(places.single, this.certain);
    if (places.by !== null && places.list.every(({ address }) => address < cells)) {
      this.writes.scatter(
        places.list.map(({ address }) => address),
        places.by,
        set,
        here,
        surely,
      );
      return;
    }
    for (const { address, gate } of this.gatesOf(places)) {
      if (address >= this.frame) this.writeLocal(address, set, gate, places.single);
      else if (address >= cells) this.writeLocal(address, set, circuit.and(here, gate), surely);
      else this.writes.write(address, set, circuit.and(here, gate), surely);
    }
  }

  private initialise(places: Places, set: Node): void {
    const { circuit } = this;
    // Each of several places is written as if it were the only one.
    for (const { address, gate } of this.gatesOf(places)) {
      if (address >= this.frame) this.writeLocal(address, set, gate, ALWAYS);
      else this.writes.write(address, set, circuit.and(this.here(), gate), this.certain);
    }
  }

  private writeLocal(address: number, set: Node, may: Node, surely: Node): void {
    const index = address - this.context.cells;
    this.frames[index] = this.circuit.written(this.frames[index]!, set, may, surely);
    this.localsRead.delete(address);
  }

  private push(size: number): number {
    const first = this.top;
    this.top += size;
    for (let address = first; address < this.top; address++) {
      this.frames[address - this.context.cells] = NOTHING;
      this.localsRead.delete(address);
    }
    return first;
  }

  private saveLocals(): Node[] {
    return this.frames.slice(this.frame - this.context.cells, this.top - this.context.cells);
  }

  private restoreLocals(saved: readonly Node[]): void {
    const first = this.frame - this.context.cells;
    for (const [at, set] of saved.entries()) this.frames[first + at] = set;
  }

  /** The locals where several ways meet; `always`: one of them is gone for sure. */
  private joinLocals(ways: readonly { gate: Node; locals: readonly Node[] }[], always: boolean): void {
    const { circuit } = this;
    const gone = ways.filter(({ gate }) => gate !== NEVER);
    const [first] = gone;
    if (first === undefined) return;
    const joined = first.locals.map((one, at) => {
      if (gone.every(({ locals }) => locals[at] === one)) return one;
      const all = gone.reduce((set, { gate, locals }) => circuit.union(set, circuit.gated(gate, locals[at]!)), NOTHING);
      if (always && gone.every(({ locals }) => circuit.nonempty(locals[at]!) === ALWAYS)) circuit.markNonempty(all);
      return all;
    });
    this.restoreLocals(joined);
  }

  private step(): void {
    if (++this.steps > MOST_STEPS.ofRun || ++this.context.meter.steps > MOST_STEPS.inAll) throw new Unfit();
  }
}

interface Way {
  readonly live: Node;
  readonly locals: readonly Node[];
  readonly mayHaveReturned: Node;
  readonly survives: Node;
}

function moved({ list, single, some, by }: Places, cells: number): Places {
  if (cells === 0) return { list, single, some, by };
  return { list: list.map(({ address, gate }) => ({ address: address + cells, gate })), single, some, by };
}
