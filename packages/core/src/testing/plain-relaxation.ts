// The monotonicity abstraction by its definition, with nothing in common with the estimates but the network: values are
// tried out one tuple at a time with the concrete evaluator, costs and sets grow until nothing changes. What estimates
// claim is held against it: hL ≤ h⁺, and hadd to the digit. For small networks with internal edges, plain channels (one
// receiving process per broadcast channel), selects and updates that are lists of assignments.

import { AccessAnalysis } from "../analysis/accesses.ts";
import { cellTable, type Edge, type Expression, type Formula, type Network, type Statement } from "../network/index.ts";
import { compileBlock, compileExpression, FunctionTable, Machine } from "../semantics/evaluate/index.ts";
import { ModelFault } from "../semantics/index.ts";

export interface PlainState {
  readonly locations: readonly number[];
  readonly cells: readonly number[];
}

/** What some cells may hold, in any combination; `cost` of each value. */
type Values = readonly ReadonlyMap<number, number>[];

interface PlainCondition {
  readonly reads: readonly number[];
  holds(cells: Int32Array): boolean;
}

/** Statements that belong together: run on the cells they read, they leave values in those they write. */
interface PlainEffect {
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** Several results where selects may be several values; none where it fails. */
  run(cells: Int32Array): Int32Array[];
}

interface PlainOperator {
  readonly transition: number;
  /** Pairs of process and location. */
  readonly sources: readonly (readonly [number, number])[];
  readonly targets: readonly (readonly [number, number])[];
  readonly conditions: readonly PlainCondition[];
  readonly effects: readonly PlainEffect[];
}

type PlainTarget =
  | { readonly kind: "and" | "or"; readonly parts: readonly PlainTarget[] }
  | { readonly kind: "location"; readonly process: number; readonly location: number }
  | { readonly kind: "data"; readonly condition: PlainCondition };

/** A part of a joint update: a statement in the frame of its edge. */
interface Piece {
  readonly edge: Edge;
  readonly statement: Statement;
}

export class PlainRelaxation {
  private readonly network: Network;
  private readonly machine: Machine;
  private readonly functions: FunctionTable;
  private readonly accesses: AccessAnalysis;
  private readonly operators: PlainOperator[] = [];
  private readonly target: PlainTarget;
  private transitions = 0;

  constructor(network: Network, target: Formula) {
    this.network = network;
    this.machine = new Machine(network.cells);
    this.functions = new FunctionTable(network.functions);
    this.accesses = new AccessAnalysis(network);
    for (const edge of network.edges) this.addEdge(edge);
    this.target = this.targetOf(target);
  }

  /** The sum over all preconditions, by the cheapest achievers: repeated until no cost changes. */
  hadd({ locations, cells }: PlainState): number {
    const places = this.network.processes.map((process, p) =>
      process.locations.map((_, l) => (locations[p] === l ? 0 : Number.POSITIVE_INFINITY)),
    );
    const values = cells.map((value) => new Map([[value, 0]]));
    for (let changed = true; changed; ) {
      changed = false;
      for (const { sources, targets, conditions, effects } of this.operators) {
        let sum = 0;
        for (const [process, location] of sources) sum += places[process]![location]!;
        for (const condition of conditions) sum += this.cheapest(condition, values);
        if (sum === Number.POSITIVE_INFINITY) continue;
        for (const [process, location] of targets) {
          if (places[process]![location]! <= sum + 1) continue;
          places[process]![location] = sum + 1;
          changed = true;
        }
        for (const { reads, writes, run } of effects) {
          const found: [number, number, number][] = [];
          this.forTuples(reads, values, (tuple, cost) => {
            for (const after of run(tuple)) for (const cell of writes) found.push([cell, after[cell]!, 1 + sum + cost]);
          });
          for (const [cell, value, cost] of found) {
            if ((values[cell]!.get(value) ?? Number.POSITIVE_INFINITY) <= cost) continue;
            values[cell]!.set(value, cost);
            changed = true;
          }
        }
      }
    }
    return this.costOf(this.target, places, values);
  }

  /** Transitions of the shortest relaxed trace; null when more than `limit` abstract states would have to be seen. */
  optimum({ locations, cells }: PlainState, limit: number): number | null {
    const start: Gathered = {
      places: locations.map((location) => new Set([location])),
      values: cells.map((value) => new Map([[value, 0]])),
    };
    let layer = [start];
    const seen = new Set([keyOf(start)]);
    for (let length = 0; layer.length > 0; length++) {
      if (layer.some((gathered) => this.isMet(gathered))) return length;
      const next: Gathered[] = [];
      for (const gathered of layer) {
        for (let transition = 0; transition < this.transitions; transition++) {
          const after = this.after(gathered, transition);
          const key = keyOf(after);
          if (seen.has(key)) continue;
          seen.add(key);
          next.push(after);
        }
        if (seen.size > limit) return null;
      }
      layer = next;
    }
    return Number.POSITIVE_INFINITY;
  }

