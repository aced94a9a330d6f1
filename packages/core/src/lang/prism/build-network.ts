// A model whose names and types are known becomes a network: a process with one location per module, an edge per branch
// of a command, an action as a vector of all modules that know it. Updates are simultaneous: values that a later
// assignment would miss are kept aside. What is drawn and earned stands in `Network.stochastic`.

import type { DiagnosticSink, Sources, Span } from "../../diagnostics/index.ts";
import {
  type Conjunct,
  cellsRead,
  type Edge,
  type Expression,
  type Location,
  type Network,
  type NumericExpression,
  type Place,
  type Process,
  type Statement,
  type Stochastic,
  type SyncVector,
  UNUSED_PARTS,
  type Variable,
} from "../../network/index.ts";
import { initialChoice } from "./initial-states.ts";
import { type IntegerLowering, toIntegers } from "./integers.ts";
import type { Module } from "./modules.ts";
import { overIntegers } from "./polynomials.ts";
import type { VariableEntry } from "./scope.ts";
import { isKnown, numberOf, operation } from "./values.ts";

export interface Drawn {
  readonly weight: NumericExpression;
  readonly assignments: readonly Assigned[];
  readonly span: Span;
}

export interface Assigned {
  readonly variable: VariableEntry;
  readonly value: NumericExpression;
  readonly span: Span;
}

export interface TypedCommand {
  readonly module: number;
  readonly action: string;
  readonly guard: NumericExpression;
  readonly branches: readonly Drawn[];
  readonly span: Span;
}

/** A model with names resolved and types checked. */
export interface ModelParts {
  readonly name: string;
  readonly kind: Stochastic["kind"];
  readonly modules: readonly Module[];
  readonly commands: readonly TypedCommand[];
  readonly actions: readonly string[];
  /** By cell. */
  readonly variables: readonly VariableEntry[];
  readonly initialValues: readonly number[];
  readonly initial?: { readonly condition: NumericExpression; readonly span: Span };
  readonly labels: Stochastic["labels"];
  readonly rewards: Stochastic["rewards"];
}

export function buildNetwork(parts: ModelParts, sources: Sources, sink: DiagnosticSink): Network {
  return new Builder(parts, sink).network(sources);
}

const LOCATION: Location = {
  name: "run",
  urgent: false,
  committed: false,
  invariant: [],
  rates: [],
  frameSize: 0,
  labels: [],
};

interface Drafts {
  readonly edges: Edge[];
  readonly branches: Stochastic["branches"][number][];
}

class Builder {
  private readonly parts: ModelParts;
  private readonly sink: DiagnosticSink;
  private readonly entries: readonly VariableEntry[];
  private readonly initialValues: number[];
  private readonly tables: Variable[] = [];
  private nextCell: number;

  constructor(parts: ModelParts, sink: DiagnosticSink) {
    this.parts = parts;
    this.sink = sink;
    this.entries = parts.variables;
    this.initialValues = [...parts.initialValues];
    this.nextCell = parts.variables.length;
  }

  network(sources: Sources): Network {
    const { name, kind, modules, commands, actions, labels, rewards } = this.parts;
    const vectors = this.vectors();
    const shared = new Set(vectors.map(({ participants }) => participants[0]!.event));
    const shadows = this.shadows(commands, shared, actions);
    const lowering = this.lowering();
    const { edges, branches } = this.edges(lowering, shadows, shared);
    const initial =
      this.parts.initial === undefined ? undefined : this.initial(lowering, shadows, edges.length, modules.length);
    if (initial?.edge !== undefined) {
      edges.push(initial.edge);
      branches.push({ command: commands.length, weight: numberOf(1) });
    }
    const copies = [...shadows.entries()];
    const shadowed = (first: "before" | "after"): Statement[] =>
      copies.map(([cell, shadow]) => {
        const [to, from] = first === "before" ? [shadow, cell] : [cell, shadow];
        return assign({ space: "state", base: to, offset: 0, steps: [] }, lowering.load(from), this.entries[cell]!);
      });
    return {
      name,
      language: "prism",
      processes: this.processes(edges, initial?.edge),
      edges,
      channels: [],
      vectors,
      events: [...actions],
      clocks: [],
      variables: this.variables(copies),
      cells: this.nextCell,
      initialValues: this.initialValues,
      ...UNUSED_PARTS,
      beforeUpdate: shadowed("before"),
      afterUpdate: shadowed("after"),
      sources: sources.blocks,
      stochastic: {
        kind,
        branches,
        labels,
        rewards,
        ...(initial?.edge === undefined ? {} : { choosesInitial: true as const }),
      },
    };
  }

