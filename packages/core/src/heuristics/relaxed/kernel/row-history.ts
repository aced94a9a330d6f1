// What cells have gathered, as bits: where everything that is written comes out of the circuit, the rows of its cells
// are the sets, and a layer is added by going over words. With each bit stands the layer where it appeared, and who
// added it; what was known of the state before is overwritten, never cleared.

import type { CircuitNode } from "../../../circuit/node-store.ts";
import type { DiscreteView } from "../../../engine/engine.ts";
import type { SetPool } from "../../../value-sets/set-pool.ts";
import type { ValueSet } from "../../../value-sets/value-set.ts";
import type { Chain } from "../ground/chains.ts";
import { type CellHistory, NEVER, type Supporter } from "./cell-history.ts";
import type { CircuitInputs } from "./circuit-inputs.ts";
import { FlatOutputs } from "./flat-outputs.ts";
import { NeededRows } from "./needed-rows.ts";

export class RowHistory implements CellHistory {
  readonly width: number;
  readonly keys: number;
  /** How many cells there are, of which the circuit knows some. */
  readonly cells: number;
  private readonly circuit: CircuitInputs;
  readonly outputs: FlatOutputs;
  private readonly isEasier: (operator: number, than: number) => boolean;
  /** Where the row of a cell begins (−1: no condition reads it), its words, and the value of its first bit. */
  private readonly first: Int32Array;
  private readonly words: Int32Array;
  private readonly base: Int32Array;
  private readonly state: Int32Array;
  /** The rows as the circuit sees them, as they were gathered, and what is to be added. */
  private readonly bits: Int32Array;
  private readonly gathered: Int32Array;
  private readonly pending: Int32Array;
  readonly needs: NeededRows;
  /** By bit. */
  private readonly layer: Int32Array;
  private readonly chain: Int32Array;
  private readonly operator: Int32Array;
  /** By cell: when it last grew, and whether something is to be added. */
  private readonly newest: Int32Array;
  private readonly isTouched: Uint8Array;
  private readonly touched: number[] = [];
  private readonly supporter = { chain: 0, operator: 0 };
  /**
   * What grew, in order: cells, when they had grown before, where their changed words begin; words, and what was added.
   */
  private readonly grownCell: number[] = [];
  private readonly grownBefore: number[] = [];
  private readonly grownFrom: number[] = [];
  private growths = 0;
  private readonly changedWord: number[] = [];
  private readonly changedBits: number[] = [];
  private changes = 0;

  constructor(
    circuit: CircuitInputs,
    chains: readonly Chain[],
    isEasier: (operator: number, than: number) => boolean,
    cells: number,
  ) {
    this.circuit = circuit;
    this.outputs = new FlatOutputs(
      chains.map(({ output }) => output),
      circuit.circuit,
    );
    this.isEasier = isEasier;
    this.cells = cells;
    this.first = new Int32Array(cells).fill(-1);
    this.words = new Int32Array(cells);
    this.state = new Int32Array(cells);
    this.base = new Int32Array(cells);
    let width = 0;
    circuit.values.forEachCell((cell, at, words, base) => {
      this.first[cell] = at;
      this.words[cell] = words;
      this.base[cell] = base;
      width = Math.max(width, at + words);
    });
    this.width = width;
    this.keys = width << 5;
    this.bits = circuit.values.showRows();
    this.gathered = new Int32Array(width);
    this.pending = new Int32Array(width);
    this.layer = new Int32Array(width << 5);
    this.chain = new Int32Array(width << 5);
    this.operator = new Int32Array(width << 5);
    this.needs = new NeededRows(this.outputs, circuit);
    this.newest = new Int32Array(cells);
    this.isTouched = new Uint8Array(cells);
  }

  reset({ cells }: DiscreteView): void {
    const { first, base, bits, gathered, layer, width } = this;
    gathered.fill(0);
    this.newest.fill(0);
    for (let at = 0; at < this.touched.length; at++) this.drop(this.touched[at]!);
    this.touched.length = 0;
    this.growths = 0;
    this.changes = 0;
    for (let cell = 0; cell < first.length; cell++) {
      this.state[cell] = cells[cell]!;
      if (first[cell]! < 0) continue;
      const bit = (first[cell]! << 5) + cells[cell]! - base[cell]!;
      gathered[bit >> 5]! |= 1 << (bit & 31);
      layer[bit] = 0;
    }
    for (let word = 0; word < width; word++) bits[word] = gathered[word]!;
  }

  mayWrite(chain: number): boolean {
    return this.needs.areMet(chain, this.gathered);
  }

