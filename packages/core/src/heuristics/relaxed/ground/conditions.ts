// Conditions on data, each kept once: guards conjunct by conjunct, the meeting of computed channel indices, the
// target's. A comparison of something with a constant keeps the something as a program of its own, so that hundreds of
// processes that wait for `front() == id` ask for `front()` once.

import type { AccessAnalysis } from "../../../analysis/accesses.ts";
import type { ConditionGate } from "../../../circuit/outputs.ts";
import { type Edge, type Expression, visitExpression } from "../../../network/index.ts";
import type { AbstractCompiler } from "../../../value-sets/abstract-compiler.ts";
import { abstractExpression } from "../../../value-sets/abstract-expression.ts";
import type { AbstractEvaluator, AbstractMachine } from "../../../value-sets/abstract-machine.ts";
import { FALSE, intersects, isSingle, mayBeTrue, TRUE, type ValueSet } from "../../../value-sets/value-set.ts";
import { channelPositions, computedIndex } from "./channel-index.ts";
import type { LocatedCells } from "./located-cells.ts";
import { withOneValueEach } from "./one-value-each.ts";
import { frameOf, frameText, type Part, partFor } from "./parts.ts";
import { type Code, type GroundProgram, newProgram } from "./program.ts";

/** One condition on data; the graph keeps the layer where it can first hold. */
export interface Condition {
  readonly index: number;
  readonly program: GroundProgram;
  /** The program's value must be one of these; without it, anything but 0. */
  readonly among: ValueSet | null;
  /** The cells it depends on. */
  reads: readonly number[];
  /** What it is in the circuit; null: the interpreter is asked. */
  circuit: ConditionGate | null;
  /** It also asks where processes are, so it is tested in every layer. */
  readonly asksLocations: boolean;
}

/** Does the condition hold, given what its program may yield (null: too complex to tell)? */
export function mayHold({ among }: Condition, value: ValueSet | null): boolean {
  if (value === null) return true;
  return among === null ? mayBeTrue(value) : intersects(value, among);
}

/** Tuples of values that a condition is tried with; functions take longer. */
const MOST_TUPLES = { plain: 1024, ofCalls: 64 } as const;

export class ConditionBuilder {
  readonly conditions: Condition[] = [];
  readonly programs: GroundProgram[] = [];
  private readonly functions: AbstractCompiler;
  private readonly accesses: AccessAnalysis;
  private readonly located: LocatedCells;
  private readonly sharedPrograms = new Map<string, GroundProgram>();
  private readonly shared = new Map<string, Condition>();
  /** By edge, and by sender and receiver: without selects edges are the same in every joint transition. */
  private readonly guards = new Map<number, readonly Condition[]>();
  private readonly meetings = new Map<number, Map<number, readonly Condition[]>>();

  constructor(functions: AbstractCompiler, accesses: AccessAnalysis, located: LocatedCells) {
    this.functions = functions;
    this.accesses = accesses;
    this.located = located;
  }

  /** A condition of its own, such as the target's; `at`: process and location pairs that hold together with it. */
  own(expression: Expression, frameSize: number, at: ReadonlyMap<number, number>): Condition {
    const run = abstractExpression(expression, this.functions);
    const seenAs = this.located.seenFromAll(at);
    const code = { frame: { size: frameSize, selects: [], passed: null }, body: expression };
    const begin = (m: AbstractMachine): void => m.begin(frameSize, [], seenAs);
    const program = this.program([[expression, seenAs]], run, begin, expression, code);
    return this.add(program, null);
  }

  /** What the guard of an edge asks of data, and the index of its channel. */
  ofEdge(part: Part, channels: readonly number[]): readonly Condition[] {
    const { edge } = part;
    const guard = this.ofGuards(part);
    const positions = channelPositions(edge, channels);
    const index = computedIndex(edge);
    if (positions === null || index === null) return guard;
    return [...guard, this.among(part, index, this.functions.pool.of(positions), "channel")];
  }

  private ofGuards(part: Part): readonly Condition[] {
    const { id, guard, selects } = part.edge;
    let conditions = selects.length === 0 ? this.guards.get(id) : undefined;
    if (conditions === undefined) {
      conditions = guard
        .flatMap((conjunct) => (conjunct.kind === "data" ? conjuncts(conjunct.condition) : []))
        .map((expression, at) => this.ofGuard(part, expression, `${at}`));
      if (selects.length === 0) this.guards.set(id, conditions);
    }
    return conditions;
  }

  /** Where sender and receiver both compute their channel: the two must be able to agree. */
  meeting(parts: readonly Part[]): readonly Condition[] {
    const sender = parts.find(({ edge }) => edge.sync.kind === "send");
    const receiver = parts.find(({ edge }) => edge.sync.kind === "receive");
    if (sender === undefined || receiver === undefined) return [];
    if (sender.edge.selects.length + receiver.edge.selects.length > 0) return this.meetingOf(sender, receiver);
    let known = this.meetings.get(sender.edge.id);
    if (known === undefined) {
      known = new Map();
      this.meetings.set(sender.edge.id, known);
    }
    let conditions = known.get(receiver.edge.id);
    if (conditions === undefined) {
      conditions = this.meetingOf(sender, receiver);
      known.set(receiver.edge.id, conditions);
    }
    return conditions;
  }