  private isMet({ places, values }: Gathered): boolean {
    const costs = this.network.processes.map((process, p) =>
      process.locations.map((_, l) => (places[p]!.has(l) ? 0 : Number.POSITIVE_INFINITY)),
    );
    return this.costOf(this.target, costs, values) === 0;
  }

  private after({ places, values }: Gathered, transition: number): Gathered {
    const after = { places: places.map((set) => new Set(set)), values: values.map((map) => new Map(map)) };
    for (const operator of this.operators) {
      if (operator.transition !== transition) continue;
      if (!operator.sources.every(([process, location]) => places[process]!.has(location))) continue;
      if (!operator.conditions.every((condition) => this.cheapest(condition, values) === 0)) continue;
      for (const [process, location] of operator.targets) after.places[process]!.add(location);
      for (const { reads, writes, run } of operator.effects) {
        this.forTuples(reads, values, (tuple) => {
          for (const result of run(tuple)) for (const cell of writes) after.values[cell]!.set(result[cell]!, 0);
        });
      }
    }
    return after;
  }

  private costOf(target: PlainTarget, places: readonly (readonly number[])[], values: Values): number {
    switch (target.kind) {
      case "location":
        return places[target.process]![target.location]!;
      case "data":
        return this.cheapest(target.condition, values);
      case "and":
        return target.parts.reduce((sum, part) => sum + this.costOf(part, places, values), 0);
      case "or":
        return Math.min(...target.parts.map((part) => this.costOf(part, places, values)));
    }
  }

  private cheapest({ reads, holds }: PlainCondition, values: Values): number {
    let least = Number.POSITIVE_INFINITY;
    this.forTuples(reads, values, (tuple, cost) => {
      if (cost < least && holds(tuple)) least = cost;
    });
    return least;
  }

  private forTuples(reads: readonly number[], values: Values, visit: (cells: Int32Array, cost: number) => void): void {
    const tuple = Int32Array.from(this.network.initialValues);
    const choose = (at: number, cost: number): void => {
      const cell = reads[at];
      if (cell === undefined) visit(tuple, cost);
      else {
        for (const [value, own] of values[cell]!) {
          tuple[cell] = value;
          choose(at + 1, cost + own);
        }
      }
    };
    choose(0, 0);
  }

  private addEdge(edge: Edge): void {
    const { sync } = edge;
    if (sync.kind === "internal") this.add(this.transitions++, [edge], [], [edge]);
    if (sync.kind !== "send") return;
    const partners = this.network.edges.filter(
      (other) =>
        other.process !== edge.process &&
        other.sync.kind === "receive" &&
        other.sync.channel.base === sync.channel.base,
    );
    if (this.network.channels[sync.channel.base]!.broadcast) {
      const transition = this.transitions++;
      this.add(transition, [edge], [], [edge]);
      for (const partner of partners) this.add(transition, [edge, partner], [edge], [partner]);
    } else for (const partner of partners) this.add(this.transitions++, [edge, partner], [], [edge, partner]);
  }

  private add(transition: number, edges: readonly Edge[], before: readonly Edge[], effective: readonly Edge[]): void {
    this.operators.push({
      transition,
      sources: edges.map(({ process, source }) => [process, source] as const),
      targets: effective.map(({ process, target }) => [process, target] as const),
      conditions: edges.flatMap((edge) =>
        edge.guard.flatMap((part) =>
          part.kind === "data" ? conjuncts(part.condition).map((condition) => this.condition(condition, edge)) : [],
        ),
      ),
      effects: this.effects(piecesOf(before), piecesOf(effective)),
    });
  }

  private condition(expression: Expression, edge?: Edge): PlainCondition {
    const evaluate = compileExpression(expression, this.functions);
    const selections = edge === undefined ? [[]] : selectionsOf(edge);
    return {
      reads: [...this.accesses.ofExpression(expression).readCells],
      holds: (cells) =>
        selections.some((selection) => {
          this.load(cells, edge?.frameSize ?? 0, selection);
          return unlessFault(() => evaluate(this.machine) !== 0) ?? false;
        }),
    };
  }

