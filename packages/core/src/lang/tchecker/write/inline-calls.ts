// Writes functions out where they are called, since TChecker has none: procedures that an update calls become blocks
// with locals, functions that are one `return` become their expression. Range checks that the declared ranges prove
// are dropped. Calls of any other shape stay, and the writer refuses them by name.

import { EMPTY_FRAME, type Frame, Intervals, withRange } from "../../../analysis/intervals.ts";
import {
  type ClockRef,
  type Expression,
  type FunctionDefinition,
  type Network,
  type Place,
  type Select,
  type Statement,
  visitExpression,
} from "../../../network/index.ts";

/** How the frame of a piece of code lies in the frame it is written into. */
interface Scope {
  /** Added to frame cells. */
  readonly offset: number;
  /** Value parameters, reference parameters and clock parameters by their cell. */
  readonly values: ReadonlyMap<number, Expression>;
  readonly places: ReadonlyMap<number, Place>;
  readonly clocks: ReadonlyMap<number, ClockRef>;
  readonly depth: number;
}

const OUTERMOST: Scope = { offset: 0, values: new Map(), places: new Map(), clocks: new Map(), depth: 0 };
const MAX_DEPTH = 20;
const INT32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };

export function inlineCalls(network: Network): Network {
  if (network.functions.length === 0) return network;
  const intervals = new Intervals(network);
  return {
    ...network,
    processes: network.processes.map((process) => ({
      ...process,
      locations: process.locations.map((location) => {
        const inliner = new Inliner(network.functions, intervals, [], location.frameSize);
        return { ...location, invariant: inliner.map(location.invariant), frameSize: inliner.frameSize };
      }),
    })),
    edges: network.edges.map((edge) => {
      const inliner = new Inliner(network.functions, intervals, edge.selects, edge.frameSize);
      const { guard, sync, update } = edge;
      const inlined = { guard: inliner.map(guard), sync: inliner.map(sync), update: inliner.map(update) };
      return { ...edge, ...inlined, frameSize: inliner.frameSize };
    }),
  };
}

type Call = Extract<Expression, { kind: "call" }>;

class Inliner {
  frameSize: number;
  private readonly functions: readonly FunctionDefinition[];
  private readonly intervals: Intervals;
  private readonly frame: Frame;

  constructor(
    functions: readonly FunctionDefinition[],
    intervals: Intervals,
    selects: readonly Select[],
    frameSize: number,
  ) {
    this.functions = functions;
    this.intervals = intervals;
    this.frameSize = frameSize;
    this.frame = selects.reduce((frame, { min, max }, cell) => withRange(frame, cell, { min, max }), EMPTY_FRAME);
  }

  /** Any part of the network is plain data; what is not a place, a call or a binder is copied as it is. */
  map<T>(part: T, scope: Scope = OUTERMOST): T {
    return this.walk(part, scope) as T;
  }

  private walk(part: unknown, scope: Scope): unknown {
    if (Array.isArray(part)) return part.map((item) => this.walk(item, scope));
    if (typeof part !== "object" || part === null) return part;
    if ("space" in part) return this.reference(part as Place | ClockRef, scope);
    if (!("kind" in part)) return this.members(part, scope);
    const node = part as Expression | Statement;
    switch (node.kind) {
      case "load": {
        const { space, steps, base, offset } = node.place;
        const value = space === "frame" && steps.length === 0 ? scope.values.get(base + offset) : undefined;
        return value ?? this.members(node, scope);
      }
      case "check": {
        const value = this.map(node.value, scope);
        const { min, max } = this.intervals.of(value, this.frame);
        return min >= node.min && max <= node.max ? value : { ...node, value };
      }
      case "forall":
      case "exists":
      case "sum":
      case "iterate":
        return { ...(this.members(node, scope) as typeof node), cell: node.cell + scope.offset };
      case "expression":
        return node.expression.kind === "call" ? this.procedure(node.expression, scope) : this.members(node, scope);
      case "call":
        return this.function(node, scope);
      default:
        return this.members(node, scope);
    }
  }

  private members(part: object, scope: Scope): unknown {
    const entries = Object.entries(part).map(([name, value]) => [
      name,
      name === "span" ? value : this.walk(value, scope),
    ]);
    return Object.fromEntries(entries);
  }

  private reference(part: Place | ClockRef, scope: Scope): Place | ClockRef {
    const steps = this.map(part.steps, scope);
    if (part.space === "frame") return { ...part, base: part.base + scope.offset, steps };
    if (part.space !== "reference") return { ...part, steps };
    if (!("offset" in part)) {
      const clock = scope.clocks.get(part.base);
      return clock === undefined ? { ...part, steps } : { ...clock, steps: [...clock.steps, ...steps] };
    }
    const place = scope.places.get(part.base);
    if (place === undefined) return { ...part, steps };
    return { ...place, offset: place.offset + part.offset, steps: [...place.steps, ...steps] };
  }

  /** A function that is nothing but `return e`, with e free of effects, becomes e. */
  private function(call: Call, scope: Scope): Expression {
    const { body, frameSize } = this.functions[call.function]!;
    const [only] = body;
    const inner = this.enter(call, scope, frameSize, true);
    if (inner === null || body.length !== 1 || only?.kind !== "return" || only.value === undefined) return call;
    return hasEffects(only.value) ? call : this.map(only.value, inner);
  }

  /** A procedure becomes a block: parameters are locals, and it may return only at its end. */
  private procedure(call: Call, scope: Scope): Statement {
    const { body, frameSize, parameters } = this.functions[call.function]!;
    const inner = this.enter(call, scope, frameSize, false);
    const kept = body.at(-1)?.kind === "return" ? body.slice(0, -1) : body;
    if (inner === null || returns(kept)) return { kind: "expression", expression: call };
    const locals = parameters.flatMap(({ cell, kind }, index): Statement[] => {
      const argument = call.arguments[index]!;
      if (kind !== "value" || argument.kind !== "value") return [];
      const target: Place = { space: "frame", base: inner.offset + cell, offset: 0, steps: [] };
      const value = this.map(argument.value, scope);
      return [{ kind: "expression", expression: { kind: "assign", target, op: "", value, ...INT32, yields: "new" } }];
    });
    return { kind: "block", body: [...locals, ...this.map(kept, inner)] };
  }

  /** The scope of a call; null when an argument is an array by value, or calls nest too deep. */
  private enter(call: Call, scope: Scope, frameSize: number, byName: boolean): Scope | null {
    if (scope.depth >= MAX_DEPTH) return null;
    const { parameters } = this.functions[call.function]!;
    const values = new Map<number, Expression>();
    const places = new Map<number, Place>();
    const clocks = new Map<number, ClockRef>();
    for (const [index, { cell }] of parameters.entries()) {
      const argument = call.arguments[index]!;
      if (argument.kind === "copy") return null;
      if (argument.kind === "reference") places.set(cell, this.map(argument.place, scope));
      else if (argument.kind === "clock") clocks.set(cell, this.map(argument.clock, scope));
      else if (byName) values.set(cell, this.map(argument.value, scope));
    }
    const offset = this.frameSize;
    this.frameSize += frameSize;
    return { offset, values, places, clocks, depth: scope.depth + 1 };
  }
}

function hasEffects(expression: Expression): boolean {
  let found = false;
  visitExpression(expression, {
    expression: ({ kind }) => {
      found ||= kind === "assign" || kind === "copy" || kind === "clock-assign" || kind === "sequence";
    },
  });
  return found;
}

function returns(statements: readonly Statement[]): boolean {
  return JSON.stringify(statements).includes('"kind":"return"');
}
