// Where things are exchanged, they may come in another order. Rounds of a loop over a scalar set must not see each
// other (Ip and Dill 1996, restriction on `for`): each writes what is its own, and counts at most. Receivers of a
// broadcast update in the order of the system line, so that their updates must not see each other either.

import { AccessAnalysis, cellsOf } from "../analysis/accesses.ts";
import {
  cellTable,
  type Edge,
  type Expression,
  type Formula,
  type Network,
  type Place,
  type Statement,
  type Subscript,
  visitExpression,
  visitFormula,
  visitStatements,
} from "../network/index.ts";
import type { Interchange } from "./interchange.ts";

type Loop = Statement & { readonly kind: "iterate" };
type Assignment = Expression & { readonly kind: "assign" };

const COUNTING: readonly string[] = ["+", "-"];

/** May the rounds of a loop come in any order? */
export function isOrderFree({ cell, body }: Loop): boolean {
  let isSimple = true;
  const counted: Place[] = [];
  const read: Place[] = [];
  const written: Place[] = [];
  visitStatements(body, {
    statement: ({ kind }) => {
      if (kind === "return" || kind === "initialise" || kind === "iterate") isSimple = false;
    },
    expression: (expression) => {
      if (expression.kind === "call" || expression.kind === "copy" || expression.kind === "clock-assign") {
        isSimple = false;
      }
      if (expression.kind !== "assign") return;
      if (isCount(expression)) counted.push(expression.target);
    },
    place: (place, access) => {
      if (access !== "read") written.push(place);
      if (access !== "write") read.push(place);
    },
  });
  const isOwn = ({ space, steps }: Place): boolean =>
    space === "state" && steps.some(({ index }) => index.kind === "load" && isBinder(index.place, cell));
  const isApart = (place: Place): boolean => !read.some((other) => other !== place && mayMeet(place, other));
  return (
    isSimple &&
    written.every((place) => {
      if (counted.includes(place)) return isApart(place);
      // What a round writes is its own, and whoever reads it is the same round.
      return isOwn(place) && read.every((other) => other === place || !mayMeet(place, other) || isOwn(other));
    })
  );
}

function isBinder({ space, base, offset, steps }: Place, cell: number): boolean {
  return space === "frame" && base + offset === cell && steps.length === 0;
}

function isCount({ op, value }: Assignment): boolean {
  return COUNTING.includes(op) && value.kind === "constant";
}

/** May two places share a cell? References may be anything. */
function mayMeet(a: Place, b: Place): boolean {
  if (a.space === "reference" || b.space === "reference") return true;
  if (a.space !== b.space) return false;
  const [first, second] = [spanOf(a), spanOf(b)];
  return first.from <= second.to && second.from <= first.to;
}

function spanOf({ base, offset, steps }: Place): { readonly from: number; readonly to: number } {
  const from = base + offset;
  return { from, to: steps.reduce((to, { count, stride }) => to + (count - 1) * stride, from) };
}

/** Does evaluating it leave everything as it is? */
export function writesNothing(network: Network, body: Expression | Formula): boolean {
  let isPure = true;
  const seen = new Set<number>();
  const visitor = {
    expression: (expression: Expression) => {
      if (expression.kind !== "call") return;
      if (expression.into !== undefined || expression.arguments.some(({ kind }) => kind === "reference"))
        isPure = false;
      if (seen.has(expression.function)) return;
      seen.add(expression.function);
      visitStatements(network.functions[expression.function]!.body, visitor);
    },
    place: ({ space }: Place, access: string) => {
      if (access !== "read" && space !== "frame") isPure = false;
    },
    clock: (_clock: unknown, access: string) => {
      if (access !== "read") isPure = false;
    },
  };
  if (isFormula(body)) visitFormula(body, visitor);
  else visitExpression(body, visitor);
  return isPure;
}

const SAFE: readonly string[] = ["+", "-", "*", "<?", ">?", "<", "<=", "==", "!=", ">=", ">", "&", "|", "^"];