  /** An action happens in all modules that know it; one that a single module knows happens alone. */
  private vectors(): SyncVector[] {
    const { modules, actions } = this.parts;
    const alphabets = modules.map((module) => new Set(module.commands.map(({ action }) => module.action(action))));
    return actions.flatMap((action, event) => {
      const participants = alphabets.flatMap((alphabet, process) =>
        alphabet.has(action) ? [{ process, event, weak: false }] : [],
      );
      return participants.length > 1 ? [{ participants }] : [];
    });
  }

  private edges(lowering: IntegerLowering, shadows: ReadonlyMap<number, number>, shared: ReadonlySet<number>): Drafts {
    const { commands, actions } = this.parts;
    const edges: Edge[] = [];
    const branches: Stochastic["branches"][number][] = [];
    for (const [number, command] of commands.entries()) {
      const guard = this.guard(command, lowering);
      if (guard === null) continue;
      const event = actions.indexOf(command.action);
      const sync: Edge["sync"] =
        event < 0 ? { kind: "internal" } : { kind: shared.has(event) ? "event" : "internal", event };
      const fileIndex = number - commands.findIndex(({ module }) => module === command.module);
      for (const branch of command.branches) {
        const { statements, frameSize } = this.update(branch.assignments, lowering, shadows);
        edges.push({
          id: edges.length,
          process: command.module,
          source: 0,
          target: 0,
          selects: [],
          guard: [...guard, ...this.chance(branch.weight, lowering)],
          sync,
          update: statements,
          frameSize,
          controllable: true,
          fileIndex,
          span: branch.span,
        });
        branches.push({ command: number, weight: branch.weight });
      }
    }
    return { edges, branches };
  }

  private processes(edges: readonly Edge[], choice: Edge | undefined): Process[] {
    const processes = this.parts.modules.map(
      (module, process): Process => ({
        name: module.name,
        template: module.name,
        locations: [LOCATION],
        edges: edges.filter((edge) => edge.process === process).map(({ id }) => id),
        initial: [0],
        priority: 0,
      }),
    );
    if (choice === undefined) return processes;
    const choose: Location = { ...LOCATION, name: "choose", committed: true };
    const locations = [choose, { ...LOCATION, name: "chosen" }];
    const name = "initial_state";
    return [...processes, { name, template: name, locations, edges: [choice.id], initial: [0], priority: 0 }];
  }

  private variables(copies: readonly (readonly [number, number])[]): Variable[] {
    const own = this.entries.map(
      ({ name, type, min, max, cell, span }): Variable => ({
        name,
        type: type === "bool" ? { kind: "bool" } : { kind: "int", min, max },
        cell,
        meta: false,
        span,
      }),
    );
    const kept = copies.map(([cell, shadow]) => ({
      ...own[cell]!,
      name: `next_${own[cell]!.name}`,
      cell: shadow,
      meta: true,
    }));
    return [...own, ...kept, ...this.tables];
  }

  private initial(
    lowering: IntegerLowering,
    shadows: ReadonlyMap<number, number>,
    id: number,
    process: number,
  ): { readonly edge?: Edge } | undefined {
    const { condition, span } = this.parts.initial!;
    const chosen = initialChoice(condition, this.entries, span, this.sink);
    if (chosen === undefined) return undefined;
    if (chosen.kind === "one") {
      for (const [cell, value] of chosen.values.entries()) this.initialValues[cell] = value;
      return {};
    }
    const { free, fixed } = chosen;
    for (const [cell, value] of fixed) this.initialValues[cell] = value;
    const frame = new Map(free.map(({ cell }, at) => [cell, at]));
    const load = (cell: number): Expression =>
      frame.has(cell)
        ? { kind: "load", place: { space: "frame", base: frame.get(cell)!, offset: 0, steps: [] } }
        : lowering.load(cell);
    const guard = toIntegers(condition, { ...lowering, load });
    if (guard === undefined) {
      this.sink.error("TH3501", "the condition of the initial states computes with real numbers", span);
      return undefined;
    }
    return {
      edge: {
        id,
        process,
        source: 0,
        target: 1,
        selects: free.map(({ name, min, max }) => ({ name, min, max })),
        guard: [{ kind: "data", condition: guard }],
        sync: { kind: "internal" },
        update: free.map((entry) =>
          assign(
            { space: "state", base: shadows.get(entry.cell) ?? entry.cell, offset: 0, steps: [] },
            load(entry.cell),
            entry,
          ),
        ),
        frameSize: free.length,
        controllable: true,
        fileIndex: 0,
        span,
      },
    };
  }

  private lowering(): IntegerLowering {
    const known = new Map<string, number>();
    return {
      range: (cell) => this.entries[cell]!,
      load: (base) => ({ kind: "load", place: { space: "state", base, offset: 0, steps: [] } }),
      table: (values) => {
        const key = values.join();
        const before = known.get(key);
        if (before !== undefined) return before;
        const cell = this.nextCell;
        known.set(key, cell);
        this.nextCell += values.length;
        this.initialValues.push(...values);
        const element = { kind: "int", min: Math.min(...values), max: Math.max(...values) } as const;
        const type = { kind: "array", element, first: 0, length: values.length } as const;
        this.tables.push({ name: `table_${this.tables.length}`, type, cell, meta: true, constant: true });
        return cell;
      },
    };
  }

