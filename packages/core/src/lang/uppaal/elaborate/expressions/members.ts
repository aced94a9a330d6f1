// Processes and their members in queries: `P.x`, `Train(2).Cross`, `Train(i).x` with a computed index. Instances of a
// set have the same layout, so a computed index is one more step; what differs per instance becomes a choice.

import type { Span } from "../../../../diagnostics/index.ts";
import { didYouMean } from "../../../../diagnostics/suggest.ts";
import type { Expression } from "../../../../network/index.ts";
import type { CallExpr } from "../../ast.ts";
import type { Context } from "../context.ts";
import type { AnySymbol, ProcessSet, ValueSymbol } from "../scope.ts";
import { asInteger, operandAt } from "../values/convert.ts";
import { ZERO } from "../values/fold.ts";
import { ERROR_OPERAND, type Operand, type ProcessOperand } from "../values/operand.ts";
import { accessOf, linearIndex, operandOf } from "../values/operands.ts";
import { ANY_INT, BOOL, isSimple, plus } from "../values/types.ts";

const NOWHERE = { cells: 0, clocks: 0, channels: 0 };

/** `P(1, i)` */
export function lowerProcess(ctx: Context, set: ProcessSet, node: CallExpr): Operand {
  const wanted = set.parameters.length;
  if (node.args.length !== wanted) {
    const message =
      wanted === 0
        ? `\`${set.name}\` is one process, without arguments`
        : `\`${set.name}\` has ${wanted} free ${wanted === 1 ? "parameter" : "parameters"}, not ${node.args.length}`;
    ctx.error("TH4005", message, node.span);
    return ERROR_OPERAND;
  }
  let stride = set.count;
  let offset = 0;
  const steps: { index: Expression; first: number; count: number; stride: number; span?: Span }[] = [];
  for (const [i, parameter] of set.parameters.entries()) {
    stride /= parameter.count;
    const argument = node.args[i]!;
    const operand = ctx.lower(argument);
    if (operand.kind === "error") return operand;
    const { type, min, count } = parameter;
    let index: Expression;
    if (operand.kind === "data" && operand.type.kind === "scalar") {
      if (type.kind !== "scalar" || type.set !== operand.type.set) {
        ctx.error("TH4005", `\`${set.name}\` is not indexed by the scalar set \`${operand.type.set}\``, argument.span);
        return ERROR_OPERAND;
      }
      index = operand.value;
    } else {
      index = asInteger(ctx, operand, argument.span);
    }
    if (index.kind !== "constant") {
      steps.push({ index, first: min, count, stride, span: argument.span });
    } else if (index.value < min || index.value >= min + count) {
      const message = `there is no \`${set.name}(…)\` with \`${parameter.name}\` = ${index.value}`;
      ctx.error("TH4005", message, argument.span, `it runs from ${min} to ${min + count - 1}`);
      return ERROR_OPERAND;
    } else {
      offset += (index.value - min) * stride;
    }
  }
  return { kind: "process", set, offset, steps, applied: true };
}

export function lowerMember(
  ctx: Context,
  process: ProcessOperand,
  field: string,
  span: Span,
  processSpan: Span,
): Operand {
  const { set, offset, steps } = process;
  if (set.parameters.length > 0 && process.applied !== true) {
    const example = `${set.name}(${set.parameters.map(({ min }) => min).join(",")}).${field}`;
    ctx.error("TH4003", `\`${set.name}\` stands for ${set.count} processes`, processSpan, `say which: \`${example}\``);
    return ERROR_OPERAND;
  }
  if (set.count === 0) return { kind: "data", type: ANY_INT, value: ZERO };
  const scope = set.scopes[offset];
  // Names of the process itself, then those of its locations.
  const symbol = scope?.names.get(field) ?? scope?.parent?.names.get(field);
  if (symbol === undefined || scope === undefined) {
    if (field === "location") {
      ctx.unit.obstacle("`.location` of a process", span);
      return { kind: "data", type: ANY_INT, value: { kind: "unsupported", feature: "`.location` of a process", span } };
    }
    const hint =
      ctx.find(field)?.kind === "value"
        ? `\`${field}\` belongs to no process: write \`${field}\``
        : didYouMean(field, [...(scope?.names.keys() ?? []), ...(scope?.parent?.names.keys() ?? [])]);
    ctx.error("TH4004", `\`${set.name}\` has no location or variable \`${field}\``, span, hint);
    return ERROR_OPERAND;
  }
  ctx.unit.sources.names?.means(span, symbol.span);
  if (symbol.kind === "location") {
    const reference = { base: set.first + offset, steps };
    return { kind: "data", type: BOOL, value: { kind: "at", process: reference, location: symbol.index } };
  }
  if (symbol.kind === "function") return { kind: "function", symbol, process };
  if (steps.length === 0 || symbol.kind !== "value") return operandOf(ctx, symbol, span);
  return dynamicMember(ctx, process, symbol, span);
}

function dynamicMember(ctx: Context, process: ProcessOperand, symbol: ValueSymbol, span: Span): Operand {
  const { set } = process;
  const { root, type } = symbol;
  const moves = symbol.alias === undefined && (root.values === undefined || !isSimple(type));
  if (moves) {
    const steps = process.steps.map((step) => ({ ...step, stride: plus(NOWHERE, set.stride, step.stride) }));
    const { space, at, writable } = root;
    return operandAt({ root: { space, at, writable }, offset: NOWHERE, steps, type, prelude: [] }, span);
  }
  // Parameters: each instance has its own value, or its own argument.
  const cases: Expression[] = [];
  for (const scope of set.scopes) {
    const member: AnySymbol | undefined = scope.names.get(symbol.name);
    const operand = member?.kind === "value" ? operandAt(accessOf(member), span) : ERROR_OPERAND;
    if (operand.kind !== "data") {
      ctx.error(
        "TH3002",
        `\`${symbol.name}\` is a reference parameter: which one it is cannot be computed here`,
        span,
        "name the process with a constant, or name the argument itself",
      );
      return ERROR_OPERAND;
    }
    cases.push(operand.value);
  }
  const value: Expression = cases.length === 0 ? ZERO : { kind: "choose", index: linearIndex(process), cases, span };
  return isSimple(type) ? { kind: "data", type, value } : ERROR_OPERAND;
}
