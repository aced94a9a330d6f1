// What slots ask for and do: guards, channels and updates with short functions written out and the values of the
// selects put in, so that each slot waits for the very cells it looks at (`queue[t]` with a select t would otherwise be
// about the whole queue) and mostly knows its channel outright.

import { type Bindings, specialise, specialiseRef } from "../../analysis/specialise.ts";
import { defined } from "../../basics/defined.ts";
import type { ClockRef, Conjunct, Edge, Network, Statement } from "../../network/index.ts";
import type { Unfolder } from "./inline-functions.ts";

/** Edges with selects are spelled out while there are no more slots than this in all. */
const MOST_SPELLED_OUT = 20_000;

/** One guard, channel and update for a range of slots: of an edge as it stands, or of one choice of its selects. */
export interface GuardOfSlots {
  readonly edge: Edge;
  readonly firstSlot: number;
  readonly endSlot: number;
}

interface Slots {
  readonly network: Network;
  readonly edges: readonly { readonly firstSlot: number; readonly endSlot: number }[];
  selectOf(slot: number): readonly number[];
}

export function guardsOfSlots(slots: Slots, unfolder: Unfolder): GuardOfSlots[] {
  let left = MOST_SPELLED_OUT;
  return slots.network.edges.flatMap((original) => {
    const { guard, sync, update } = original;
    const unfolded = { guard: unfolder.map(guard), sync: unfolder.map(sync), update: unfolder.statements(update) };
    const edge = { ...original, ...unfolded };
    const { firstSlot, endSlot } = slots.edges[edge.id]!;
    if (edge.selects.length === 0) return [{ edge: withSelects(edge, []), firstSlot, endSlot }];
    left -= endSlot - firstSlot;
    if (left < 0) return [{ edge, firstSlot, endSlot }];
    return Array.from({ length: endSlot - firstSlot }, (_, at) => {
      const slot = firstSlot + at;
      return { edge: withSelects(edge, slots.selectOf(slot)), firstSlot: slot, endSlot: slot + 1 };
    });
  });
}

/** The edge with the values of its selects, which are the first cells of the frame, in all its labels. */
function withSelects(edge: Edge, values: readonly number[]): Edge {
  const bindings: Bindings = new Map(values.entries());
  const { guard, sync, update } = edge;
  return {
    ...edge,
    update: update.map((statement) => specialiseStatement(statement, bindings)),
    guard: guard.map((conjunct) => specialiseConjunct(conjunct, bindings)),
    sync: "channel" in sync ? { ...sync, channel: specialiseRef(sync.channel, bindings) } : sync,
  };
}

function specialiseConjunct(conjunct: Conjunct, all: Bindings): Conjunct {
  if (conjunct.kind === "data") return { ...conjunct, condition: specialise(conjunct.condition, all) };
  const bound = new Set(conjunct.binders.map(({ cell }) => cell));
  const bindings = bound.size === 0 ? all : new Map([...all].filter(([cell]) => !bound.has(cell)));
  const { left, right, when } = conjunct;
  const ref = (clock: ClockRef | undefined): ClockRef | undefined => clock && specialiseRef(clock, bindings);
  return {
    ...conjunct,
    bound: specialise(conjunct.bound, bindings),
    ...defined({ left: ref(left), right: ref(right), when: when && specialise(when, bindings) }),
  };
}

/** Statements that bind variables of their own are left as they are: the values of selects stand in the frame, too. */
function specialiseStatement(statement: Statement, bindings: Bindings): Statement {
  const recur = (inner: Statement): Statement => specialiseStatement(inner, bindings);
  switch (statement.kind) {
    case "expression":
      return { ...statement, expression: specialise(statement.expression, bindings) };
    case "block":
      return { ...statement, body: statement.body.map(recur) };
    case "if": {
      const condition = specialise(statement.condition, bindings);
      const { then, otherwise } = statement;
      if (condition.kind === "constant")
        return { kind: "block", body: (condition.value !== 0 ? then : otherwise).map(recur) };
      return { ...statement, condition, then: then.map(recur), otherwise: otherwise.map(recur) };
    }
    default:
      return statement;
  }
}
