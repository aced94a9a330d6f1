// Gives functions with array, reference and clock parameters a copy for each place that they are called with: the
// network has forgotten the types that UPPAAL would want for such parameters, but it knows every place. Subscripts of
// the place are evaluated by the caller and handed over as numbers, arrays by value cell by cell. A local variable of
// the caller has no name that the callee could use; such calls stay as they are, and the printer refuses them.

import type {
  Argument,
  ClockRef,
  Expression,
  FunctionDefinition,
  Network,
  Place,
  Statement,
  Subscript,
} from "../../../network/index.ts";

type Call = Extract<Expression, { kind: "call" }>;

/** What the reference and clock parameters of a copy stand for, by their cell. */
interface Scope {
  readonly places: ReadonlyMap<number, Place>;
  readonly clocks: ReadonlyMap<number, ClockRef>;
}

const OUTSIDE: Scope = { places: new Map(), clocks: new Map() };
const INT32 = { min: -(2 ** 31), max: 2 ** 31 - 1 } as const;
/** Larger arrays are not handed over cell by cell. */
const MAX_CELLS = 64;

/** The same network, with calls that hand over numbers only, as far as that can be done. */
export function specialiseCalls(network: Network): Network {
  const plain = network.functions.every(({ parameters }) => parameters.every(({ kind }) => kind === "value"));
  if (plain) return network;
  const specialiser = new Specialiser(network.functions);
  const { processes, edges, beforeUpdate, afterUpdate, progress, queries } = network;
  const said = specialiser.map({ processes, edges, beforeUpdate, afterUpdate, progress, queries }, OUTSIDE);
  return { ...network, ...said, functions: specialiser.functions };
}

class Specialiser {
  readonly functions: FunctionDefinition[] = [];
  private readonly definitions: readonly FunctionDefinition[];
  /** Copies by function and places. */
  private readonly made = new Map<string, number>();

  constructor(definitions: readonly FunctionDefinition[]) {
    this.definitions = definitions;
  }

  /** Any part of the network is plain data; what is no place and no call is copied as it is. */
  map<T>(part: T, scope: Scope): T {
    return this.walk(part, scope) as T;
  }

  private walk(part: unknown, scope: Scope): unknown {
    if (Array.isArray(part)) return part.map((item) => this.walk(item, scope));
    if (typeof part !== "object" || part === null) return part;
    if ("space" in part) return this.resolve(part as Place | ClockRef, scope);
    const kind = "kind" in part ? part.kind : undefined;
    if (kind === "call") return this.call(part as Call, scope);
    const entries = Object.entries(part).map(([name, value]) => [
      name,
      name === "span" ? value : this.walk(value, scope),
    ]);
    const mapped = Object.fromEntries(entries);
    if (kind === "copy" && "target" in part) return cellByCell(mapped as Extract<Expression, { kind: "copy" }>);
    return mapped;
  }

  private resolve<T extends Place | ClockRef>(part: T, scope: Scope): T {
    const steps = this.map(part.steps, scope);
    if (part.space !== "reference") return { ...part, steps };
    if (!("offset" in part)) {
      const clock = scope.clocks.get(part.base);
      return clock === undefined ? { ...part, steps } : { ...part, ...clock, steps: [...clock.steps, ...steps] };
    }
    const place = scope.places.get(part.base);
    if (place === undefined) return { ...part, steps };
    return { ...part, ...place, offset: place.offset + part.offset, steps: [...place.steps, ...steps] };
  }

  private call(call: Call, scope: Scope): Expression {
    const definition = this.definitions[call.function]!;
    const copy = new Copy(definition);
    const given = call.arguments.map((argument) => this.map(argument, scope));
    for (const [index, argument] of given.entries()) copy.bind(definition.parameters[index]!.cell, argument, index);
    const into = call.into === undefined ? {} : { into: this.resolve(call.into, scope) };
    const hidden = given.some(isHidden);
    const key = `${call.function} ${hidden ? "" : JSON.stringify([[...copy.places], [...copy.clocks]])}`;
    const known = this.made.get(key) ?? this.make(key, definition, hidden ? null : copy);
    const values = copy.values.map((value): Argument => ({ kind: "value", value }));
    return { ...call, ...into, function: known, arguments: hidden ? given : values };
  }