  addWrites(chain: number, operator: number): void {
    const { outputs, bits } = this;
    const { values } = this.circuit;
    const node = outputs.node[chain]!;
    const index = outputs.index[chain]!;
    if (index < 0) {
      values.evaluate(node);
      this.add(outputs.first[chain]!, node, chain, operator);
      return;
    }
    if (!values.holds(outputs.gate[chain]!)) return;
    values.evaluate(index);
    const isSingle = outputs.isSingle[chain] === 1;
    if (!isSingle) values.evaluate(node);
    const single = outputs.single[chain]!;
    const row = values.rowOf(index);
    // Of the cells that the index may mean, place by place.
    const shift = values.baseOf(index) - outputs.first[chain]!;
    const from = outputs.cellsFrom[chain]!;
    const count = outputs.cellsFrom[chain + 1]! - from;
    for (let word = 0, words = values.wordsOf(index); word < words; word++) {
      for (let rest = bits[row + word]!; rest !== 0; rest &= rest - 1) {
        const place = shift + (word << 5) + 31 - Math.clz32(rest & -rest);
        if (place < 0 || place >= count) continue;
        const cell = outputs.cells[from + place]!;
        if (cell < 0) continue;
        if (isSingle) this.addValue(cell, single, chain, operator);
        else this.add(cell, node, chain, operator);
      }
    }
  }

  /** Adds one value to a cell. */
  private addValue(cell: number, value: number, chain: number, operator: number): void {
    const offset = value - this.base[cell]!;
    if (this.first[cell]! < 0 || offset < 0 || offset >> 5 >= this.words[cell]!) return;
    const bit = (this.first[cell]! << 5) + offset;
    const at = bit >> 5;
    const mask = 1 << (bit & 31);
    if ((this.gathered[at]! & mask) !== 0) return;
    this.touch(cell);
    if ((this.pending[at]! & mask) === 0) this.pending[at]! |= mask;
    else if (this.operator[bit] !== operator && !this.isEasier(operator, this.operator[bit]!)) return;
    this.operator[bit] = operator;
    this.chain[bit] = chain;
  }

  private touch(cell: number): void {
    if (this.isTouched[cell] === 1) return;
    this.isTouched[cell] = 1;
    this.touched.push(cell);
  }

  /** Adds the bits of a node, which has been looked at, to a cell. */
  private add(cell: number, node: CircuitNode, chain: number, operator: number): void {
    const to = this.first[cell]!;
    if (to < 0) return;
    const { bits, gathered, pending, circuit } = this;
    const { values } = circuit;
    const from = values.rowOf(node);
    // Word of the cell that lies on word 0 of the node.
    const shift = (values.baseOf(node) - this.base[cell]!) >> 5;
    const last = Math.min(values.wordsOf(node), this.words[cell]! - shift);
    for (let word = Math.max(0, -shift); word < last; word++) {
      const at = to + shift + word;
      let fresh = bits[from + word]! & ~gathered[at]!;
      if (fresh === 0) continue;
      this.touch(cell);
      const known = pending[at]!;
      pending[at] = known | fresh;
      for (; fresh !== 0; fresh &= fresh - 1) {
        const place = 31 - Math.clz32(fresh & -fresh);
        const bit = (at << 5) + place;
        const other = this.operator[bit]!;
        // Of what one operator adds, the last counts.
        if (((known >>> place) & 1) === 1 && other !== operator && !this.isEasier(operator, other)) continue;
        this.operator[bit] = operator;
        this.chain[bit] = chain;
      }
    }
  }

  commit(layer: number, onGrowth: (cell: number) => void): boolean {
    const { touched, pending, gathered, bits } = this;
    for (let k = 0; k < touched.length; k++) {
      const cell = touched[k]!;
      this.grownCell[this.growths] = cell;
      this.grownBefore[this.growths] = this.newest[cell]!;
      this.grownFrom[this.growths++] = this.changes;
      this.newest[cell] = layer;
      this.isTouched[cell] = 0;
      const end = this.first[cell]! + this.words[cell]!;
      for (let word = this.first[cell]!; word < end; word++) {
        const added = pending[word]!;
        if (added === 0) continue;
        pending[word] = 0;
        gathered[word]! |= added;
        bits[word] = gathered[word]!;
        this.changedWord[this.changes] = word;
        this.changedBits[this.changes++] = added;
        for (let rest = added; rest !== 0; rest &= rest - 1) {
          this.layer[(word << 5) + 31 - Math.clz32(rest & -rest)] = layer;
        }
      }
    }
    for (let k = 0; k < touched.length; k++) onGrowth(touched[k]!);
    const grown = touched.length > 0;
    touched.length = 0;
    return grown;
  }

  preview(): readonly number[] {
    const { bits, pending, touched } = this;
    for (let k = 0; k < touched.length; k++) {
      const cell = touched[k]!;
      const end = this.first[cell]! + this.words[cell]!;
      for (let word = this.first[cell]!; word < end; word++) bits[word]! |= pending[word]!;
    }
    return touched;
  }