  private meetingOf(sender: Part, receiver: Part): readonly Condition[] {
    const sent = computedIndex(sender.edge);
    const awaited = computedIndex(receiver.edge);
    if (sent === null || awaited === null || !sameArray(sender.edge, receiver.edge)) return [];
    const name = `${partFor(sender, sent).name} meets ${partFor(receiver, awaited).name}`;
    const program = this.share(name, () => {
      const left = abstractExpression(sent, this.functions);
      const right = abstractExpression(awaited, this.functions);
      const openReceiver = frameOf(receiver, this.functions, this.located);
      const evaluate: AbstractEvaluator = (m) => {
        const a = left(m);
        openReceiver(m);
        return intersects(a, right(m)) ? TRUE : FALSE;
      };
      return this.program(
        [
          [sent, this.seenBy(sender.edge)],
          [awaited, this.seenBy(receiver.edge)],
        ],
        evaluate,
        frameOf(sender, this.functions, this.located),
        ["meeting", sent, partFor(sender, sent).source, awaited, partFor(receiver, awaited).source],
        { frame: frameText(sender, null), body: sent, meets: { frame: frameText(receiver, null), body: awaited } },
      );
    });
    return [this.condition(name, program, null)];
  }

  private ofGuard(part: Part, expression: Expression, at: string): Condition {
    if (expression.kind === "binary" && expression.op === "==") {
      const left = this.constant(part, expression.left);
      const right = this.constant(part, expression.right);
      if (left !== null) return this.among(part, expression.right, left, `${at} right`);
      if (right !== null) return this.among(part, expression.left, right, `${at} left`);
    }
    return this.among(part, expression, null, at);
  }

  private among(part: Part, expression: Expression, among: ValueSet | null, at: string): Condition {
    const { name, part: needed, source } = partFor(part, expression);
    const { passed } = needed;
    const program = this.share(`${name} ${at}`, () =>
      this.program(
        [
          [expression, this.seenBy(needed.edge)],
          ...(passed === null ? [] : [[passed.index, this.seenBy(passed.sender)] as const]),
        ],
        abstractExpression(expression, this.functions),
        frameOf(needed, this.functions, this.located),
        [expression, source],
        { frame: frameText(needed, null), body: expression },
      ),
    );
    return this.condition(`${name} ${at} ${among?.id ?? ""}`, program, among);
  }

  /** The value of an expression that does not depend on the state. */
  private constant({ edge, selects, passed }: Part, expression: Expression): ValueSet | null {
    if (expression.kind === "constant") return this.functions.pool.single(expression.value);
    if (expression.kind !== "load" || expression.place.space !== "frame" || expression.place.steps.length > 0) {
      return null;
    }
    const cell = expression.place.base + expression.place.offset;
    if (cell >= edge.selects.length || cell === passed?.cell) return null;
    return isSingle(selects[cell]!) ? selects[cell]! : null;
  }

  private program(
    expressions: readonly (readonly [Expression, Int32Array | null])[],
    evaluate: AbstractEvaluator,
    prepare: (m: AbstractMachine) => void,
    source: unknown,
    code: Code | null,
  ): GroundProgram {
    const reads = new Set<number>();
    let asksLocations = false;
    let calls = false;
    for (const [expression, seenAs] of expressions) {
      for (const cell of this.accesses.ofExpression(expression).readCells) reads.add(seenAs?.[cell] ?? cell);
      visitExpression(expression, {
        expression: (inner) => {
          asksLocations ||= inner.kind === "at";
          calls ||= inner.kind === "call";
        },
      });
    }
    const program = newProgram({
      reads: [...reads],
      asksLocations,
      source,
      code,
      run: withOneValueEach(
        (m) => {
          prepare(m);
          return evaluate(m);
        },
        calls ? MOST_TUPLES.ofCalls : MOST_TUPLES.plain,
      ),
    });
    this.programs.push(program);
    return program;
  }

  private seenBy({ process, source }: Edge): Int32Array | null {
    return this.located.seenFrom(process, source);
  }

  private share(name: string, make: () => GroundProgram): GroundProgram {
    let program = this.sharedPrograms.get(name);
    if (program === undefined) {
      program = make();
      this.sharedPrograms.set(name, program);
    }
    return program;
  }

  private condition(name: string, program: GroundProgram, among: ValueSet | null): Condition {
    let condition = this.shared.get(name);
    if (condition === undefined) {
      condition = this.add(program, among);
      this.shared.set(name, condition);
    }
    return condition;
  }

  private add(program: GroundProgram, among: ValueSet | null): Condition {
    const { asksLocations, reads } = program;
    const condition: Condition = {
      index: this.conditions.length,
      program,
      among,
      reads,
      circuit: null,
      asksLocations,
    };
    this.conditions.push(condition);
    return condition;
  }
}

function sameArray(a: Edge, b: Edge): boolean {
  if (a.sync.kind === "internal" || a.sync.kind === "event") return false;
  if (b.sync.kind === "internal" || b.sync.kind === "event") return false;
  const left = a.sync.channel;
  const right = b.sync.channel;
  const [x, y] = [left.steps[0], right.steps[0]];
  return left.base === right.base && x?.first === y?.first && x?.stride === y?.stride;
}

/** The parts of a conjunction: each is met on its own (the paper's "local" quantification). */
function conjuncts(expression: Expression): Expression[] {
  return expression.kind === "and" ? [...conjuncts(expression.left), ...conjuncts(expression.right)] : [expression];
}