  private make(key: string, definition: FunctionDefinition, copy: Copy | null): number {
    const index = this.functions.length;
    this.made.set(key, index);
    this.functions.push(definition);
    const body = this.map(definition.body, copy ?? OUTSIDE);
    this.functions[index] = copy === null ? { ...definition, body } : copy.definition(body);
    return index;
  }
}

/** A function that is being fitted to the arguments of a call. */
class Copy implements Scope {
  readonly places = new Map<number, Place>();
  readonly clocks = new Map<number, ClockRef>();
  /** What the call hands over now. */
  readonly values: Expression[] = [];
  private readonly original: FunctionDefinition;
  private readonly parameters: FunctionDefinition["parameters"][number][] = [];
  private readonly prologue: Statement[] = [];
  private frameSize: number;

  constructor(original: FunctionDefinition) {
    this.original = original;
    this.frameSize = original.frameSize;
  }

  bind(cell: number, argument: Argument, index: number): void {
    switch (argument.kind) {
      case "value":
        this.parameters.push(this.original.parameters[index]!);
        this.values.push(argument.value);
        return;
      case "reference":
        this.places.set(cell, { ...argument.place, steps: this.handOver(argument.place.steps) });
        return;
      case "clock":
        this.clocks.set(cell, { ...argument.clock, steps: this.handOver(argument.clock.steps) });
        return;
      case "copy":
        for (let i = 0; i < argument.size; i++) {
          const { source } = argument;
          const from = this.parameter({ kind: "load", place: { ...source, offset: source.offset + i } });
          this.prologue.push({ kind: "expression", expression: assign(frameCell(cell, i), from) });
        }
    }
  }

  definition(body: readonly Statement[]): FunctionDefinition {
    const { parameters, frameSize, prologue } = this;
    return { ...this.original, parameters, frameSize, body: [...prologue, ...body] };
  }

  /** The subscripts as numbers that the caller has computed, and checked. */
  private handOver(steps: readonly Subscript[]): Subscript[] {
    return steps.map((step) => {
      const { index, first, count } = step;
      if (index.kind === "constant") return step;
      return { ...step, index: this.parameter({ kind: "check", value: index, min: first, max: first + count - 1 }) };
    });
  }

  /** A parameter for one more number, and what reads it. */
  private parameter(value: Expression): Expression {
    const cell = this.frameSize++;
    this.parameters.push({ name: `p${cell}`, cell, size: 1, kind: "value" });
    this.values.push(value);
    return { kind: "load", place: frameCell(cell, 0) };
  }
}

function frameCell(base: number, offset: number): Place {
  return { space: "frame", base, offset, steps: [] };
}

function assign(target: Place, value: Expression): Expression {
  return { kind: "assign", target, op: "", value, ...INT32, yields: "new" };
}

/** A place that only the caller can name, or too much to hand over. */
function isHidden(argument: Argument): boolean {
  switch (argument.kind) {
    case "value":
      return false;
    case "copy":
      return argument.source.space === "reference" || argument.size > MAX_CELLS;
    case "reference":
      return argument.place.space !== "state";
    case "clock":
      return argument.clock.space !== "clock";
  }
}

/** Local arrays and structs have no names of their own, their cells have. */
function cellByCell(copy: Extract<Expression, { kind: "copy" }>): Expression {
  const { target, source, size, type } = copy;
  const isLocal = target.space === "frame" || source.space === "frame";
  // A local target would have to check what the type allows; a variable does so by itself.
  if (!isLocal || size > MAX_CELLS || (type !== undefined && target.space === "frame")) return copy;
  const at = (place: Place, i: number): Place => ({ ...place, offset: place.offset + i });
  const first = Array.from({ length: size }, (_, i) => assign(at(target, i), { kind: "load", place: at(source, i) }));
  return { kind: "sequence", first, value: { kind: "constant", value: 0 } };
}
