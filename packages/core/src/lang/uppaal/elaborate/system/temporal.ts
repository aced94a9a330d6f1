// Temporal formulas of queries: what has no temporal operator in it becomes one atom, as large as it can be, and equal
// atoms are one.

import type { Forms, Formula, Temporal } from "../../../../network/index.ts";
import type { Expr, TemporalNode } from "../../ast.ts";
import type { Context } from "../context.ts";
import { forEachValue } from "../expressions/binders.ts";

/** Quantifiers over temporal formulas are written out, so often in all. */
const MOST_INSTANCES = 64;
/** Letters are sets of atoms as bits. */
const MOST_ATOMS = 30;

interface State {
  readonly state: Formula;
  readonly text: string;
  /** What it negates: a formula and its negation are one atom. */
  readonly negates?: State;
}
type Lowered = State | { readonly temporal: Temporal };

export function lowerTemporal(
  ctx: Context,
  node: TemporalNode,
  lowerState: (formula: Expr) => Formula,
): Forms["temporal"] {
  const atoms = new Map<string, { readonly number: number; readonly formula: Formula; readonly text: string }>();
  const asTemporal = (lowered: Lowered): Temporal => {
    if ("temporal" in lowered) return lowered.temporal;
    if (lowered.negates !== undefined) return { kind: "not", part: asTemporal(lowered.negates) };
    const key = JSON.stringify(lowered.state, (name, value) => (name === "span" ? undefined : value));
    let atom = atoms.get(key);
    if (atom === undefined) {
      atom = { number: atoms.size, formula: lowered.state, text: lowered.text };
      atoms.set(key, atom);
    }
    return { kind: "atom", atom: atom.number };
  };
  const not = (lowered: Lowered): Lowered =>
    "state" in lowered
      ? { state: { kind: "not", part: lowered.state }, text: `!(${lowered.text})`, negates: lowered }
      : { temporal: { kind: "not", part: lowered.temporal } };
  const join = (kind: "and" | "or", ...parts: readonly Lowered[]): Lowered => {
    const states = parts.flatMap((part) => ("state" in part ? [part] : []));
    if (states.length === parts.length) {
      const text = states.map((part) => `(${part.text})`).join(kind === "and" ? " && " : " || ");
      return { state: { kind, parts: states.map(({ state }) => state) }, text };
    }
    return { temporal: { kind, parts: parts.map(asTemporal) } };
  };
  /** Values of quantified names, as the texts of atoms tell them. */
  const values: { readonly name: string; readonly value: number }[] = [];
  let most = MOST_INSTANCES;
  const quantified = (part: TemporalNode & { readonly kind: "quantified" }): Lowered => {
    const outer = most;
    const instances = forEachValue(ctx, part, outer, (value, of) => {
      most = Math.floor(outer / of);
      values.push({ name: part.name, value });
      const instance = lower(part.body);
      values.pop();
      return instance;
    });
    most = outer;
    if (instances === null || instances.length === 0) {
      return { temporal: { kind: "constant", value: part.op === "forall" } };
    }
    return join(part.op === "forall" ? "and" : "or", ...instances);
  };
  const lower = (part: TemporalNode): Lowered => {
    if (part.kind === "quantified") return quantified(part);
    if (part.kind === "state") {
      const text = ctx.unit.sources.textOf(part.formula.span).trim();
      const told = values.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(text));
      const where = told.map(({ name, value }) => `${name} = ${value}`).join(", ");
      return { state: lowerState(part.formula), text: where === "" ? text : `${text} (${where})` };
    }
    if (part.letter !== undefined) refuseName(ctx, part.letter);
    if (part.kind === "unary") {
      const inner = lower(part.part);
      return part.op === "not" ? not(inner) : { temporal: { kind: part.op, part: asTemporal(inner) } };
    }
    const [left, right] = [lower(part.left), lower(part.right)];
    switch (part.op) {
      case "and":
      case "or":
        return join(part.op, left, right);
      case "imply":
        return join("or", not(left), right);
      case "iff":
        return join("or", join("and", left, right), join("and", not(left), not(right)));
      default:
        return { temporal: { kind: part.op, left: asTemporal(left), right: asTemporal(right) } };
    }
  };
  const temporal = asTemporal(lower(node));
  if (atoms.size > MOST_ATOMS) {
    ctx.error("TH4014", `a temporal formula may have ${MOST_ATOMS} atoms, this one has ${atoms.size}`, node.span);
  }
  const known = [...atoms.values()];
  return { temporal, atoms: known.map(({ formula }) => formula), names: known.map(({ text }) => text) };
}

/** A letter that is a name of the model, too, is never read as the one or the other in silence. */
function refuseName(ctx: Context, span: TemporalNode["span"]): void {
  const name = ctx.unit.sources.textOf(span);
  if (ctx.scope.find(name) === undefined) return;
  const hint =
    "write `[]`, `<>`, `until` or `release` for the operator, and `{…}` around a state formula with the name";
  ctx.error("TH4013", `\`${name}\` is an operator here, and a name of the model`, span, hint);
}
