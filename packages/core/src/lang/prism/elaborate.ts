// A PRISM model as a network: a process with one location per module, an edge per branch of a command, an action as a vector of all modules
// that know it. Updates are simultaneous: values that a later assignment would miss are kept aside. What is drawn and earned stands in
// `Network.stochastic`.

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
  type RewardStructure,
  type Statement,
  type Stochastic,
  type SyncVector,
  type Variable,
} from "../../network/index.ts";
import { plus, type Rational, rational } from "../../zone/index.ts";
import type { CommandNode, ModelNode, RewardsNode, VariableNode } from "./ast.ts";
import { initialChoice } from "./initial-states.ts";
import { type Lowering, toIntegers } from "./integers.ts";
import { type Module, modulesOf } from "./modules.ts";
import { overIntegers } from "./polynomials.ts";
import { Scope, type VariableEntry } from "./scope.ts";
import { exactOf, isKnown, numberOf, operation, type Typed } from "./values.ts";

const MOST_SPREAD = 1e-12;

export interface Elaboration {
  readonly network: Network;
  readonly scope: Scope;
}

export function elaborate(
  model: ModelNode,
  name: string,
  sources: Sources,
  sink: DiagnosticSink,
  given: ReadonlyMap<string, string>,
): Elaboration | null {
  return new Elaborator(model, sources, sink, given).run(name);
}

interface Drawn {
  readonly weight: NumericExpression;
  readonly assignments: readonly Assigned[];
  readonly span: Span;
}

interface Assigned {
  readonly variable: VariableEntry;
  readonly value: NumericExpression;
  readonly span: Span;
}

interface Command {
  readonly module: number;
  readonly action: string;
  readonly guard: NumericExpression;
  readonly branches: readonly Drawn[];
  readonly span: Span;
}

class Elaborator {
  private readonly model: ModelNode;
  private readonly sources: Sources;
  private readonly sink: DiagnosticSink;
  private readonly scope: Scope;
  private readonly entries: VariableEntry[] = [];
  private readonly initialValues: number[] = [];
  private readonly tables: Variable[] = [];
  private nextCell = 0;

  constructor(model: ModelNode, sources: Sources, sink: DiagnosticSink, given: ReadonlyMap<string, string>) {
    this.model = model;
    this.sources = sources;
    this.sink = sink;
    this.scope = new Scope(sink, given, sources.names);
  }

  run(name: string): Elaboration | null {
    const { model, scope, sink } = this;
    const kind = model.type ?? "mdp";
    const modules = modulesOf(model, sink);
    if (model.modules.length === 0)
      sink.error("TH1502", "the model has no modules", undefined, "`module m .. endmodule`");
    for (const constant of model.constants) scope.declareConstant(constant);
    for (const formula of model.formulas) scope.declareFormula(formula);
    this.declareVariables(modules);
    scope.checkAll();
    if (sink.errors > 0 && scope.variables.size === 0 && model.modules.length > 0) return null;
    const commands = modules.flatMap((module, index) =>
      module.commands.flatMap((command) => this.command(kind, modules, module, index, command) ?? []),
    );
    const labels = this.labels();
    const actions = [
      ...new Set(modules.flatMap((module) => module.commands.map(({ action }) => module.action(action)))),
    ].filter((action) => action !== "");
    const rewards = model.rewards.map((structure) => this.rewards(structure, actions));
    if (sink.errors > 0) return null;
    const built = this.network(name, kind, modules, commands, actions, { labels, rewards });
    return sink.errors > 0 ? null : { network: built, scope };
  }

  // -------------------------------------------------------------------------------------------- variables

  private declareVariables(modules: readonly Module[]): void {
    // A renamed copy needs a module of its own cells; ranges may speak of constants only.
    for (const variable of this.model.globals) this.variable(variable, -1, undefined);
    for (const [index, { variables, renaming }] of modules.entries()) {
      for (const variable of variables) this.variable(variable, index, renaming);
    }
  }

