// Which values can the frame cells of a function hold? Taken together over the whole body, from the declared ranges
// of what is stored there. Stores through an index, a reference or a copy are not followed: then nothing is said.

import type { Argument, Expression, FunctionDefinition, Place, Statement } from "../network/network.ts";
import { visitStatements } from "../network/visit.ts";
import type { Range } from "./range.ts";

/** Ranges of the cells written in the body (parameters hold what the caller gives, too); undefined: not known. */
export function frameRanges(definition: FunctionDefinition): ReadonlyMap<number, Range> | undefined {
  if (!known.has(definition)) known.set(definition, rangesIn(definition));
  return known.get(definition);
}

const known = new WeakMap<FunctionDefinition, ReadonlyMap<number, Range> | undefined>();

function rangesIn(definition: FunctionDefinition): ReadonlyMap<number, Range> | undefined {
  const ranges = new Map<number, Range>();
  let open = false;
  const write = (cell: number, range: Range): void => {
    const before = ranges.get(cell);
    ranges.set(
      cell,
      before === undefined ? range : { min: Math.min(before.min, range.min), max: Math.max(before.max, range.max) },
    );
  };
  const store = (target: Place, size: number, range: Range | undefined): void => {
    if (target.space !== "frame") return;
    if (target.steps.length > 0 || size !== 1 || range === undefined) open = true;
    else write(target.base + target.offset, range);
  };
  visitStatements(definition.body, {
    statement: (statement: Statement) => {
      if (statement.kind === "iterate") write(statement.cell, statement);
      if (statement.kind === "initialise") {
        const { space, base, offset } = statement.target;
        for (const [k, value] of statement.values.entries()) {
          if (space === "frame") write(base + offset + k, { min: value, max: value });
        }
      }
    },
    expression: (expression: Expression) => {
      if (expression.kind === "assign") store(expression.target, 1, expression);
      else if (expression.kind === "copy") store(expression.target, expression.size, undefined);
      else if (expression.kind === "forall" || expression.kind === "exists" || expression.kind === "sum") {
        write(expression.cell, expression);
      } else if (expression.kind === "call") {
        if (expression.into !== undefined) store(expression.into, 0, undefined);
        for (const argument of expression.arguments) if (isFrameReference(argument)) open = true;
      }
    },
  });
  return open ? undefined : ranges;
}

function isFrameReference(argument: Argument): boolean {
  return argument.kind === "reference" && argument.place.space !== "state";
}