  /** Groups of statements of which later ones read or write what earlier ones write. */
  private effects(before: readonly Piece[], own: readonly Piece[]): PlainEffect[] {
    const touched = own.map(({ statement }) => this.accesses.ofStatements([statement]));
    const group = own.map((_, at) => at);
    for (const [at, { readCells, writtenCells }] of touched.entries()) {
      for (let other = 0; other < at; other++) {
        const together = [...touched[other]!.writtenCells].some(
          (cell) => readCells.has(cell) || writtenCells.has(cell),
        );
        if (!together) continue;
        const [kept, merged] = [group[other]!, group[at]!];
        for (let k = 0; k <= at; k++) if (group[k] === merged) group[k] = kept;
      }
    }
    return [...new Set(group)].map((of) =>
      this.effect(
        before,
        own.filter((_, at) => group[at] === of),
      ),
    );
  }

  private effect(before: readonly Piece[], own: readonly Piece[]): PlainEffect {
    const writes = new Set(own.flatMap(({ statement }) => [...this.accesses.ofStatements([statement]).writtenCells]));
    const reads = new Set(own.flatMap(({ statement }) => [...this.accesses.ofStatements([statement]).readCells]));
    const pieces = [...own];
    // What happened before matters where it is read, backwards.
    for (const piece of [...before].reverse()) {
      const { readCells, writtenCells } = this.accesses.ofStatements([piece.statement]);
      if (![...writtenCells].some((cell) => reads.has(cell))) continue;
      for (const cell of readCells) reads.add(cell);
      pieces.unshift(piece);
    }
    // An assignment to one of several elements leaves the others as they are.
    for (const { statement } of own) {
      const { writtenCells } = this.accesses.ofStatements([statement]);
      if (writtenCells.size > 1) for (const cell of writtenCells) reads.add(cell);
    }
    const edges = [...new Set(pieces.map(({ edge }) => edge))];
    const compiled = pieces.map(({ edge, statement }) => ({ edge, run: compileBlock([statement], this.functions) }));
    const { min, max } = cellTable(this.network);
    const run = (cells: Int32Array): Int32Array[] =>
      product(edges.map(selectionsOf)).flatMap((selections) => {
        let now = cells;
        const done = unlessFault(() => {
          for (const { edge, run: execute } of compiled) {
            this.load(now, edge.frameSize, selections[edges.indexOf(edge)]!);
            execute(this.machine);
            now = this.machine.memory.slice(0, this.network.cells);
          }
          return true;
        });
        return done === true && [...writes].every((cell) => now[cell]! >= min[cell]! && now[cell]! <= max[cell]!)
          ? [now]
          : [];
      });
    return { reads: [...reads], writes: [...writes], run };
  }

  private load(cells: Int32Array, frameSize: number, selection: readonly number[]): void {
    this.machine.load(new Int32Array(this.network.processes.length), cells, frameSize);
    this.machine.setFrame(selection);
    this.machine.clearAssignments();
  }

  private targetOf(formula: Formula): PlainTarget {
    if (formula.kind === "data") return this.goalOf(formula.condition);
    if (formula.kind !== "and" && formula.kind !== "or") throw new Error(`the target asks for ${formula.kind}`);
    return { kind: formula.kind, parts: formula.parts.map((part) => this.targetOf(part)) };
  }

  private goalOf(expression: Expression): PlainTarget {
    if (expression.kind === "and" || expression.kind === "or") {
      return { kind: expression.kind, parts: [this.goalOf(expression.left), this.goalOf(expression.right)] };
    }
    if (expression.kind === "at") {
      return { kind: "location", process: expression.process.base, location: expression.location };
    }
    return { kind: "data", condition: this.condition(expression) };
  }
}

interface Gathered {
  readonly places: readonly ReadonlySet<number>[];
  readonly values: Values;
}

const keyOf = ({ places, values }: Gathered): string =>
  [...places.map((set) => ordered(set)), ...values.map((map) => ordered(map.keys()))].join(";");

const ordered = (numbers: Iterable<number>): string => [...numbers].sort((a, b) => a - b).join();

const piecesOf = (edges: readonly Edge[]): Piece[] =>
  edges.flatMap((edge) => edge.update.map((statement) => ({ edge, statement })));

const selectionsOf = ({ selects }: Edge): number[][] =>
  product(selects.map(({ min, max }) => Array.from({ length: max - min + 1 }, (_, at) => min + at)));

function product<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((all, list) => all.flatMap((before) => list.map((item) => [...before, item])), [[]]);
}

function conjuncts(expression: Expression): Expression[] {
  return expression.kind === "and" ? [...conjuncts(expression.left), ...conjuncts(expression.right)] : [expression];
}

function unlessFault<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ModelFault) return undefined;
    throw error;
  }
}
