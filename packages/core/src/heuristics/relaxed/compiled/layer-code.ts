// The abstract transition graph, emitted: the twin of `graph.ts`, for networks whose conditions and updates all are
// circuits. Everything happens in the same order as there, since of several that add the same thing some order decides.

import { add, sub } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { eq, eqz, geS, ltU, ne } from "../../../wasm/comparisons.ts";
import { call, type FunctionWriter } from "../../../wasm/function-writer.ts";
import type { Arg, Local, Value } from "../../../wasm/value.ts";
import { NEVER } from "../kernel/cell-history.ts";
import { WORTH_SKIPPING } from "../kernel/graph.ts";
import type { CellCode } from "./cell-code.ts";
import type { SinceCode } from "./first-layer.ts";
import type { GraphParts } from "./graph-parts.ts";
import type { LayerTables } from "./layer-tables.ts";
import type { NodeCode } from "./node-code.ts";
import type { ModuleTables, Register, Stack, Table } from "./tables.ts";
import type { TargetCode } from "./target-code.ts";

/** `missing` of an operator whose locations have been reached. */
const ARMED = -1;

export interface LayerInputs {
  readonly parts: GraphParts;
  readonly tables: LayerTables;
  readonly nodes: NodeCode;
  readonly since: SinceCode;
  readonly cells: CellCode;
  readonly target: TargetCode;
  readonly isEasier: FunctionHandle;
  /** Location of each process, and 1 for operators that are disabled, as the host puts them. */
  readonly locations: Table;
  readonly disabled: Table;
  /** The graph has at most so many layers, else it is left to the twin. */
  readonly mostLayers: number;
}

export function emitBuild(workshop: ModuleTables, inputs: LayerInputs): FunctionHandle {
  return new LayerCode(workshop, inputs).emit();
}

class LayerCode {
  private readonly workshop: ModuleTables;
  private readonly inputs: LayerInputs;
  private readonly missing: Table;
  private readonly unmet: Table;
  private readonly isAsked: Table;
  private readonly waiting: Table;
  private readonly isWoken: Table;
  private readonly woken: Stack;
  private readonly queued: Table;
  private readonly chainOperator: Table;
  private readonly fresh: Stack;
  private readonly enabled: Stack;
  private readonly running: Stack;
  private readonly upcoming: Stack;
  private readonly grown: Register;
  private readonly conditionGate: Table;
  private readonly groupOf: Table;
  private readonly reach: FunctionHandle;
  private readonly queue: FunctionHandle;
  private readonly test: FunctionHandle;
  private readonly enable: FunctionHandle;

  constructor(workshop: ModuleTables, inputs: LayerInputs) {
    const { parts } = inputs;
    const operators = parts.initialMissing.length;
    const conditions = parts.conditionGate.length;
    const groups = parts.groups.groups;
    this.workshop = workshop;
    this.inputs = inputs;
    this.missing = workshop.room(operators);
    this.unmet = workshop.room(operators);
    this.isAsked = workshop.room(conditions);
    this.waiting = workshop.room(groups);
    this.isWoken = workshop.room(groups);
    this.woken = workshop.stack(groups);
    this.queued = workshop.room(parts.chains);
    this.chainOperator = workshop.room(parts.chains);
    this.fresh = workshop.stack(operators);
    this.enabled = workshop.stack(operators);
    this.running = workshop.stack(parts.chains);
    this.upcoming = workshop.stack(parts.chains);
    this.grown = workshop.register();
    this.conditionGate = workshop.table(parts.conditionGate);
    this.groupOf = workshop.table(parts.groups.groupOf);
    this.reach = workshop.declare("reach", 3, "nothing");
    this.queue = workshop.declare("queue", 1, "number");
    this.test = workshop.declare("test", 1, "number");
    this.enable = workshop.declare("enable", 1, "nothing");
  }