  private variable(
    { name, nameSpan, range, initial }: VariableNode,
    module: number,
    renaming: Module["renaming"] | undefined,
  ): void {
    const { scope, sink } = this;
    const bound = (node: NonNullable<typeof range>["low"] | undefined, missing: number): number => {
      const read = node === undefined ? null : this.constantInteger(node, `the range of \`${name}\``, renaming);
      return read ?? missing;
    };
    const min = range === undefined ? 0 : bound(range.low, 0);
    const max = range === undefined ? 1 : bound(range.high, min);
    const type = range === undefined ? "bool" : "int";
    if (max < min) sink.error("TH2506", `the range ${min}..${max} of \`${name}\` is empty`, range!.low.span);
    let value = min;
    if (initial !== undefined) {
      const read = scope.typed(initial, renaming);
      if (read !== null && scope.fits(read, type, initial.span, `the variable \`${name}\``)) {
        if (!isKnown(read.value))
          sink.error("TH2502", `the initial value of \`${name}\` depends on a variable`, initial.span);
        else value = read.value.value;
        if (value < min || value > max)
          sink.error("TH2507", `\`${name}\` begins with ${value}, outside of ${min}..${max}`, initial.span);
      }
    }
    const entry: VariableEntry = {
      name,
      cell: this.nextCell++,
      type,
      min,
      max: Math.max(min, max),
      module,
      span: nameSpan,
    };
    this.entries.push(entry);
    this.initialValues.push(value);
    scope.declareVariable(entry);
  }

  private constantInteger(
    node: VariableNode["initial"] & {},
    what: string,
    renaming: Module["renaming"] | undefined,
  ): number | null {
    const read = this.scope.typed(node, renaming);
    if (read === null || !this.scope.fits(read, "int", node.span, what)) return null;
    if (isKnown(read.value) && Math.abs(read.value.value) < 2 ** 31) return read.value.value;
    const why = isKnown(read.value) ? "is beyond 32 bits" : "depends on a variable";
    this.sink.error("TH2502", `${what} ${why}`, node.span);
    return null;
  }

  // -------------------------------------------------------------------------------------------- commands

  private command(
    kind: Stochastic["kind"],
    modules: readonly Module[],
    module: Module,
    index: number,
    node: CommandNode,
  ): Command | null {
    const { renaming } = module;
    const action = module.action(node.action);
    const guard = this.truth(node.guard, renaming, "a guard");
    const branches: Drawn[] = [];
    for (const branch of node.branches) {
      const weight = branch.weight === undefined ? numberOf(1) : (this.number(branch.weight, renaming) ?? numberOf(1));
      if (isKnown(weight) && !(weight.value >= 0)) {
        const what = kind === "ctmc" ? "a rate" : "a probability";
        this.sink.error(
          "TH2512",
          `${what} of ${weight.value}`,
          branch.weight!.span,
          kind === "ctmc" ? "rates are not negative" : "it lies between 0 and 1",
        );
      }
      const assignments = this.assignments(modules, branch.update, index, renaming, action);
      // What has no chance is not evaluated.
      if (!isKnown(weight) || weight.value !== 0) branches.push({ weight, assignments, span: branch.span });
    }
    this.checkSum(kind, node, branches);
    return guard === null ? null : { module: index, action, guard, branches, span: node.span };
  }

  /** Sums that are known are checked here; the others in each state. */
  private checkSum(kind: Stochastic["kind"], node: CommandNode, branches: readonly Drawn[]): void {
    if (!branches.every(({ weight }) => isKnown(weight))) return;
    const total = branches.reduce((sum, { weight }) => sum + (weight as { value: number }).value, 0);
    if (kind === "ctmc") {
      if (branches.length === 0 || total === 0)
        this.sink.error("TH2511", "all rates of the command are 0", node.span, "leave the command out");
      if (!Number.isFinite(total)) this.sink.error("TH2512", `a rate of ${total}`, node.span);
      return;
    }
    const exact = branches.map(({ weight }) => exactOf(weight));
    if (exact.every((one) => one !== undefined)) {
      const { n, d } = (exact as Rational[]).reduce((sum, one) => plus(sum, one), rational(0));
      if (n === d) return;
    }
    if (Math.abs(total - 1) <= MOST_SPREAD) return;
    this.sink.error("TH2511", `the probabilities of the command sum to ${total}, not to 1`, node.span);
  }

