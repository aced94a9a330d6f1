// Names, types and constants of a PRISM model: ranges and initial values, who may write what, sums of probabilities
// that are known. All errors are said in one go; a model without any becomes a network (`build-network.ts`).

import { plus, type Rational, rational } from "../../basics/rational.ts";
import type { DiagnosticSink, Sources, Span } from "../../diagnostics/index.ts";
import type { Network, NumericExpression, RewardStructure, Stochastic } from "../../network/index.ts";
import type { CommandNode, ModelNode, RewardsNode, VariableNode } from "./ast.ts";
import { type Assigned, buildNetwork, type Drawn, type TypedCommand } from "./build-network.ts";
import { type Module, modulesOf } from "./modules.ts";
import { PrismScope, type VariableEntry } from "./scope.ts";
import { exactOf, isKnown, numberOf, type Typed } from "./values.ts";

const MOST_SPREAD = 1e-12;

export interface PrismElaboration {
  readonly network: Network;
  readonly scope: PrismScope;
}

export function elaborate(
  model: ModelNode,
  name: string,
  sources: Sources,
  sink: DiagnosticSink,
  given: ReadonlyMap<string, string>,
): PrismElaboration | null {
  return new Elaborator(model, sources, sink, given).run(name);
}

class Elaborator {
  private readonly model: ModelNode;
  private readonly sources: Sources;
  private readonly sink: DiagnosticSink;
  private readonly scope: PrismScope;
  private readonly entries: VariableEntry[] = [];
  private readonly initialValues: number[] = [];
  private nextCell = 0;

  constructor(model: ModelNode, sources: Sources, sink: DiagnosticSink, given: ReadonlyMap<string, string>) {
    this.model = model;
    this.sources = sources;
    this.sink = sink;
    this.scope = new PrismScope(sink, given, sources.names);
  }

  run(name: string): PrismElaboration | null {
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
    const condition =
      model.initial === undefined ? null : this.truth(model.initial, undefined, "the condition of the initial states");
    if (sink.errors > 0) return null;
    const initial = condition === null ? {} : { initial: { condition, span: model.initial!.span } };
    const { entries: variables, initialValues } = this;
    const parts = { name, kind, modules, commands, actions, variables, initialValues, labels, rewards, ...initial };
    const network = buildNetwork(parts, this.sources, sink);
    return sink.errors > 0 ? null : { network, scope };
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
  ): TypedCommand | null {
    const { renaming } = module;
    const action = module.action(node.action);
    const guard = this.truth(node.guard, renaming, "a guard");
    const branches: Drawn[] = [];
    let isFaulty = false;
    for (const branch of node.branches) {
      const read = branch.weight === undefined ? numberOf(1) : this.number(branch.weight, renaming);
      if (read === null) isFaulty = true;
      const weight = read ?? numberOf(1);
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
    if (!isFaulty) this.checkSum(kind, node, branches);
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
    const told = Number(total.toPrecision(14));
    this.sink.error(
      "TH2511",
      `the probabilities of the command sum to ${told === 1 ? total : told}, not to 1`,
      node.span,
    );
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
        const other = scope.typed({ kind: "name", name, span: node.nameSpan });
        if (other !== null) sink.error("TH2508", `\`${name}\` is no variable`, node.nameSpan, "only variables change");
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
}

function sinkNames(sources: Sources, use: Span, declaration: Span): void {
  sources.names?.means(use, declaration);
}