  /** () → the layer where the target can hold; −1: nowhere. */
  emit(): FunctionHandle {
    const { workshop, inputs, grown, running, upcoming } = this;
    const { tables, cells, nodes, since, target, mostLayers } = inputs;
    const { layer, seen } = tables;
    this.emitReach();
    this.emitQueue();
    this.emitTest();
    this.emitEnable();
    const reset = this.emitReset();
    const testConditions = this.emitTestConditions();
    const arm = this.emitArm();
    const move = this.emitMove();
    const isLast = this.emitIsLast();
    const notify = this.emitNotify();
    const build = workshop.declare("build", 0, "number");
    workshop.define(build, (f) => {
      f.do(call(reset));
      f.loop((again) => {
        f.do(call(testConditions));
        f.if(call(target.holds, target.root, layer.value, layer.value), () => f.return(layer.value));
        f.if(geS(layer.value, mostLayers - 1), () => f.unreachable());
        grown.set(f, 0);
        f.do(call(arm));
        f.do(call(move));
        f.if(call(isLast), () => f.return(layer.value));
        running.each(f, (chain) => this.apply(f, chain));
        f.do(call(cells.commit, add(layer.value, 1)));
        f.if(cells.touched.count.value, () => grown.set(f, 1));
        upcoming.count.set(f, 0);
        cells.touched.each(f, (cell) => f.do(call(notify, cell)));
        cells.settle(f);
        f.if(eqz(grown.value), () => f.return(-1));
        layer.increase(f);
        seen.set(f, layer.value);
        nodes.change(f);
        since.grow(f);
        this.takeUpcoming(f);
        f.branch(again);
      });
      f.unreachable();
    });
    return build;
  }

  private takeUpcoming(f: FunctionWriter): void {
    this.running.count.set(f, 0);
    this.upcoming.each(f, (chain) => this.running.push(f, chain));
    this.upcoming.count.set(f, 0);
  }

  private emitReset(): FunctionHandle {
    const { workshop, inputs, missing } = this;
    const { parts, tables, nodes, since, cells, locations } = inputs;
    const never = workshop.table(new Int32Array(Math.max(parts.facts, parts.conditionGate.length)).fill(NEVER));
    const initialMissing = workshop.table(parts.initialMissing);
    const firstFact = workshop.table(parts.firstFact);
    const reset = workshop.declare("reset", 0, "nothing");
    workshop.define(reset, (f) => {
      nodes.begin(f);
      since.begin(f);
      tables.layer.set(f, 0);
      tables.seen.set(f, 0);
      f.copy(tables.locationLayer.address, never.address, 4 * parts.facts);
      f.copy(tables.conditionLayer.address, never.address, 4 * parts.conditionGate.length);
      f.copy(missing.address, initialMissing.address, 4 * parts.initialMissing.length);
      for (const table of [this.isAsked, this.waiting, this.isWoken, this.queued]) table.fill(f, 0);
      this.chainOperator.fill(f, 0xff);
      for (const { count } of [this.woken, this.fresh, this.enabled, this.running, this.upcoming]) count.set(f, 0);
      cells.reset(f);
      const process = f.local();
      f.for(process, 0, parts.firstFact.length, () => {
        f.do(call(this.reach, add(firstFact.at(process), locations.at(process)), 0, -1));
      });
    });
    return reset;
  }

  /** (fact, layer, operator) */
  private emitReach(): void {
    const { workshop, inputs, missing, fresh } = this;
    const { tables, parts } = inputs;
    const operatorsFrom = workshop.lists(parts.index.operatorsFrom);
    workshop.define<[Local, Local, Local]>(this.reach, (f, fact, layer, operator) => {
      tables.locationLayer.put(f, fact, layer);
      tables.locationCause.put(f, fact, operator);
      operatorsFrom.each(f, fact, (user) => {
        const left = f.let(sub(missing.at(user), 1));
        missing.put(f, user, left);
        f.if(eqz(left), () => fresh.push(f, user));
      });
    });
  }

  /** (cell): it has gained values; who reads it must look again. */
  private emitNotify(): FunctionHandle {
    const { workshop, inputs, waiting, isWoken, woken } = this;
    const { parts } = inputs;
    // Cells are called by their nodes, which know their numbers.
    const reading = workshop.lists(parts.groups.reading);
    const chainsReading = workshop.lists(parts.index.chainsReading);
    const notify = workshop.declare("notify", 1, "nothing");
    workshop.define<[Local]>(notify, (f, node) => {
      const cell = f.let(parts.numberOfCell(node));
      reading.each(f, cell, (group) => {
        f.if(eqz(isWoken.at(group)), () =>
          f.if(waiting.at(group), () => {
            isWoken.put(f, group, 1);
            woken.push(f, group);
          }),
        );
      });
      chainsReading.each(f, cell, (chain) => f.if(call(this.queue, chain), () => this.upcoming.push(f, chain)));
    });
    return notify;
  }

