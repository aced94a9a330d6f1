// The weights of an UPPAAL network. The outcomes of one branchpoint share a group, and their weights are expressions
// over the state.

import type {
  Expression,
  Network,
  NumericExpression,
  NumericOperator,
  RealOperation,
  WeightedBranch,
} from "../network/index.ts";

const OPERATORS: Readonly<Partial<Record<string, NumericOperator>>> = {
  "+": "+",
  "-": "-",
  "*": "*",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
  "==": "=",
  "!=": "!=",
  "<?": "min",
  ">?": "max",
  "**": "pow",
};

/** What a weight computes that no number over cells says. */
export class UnsupportedWeight extends Error {}

export function uppaalBranches({ edges }: Network): WeightedBranch[] {
  return edges.map(({ id, branch, selects }) => {
    if (branch === undefined) return { command: id, weight: { kind: "number", value: 1 } };
    if (branch.selects > 0 && selects.length > 0) throw new UnsupportedWeight("a select behind a branchpoint");
    const weight = branch.weight === undefined ? ({ kind: "number", value: 1 } as const) : numericOf(branch.weight);
    return { command: branch.group, weight };
  });
}

/** The expression as one over cells; throws where it is none. */
export function numericOf(expression: Expression): NumericExpression {
  switch (expression.kind) {
    case "constant":
      return { kind: "number", value: expression.value };
    case "load": {
      const { space, base, offset, steps } = expression.place;
      if (space !== "state" || steps.length > 0)
        throw new UnsupportedWeight("a weight that reads an array or a select value");
      return { kind: "cell", cell: base + offset };
    }
    case "unary": {
      if (expression.op === "abs") {
        const operand = numericOf(expression.operand);
        return { kind: "operation", op: "max", of: [operand, { kind: "operation", op: "negate", of: [operand] }] };
      }
      return { kind: "operation", op: expression.op === "-" ? "negate" : "!", of: [numericOf(expression.operand)] };
    }
    case "binary": {
      const op = OPERATORS[expression.op];
      if (op === undefined) throw new UnsupportedWeight(`a weight with \`${expression.op}\``);
      return { kind: "operation", op, of: [numericOf(expression.left), numericOf(expression.right)] };
    }
    case "and":
    case "or":
      return {
        kind: "operation",
        op: expression.kind === "and" ? "&" : "|",
        of: [numericOf(expression.left), numericOf(expression.right)],
      };
    case "conditional":
      return {
        kind: "operation",
        op: "?:",
        of: [expression.condition, expression.then, expression.otherwise].map(numericOf),
      };
    case "unsupported":
      if (expression.real !== undefined) return real(expression.real);
      throw new UnsupportedWeight(expression.feature);
    default:
      throw new UnsupportedWeight(`a weight with ${expression.kind}`);
  }
}

function real(operation: RealOperation): NumericExpression {
  switch (operation.kind) {
    case "literal":
      // The shortest text that means this number: what was written, or a fraction as good.
      return { kind: "number", value: operation.value, exact: `${operation.value}` };
    case "negative":
      return { kind: "operation", op: "negate", of: [numericOf(operation.operand)] };
    case "arithmetic": {
      const op = operation.op === "/" ? "/" : OPERATORS[operation.op];
      if (op === undefined) throw new UnsupportedWeight(`a weight with \`${operation.op}\``);
      return { kind: "operation", op, of: [numericOf(operation.left), numericOf(operation.right)] };
    }
    case "compare":
      return {
        kind: "operation",
        op: OPERATORS[operation.op]!,
        of: [numericOf(operation.left), numericOf(operation.right)],
      };
    default:
      throw new UnsupportedWeight(`a weight with ${operation.kind}`);
  }
}
