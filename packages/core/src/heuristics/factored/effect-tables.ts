// A joint transition's conditions and statements, cut where they do not see each other, and each piece run on every
// valuation of the cells it reads. A cell that is written and not read need not be tried out: it holds a value outside
// of its range before the run, and if it still does afterwards, it keeps what it had.

import { cellTable, type Network } from "../../network/index.ts";
import { Machine } from "../../semantics/evaluate/index.ts";
import { type Action, takes } from "./actions.ts";
import type { Meter } from "./build-budget.ts";
import type { Happening } from "./happening.ts";

/** More valuations than this are not tried: conditions of the piece then hold, and what it writes may be anything. */
const MOST_VALUATIONS = 20_000;

/** Of a row: any value of the cell; the value it had. No declared range reaches that far. */
export const ANY = Number.POSITIVE_INFINITY;
export const SAME = Number.NEGATIVE_INFINITY;

export interface EffectPiece {
  readonly conditions: readonly Action[];
  readonly statements: readonly Action[];
  /** Followed cells that are read. */
  readonly inputs: readonly number[];
  /** Followed cells that are written. */
  readonly writes: readonly number[];
  /** Both. */
  readonly cells: readonly number[];
}

/** One enabled valuation: for each cell of the piece what it held (or ANY) and what it holds then. */
export interface Row {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

export interface Cut {
  readonly pieces: readonly EffectPiece[];
  /** Followed cells that may be written with anything. */
  readonly havoc: ReadonlySet<number>;
}

export class PieceRunner {
  private readonly values: readonly (readonly number[] | undefined)[];
  private readonly machine: Machine;
  private readonly table;
  private readonly initialValues: readonly number[];
  private readonly meter: Meter;
  private readonly pieces = new Map<string, EffectPiece>();
  private readonly known = new Map<EffectPiece, readonly Row[] | null>();
  private settled = false;

  constructor(network: Network, values: readonly (readonly number[] | undefined)[], meter: Meter) {
    this.values = values;
    this.meter = meter;
    this.table = cellTable(network);
    this.initialValues = network.initialValues;
    this.machine = new Machine(network.cells);
    this.machine.load(new Int32Array(network.processes.length), network.initialValues, 0);
  }

  /** Other cells are wild now: pieces are cut anew. Once `settled`, values do not change any more and rows are kept. */
  restart(settled: boolean): void {
    this.pieces.clear();
    this.settled = settled;
  }

  /** Cuts what happens into pieces. What cannot be followed is left out of them, and what it writes is havoc. */
  cut(happening: Happening): Cut {
    this.meter.spend(20 * (1 + happening.conditions.length + happening.statements.length));
    const { statements, havoc } = this.followed(happening);
    const conditions = happening.conditions.filter((condition) => this.isReadable(condition));
    const pieces: EffectPiece[] = [];
    for (const group of this.connected([...conditions, ...statements])) {
      const piece = this.piece(group, conditions);
      if (this.count(piece) <= MOST_VALUATIONS) {
        pieces.push(piece);
        continue;
      }
      for (const cell of piece.writes) havoc.add(cell);
      for (const alone of this.connected(piece.conditions)) {
        const part = this.piece(alone, conditions);
        if (this.count(part) <= MOST_VALUATIONS) pieces.push(part);
      }
    }
    return { pieces, havoc };
  }

  /** All enabled valuations; null when there are too many to try. */
  rows(piece: EffectPiece): readonly Row[] | null {
    const known = this.known.get(piece);
    if (known !== undefined) return known;
    const rows = this.count(piece) > MOST_VALUATIONS ? null : this.run(piece);
    if (this.settled) this.known.set(piece, rows);
    return rows;
  }

  private count({ inputs }: EffectPiece): number {
    return inputs.reduce((count, cell) => count * (this.values[cell]?.length ?? 1), 1);
  }

  /** In order: a statement that reads what is not known writes what is not known. */
  private followed({ statements, disturbed, lost: given, partial }: Happening): {
    readonly statements: readonly Action[];
    readonly havoc: Set<number>;
  } {
    const lost = new Set(given);
    const kept: Action[] = [];
    const ownMeta = new Set<number>();
    for (const [at, statement] of statements.entries()) {
      const strange = (cell: number): boolean =>
        lost.has(cell) ||
        (disturbed !== undefined && at >= disturbed.before && disturbed.cells.has(cell)) ||
        (partial === true && this.isMeta(cell) && !ownMeta.has(cell));
      if (this.isReadable(statement) && ![...statement.reads].some(strange)) {
        kept.push(statement);
        for (const cell of statement.writes) ownMeta.add(cell);
      } else for (const cell of statement.writes) lost.add(cell);
    }
    return { statements: kept, havoc: new Set([...lost].filter((cell) => this.isFollowed(cell))) };
  }