  /** (chain) → is it to be put on a list? */
  private emitQueue(): void {
    const { workshop, queued, chainOperator } = this;
    workshop.define<[Local]>(this.queue, (f, chain) => {
      f.if(queued.at(chain), () => f.return(0));
      f.if(eq(chainOperator.at(chain), -1), () => f.return(0));
      f.if(eqz(call(this.inputs.cells.mayWrite, chain)), () => f.return(0));
      queued.put(f, chain, 1);
      f.return(1);
    });
  }

  private emitTestConditions(): FunctionHandle {
    const { workshop, inputs, isAsked, isWoken, woken, missing, unmet } = this;
    const { parts, tables } = inputs;
    const operatorsNeeding = workshop.lists(parts.index.operatorsNeeding);
    const members = workshop.lists(parts.groups.members);
    const retest = workshop.declare("retest", 1, "nothing");
    workshop.define<[Local]>(retest, (f, condition) => {
      f.if(eqz(isAsked.at(condition)), () => f.return());
      f.if(ne(tables.conditionLayer.at(condition), NEVER), () => f.return());
      f.if(eqz(call(this.test, condition)), () => f.return());
      operatorsNeeding.each(f, condition, (user) => {
        f.if(eq(missing.at(user), ARMED), () => {
          const left = f.let(sub(unmet.at(user), 1));
          unmet.put(f, user, left);
          f.if(eqz(left), () => f.do(call(this.enable, user)));
        });
      });
    });
    const testConditions = workshop.declare("testConditions", 0, "nothing");
    workshop.define(testConditions, (f) => {
      f.if(eqz(tables.layer.value), () =>
        eachOf(f, workshop.table(parts.targetConditions), (condition) => f.drop(call(this.test, condition))),
      );
      woken.each(f, (group) => {
        isWoken.put(f, group, 0);
        members.each(f, group, (condition) => f.do(call(retest, condition)));
      });
      woken.count.set(f, 0);
      eachOf(f, workshop.table(parts.locationConditions), (condition) => f.do(call(retest, condition)));
    });
    return testConditions;
  }

  /** (condition) → does it hold? */
  private emitTest(): void {
    const { workshop, inputs, isAsked, waiting, conditionGate, groupOf } = this;
    const { tables, nodes, since } = inputs;
    workshop.define<[Local]>(this.test, (f, condition) => {
      const isFirst = f.let(eqz(isAsked.at(condition)));
      isAsked.put(f, condition, 1);
      const gate = f.let(conditionGate.at(condition));
      const group = f.let(groupOf.at(condition));
      f.if(eqz(call(nodes.holds, gate)), () => {
        f.if(isFirst, () => waiting.put(f, group, add(waiting.at(group), 1)));
        f.return(0);
      });
      f.if(eqz(isFirst), () => waiting.put(f, group, sub(waiting.at(group), 1)));
      const isLate: Value = f.choose(isFirst, tables.layer.value, 0);
      tables.conditionLayer.put(f, condition, f.choose(isLate, call(since.of, gate), tables.layer.value));
      f.return(1);
    });
  }

  private emitArm(): FunctionHandle {
    const { workshop, inputs, fresh, isAsked, missing, unmet } = this;
    const { parts, tables, disabled } = inputs;
    const conditionsOf = workshop.lists(parts.index.conditionsOf);
    const arm = workshop.declare("arm", 0, "nothing");
    workshop.define(arm, (f) => {
      fresh.each(f, (operator) => {
        f.if(eqz(disabled.at(operator)), () => {
          const left = f.let(0);
          conditionsOf.each(f, operator, (condition) => {
            f.if(eq(tables.conditionLayer.at(condition), NEVER), () => {
              const isMet = f.choose(isAsked.at(condition), 0, call(this.test, condition));
              f.if(eqz(isMet), () => f.set(left, add(left, 1)));
            });
          });
          missing.put(f, operator, ARMED);
          unmet.put(f, operator, left);
          f.if(eqz(left), () => f.do(call(this.enable, operator)));
        });
      });
      fresh.count.set(f, 0);
    });
    return arm;
  }

