// What predicates on data say before a step, given what they say after it. The predicates and the step's conditions and
// statements are cut where they share no cell; each piece is run once on every valuation of its cells, and what is kept
// of that are the pairs of truth values before and after. Regression then only looks through these pairs. A piece with
// too many valuations is given up: its conditions hold, and predicates that it may change are open.

import type { Network } from "../../network/index.ts";
import { Machine } from "../../semantics/evaluate/index.ts";
import { type Action, takes } from "../factored/actions.ts";
import type { Meter } from "../factored/build-budget.ts";
import type { PartStep } from "./part-steps.ts";
import { OPEN, truth } from "./predicate-set.ts";

const MOST_VALUATIONS = 20_000;

interface Pair {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

interface Piece {
  readonly predicates: readonly number[];
  /** Truth of each predicate before and after, for every enabled valuation; null: too many to try. */
  readonly pairs: readonly Pair[] | null;
  /** Which predicates the step may change. */
  readonly changes: readonly boolean[];
  readonly known: Map<string, Uint8Array | null>;
}

export class DataRegression {
  private readonly predicates: readonly Action[];
  private readonly values: readonly (readonly number[] | undefined)[];
  private readonly machine: Machine;
  private readonly meter: Meter;
  private readonly pieces = new Map<PartStep, readonly Piece[]>();

  constructor(
    network: Network,
    predicates: readonly Action[],
    values: readonly (readonly number[] | undefined)[],
    meter: Meter,
  ) {
    this.predicates = predicates;
    this.values = values;
    this.meter = meter;
    this.machine = new Machine(network.cells);
    this.machine.load(new Int32Array(network.processes.length), network.initialValues, 0);
  }

  /** Truth values before the step; null when it cannot lead there. */
  before(step: PartStep, after: Uint8Array): Uint8Array | null {
    let pieces = this.pieces.get(step);
    if (pieces === undefined) {
      pieces = this.cut(step);
      this.pieces.set(step, pieces);
    }
    if (pieces.length === 0) return after;
    const before = after.slice();
    for (const piece of pieces) {
      const result = this.through(piece, after);
      if (result === null) return null;
      for (const [k, predicate] of piece.predicates.entries()) before[predicate] = result[k]!;
    }
    return before;
  }

  private through({ predicates, pairs, changes, known }: Piece, after: Uint8Array): Uint8Array | null {
    if (pairs === null) return Uint8Array.from(predicates, (predicate, k) => (changes[k] ? OPEN : after[predicate]!));
    const wanted = Uint8Array.from(predicates, (predicate) => after[predicate]!);
    const key = String.fromCharCode(...wanted);
    const found = known.get(key);
    if (found !== undefined) return found;
    let result: Uint8Array | null = null;
    for (const pair of pairs) {
      if (!pair.after.every((bit, k) => bit === OPEN || wanted[k] === OPEN || bit === wanted[k])) continue;
      if (result === null) result = pair.before.slice();
      else for (let k = 0; k < result.length; k++) if (result[k] !== pair.before[k]) result[k] = OPEN;
    }
    this.meter.spend(pairs.length);
    known.set(key, result);
    return result;
  }

  /** Pieces that the step has something to do with. */
  private cut({ conditions, statements, lost }: PartStep): readonly Piece[] {
    const parent = new Map<number, number>();
    const find = (cell: number): number => {
      let root = cell;
      while (parent.has(root) && parent.get(root) !== root) root = parent.get(root)!;
      return root;
    };
    const cellsOf = ({ reads, writes }: Action): number[] => [...reads, ...writes];
    for (const action of [...this.predicates, ...conditions, ...statements]) {
      const [first, ...rest] = cellsOf(action);
      if (first === undefined) continue;
      // What reads nothing writes the same whatever cells hold: it ties none of them together.
      const ties = action.reads.size > 0;
      if (!parent.has(first)) parent.set(first, first);
      for (const cell of rest) {
        if (!parent.has(cell)) parent.set(cell, cell);
        if (ties) parent.set(find(cell), find(first));
      }
    }
    const touched = new Set([...conditions, ...statements].flatMap(cellsOf).map(find));
    for (const cell of lost) touched.add(find(cell));
    const pieces: Piece[] = [];
    this.meter.spend(20 * (this.predicates.length + conditions.length + statements.length) * (1 + touched.size));
    for (const root of touched) {
      const inside = (action: Action): boolean => cellsOf(action).some((cell) => find(cell) === root);
      const predicates = [...this.predicates.keys()].filter((k) => inside(this.predicates[k]!));
      const pairs = this.run(predicates, conditions.filter(inside), statements.filter(inside), lost);
      if (pairs !== null && predicates.length === 0 && pairs.length > 0) continue;
      const written = new Set([...lost, ...statements.flatMap(({ writes }) => [...writes])]);
      const changes = predicates.map((k) => [...this.predicates[k]!.reads].some((cell) => written.has(cell)));
      pieces.push({ predicates, pairs, changes, known: new Map() });
    }
    return pieces;
  }

  private run(
    predicates: readonly number[],
    conditions: readonly Action[],
    statements: readonly Action[],
    lost: ReadonlySet<number>,
  ): Piece["pairs"] {
    const actions = [...predicates.map((k) => this.predicates[k]!), ...conditions, ...statements];
    // What is only written may hold anything before.
    const cells = [...new Set(actions.flatMap(({ reads }) => [...reads]))];
    const written = [...new Set(statements.flatMap(({ writes }) => [...writes]))];
    // Constants have one value.
    const domains = cells.map((cell) => this.values[cell] ?? [this.machine.memory[cell]!]);
    const count = domains.reduce((product, domain) => product * domain.length, 1);
    if (count > MOST_VALUATIONS) return null;
    const pairs = new Map<string, Pair>();
    const at = cells.map(() => 0);
    const saved = [...cells, ...written].map((cell) => [cell, this.machine.memory[cell]!] as const);
    for (;;) {
      for (const [k, cell] of cells.entries()) this.machine.memory[cell] = domains[k]![at[k]!]!;
      const before = Uint8Array.from(predicates, (k) => truth(this.predicates[k]!, this.machine));
      if (takes(this.machine, conditions, statements)) {
        const after = Uint8Array.from(predicates, (k) => {
          const predicate = this.predicates[k]!;
          for (const cell of predicate.reads) if (lost.has(cell)) return OPEN;
          return truth(predicate, this.machine);
        });
        pairs.set(String.fromCharCode(...before, ...after), { before, after });
      }
      this.meter.spend(5 * (1 + 2 * predicates.length + statements.length) + this.machine.rounds);
      let k = 0;
      while (k < at.length && ++at[k]! === domains[k]!.length) at[k++] = 0;
      if (k === at.length) break;
    }
    for (const [cell, value] of saved) this.machine.memory[cell] = value;
    return [...pairs.values()];
  }
}
