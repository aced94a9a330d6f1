// The target over sets: may it hold for some choice of values? Comparisons of clocks count as true and as false,
// whichever helps. What a conjunction says about different cells is asked apart.

import type { AccessAnalysis } from "../../analysis/accesses.ts";
import type { Expression, Formula } from "../../network/index.ts";
import { compileExpression, type FunctionTable } from "../../semantics/evaluate/index.ts";
import type { ChoosingMachine, RunScope } from "./choosing-machine.ts";
import type { Space } from "./space.ts";
import { StepComponent } from "./step-component.ts";

type Node =
  | { readonly kind: "and" | "or"; readonly parts: readonly Node[] }
  | { readonly kind: "true" }
  | { readonly kind: "leaf"; readonly leaf: Leaf };

interface Leaf {
  readonly cells: ReadonlySet<number>;
  readonly processes: ReadonlySet<number>;
  holds(machine: ChoosingMachine): boolean;
}

/** As a node, but with what stands apart asked apart. */
type Asked =
  | { readonly kind: "and" | "or"; readonly parts: readonly Asked[] }
  | { readonly kind: "true" }
  | { readonly kind: "component"; readonly component: StepComponent };

type Binding = readonly [cell: number, value: number];

/** Instances of quantified formulas, beyond which the target is not looked into. */
const MOST_PARTS = 100_000;

export class TargetProgram {
  private readonly asked: Asked;
  private readonly space: Space;
  private readonly accesses: AccessAnalysis;
  private readonly functions: FunctionTable;
  private readonly frameSize: number;
  private readonly add: (make: (index: number) => StepComponent) => StepComponent;
  private parts = 0;

  /** `add` takes a component into the list of all. The formula does not speak of deadlock. */
  constructor(
    formula: Formula,
    frameSize: number,
    space: Space,
    accesses: AccessAnalysis,
    functions: FunctionTable,
    add: (make: (index: number) => StepComponent) => StepComponent,
  ) {
    this.space = space;
    this.accesses = accesses;
    this.functions = functions;
    this.frameSize = frameSize;
    this.add = add;
    this.asked = this.ask(this.formula(formula, true, []));
  }

  mayHold(isSatisfied: (component: StepComponent) => boolean): boolean {
    const may = (asked: Asked): boolean => {
      switch (asked.kind) {
        case "true":
          return true;
        case "and":
          return asked.parts.every(may);
        case "or":
          return asked.parts.some(may);
        case "component":
          return isSatisfied(asked.component);
      }
    };
    return may(this.asked);
  }

  private formula(formula: Formula, positive: boolean, bound: readonly Binding[]): Node {
    if (++this.parts > MOST_PARTS) return { kind: "true" };
    switch (formula.kind) {
      case "data":
        return this.expression(formula.condition, positive, bound);
      case "clock":
      case "deadlock":
        return { kind: "true" };
      case "not":
        return this.formula(formula.part, !positive, bound);
      case "and":
      case "or":
        return node(
          formula.kind,
          positive,
          formula.parts.map((part) => this.formula(part, positive, bound)),
        );
      case "forall":
      case "exists": {
        const { cell, min, max } = formula.binder;
        const instances = instancesOf(cell, min, max, (binding) =>
          this.formula(formula.body, positive, [...bound, binding]),
        );
        return node(formula.kind === "forall" ? "and" : "or", positive, instances);
      }
    }
  }