  /** (operator) */
  private emitEnable(): void {
    const { workshop, inputs, enabled, chainOperator, running } = this;
    const { parts, tables, isEasier } = inputs;
    const sources = workshop.lists(parts.index.sources);
    const conditionsOf = workshop.lists(parts.index.conditionsOf);
    const chainsOf = workshop.lists(parts.index.chainsOf);
    workshop.define<[Local]>(this.enable, (f, operator) => {
      const sum = f.let(0);
      sources.each(f, operator, (fact) => f.set(sum, add(sum, tables.locationLayer.at(fact))));
      conditionsOf.each(f, operator, (condition) => f.set(sum, add(sum, tables.conditionLayer.at(condition))));
      tables.difficulty.put(f, operator, sum);
      enabled.push(f, operator);
      chainsOf.each(f, operator, (chain) => {
        const other = f.let(chainOperator.at(chain));
        f.if(f.choose(eq(other, -1), 1, call(isEasier, operator, other)), () => chainOperator.put(f, chain, operator));
        f.if(call(this.queue, chain), () => running.push(f, chain));
      });
    });
  }

  /** Locations that the operators which have become possible lead to. */
  private emitMove(): FunctionHandle {
    const { workshop, inputs, enabled, grown } = this;
    const { parts, tables, isEasier } = inputs;
    const targets = workshop.lists(parts.index.targets);
    const move = workshop.declare("move", 0, "nothing");
    workshop.define(move, (f) => {
      const next = f.let(add(tables.layer.value, 1));
      enabled.each(f, (operator) =>
        targets.each(f, operator, (fact) => {
          const layer = f.let(tables.locationLayer.at(fact));
          f.if(
            eq(layer, NEVER),
            () => {
              f.do(call(this.reach, fact, next, operator));
              grown.set(f, 1);
            },
            () =>
              f.if(eq(layer, next), () =>
                f.if(call(isEasier, operator, tables.locationCause.at(fact)), () =>
                  tables.locationCause.put(f, fact, operator),
                ),
              ),
          );
        }),
      );
      enabled.count.set(f, 0);
    });
    return move;
  }

  private apply(f: FunctionWriter, chain: Local): void {
    this.queued.put(f, chain, 0);
    f.do(call(this.inputs.cells.addWrites, chain, this.chainOperator.at(chain)));
  }

  /** () → does the target hold in the layer to come? That is entered then. */
  private emitIsLast(): FunctionHandle {
    const { workshop, inputs, running, conditionGate } = this;
    const { parts, tables, nodes, cells, target } = inputs;
    const { layer, seen, conditionLayer } = tables;
    const isLast = workshop.declare("isLast", 0, "number");
    const writesTarget = workshop.table(parts.writesTarget);
    const targetConditions = workshop.table(parts.targetConditions);
    workshop.define(isLast, (f) => {
      if (!parts.previews) {
        f.return(0);
        return;
      }
      f.if(ltU(running.count.value, WORTH_SKIPPING), () => f.return(0));
      f.if(eqz(call(target.holds, target.root, NEVER - 1, NEVER)), () => f.return(0));
      const others = f.let(0);
      running.each(f, (chain) =>
        f.if(
          writesTarget.at(chain),
          () => this.apply(f, chain),
          () => {
            running.table.put(f, others, chain);
            f.set(others, add(others, 1));
          },
        ),
      );
      running.count.set(f, others);
      f.do(call(cells.preview));
      const next = f.let(add(layer.value, 1));
      layer.set(f, next);
      seen.set(f, next);
      nodes.setGrowing(f, 0);
      eachOf(f, targetConditions, (condition) =>
        f.if(eq(conditionLayer.at(condition), NEVER), () =>
          f.if(call(nodes.holds, conditionGate.at(condition)), () => conditionLayer.put(f, condition, next)),
        ),
      );
      nodes.setGrowing(f, 1);
      f.do(call(cells.restore));
      f.if(call(target.holds, target.root, next, next), () => {
        f.do(call(cells.commit, next));
        cells.settle(f);
        f.return(1);
      });
      layer.set(f, sub(next, 1));
      seen.set(f, layer.value);
      eachOf(f, targetConditions, (condition) =>
        f.if(eq(conditionLayer.at(condition), next), () => conditionLayer.put(f, condition, NEVER)),
      );
      f.return(0);
    });
    return isLast;
  }
}

/** Code that goes through a table. */
function eachOf(f: FunctionWriter, table: Table, visit: (item: Local) => void): void {
  if (table.length === 0) return;
  const at = f.local();
  f.for(at, 0, table.length as Arg, () => visit(f.let(table.at(at))));
}
