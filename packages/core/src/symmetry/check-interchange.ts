// Is an exchange a symmetry (an automorphism of the network that keeps the formula)? Everything is read again: each
// process beside the one it becomes, each function, whatever runs around updates, the question; each place cell by
// cell. Where the order of things matters that are exchanged (rounds of a loop, receivers of a broadcast), it is
// refused. It shares the reading side by side with what proposes, and none of its conclusions.

import { faultsOf } from "../analysis/faults.ts";
import { cellTable, type Formula, type Network } from "../network/index.ts";
import type { Interchange } from "./interchange.ts";
import { broadcastObstacle, cannotFail, isOrderFree, writesNothing } from "./order.ts";
import { type ItemKind, type Pairing, type Reference, SideBySide, type ValueRange } from "./pairing.ts";
import { difference } from "./propose-interchange.ts";
import { everyItem, extent } from "./references.ts";
import { PLAIN, type ValueClasses } from "./value-classes.ts";

/** Why an exchange is no symmetry, in a user's words; undefined where it is one. */
export function brokenBy(
  network: Network,
  formula: Formula,
  classes: ValueClasses,
  change: Interchange,
): string | undefined {
  const checking = new Checking(network, classes, change);
  const shape = new SideBySide(checking);
  const { processes, edges, functions } = network;
  for (const [p, process] of processes.entries()) {
    const image = change.to("process", p);
    if (!shape.process(process, processes[image]!, edges)) return checking.why ?? difference(network, p, image, shape);
  }
  for (const [f, definition] of functions.entries()) {
    if (!shape.definition(definition, functions[change.to("function", f)]!)) {
      return checking.why ?? `the function ${definition.name} tells them apart`;
    }
  }
  const around = [...network.beforeUpdate, ...network.afterUpdate];
  if (!shape.statements(around, around)) return "what runs around updates tells them apart";
  const asked = new SideBySide(new Checking(network, classes, change, !faultsOf(network).formula(formula)));
  if (!asked.formula(formula, formula)) return "the question tells them apart";
  return movedCells(network, classes, change) ?? movedChannels(network, change) ?? broadcastObstacle(network, change);
}

function movedCells(network: Network, classes: ValueClasses, change: Interchange): string | undefined {
  const { min, max, meta, variable, name } = cellTable(network);
  const { variables, initialValues } = network;
  for (let cell = 0; cell < network.cells; cell++) {
    const to = change.to("cell", cell);
    const of = classes.classOfCell(cell);
    const isLike =
      min[cell] === min[to] && max[cell] === max[to] && meta[cell] === meta[to] && of === classes.classOfCell(to);
    if (!isLike) return `${name(cell)} and ${name(to)} have different types`;
    if (!isClosed(change, of, min[cell]!, max[cell]!)) return `${name(cell)} does not have all of their values`;
    const isConstant = variables[variable[cell]!]!.constant === true;
    if (isConstant !== (variables[variable[to]!]!.constant === true)) return `${name(cell)} is a constant`;
    if (isConstant && change.value(of, initialValues[cell]!) !== initialValues[to]) {
      return `the constant ${name(cell)} tells them apart`;
    }
  }
  return undefined;
}

function movedChannels({ channels }: Network, change: Interchange): string | undefined {
  const differs = channels.findIndex(({ broadcast, urgent, priority }, channel) => {
    const to = channels[change.to("channel", channel)]!;
    return broadcast !== to.broadcast || urgent !== to.urgent || priority !== to.priority;
  });
  return differs < 0 ? undefined : `the channel ${channels[differs]!.name} is of another kind`;
}

/** Does a range hold with every value also the one it becomes? */
function isClosed(change: Interchange, of: number, min: number, max: number): boolean {
  if (of === PLAIN) return true;
  return change
    .movedValues()
    .filter((moved) => moved.of === of)
    .every(({ pairs }) => pairs.every(([a, b]) => (a >= min && a <= max) === (b >= min && b <= max)));
}

class Checking implements Pairing {
  readonly unordered: boolean;
  /** What was met, where a sentence can be said about it. */
  why: string | undefined;
  private readonly network: Network;
  private readonly classes: ValueClasses;
  private readonly change: Interchange;

  constructor(network: Network, classes: ValueClasses, change: Interchange, unordered = false) {
    this.network = network;
    this.classes = classes;
    this.change = change;
    this.unordered = unordered;
  }

  value(a: object, b: object, [first, second]: readonly [number, number], at?: number): boolean {
    const of = (node: object): number =>
      at === undefined ? this.classes.classOf(node) : (this.classes.classesOf(node)[at] ?? PLAIN);
    if (of(a) !== of(b)) return false;
    return of(a) === PLAIN ? first === second : this.change.value(of(a), first) === second;
  }

  range(a: ValueRange & object, b: ValueRange & object): boolean {
    if (a.min !== b.min || a.max !== b.max) return false;
    return isClosed(this.change, this.classes.classOf(a), a.min, a.max);
  }

  reference(kind: ItemKind, a: Reference, b: Reference, size: number): boolean {
    const { change, classes } = this;
    return everyItem(a, b, change, classes, (x, y) => {
      for (let k = extent(kind, x, size, classes) - 1; k >= 0; k--) if (change.to(kind, x + k) !== y + k) return false;
      return true;
    });
  }

  calls(a: number, b: number): boolean {
    return this.change.to("function", a) === b;
  }

  loop(statement: Parameters<Pairing["loop"]>[0]): boolean {
    if (!this.moves(statement) || isOrderFree(statement)) return true;
    this.why = "the rounds of a loop over them depend on their order";
    return false;
  }

  quantifier(...[binder, body, around]: Parameters<Pairing["quantifier"]>): boolean {
    if (!this.moves(binder) || body === undefined) return true;
    if (!writesNothing(this.network, body)) this.why = "a quantifier over them has side effects";
    else if (faultsOf(this.network).canFault && !cannotFail(this.network, body, around))
      this.why = "evaluating a quantifier over them might fail half way";
    return this.why === undefined;
  }

  private moves(node: object): boolean {
    const of = this.classes.classOf(node);
    return this.change.movedValues().some((moved) => moved.of === of);
  }
}
