// The shape of a network as JSON, for validating what strangers send. Trees (expressions, statements, formulas, types)
// are not validated by recursion but put on a list and validated from there, so that no nesting, however deep, can
// exhaust the stack.

import * as v from "valibot";
import type { Span } from "../diagnostics/index.ts";
import {
  type Argument,
  type Binder,
  type ClockRef,
  type Conjunct,
  type Expression,
  type FormName,
  type Formula,
  type IndexedRef,
  type KindName,
  kindsOfForm,
  type Network,
  NUMERIC_OPERATORS,
  type NumericExpression,
  type Place,
  type Query,
  type Rate,
  type RealOperation,
  type Statement,
  type Subscript,
  type Temporal,
  type ValueType,
} from "../network/index.ts";

type Schema<T> = v.GenericSchema<unknown, T>;

/** Takes a value whose validation is put off. */
export type Defer = (value: unknown, schema: Schema<unknown>) => void;

const kindNames = <Form extends FormName>(form: Form): readonly KindName<Form>[] =>
  kindsOfForm(form).map(({ name }) => name);

const int32 = v.pipe(v.number(), v.integer(), v.minValue(-(2 ** 31)), v.maxValue(2 ** 31 - 1));
const index = v.pipe(int32, v.minValue(0));

/** The schema of networks whose trees are handed to `defer`, and whose spans point into `blocks` source blocks. */
export function networkSchema(defer: Defer, blocks: number): Schema<Network> {
  const span: Schema<Span> = v.object({ block: v.pipe(index, v.maxValue(blocks - 1)), start: index, end: index });
  const optionalSpan = { span: v.exactOptional(span) };
  const implied = { imply: v.exactOptional(v.literal(true)) };
  const later = <T>(schema: () => Schema<T>): Schema<T> =>
    v.custom<T>((value) => {
      defer(value, schema());
      return true;
    });
  const laterExpression = later<Expression>(() => expression);
  const laterStatements = v.array(later<Statement>(() => statement));
  const laterFormula = later<Formula>(() => formula);
  const laterTemporal = later<Temporal>(() => temporal);
  const laterNumeric = later<NumericExpression>(() => numeric);
  const laterType = later<ValueType>(() => valueType);

  const step: Schema<Subscript> = v.object({
    index: laterExpression,
    first: int32,
    count: v.pipe(index, v.minValue(1)),
    stride: index,
    ...optionalSpan,
  });
  const steps = v.array(step);
  const indexed: Schema<IndexedRef> = v.object({ base: index, steps });
  const clockRef: Schema<ClockRef> = v.object({ space: v.picklist(["clock", "reference"]), base: index, steps });
  const place: Schema<Place> = v.object({
    space: v.picklist(["state", "frame", "reference"]),
    base: index,
    offset: index,
    steps,
  });
  const binder: Schema<Binder> = v.object({ cell: index, min: int32, max: int32 });
  const range = { min: int32, max: int32 };

  const valueType: Schema<ValueType> = v.variant("kind", [
    v.object({ kind: v.literal("int"), ...range }),
    v.object({ kind: v.literal("bool") }),
    v.object({ kind: v.literal("scalar"), set: v.string(), size: index }),
    v.object({ kind: v.literal("array"), element: laterType, first: int32, length: index }),
    v.object({ kind: v.literal("struct"), fields: v.array(v.object({ name: v.string(), type: laterType })) }),
  ]);

  const argument: Schema<Argument> = v.variant("kind", [
    v.object({ kind: v.literal("value"), value: laterExpression }),
    v.object({ kind: v.literal("copy"), source: place, size: index }),
    v.object({ kind: v.literal("reference"), place }),
    v.object({ kind: v.literal("clock"), clock: clockRef }),
  ]);

  const expression: Schema<Expression> = v.variant("kind", [
    v.object({ kind: v.literal("constant"), value: int32 }),
    v.object({ kind: v.literal("load"), place }),
    v.object({ kind: v.literal("unary"), op: v.picklist(["-", "!", "abs"]), operand: laterExpression }),
    v.object({
      kind: v.literal("binary"),
      op: v.picklist([
        ...(["+", "-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>"] as const),
        ...(["<?", ">?", "<", "<=", "==", "!=", ">=", ">"] as const),
      ]),
      left: laterExpression,
      right: laterExpression,
      ...optionalSpan,
    }),
    v.object({ kind: v.picklist(["and", "or"]), left: laterExpression, right: laterExpression, ...implied }),
    v.object({
      kind: v.literal("conditional"),
      condition: laterExpression,
      then: laterExpression,
      otherwise: laterExpression,
    }),
    v.object({ kind: v.picklist(["forall", "exists", "sum"]), cell: index, ...range, body: laterExpression }),
    v.object({ kind: v.literal("at"), process: indexed, location: index }),
    v.object({
      kind: v.literal("assign"),
      target: place,
      op: v.picklist(["", "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"]),
      value: laterExpression,
      ...range,
      yields: v.picklist(["new", "old"]),
      ...optionalSpan,
    }),
    v.object({
      kind: v.literal("copy"),
      target: place,
      source: place,
      size: index,
      type: v.exactOptional(laterType),
      ...optionalSpan,
    }),
    v.object({ kind: v.literal("same"), left: place, right: place, size: index }),
    v.object({
      kind: v.literal("call"),
      function: index,
      arguments: v.array(argument),
      into: v.exactOptional(place),
      ...optionalSpan,
    }),
    v.object({
      kind: v.literal("clock-assign"),
      clock: clockRef,
      source: v.exactOptional(clockRef),
      value: laterExpression,
      ...optionalSpan,
    }),
    v.object({ kind: v.literal("sequence"), first: v.array(laterExpression), value: laterExpression }),
    v.object({ kind: v.literal("choose"), index: laterExpression, cases: v.array(laterExpression), ...optionalSpan }),
    v.object({ kind: v.literal("check"), value: laterExpression, ...range, ...optionalSpan }),
    v.object({
      kind: v.literal("unsupported"),
      feature: v.string(),
      real: v.exactOptional(later<RealOperation>(() => real)),
      ...optionalSpan,
    }),
  ]);
  const real: Schema<RealOperation> = v.variant("kind", [
    v.object({ kind: v.literal("literal"), value: v.number(), text: v.exactOptional(v.string()) }),
    v.object({ kind: v.literal("negative"), operand: laterExpression }),
    v.object({
      kind: v.literal("arithmetic"),
      op: v.picklist(["+", "-", "*", "/", "%", "**", "<?", ">?"]),
      left: laterExpression,
      right: laterExpression,
    }),
    v.object({
      kind: v.literal("compare"),
      op: v.picklist(["<", "<=", "==", "!=", ">=", ">"]),
      left: laterExpression,
      right: laterExpression,
    }),
    v.object({ kind: v.literal("sum"), cell: index, ...range, body: laterExpression }),
    v.object({ kind: v.literal("clock"), clock: clockRef }),
    v.object({ kind: v.literal("function"), name: v.string(), arguments: v.array(laterExpression) }),
    v.object({
      kind: v.literal("assign"),
      target: place,
      op: v.picklist(["", "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"]),
      value: laterExpression,
      yields: v.picklist(["new", "old"]),
    }),
  ]);

  const statement: Schema<Statement> = v.variant("kind", [
    v.object({ kind: v.literal("expression"), expression: laterExpression }),
    v.object({ kind: v.literal("initialise"), target: place, values: v.array(int32) }),
    v.object({ kind: v.literal("block"), body: laterStatements }),
    v.object({
      kind: v.literal("if"),
      condition: laterExpression,
      then: laterStatements,
      otherwise: laterStatements,
    }),
    v.object({
      kind: v.picklist(["while", "do"]),
      condition: laterExpression,
      body: laterStatements,
      ...optionalSpan,
    }),
    v.object({
      kind: v.literal("for"),
      init: v.array(laterExpression),
      condition: laterExpression,
      step: v.array(laterExpression),
      body: laterStatements,
      ...optionalSpan,
    }),
    v.object({ kind: v.literal("iterate"), cell: index, ...range, body: laterStatements }),
    v.object({
      kind: v.literal("return"),
      value: v.exactOptional(laterExpression),
      from: v.exactOptional(place),
    }),
    v.object({
      kind: v.literal("assert"),
      condition: laterExpression,
      otherwise: v.exactOptional(v.string()),
      ...optionalSpan,
    }),
  ]);

  const data = v.object({ kind: v.literal("data"), condition: laterExpression });
  /** `left − right op bound`, but for the operators. */
  const clockComparison = {
    kind: v.literal("clock"),
    left: v.exactOptional(clockRef),
    right: v.exactOptional(clockRef),
    bound: laterExpression,
    ...optionalSpan,
  };
  const guarded = { binders: v.array(binder), when: v.exactOptional(laterExpression) };
  const conjunct: Schema<Conjunct> = v.variant("kind", [
    data,
    v.object({ ...clockComparison, ...guarded, op: v.picklist(["<", "<=", "==", ">=", ">"]) }),
  ]);
  const rate: Schema<Rate> = v.object({ ...guarded, clock: clockRef, rate: laterExpression, ...optionalSpan });

  const formula: Schema<Formula> = v.variant("kind", [
    data,
    v.object({ ...clockComparison, op: v.picklist(["<", "<=", "==", "!=", ">=", ">"]) }),
    v.object({ kind: v.picklist(["and", "or"]), parts: v.array(laterFormula), ...implied }),
    v.object({ kind: v.literal("not"), part: laterFormula }),
    v.object({ kind: v.picklist(["forall", "exists"]), binder, body: laterFormula }),
    v.object({ kind: v.literal("deadlock") }),
  ]);

  const temporal: Schema<Temporal> = v.variant("kind", [
    v.object({ kind: v.literal("constant"), value: v.boolean() }),
    v.object({ kind: v.literal("atom"), atom: index }),
    v.object({ kind: v.picklist(["not", "next", "always", "eventually"]), part: laterTemporal }),
    v.object({ kind: v.picklist(["and", "or"]), parts: v.array(laterTemporal) }),
    v.object({
      kind: v.picklist(["until", "weak-until", "release", "strong-release"]),
      left: laterTemporal,
      right: laterTemporal,
    }),
  ]);

  const queryBase = {
    text: v.string(),
    number: v.exactOptional(int32),
    comment: v.exactOptional(v.string()),
    expectation: v.exactOptional(
      v.object({
        outcome: v.picklist(["satisfied", "violated", "maybe-satisfied", "maybe-violated", "error", "value"]),
        value: v.exactOptional(v.string()),
      }),
    ),
    frameSize: index,
    ...optionalSpan,
  };
  const query: Schema<Query> = v.variant("kind", [
    v.object({ kind: v.picklist(kindNames("path")), ...queryBase, formula: laterFormula }),
    v.object({
      kind: v.picklist(kindNames("leads-to")),
      ...queryBase,
      premise: laterFormula,
      conclusion: laterFormula,
    }),
    v.object({
      kind: v.picklist(kindNames("temporal")),
      ...queryBase,
      temporal: laterTemporal,
      atoms: v.array(laterFormula),
      names: v.array(v.string()),
    }),
    v.object({
      kind: v.picklist(kindNames("terms")),
      ...queryBase,
      condition: v.exactOptional(laterFormula),
      terms: v.array(
        v.object({
          text: v.string(),
          left: v.exactOptional(clockRef),
          right: v.exactOptional(clockRef),
          value: laterExpression,
        }),
      ),
    }),
    v.object({ kind: v.literal("unsupported"), ...queryBase, feature: v.string() }),
  ]);

  const numeric: Schema<NumericExpression> = v.variant("kind", [
    v.object({
      kind: v.literal("number"),
      value: v.number(),
      exact: v.exactOptional(v.pipe(v.string(), v.maxLength(500))),
    }),
    v.object({ kind: v.literal("cell"), cell: index }),
    v.object({ kind: v.literal("operation"), op: v.picklist(NUMERIC_OPERATORS), of: v.array(laterNumeric) }),
  ]);
  const earned = { guard: laterNumeric, value: laterNumeric };
  const stochastic = v.object({
    kind: v.picklist(["dtmc", "ctmc", "mdp"]),
    branches: v.array(v.object({ command: index, weight: laterNumeric })),
    labels: v.array(v.object({ name: v.string(), condition: laterNumeric })),
    rewards: v.array(
      v.object({
        name: v.exactOptional(v.string()),
        states: v.array(v.object(earned)),
        transitions: v.array(v.object({ event: v.pipe(int32, v.minValue(-1)), ...earned })),
      }),
    ),
    choosesInitial: v.exactOptional(v.literal(true)),
  });

  const guard = v.array(conjunct);
  const process = v.object({
    name: v.string(),
    template: v.string(),
    locations: v.array(
      v.object({
        name: v.string(),
        urgent: v.boolean(),
        committed: v.boolean(),
        invariant: guard,
        rates: v.array(rate),
        rate: v.exactOptional(laterExpression),
        price: v.exactOptional(laterExpression),
        frameSize: index,
        labels: v.array(index),
        ...optionalSpan,
      }),
    ),
    edges: v.array(index),
    initial: v.array(index),
    priority: int32,
    scalar: v.exactOptional(v.literal(true)),
  });
  const sync = v.variant("kind", [
    v.object({ kind: v.literal("internal"), event: v.exactOptional(index) }),
    v.object({ kind: v.picklist(["send", "receive"]), channel: indexed, ...optionalSpan }),
    v.object({ kind: v.literal("event"), event: index }),
  ]);
  const edge = v.object({
    id: index,
    process: index,
    source: index,
    target: index,
    selects: v.array(v.object({ name: v.string(), ...range })),
    guard,
    sync,
    update: laterStatements,
    frameSize: index,
    controllable: v.boolean(),
    fileIndex: index,
    payments: v.exactOptional(v.array(v.object({ value: laterExpression, after: index }))),
    branch: v.exactOptional(
      v.object({ group: index, outcome: index, weight: v.exactOptional(laterExpression), selects: index }),
    ),
    ...optionalSpan,
  });
  const owner = { process: v.exactOptional(index), ...optionalSpan };

  return v.object({
    name: v.string(),
    language: v.picklist(["uppaal", "tchecker", "prism"]),
    processes: v.array(process),
    edges: v.array(edge),
    channels: v.array(
      v.object({ name: v.string(), broadcast: v.boolean(), urgent: v.boolean(), priority: int32, ...optionalSpan }),
    ),
    vectors: v.array(
      v.object({
        participants: v.array(v.object({ process: index, event: index, weak: v.boolean() })),
        ...optionalSpan,
      }),
    ),
    events: v.array(v.string()),
    clocks: v.array(v.object({ name: v.string(), initial: index, ...owner })),
    variables: v.array(
      v.object({
        name: v.string(),
        type: laterType,
        cell: index,
        meta: v.boolean(),
        kept: v.exactOptional(v.literal(true)),
        constant: v.exactOptional(v.literal(true)),
        ...owner,
      }),
    ),
    cells: index,
    initialValues: v.array(int32),
    functions: v.array(
      v.object({
        name: v.string(),
        parameters: v.array(
          v.object({
            name: v.string(),
            cell: index,
            size: index,
            kind: v.picklist(["value", "copy", "reference", "clock"]),
          }),
        ),
        frameSize: index,
        returns: index,
        body: laterStatements,
        ...owner,
      }),
    ),
    beforeUpdate: laterStatements,
    afterUpdate: laterStatements,
    updateFrameSize: index,
    internalPriority: int32,
    hasPriorities: v.boolean(),
    progress: v.array(
      v.object({ guard: v.exactOptional(laterExpression), measure: laterExpression, frameSize: index }),
    ),
    labels: v.array(v.string()),
    obstacles: v.array(v.object({ feature: v.string(), ...optionalSpan })),
    prices: v.exactOptional(v.array(v.object({ feature: v.string(), ...optionalSpan }))),
    queries: v.array(query),
    stochastic: v.exactOptional(stochastic),
    sources: v.array(
      v.object({
        file: v.string(),
        path: v.exactOptional(v.string()),
        text: v.string(),
        anchors: v.exactOptional(v.array(v.object({ offset: index, line: index, column: index }))),
      }),
    ),
  });
}
