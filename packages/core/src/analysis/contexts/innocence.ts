// Innocence (Wehrle and Kupferschmid 2010, section 3): a transition is innocent if it can turn no conjunct of the
// target from false to true. Decided edge by edge from what an edge writes and, where that can be followed, from the
// values that it leaves (`innocence-by-value.ts`); where the target is no conjunction, an edge is innocent if it writes
// nothing the target reads. A target that speaks of `deadlock` makes nothing innocent.

import { defined } from "../../basics/defined.ts";
import type { Edge, Expression, Formula, Network } from "../../network/index.ts";
import { visitFormula } from "../../network/visit.ts";
import { AccessAnalysis } from "../accesses.ts";
import { NO_BINDINGS, specialiseRef } from "../specialise.ts";
import { InnocenceByValue } from "./innocence-by-value.ts";

/** What one conjunct of the target depends on. */
interface Conjunct {
  /** Set for `P.l`: only entering l makes it true; for `!P.l` only leaving does. */
  readonly location?: { readonly process: number; readonly location: number; readonly holds: boolean };
  readonly cells: ReadonlySet<number>;
  /** Set where it asks for nothing but the values of cells. */
  readonly condition?: Expression;
  readonly processes: ReadonlySet<number>;
  readonly clocks: ReadonlySet<number>;
  readonly anything: boolean;
}

export class Innocence {
  private readonly network: Network;
  private readonly accesses: AccessAnalysis;
  private readonly byValue: InnocenceByValue;
  private readonly conjuncts: readonly Conjunct[];
  private readonly byEdge: (boolean | undefined)[] = [];

  constructor(network: Network, target: Formula) {
    this.network = network;
    this.accesses = new AccessAnalysis(network);
    this.byValue = new InnocenceByValue(network, this.accesses);
    this.conjuncts = conjunctsOf(target).map((part) => this.describe(part));
  }

  /** A joint transition is innocent if each of its edges is. */
  isInnocent(edges: readonly number[]): boolean {
    return edges.every(
      (edge) => (this.byEdge[edge] ??= !this.conjuncts.some((c) => this.mayTurn(this.network.edges[edge]!, c))),
    );
  }

  private mayTurn(edge: Edge, { location, cells, condition, processes, clocks, anything }: Conjunct): boolean {
    if (anything) return true;
    if (location !== undefined) {
      const { process, location: wanted, holds } = location;
      if (edge.process !== process || edge.source === edge.target) return false;
      return holds ? edge.target === wanted : edge.source === wanted;
    }
    if (processes.has(edge.process) && edge.source !== edge.target) return true;
    const { writtenCells, resetClocks } = this.accesses.ofEdge(edge.id);
    for (const cell of cells) {
      if (!writtenCells.has(cell)) continue;
      return condition === undefined || !this.byValue.keepsFalse(edge, condition, cells);
    }
    if (clocks.size === 0) return false;
    for (const clock of clocks) if (resetClocks.has(clock)) return true;
    // Leaving a location that holds time up (or clocks: rates) lets it go on, and with it the clocks.
    const { invariant, urgent, committed, rates } = this.network.processes[edge.process]!.locations[edge.source]!;
    return urgent || committed || invariant.length > 0 || rates.length > 0;
  }

  private describe(part: Formula): Conjunct {
    const cells = new Set<number>();
    const clocks = new Set<number>();
    const processes = new Set<number>();
    let anything = false;
    const add = (from: ReadonlySet<number>, into: Set<number>): void => {
      for (const item of from) into.add(item);
    };
    visitFormula(part, {
      expression: (expression) => {
        if (expression.kind === "at") for (const p of processesOf(expression, this.network)) processes.add(p);
      },
    });
    for (const expression of expressionsOf(part)) {
      const { readCells } = this.accesses.ofExpression(expression);
      add(readCells, cells);
    }
    walk(part, (node) => {
      if (node.kind === "deadlock") anything = true;
      if (node.kind !== "clock") return;
      for (const ref of [node.left, node.right]) {
        if (ref === undefined) continue;
        const exact = specialiseRef(ref, NO_BINDINGS);
        if (exact.space === "clock" && exact.steps.length === 0) clocks.add(exact.base);
        else for (let clock = 0; clock < this.network.clocks.length; clock++) clocks.add(clock);
      }
    });
    const location = locationOf(part);
    const condition = part.kind === "data" && processes.size === 0 ? part.condition : undefined;
    return { cells, clocks, processes, anything, ...defined({ location, condition }) };
  }
}

function conjunctsOf(formula: Formula): Formula[] {
  if (formula.kind === "and") return formula.parts.flatMap(conjunctsOf);
  if (formula.kind !== "data") return [formula];
  const split = (expression: Expression): Expression[] =>
    expression.kind === "and" ? [...split(expression.left), ...split(expression.right)] : [expression];
  return split(formula.condition).map((condition) => ({ kind: "data", condition }));
}

function locationOf(part: Formula): Conjunct["location"] {
  if (part.kind !== "data") return undefined;
  let expression = part.condition;
  let holds = true;
  while (expression.kind === "unary" && expression.op === "!") {
    expression = expression.operand;
    holds = !holds;
  }
  if (expression.kind !== "at" || expression.process.steps.length > 0) return undefined;
  return { process: expression.process.base, location: expression.location, holds };
}

function processesOf({ process }: Extract<Expression, { kind: "at" }>, network: Network): number[] {
  if (process.steps.length === 0) return [process.base];
  return network.processes.map((_, index) => index);
}

function walk(formula: Formula, visit: (node: Formula) => void): void {
  visit(formula);
  if (formula.kind === "and" || formula.kind === "or") for (const part of formula.parts) walk(part, visit);
  else if (formula.kind === "not") walk(formula.part, visit);
  else if (formula.kind === "forall" || formula.kind === "exists") walk(formula.body, visit);
}

function expressionsOf(formula: Formula): Expression[] {
  const list: Expression[] = [];
  walk(formula, (node) => {
    if (node.kind === "data") list.push(node.condition);
    if (node.kind === "clock") list.push(node.bound);
  });
  return list;
}