  private drop(cell: number): void {
    this.isTouched[cell] = 0;
    this.pending.fill(0, this.first[cell]!, this.first[cell]! + this.words[cell]!);
  }

  rewind(layer: number): void {
    while (this.growths > 0) {
      const cell = this.grownCell[this.growths - 1]!;
      if (this.newest[cell]! <= layer) return;
      const from = this.grownFrom[--this.growths]!;
      this.newest[cell] = this.grownBefore[this.growths]!;
      while (this.changes > from) {
        const word = this.changedWord[--this.changes]!;
        this.gathered[word]! &= ~this.changedBits[this.changes]!;
        this.bits[word] = this.gathered[word]!;
      }
    }
  }

  pinToLayer(cell: number, layer: number): void {
    const { bits, gathered } = this;
    const end = this.first[cell]! + this.words[cell]!;
    for (let word = this.first[cell]!; word < end; word++) {
      let kept = 0;
      for (let rest = gathered[word]!; rest !== 0; rest &= rest - 1) {
        const bit = rest & -rest;
        if (this.layer[(word << 5) + 31 - Math.clz32(bit)]! <= layer) kept |= bit;
      }
      bits[word] = kept;
    }
  }

  pinValues(cell: number, values: readonly number[]): void {
    const first = this.first[cell]!;
    this.bits.fill(0, first, first + this.words[cell]!);
    for (let at = 0; at < values.length; at++) {
      const bit = (first << 5) + values[at]! - this.base[cell]!;
      this.bits[bit >> 5]! |= 1 << (bit & 31);
    }
  }

  /** Hands the cells, as they are shown, to the interpreter. */
  show(cells: readonly number[], inputs: ValueSet[], pool: SetPool): void {
    for (const cell of cells) {
      inputs[cell] =
        this.first[cell]! < 0
          ? pool.single(this.state[cell]!)
          : pool.ascending(this.listed(cell, this.bits, () => true));
    }
  }

  restore(cell: number): void {
    const end = this.first[cell]! + this.words[cell]!;
    for (let word = this.first[cell]!; word < end; word++) this.bits[word] = this.gathered[word]!;
  }

  newestLayer(cell: number): number {
    return this.newest[cell]!;
  }

  layerOfValue(cell: number, value: number): number {
    const offset = value - this.base[cell]!;
    if (this.first[cell]! < 0 || offset < 0 || offset >> 5 >= this.words[cell]!) return NEVER;
    const bit = (this.first[cell]! << 5) + offset;
    return ((this.gathered[bit >> 5]! >>> (bit & 31)) & 1) === 1 ? this.layer[bit]! : NEVER;
  }

  layerOfRounding(): number {
    return NEVER;
  }

  valuesOf(cell: number): readonly number[] {
    return this.listed(cell, this.gathered, () => true);
  }

  firstGrowth(cell: number, isEnough: () => boolean): readonly number[] | null {
    const layers = [0];
    for (let at = 0; at < this.growths; at++) {
      if (this.grownCell[at] === cell) layers.push(this.layer[this.lowestChanged(at)]!);
    }
    let first = layers.length;
    for (let before = -1; first - before > 1; ) {
      const middle = (first + before) >> 1;
      this.pinToLayer(cell, layers[middle]!);
      if (isEnough()) first = middle;
      else before = middle;
    }
    const layer = layers[first];
    return layer === undefined ? null : this.listed(cell, this.gathered, (bit) => this.layer[bit] === layer);
  }

  keyOf(cell: number, value: number | null): number {
    return (this.first[cell]! << 5) + (value ?? 0) - this.base[cell]!;
  }

  supporterOf(cell: number, value: number | null): Supporter | null {
    if (value === null) return null;
    const bit = (this.first[cell]! << 5) + value - this.base[cell]!;
    this.supporter.chain = this.chain[bit]!;
    this.supporter.operator = this.operator[bit]!;
    return this.supporter;
  }

  addedAt(): readonly number[] {
    return [];
  }

  write(into: Int32Array): void {
    into.set(this.gathered);
  }

  /** The lowest bit that a growth added. */
  private lowestChanged(growth: number): number {
    const at = this.grownFrom[growth]!;
    const added = this.changedBits[at]!;
    return (this.changedWord[at]! << 5) + 31 - Math.clz32(added & -added);
  }

  private listed(cell: number, rows: Int32Array, wanted: (bit: number) => boolean): readonly number[] {
    const values: number[] = [];
    const first = this.first[cell]!;
    for (let word = 0; word < this.words[cell]!; word++) {
      for (let rest = rows[first + word]!; rest !== 0; rest &= rest - 1) {
        const place = (word << 5) + 31 - Math.clz32(rest & -rest);
        if (wanted((first << 5) + place)) values.push(this.base[cell]! + place);
      }
    }
    return values;
  }
}