  /** Null: the guard is never true, so that there is no edge. */
  private guard({ guard, span }: TypedCommand, lowering: IntegerLowering): Conjunct[] | null {
    const parts: Conjunct[] = [];
    for (const part of conjuncts(guard)) {
      if (isKnown(part)) {
        if (part.value === 0) return null;
        continue;
      }
      const condition = toIntegers(part, lowering);
      if (condition === undefined) {
        this.sink.error(
          "TH3501",
          "the guard computes with real numbers over too many values",
          span,
          "compare sums and products of the variables with numbers",
        );
        return null;
      }
      parts.push({ kind: "data", condition });
    }
    return parts;
  }

  /**
   * A branch that may have no chance is not there where it has none. Where that cannot be said in integers the graph
   * leaves it out.
   */
  private chance(weight: NumericExpression, lowering: IntegerLowering): Conjunct[] {
    if (isKnown(weight)) return [];
    const condition = toIntegers(
      overIntegers("!=", weight, numberOf(0)) ?? operation("!=", [weight, numberOf(0)]),
      lowering,
    );
    return condition === undefined || condition.kind === "constant" ? [] : [{ kind: "data", condition }];
  }

  /** Variables that a module writes in an action in which a later one reads them: both see the old value. */
  private shadows(
    commands: readonly TypedCommand[],
    shared: ReadonlySet<number>,
    actions: readonly string[],
  ): Map<number, number> {
    const shadows = new Map<number, number>();
    for (const event of shared) {
      const written = new Map<number, number>();
      const together = commands.filter(({ action }) => action === actions[event]);
      for (const { module, branches } of together) {
        for (const { assignments } of branches)
          for (const { variable } of assignments) written.set(variable.cell, module);
      }
      for (const { module, branches } of together) {
        for (const { assignments } of branches) {
          for (const { value } of assignments) {
            for (const cell of cellsRead(value)) {
              if (!written.has(cell) || written.get(cell)! >= module || shadows.has(cell)) continue;
              shadows.set(cell, this.nextCell++);
              this.initialValues.push(this.initialValues[cell]!);
            }
          }
        }
      }
    }
    return shadows;
  }

  private update(
    assignments: readonly Assigned[],
    lowering: IntegerLowering,
    shadows: ReadonlyMap<number, number>,
  ): { statements: Statement[]; frameSize: number } {
    const lowered = assignments.map(({ variable, value, span }) => {
      const expression = toIntegers(value, lowering);
      if (expression === undefined) {
        const message = isKnown(value)
          ? `${value.value} is no value of 32 bits`
          : "the update computes with real numbers over too many values";
        this.sink.error("TH3501", message, span);
      }
      return {
        variable,
        span,
        expression: expression ?? ({ kind: "constant", value: 0 } as const),
        reads: cellsRead(value),
      };
    });
    const target = ({ cell }: VariableEntry): Place => ({
      space: "state",
      base: shadows.get(cell) ?? cell,
      offset: 0,
      steps: [],
    });
    // A value that is read behind its change is kept in the frame first.
    const isLate = (at: number): boolean =>
      lowered.slice(0, at).some(({ variable }) => !shadows.has(variable.cell) && lowered[at]!.reads.has(variable.cell));
    const late = lowered.map((_, at) => isLate(at));
    const before: Statement[] = [];
    let frameSize = 0;
    const values = lowered.map(({ expression }, at): Expression => {
      if (!late[at]) return expression;
      const place: Place = { space: "frame", base: frameSize++, offset: 0, steps: [] };
      before.push({
        kind: "expression",
        expression: {
          kind: "assign",
          target: place,
          op: "",
          value: expression,
          min: -(2 ** 31),
          max: 2 ** 31 - 1,
          yields: "new",
        },
      });
      return { kind: "load", place };
    });
    const after = lowered.map(({ variable, span }, at) => assign(target(variable), values[at]!, variable, span));
    return { statements: [...before, ...after], frameSize };
  }
}

function assign(
  target: Place,
  value: Expression,
  { min, max }: Pick<VariableEntry, "min" | "max">,
  span?: Span,
): Statement {
  return {
    kind: "expression",
    expression: {
      kind: "assign",
      target,
      op: "",
      value,
      min,
      max,
      yields: "new",
      ...(span === undefined ? {} : { span }),
    },
  };
}

function conjuncts(expression: NumericExpression): NumericExpression[] {
  if (expression.kind !== "operation" || expression.op !== "&") return [expression];
  return expression.of.flatMap(conjuncts);
}