/** Is it plain to see that evaluating it never fails, whatever the state? `bound`: ranges of frame cells. */
export function cannotFail(
  network: Network,
  body: Expression | Formula,
  bound: ReadonlyMap<number, { readonly min: number; readonly max: number }>,
): boolean {
  const { min, max } = cellTable(network);
  const inside = (binder: { readonly cell: number; readonly min: number; readonly max: number }) =>
    new Map(bound).set(binder.cell, binder);
  const fits = ({ index, first, count }: Subscript): boolean => {
    const last = first + count - 1;
    if (index.kind === "constant") return index.value >= first && index.value <= last;
    if (index.kind !== "load" || !isSafe(index)) return false;
    const { space, base, offset, steps } = index.place;
    if (space === "state") {
      return cellsOf(index.place, 1).every((cell) => min[cell]! >= first && max[cell]! <= last);
    }
    const range = space === "frame" && steps.length === 0 ? bound.get(base + offset) : undefined;
    return range !== undefined && range.min >= first && range.max <= last;
  };
  const isSafe = (expression: Expression): boolean => {
    switch (expression.kind) {
      case "constant":
        return true;
      case "load":
        return expression.place.space !== "reference" && expression.place.steps.every(fits);
      case "unary":
        return isSafe(expression.operand);
      case "binary":
        return SAFE.includes(expression.op) && isSafe(expression.left) && isSafe(expression.right);
      case "and":
      case "or":
        return isSafe(expression.left) && isSafe(expression.right);
      case "conditional":
        return isSafe(expression.condition) && isSafe(expression.then) && isSafe(expression.otherwise);
      case "forall":
      case "exists":
      case "sum":
        return cannotFail(network, expression.body, inside(expression));
      case "at":
        return expression.process.steps.every(fits);
      default:
        return false;
    }
  };
  if (!isFormula(body)) return isSafe(body);
  switch (body.kind) {
    case "data":
      return isSafe(body.condition);
    case "clock":
      return [...(body.left?.steps ?? []), ...(body.right?.steps ?? [])].every(fits) && isSafe(body.bound);
    case "and":
    case "or":
      return body.parts.every((part) => cannotFail(network, part, bound));
    case "not":
      return cannotFail(network, body.part, bound);
    case "forall":
    case "exists":
      return cannotFail(network, body.body, inside(body.binder));
    case "deadlock":
      return true;
  }
}

function isFormula(body: Expression | Formula): body is Formula {
  return ["data", "clock", "not", "deadlock"].includes(body.kind) || "parts" in body || "binder" in body;
}

/** Receivers that change their order and whose updates see each other. */
export function broadcastObstacle(network: Network, change: Interchange): string | undefined {
  const accesses = new AccessAnalysis(network);
  const receivers = network.edges.filter(
    (edge) => edge.sync.kind === "receive" && mayBeBroadcast(network, edge) && edge.update.length > 0,
  );
  for (const [i, a] of receivers.entries()) {
    for (const b of receivers.slice(i + 1)) {
      const [before, after] = [
        a.process - b.process,
        change.to("process", a.process) - change.to("process", b.process),
      ];
      if (before === 0 || before > 0 === after > 0) continue;
      if (!mayMeetOn(a, b) || areApart(accesses, a, b)) continue;
      const [first, second] = [network.processes[a.process]!.name, network.processes[b.process]!.name];
      return `${first} and ${second} may receive one broadcast, and their updates depend on their order`;
    }
  }
  return undefined;
}

function mayBeBroadcast({ channels }: Network, edge: Edge): boolean {
  return channelsOf(edge).some((channel) => channels[channel]?.broadcast === true);
}

function channelsOf({ sync }: Edge): number[] {
  if (sync.kind !== "receive") return [];
  let found = [sync.channel.base];
  for (const { count, stride } of sync.channel.steps) {
    found = found.flatMap((base) => Array.from({ length: count }, (_, at) => base + at * stride));
  }
  return found;
}

function mayMeetOn(a: Edge, b: Edge): boolean {
  const channels = new Set(channelsOf(a));
  return channelsOf(b).some((channel) => channels.has(channel));
}

function areApart(analysis: AccessAnalysis, a: Edge, b: Edge): boolean {
  const [first, second] = [analysis.ofStatements(a.update), analysis.ofStatements(b.update)];
  const none = <T>(x: ReadonlySet<T>, y: ReadonlySet<T>): boolean => [...x].every((item) => !y.has(item));
  return (
    none(first.writtenCells, second.writtenCells) &&
    none(first.writtenCells, second.readCells) &&
    none(first.readCells, second.writtenCells) &&
    none(first.resetClocks, second.resetClocks) &&
    none(first.resetClocks, second.testedClocks) &&
    none(first.testedClocks, second.resetClocks)
  );
}