  private assignments(
    modules: readonly Module[],
    nodes: CommandNode["branches"][number]["update"],
    index: number,
    renaming: Module["renaming"],
    action: string,
  ): Assigned[] {
    const { scope, sink } = this;
    const list: Assigned[] = [];
    for (const node of nodes) {
      const name = renaming.get(node.name) ?? node.name;
      const variable = scope.variables.get(name);
      if (variable === undefined) {
        scope.typed({ kind: "name", name, span: node.nameSpan });
        continue;
      }
      sinkNames(this.sources, node.nameSpan, variable.span);
      if (variable.module >= 0 && variable.module !== index) {
        const owner = modules[variable.module]!.name;
        sink.error(
          "TH2508",
          `\`${name}\` belongs to the module \`${owner}\``,
          node.nameSpan,
          "a module writes its own variables only",
        );
        continue;
      }
      if (variable.module < 0 && action !== "") {
        sink.error(
          "TH2508",
          `the global variable \`${name}\` is written by a command with an action`,
          node.nameSpan,
          "global variables are written by commands without action: `[]`",
        );
        continue;
      }
      if (list.some((other) => other.variable === variable)) {
        sink.error("TH2509", `\`${name}\` is set twice in one update`, node.nameSpan);
        continue;
      }
      const read = scope.typed(node.value, renaming);
      if (read === null || !scope.fits(read, variable.type, node.value.span, `the variable \`${name}\``)) continue;
      list.push({ variable, value: read.value, span: node.value.span });
    }
    return list;
  }

  private truth(
    node: CommandNode["guard"],
    renaming: Module["renaming"] | undefined,
    what: string,
  ): NumericExpression | null {
    const read = this.scope.typed(node, renaming);
    if (read === null) return null;
    if (read.type === "bool") return read.value;
    this.sink.error("TH2502", `${what} is a truth, not a value of type ${read.type}`, node.span, "compare it: `x=1`");
    return null;
  }

  private number(node: CommandNode["guard"], renaming?: Module["renaming"]): NumericExpression | null {
    const read: Typed | null = this.scope.typed(node, renaming);
    if (read === null) return null;
    if (read.type !== "bool") return read.value;
    this.sink.error(
      "TH2502",
      "a number is needed here, not a truth",
      node.span,
      "`(b ? 1 : 0)` makes a number of a truth",
    );
    return null;
  }

  // -------------------------------------------------------------------------------------------- labels, rewards

  private labels(): Stochastic["labels"] {
    const seen = new Set<string>();
    return this.model.labels.flatMap(({ name, nameSpan, body }) => {
      if (seen.has(name) || name === "init" || name === "deadlock") {
        this.sink.error(
          "TH2501",
          `the label "${name}" is declared twice`,
          nameSpan,
          seen.has(name) ? undefined : "every model has it",
        );
      }
      seen.add(name);
      const condition = this.truth(body, undefined, "the condition of a label");
      return condition === null ? [] : [{ name, condition }];
    });
  }

  private rewards({ name, items }: RewardsNode, actions: readonly string[]): RewardStructure {
    const states: RewardStructure["states"][number][] = [];
    const transitions: RewardStructure["transitions"][number][] = [];
    for (const item of items) {
      const guard = this.truth(item.guard, undefined, "the condition of a reward");
      const value = this.number(item.value);
      if (guard === null || value === null) continue;
      if (item.action === undefined) {
        states.push({ guard, value });
      } else {
        const event = item.action === "" ? -1 : actions.indexOf(item.action);
        if (item.action !== "" && event < 0) {
          this.sink.warn("TH2500", `no command has the action \`${item.action}\``, item.actionSpan);
          continue;
        }
        transitions.push({ event, guard, value });
      }
    }
    return { states, transitions, ...(name === undefined ? {} : { name }) };
  }

  // -------------------------------------------------------------------------------------------- the network

