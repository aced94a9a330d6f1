// Questions for probabilities, compiled: a model without clocks is an MDP. Which process and which edge moves is a
// choice, the weights of a branchpoint are probabilities.

import {
  over,
  parseRational,
  type Rational,
  rational,
  rationalToString,
  times,
  toNumber,
} from "../../../../basics/rational.ts";
import type { Ask, Formula, PathFormula, Property } from "../../../../network/index.ts";
import type { AskedProbabilityNode, Expr } from "../../ast.ts";
import type { Context } from "../context.ts";

export function lowerProbability(ctx: Context, node: AskedProbabilityNode, formula: (node: Expr) => Formula): Property {
  const ask = askOf(ctx, node);
  const { op, left, right, steps } = node.path;
  const first = left === undefined ? undefined : formula(left);
  const second = formula(right);
  const asked = (one: Formula): Property => ({
    kind: "formula",
    type: "truth",
    formula: one,
    frameSize: ctx.frameSize,
  });
  const path: PathFormula = {
    op,
    ...(first === undefined ? {} : { left: asked(first) }),
    right: asked(second),
    ...bounds(steps),
  };
  return { kind: "probability", type: ask.op === "=" ? "real" : "truth", ask, path };
}

function askOf(ctx: Context, { optimum, op, bound: span }: AskedProbabilityNode): Ask {
  if (op === "=") {
    if (optimum === undefined)
      ctx.error(
        "TH4522",
        "which process moves is a choice: is the minimum or the maximum asked for?",
        span,
        "`Pmin=?` or `Pmax=?`",
      );
    return { op, optimum: optimum ?? "max" };
  }
  const text = ctx.unit.sources.textOf(span).trim();
  const exact = fractionIn(text);
  const bound = exact === undefined ? Number.NaN : toNumber(exact);
  if (!(bound >= 0 && bound <= 1))
    ctx.error("TH4521", `\`${text}\` is no probability`, span, "it lies between 0 and 1");
  return {
    op,
    bound,
    ...(exact === undefined ? {} : { exact: rationalToString(exact) }),
    optimum: optimum ?? (op.startsWith("<") ? "max" : "min"),
  };
}

/** `1/3`, `0.25`, `1e-6` */
function fractionIn(text: string): Rational | undefined {
  const match = /^(\d+(?:\.\d+)?)(?:[eE]([+-]?\d{1,3}))?(?:\s*\/\s*(\d+))?$/.exec(text);
  const below = match === null ? undefined : parseRational(match[3] ?? "1");
  if (match === null || below === undefined || below.n === 0n) return undefined;
  const power = Number(match[2] ?? 0);
  const scale = rational(10n ** BigInt(Math.abs(power)));
  const value = over(parseRational(match[1]!)!, below);
  return power < 0 ? over(value, scale) : times(value, scale);
}

function bounds(steps: AskedProbabilityNode["path"]["steps"]): Pick<PathFormula, "lower" | "upper"> {
  if (steps === undefined) return {};
  const { comparison, count } = steps;
  if (comparison === "=") return { lower: count, upper: count };
  if (comparison.startsWith("<")) return { upper: comparison === "<" ? Math.max(0, count - 1) : count };
  return { lower: comparison === ">" ? count + 1 : count };
}
