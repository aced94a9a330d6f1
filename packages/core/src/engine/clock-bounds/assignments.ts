// Every assignment to a clock that some transition may carry out, with what is known about the frame it runs in:
// updates of edges, what runs before and after them, and the functions they call, once for each way they are called in.

import { callKey, EMPTY_FRAME, type Frame, type Intervals } from "../../analysis/intervals.ts";
import type { Expression, Network, Statement } from "../../network/network.ts";
import { visitStatements } from "../../network/visit.ts";
import { edgeFrame } from "./constants.ts";

export type ClockAssignExpression = Expression & { readonly kind: "clock-assign" };

const MAX_DEPTH = 16;

export function visitClockAssignments(
  network: Network,
  intervals: Intervals,
  visit: (assignment: ClockAssignExpression, frame: Frame) => void,
): void {
  // Functions that call functions are met on many ways with the same knowledge.
  const walked = new Set<string>();
  const walk = (statements: readonly Statement[], frame: Frame): void =>
    visitStatements(statements, {
      expression: (expression) => {
        if (expression.kind === "clock-assign") visit(expression, frame);
        else if (expression.kind === "call" && frame.depth < MAX_DEPTH) {
          const called = network.functions[expression.function]!;
          const inner = intervals.calledFrame(called, expression.arguments, frame);
          const key = callKey(expression.function, inner);
          if (walked.has(key)) return;
          walked.add(key);
          walk(called.body, inner);
        }
      },
    });
  for (const edge of network.edges) walk(edge.update, edgeFrame(edge));
  walk(network.beforeUpdate, EMPTY_FRAME);
  walk(network.afterUpdate, EMPTY_FRAME);
}
