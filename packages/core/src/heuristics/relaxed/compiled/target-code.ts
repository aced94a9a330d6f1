// The target as the emitted code tests it: records of its parts, the twin of `target-node.ts`.

import { add, select, shl } from "../../../wasm/arithmetic.ts";
import type { FunctionHandle } from "../../../wasm/assembler.ts";
import { eq, eqz, leS, ltS, ltU } from "../../../wasm/comparisons.ts";
import { call, type FunctionWriter } from "../../../wasm/function-writer.ts";
import { load32 } from "../../../wasm/memory.ts";
import type { Local } from "../../../wasm/value.ts";
import type { TargetNode } from "../ground/target-node.ts";
import { NEVER } from "../kernel/cell-history.ts";
import type { ModuleTables, Table } from "./tables.ts";

const KINDS: readonly TargetNode["kind"][] = ["and", "or", "location", "data", "true", "false"];
/** Kind and number of parts, then the parts: addresses, facts or a condition. */
const HEADER = 8;

export interface TargetCode {
  readonly root: number;
  /** (node, latest layer of facts, of conditions) → does it hold there? */
  readonly holds: FunctionHandle;
  /** (node): makes goals of what it takes. */
  readonly select: FunctionHandle;
}

interface Goals {
  readonly locationLayer: Table;
  readonly conditionLayer: Table;
  addLocation(f: FunctionWriter, fact: Local): void;
  addCondition(f: FunctionWriter, condition: Local): void;
}

export function emitTarget(workshop: ModuleTables, target: TargetNode, goals: Goals): TargetCode {
  const { locationLayer, conditionLayer } = goals;
  const lay = (node: TargetNode): number => {
    const parts =
      "parts" in node
        ? node.parts.map(lay)
        : "facts" in node
          ? node.facts
          : "condition" in node
            ? [node.condition.index]
            : [];
    return workshop.map.table([KINDS.indexOf(node.kind), parts.length, ...parts]);
  };
  const root = lay(target);
  const eachPart = (f: FunctionWriter, node: Local, visit: (part: Local) => void): void => {
    const at = f.let(add(node, HEADER));
    const end = f.let(add(at, shl(load32(node, 4), 2)));
    const part = f.local();
    f.while(ltU(at, end), () => {
      f.set(part, load32(at));
      visit(part);
      f.set(at, add(at, 4));
    });
  };
  const byKind = (f: FunctionWriter, node: Local, cases: Partial<Record<TargetNode["kind"], () => void>>): void =>
    f.switch(
      load32(node),
      KINDS.map((kind) => cases[kind] ?? (() => {})),
    );

  const holds = workshop.declare("targetHolds", 3, "number");
  workshop.define<[Local, Local, Local]>(holds, (f, node, facts, conditions) => {
    byKind(f, node, {
      and: () => {
        eachPart(f, node, (part) => f.if(eqz(call(holds, part, facts, conditions)), () => f.return(0)));
        f.return(1);
      },
      or: () => eachPart(f, node, (part) => f.if(call(holds, part, facts, conditions), () => f.return(1))),
      location: () => eachPart(f, node, (fact) => f.if(leS(locationLayer.at(fact), facts), () => f.return(1))),
      data: () => f.return(leS(conditionLayer.at(load32(node, HEADER)), conditions)),
      true: () => f.return(1),
    });
    f.return(0);
  });

  const layerOf = workshop.declare("targetLayer", 1, "number");
  workshop.define<[Local]>(layerOf, (f, node) => {
    const layer = f.let(NEVER);
    const least = (other: Local): void => f.set(layer, select(ltS(other, layer), other, layer));
    byKind(f, node, {
      and: () => {
        f.set(layer, 0);
        eachPart(f, node, (part) => {
          const other = f.let(call(layerOf, part));
          f.set(layer, select(ltS(layer, other), other, layer));
        });
      },
      or: () => eachPart(f, node, (part) => least(f.let(call(layerOf, part)))),
      location: () => eachPart(f, node, (fact) => least(f.let(locationLayer.at(fact)))),
      data: () => f.set(layer, conditionLayer.at(load32(node, HEADER))),
      true: () => f.set(layer, 0),
    });
    f.return(layer);
  });

  const choose = workshop.declare("targetGoals", 1, "nothing");
  workshop.define<[Local]>(choose, (f, node) => {
    const best = f.let(-1);
    const layer = f.let(0);
    /** The first of the earliest parts. */
    const keepBest = (part: Local, other: Local): void =>
      f.if(f.choose(eq(best, -1), 1, ltS(other, layer)), () => {
        f.set(best, part);
        f.set(layer, other);
      });
    byKind(f, node, {
      and: () => eachPart(f, node, (part) => f.do(call(choose, part))),
      or: () => {
        eachPart(f, node, (part) => keepBest(part, f.let(call(layerOf, part))));
        f.do(call(choose, best));
      },
      location: () => {
        eachPart(f, node, (fact) => keepBest(fact, f.let(locationLayer.at(fact))));
        goals.addLocation(f, best);
      },
      data: () => goals.addCondition(f, f.let(load32(node, HEADER))),
    });
  });
  return { root, holds, select: choose };
}