  private network(
    name: string,
    kind: Stochastic["kind"],
    modules: readonly Module[],
    commands: readonly Command[],
    actions: readonly string[],
    about: Pick<Stochastic, "labels" | "rewards">,
  ): Network {
    const alphabets = modules.map((module) => new Set(module.commands.map(({ action }) => module.action(action))));
    const vectors: SyncVector[] = actions.flatMap((action, event) => {
      const participants = alphabets.flatMap((alphabet, process) =>
        alphabet.has(action) ? [{ process, event, weak: false }] : [],
      );
      return participants.length > 1 ? [{ participants }] : [];
    });
    const shared = new Set(vectors.map(({ participants }) => participants[0]!.event));
    const shadows = this.shadows(commands, shared, actions);
    const lowering = this.lowering();
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
    const initial =
      this.model.initial === undefined ? undefined : this.initial(lowering, shadows, edges.length, modules.length);
    if (initial?.edge !== undefined) {
      edges.push(initial.edge);
      branches.push({ command: commands.length, weight: numberOf(1) });
    }
    const location: Location = {
      name: "run",
      urgent: false,
      committed: false,
      invariant: [],
      rates: [],
      frameSize: 0,
      labels: [],
    };
    const processes = modules.map(
      (module, process): Process => ({
        name: module.name,
        template: module.name,
        locations: [location],
        edges: edges.filter((edge) => edge.process === process).map(({ id }) => id),
        initial: [0],
        priority: 0,
      }),
    );
    if (initial?.edge !== undefined) {
      const choose: Location = { ...location, name: "choose", committed: true };
      processes.push({
        name: "initial_state",
        template: "initial_state",
        locations: [choose, { ...location, name: "chosen" }],
        edges: [edges.length - 1],
        initial: [0],
        priority: 0,
      });
    }
    const copies = [...shadows.entries()];
    const shadowed = (first: "before" | "after"): Statement[] =>
      copies.map(([cell, shadow]) => {
        const [to, from] = first === "before" ? [shadow, cell] : [cell, shadow];
        return assign({ space: "state", base: to, offset: 0, steps: [] }, lowering.load(from), this.entries[cell]!);
      });
    const variables = this.entries.map(
      ({ name: variable, type, min, max, cell, span }): Variable => ({
        name: variable,
        type: type === "bool" ? { kind: "bool" } : { kind: "int", min, max },
        cell,
        meta: false,
        span,
      }),
    );
    for (const [cell, shadow] of copies)
      variables.push({ ...variables[cell]!, name: `next_${this.entries[cell]!.name}`, cell: shadow, meta: true });
    return {
      name,
      language: "prism",
      processes,
      edges,
      channels: [],
      vectors,
      events: [...actions],
      clocks: [],
      variables: [...variables, ...this.tables],
      cells: this.nextCell,
      initialValues: this.initialValues,
      functions: [],
      beforeUpdate: shadowed("before"),
      afterUpdate: shadowed("after"),
      updateFrameSize: 0,
      internalPriority: 0,
      hasPriorities: false,
      progress: [],
      labels: [],
      obstacles: [],
      queries: [],
      sources: this.sources.blocks,
      stochastic: {
        kind,
        branches,
        ...about,
        ...(initial?.edge === undefined ? {} : { choosesInitial: true as const }),
      },
    };
  }

  private initial(
    lowering: Lowering,
    shadows: ReadonlyMap<number, number>,
    id: number,
    process: number,
  ): { readonly edge?: Edge } | undefined {
    const condition = this.truth(this.model.initial!, undefined, "the condition of the initial states");
    if (condition === null) return undefined;
    const chosen = initialChoice(condition, this.entries, this.model.initial!.span, this.sink);
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
      this.sink.error(
        "TH3501",
        "the condition of the initial states computes with real numbers",
        this.model.initial!.span,
      );
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
        span: this.model.initial!.span,
      },
    };
  }

  private lowering(): Lowering {
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
  private guard({ guard, span }: Command, lowering: Lowering): Conjunct[] | null {
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

  /** A branch that may have no chance is not there where it has none. Where that cannot be said in integers the graph leaves it out. */
  private chance(weight: NumericExpression, lowering: Lowering): Conjunct[] {
    if (isKnown(weight)) return [];
    const condition = toIntegers(
      overIntegers("!=", weight, numberOf(0)) ?? operation("!=", [weight, numberOf(0)]),
      lowering,
    );
    return condition === undefined || condition.kind === "constant" ? [] : [{ kind: "data", condition }];
  }

  /** Variables that a module writes in an action in which a later one reads them: both see the old value. */
  private shadows(
    commands: readonly Command[],
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
    lowering: Lowering,
    shadows: ReadonlyMap<number, number>,
  ): { statements: Statement[]; frameSize: number } {
    const lowered = assignments.map(({ variable, value, span }) => {
      const expression = toIntegers(value, lowering);
      if (expression === undefined)
        this.sink.error("TH3501", "the update computes with real numbers over too many values", span);
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

function sinkNames(sources: Sources, use: Span, declaration: Span): void {
  sources.names?.means(use, declaration);
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