  private isReadable({ reads, asksLocations }: Action): boolean {
    if (asksLocations) return false;
    for (const cell of reads) if (!this.isFollowed(cell) && !this.isMeta(cell)) return false;
    return true;
  }

  private isFollowed(cell: number): boolean {
    return this.values[cell] !== undefined;
  }

  private isMeta(cell: number): boolean {
    return this.table.meta[cell] === 1;
  }

  private piece(group: readonly Action[], all: readonly Action[]): EffectPiece {
    const key = group.map(({ id }) => id).join();
    let piece = this.pieces.get(key);
    if (piece === undefined) {
      const conditions = group.filter((action) => all.includes(action));
      const statements = group.filter((action) => !all.includes(action));
      const read = new Set(group.flatMap(({ reads }) => [...reads]));
      const written = new Set(group.flatMap(({ writes }) => [...writes]));
      const followed = (cell: number): boolean => this.isFollowed(cell);
      // A cell without a value that it cannot hold is tried out, too.
      const inputs = [...read, ...[...written].filter((cell) => this.sentinel(cell) === undefined)].filter(followed);
      const writes = [...written].filter(followed);
      piece = {
        conditions,
        statements,
        inputs: [...new Set(inputs)].sort((a, b) => a - b),
        writes,
        cells: [...new Set([...inputs, ...writes])].sort((a, b) => a - b),
      };
      this.pieces.set(key, piece);
    }
    return piece;
  }

  private sentinel(cell: number): number | undefined {
    if (this.table.max[cell]! < 2147483647) return this.table.max[cell]! + 1;
    return this.table.min[cell]! > -2147483648 ? this.table.min[cell]! - 1 : undefined;
  }

  private run(piece: EffectPiece): Row[] {
    const rows: Row[] = [];
    const { inputs, cells } = piece;
    const domains = inputs.map((cell) => this.values[cell]!);
    const at = inputs.map(() => 0);
    const touched = new Set([...piece.conditions, ...piece.statements].flatMap(({ writes }) => [...writes]));
    const position = inputs.map((cell) => cells.indexOf(cell));
    for (;;) {
      const from = new Array<number>(cells.length).fill(ANY);
      const { memory } = this.machine;
      for (const cell of touched) memory[cell] = this.isMeta(cell) ? this.initialValues[cell]! : this.sentinel(cell)!;
      for (const [k, cell] of inputs.entries()) {
        const value = domains[k]![at[k]!]!;
        memory[cell] = value;
        from[position[k]!] = value;
      }
      if (takes(this.machine, piece.conditions, piece.statements))
        rows.push({ from, to: cells.map((cell, k) => this.result(cell, from[k]!)) });
      this.meter.spend(5 * (1 + piece.conditions.length + piece.statements.length) + this.machine.rounds);
      let k = 0;
      while (k < at.length && ++at[k]! === domains[k]!.length) at[k++] = 0;
      if (k === at.length) break;
    }
    for (const cell of touched) this.machine.memory[cell] = this.initialValues[cell]!;
    return rows;
  }

  private result(cell: number, from: number): number {
    const value = this.machine.memory[cell]!;
    return value === (from === ANY ? this.sentinel(cell) : from) ? SAME : value;
  }

  /** Actions are together when they share a cell whose value matters to both. In order within each group. */
  private connected(actions: readonly Action[]): readonly (readonly Action[])[] {
    const written = new Set(actions.flatMap(({ writes }) => [...writes]));
    const parent = actions.map((_, at) => at);
    const find = (at: number): number => {
      let root = at;
      while (parent[root] !== root) root = parent[root]!;
      return root;
    };
    const first = new Map<number, number>();
    for (const [at, { reads, writes }] of actions.entries()) {
      for (const cell of [...reads, ...writes]) {
        if (!this.isFollowed(cell) && !(this.isMeta(cell) && written.has(cell))) continue;
        const other = first.get(cell);
        if (other === undefined) first.set(cell, at);
        else parent[find(at)] = find(other);
      }
    }
    const groups = new Map<number, Action[]>();
    for (const [at, action] of actions.entries()) {
      const root = find(at);
      const list = groups.get(root);
      if (list === undefined) groups.set(root, [action]);
      else list.push(action);
    }
    return [...groups.values()];
  }
}