  private expression(expression: Expression, positive: boolean, bound: readonly Binding[]): Node {
    if (++this.parts > MOST_PARTS) return { kind: "true" };
    if (expression.kind === "unary" && expression.op === "!")
      return this.expression(expression.operand, !positive, bound);
    if (expression.kind === "and" || expression.kind === "or") {
      const parts = [expression.left, expression.right].map((part) => this.expression(part, positive, bound));
      return node(expression.kind, positive, parts);
    }
    if (expression.kind === "forall" || expression.kind === "exists") {
      const { cell, min, max, body } = expression;
      const instances = instancesOf(cell, min, max, (binding) => this.expression(body, positive, [...bound, binding]));
      return node(expression.kind === "forall" ? "and" : "or", positive, instances);
    }
    const value = compileExpression(expression, this.functions);
    const { readCells, writtenCells, askedProcesses } = this.accesses.ofExpression(expression);
    const cells = new Set([...readCells, ...writtenCells]);
    const { tracked } = this.space;
    // Of what is not spoken of anything may hold.
    const isKnown =
      [...cells].every((one) => tracked.cells.has(one) || this.space.isMeta[one] === 1) &&
      [...askedProcesses].every((process) => tracked.processes.has(process));
    if (!isKnown) return { kind: "true" };
    const owners = [...cells].map((one) => this.space.owner[one]!).filter((owner) => owner >= 0);
    const { frameSize } = this;
    const holds = (m: ChoosingMachine): boolean => {
      m.enter(-1, frameSize);
      for (const [cell, number] of bound) m.memory[m.frame + cell] = number;
      return (value(m) !== 0) === positive;
    };
    return { kind: "leaf", leaf: { cells, processes: new Set([...askedProcesses, ...owners]), holds } };
  }

  private ask(one: Node): Asked {
    switch (one.kind) {
      case "true":
        return one;
      case "leaf":
        return this.component(one.leaf);
      case "or":
        return { kind: "or", parts: one.parts.map((part) => this.ask(part)) };
      case "and": {
        const groups = apart(one.parts);
        if (groups.length === 1 && one.parts.length > 1) return this.component(leafOf(one));
        return { kind: "and", parts: groups.map((group) => this.ask(group)) };
      }
    }
  }

  private component({ cells, processes, holds }: Leaf): Asked {
    const { space } = this;
    const around: RunScope = {
      cells,
      processes,
      sources: new Map(),
      setOfCell: (cell, machine) => {
        const owner = space.owner[cell]!;
        if (owner < 0) return space.ofCell(cell);
        // Where its process stands says which values there are.
        machine.watchLocation(owner);
        return space.ofCellAt(cell, machine.locations[owner]!);
      },
      setOfProcess: (process) => space.ofProcess(process),
      setOfSelect: () => {
        throw new Error("a formula has no selects");
      },
    };
    const script = { around, choosesAgain: false, hasEffects: false, run: holds, effects: () => {} };
    return { kind: "component", component: this.add((index) => new StepComponent(index, script)) };
  }
}

function node(kind: "and" | "or", positive: boolean, parts: readonly Node[]): Node {
  const meant = (kind === "and") === positive ? "and" : "or";
  const flat = parts.flatMap((part) => (part.kind === meant ? part.parts : [part]));
  return flat.length === 1 ? flat[0]! : { kind: meant, parts: flat };
}

function instancesOf(cell: number, min: number, max: number, make: (binding: Binding) => Node): Node[] {
  const instances: Node[] = [];
  for (let value = min; value <= max && instances.length <= MOST_PARTS; value++) instances.push(make([cell, value]));
  return instances;
}

/**
 * StepCutter of a conjunction that share neither a cell nor a process with the others; what belongs together is one
 * again.
 */
function apart(parts: readonly Node[]): readonly Node[] {
  const groups: { leaf: Leaf; parts: Node[] }[] = [];
  for (const part of parts) {
    const own = leafOf(part);
    const shared = groups.filter(({ leaf }) => meets(leaf.cells, own.cells) || meets(leaf.processes, own.processes));
    const all = [...shared.flatMap((group) => group.parts), part];
    for (const group of shared) groups.splice(groups.indexOf(group), 1);
    groups.push({ leaf: leafOf({ kind: "and", parts: all }), parts: all });
  }
  return groups.map(({ parts: own }) => (own.length === 1 ? own[0]! : { kind: "and", parts: own }));
}

function meets(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  for (const member of one) if (other.has(member)) return true;
  return false;
}

/** The node asked as a whole. */
function leafOf(one: Node): Leaf {
  switch (one.kind) {
    case "true":
      return { cells: new Set(), processes: new Set(), holds: () => true };
    case "leaf":
      return one.leaf;
    default: {
      const leaves = one.parts.map(leafOf);
      return {
        cells: new Set(leaves.flatMap(({ cells }) => [...cells])),
        processes: new Set(leaves.flatMap(({ processes }) => [...processes])),
        holds: (m) =>
          one.kind === "and" ? leaves.every(({ holds }) => holds(m)) : leaves.some(({ holds }) => holds(m)),
      };
    }
  }
}
