// Which values of a network are names of the same things? Types are erased in the IR, and template parameters are
// folded; so it is inferred: what is compared, assigned or used as the same index has one class, and whatever is
// computed with (or handed over by reference, or lies in a local array) is plain. Scalar sets (Ip and Dill 1996) are
// such classes, and so are bounded integers that a model uses as if they were one. Nothing rests on this inference:
// the classes are checked (`check-classes.ts`), and so is what is proposed by them (`check-interchange.ts`).

import { type Network, sizeOf, type ValueType } from "../network/index.ts";

/** Slots are numbered; 0 is everything that is a number and nothing else. */
export const PLAIN = 0;

/** An array inside a variable: its path, and what one step along it moves by. */
export interface Dimension {
  readonly slot: number;
  readonly stride: number;
  readonly length: number;
  readonly first: number;
}

export class ValueClasses {
  private readonly parents: number[] = [PLAIN];
  private readonly nodes = new Map<object, number>();
  private readonly frames = new Map<object, number[]>();
  private readonly pinned = new Set<object>();
  private readonly rows = new Map<object, readonly number[]>();
  private readonly named = new Map<string, number>();
  private readonly cells: Int32Array;
  private readonly network: Network;
  private readonly variableOf: Int32Array;

  constructor(network: Network) {
    this.network = network;
    this.cells = new Int32Array(network.cells);
    this.variableOf = new Int32Array(network.cells);
    for (const [index, { type, cell }] of network.variables.entries()) {
      this.variableOf.fill(index, cell, cell + sizeOf(type));
      this.enter(type, cell, `${index}`);
    }
  }

  find(slot: number): number {
    let root = slot;
    while (this.parents[root] !== root) root = this.parents[root]!;
    for (let at = slot; at !== root; ) {
      const next = this.parents[at]!;
      this.parents[at] = root;
      at = next;
    }
    return root;
  }

  /** The smaller root stays, so that what is plain swallows the others. */
  union(a: number, b: number): void {
    const [first, second] = [this.find(a), this.find(b)];
    this.parents[Math.max(first, second)] = Math.min(first, second);
  }

  /** Of a constant, a subscript, a binder, an assignment. */
  of(node: object): number {
    const known = this.nodes.get(node);
    if (known !== undefined) return known;
    const slot = this.fresh();
    this.nodes.set(node, slot);
    return slot;
  }

  /** What a node's values are, once everything was looked at. */
  classOf(node: object): number {
    return this.find(this.nodes.get(node) ?? PLAIN);
  }

  note(node: object, slot: number): void {
    this.union(this.of(node), slot);
  }

  cell(cell: number): number {
    return this.cells[cell]!;
  }

  classOfCell(cell: number): number {
    return this.find(this.cells[cell]!);
  }

  frame(owner: object, cell: number): number {
    if (this.pinned.has(owner)) return PLAIN;
    let frame = this.frames.get(owner);
    if (frame === undefined) this.frames.set(owner, (frame = []));
    return (frame[cell] ??= this.fresh());
  }

  /** Whatever is in the frame are numbers. */
  pinFrame(owner: object): void {
    for (const slot of this.frames.get(owner) ?? []) if (slot !== undefined) this.union(PLAIN, slot);
    this.pinned.add(owner);
  }

  /** The slots of several values of one node. */
  noteRow(node: object, slots: readonly number[]): void {
    this.rows.set(node, slots);
  }

  classesOf(node: object): readonly number[] {
    return (this.rows.get(node) ?? []).map((slot) => this.find(slot));
  }

  /** The index of a row of channels, clocks or processes. */
  index(name: string): number {
    let slot = this.named.get(name);
    if (slot === undefined) this.named.set(name, (slot = this.fresh()));
    return slot;
  }

  /** The arrays around a cell, outermost first. */
  dimensionsAt(cell: number): Dimension[] {
    const index = this.variableOf[cell]!;
    const { type, cell: first } = this.network.variables[index]!;
    const found: Dimension[] = [];
    let at: ValueType = type;
    let offset = cell - first;
    let path = `${index}`;
    for (;;) {
      if (at.kind === "array") {
        path += "[]";
        const stride = sizeOf(at.element);
        found.push({ slot: this.index(path), stride, length: at.length, first: at.first });
        offset %= stride;
        at = at.element;
      } else if (at.kind === "struct") {
        let name = "";
        let inside: ValueType = at;
        for (const field of at.fields) {
          name = field.name;
          inside = field.type;
          if (offset < sizeOf(field.type)) break;
          offset -= sizeOf(field.type);
        }
        path += `.${name}`;
        at = inside;
      } else {
        return found;
      }
    }
  }

  /** The cells of the variable around a cell. */
  variableAround(cell: number): { readonly first: number; readonly count: number } {
    const { type, cell: first } = this.network.variables[this.variableOf[cell]!]!;
    return { first, count: sizeOf(type) };
  }

  private fresh(): number {
    this.parents.push(this.parents.length);
    return this.parents.length - 1;
  }

  /** Elements of one array have one class. */
  private enter(type: ValueType, cell: number, path: string): void {
    if (type.kind === "array") {
      const stride = sizeOf(type.element);
      for (let i = 0; i < type.length; i++) this.enter(type.element, cell + i * stride, `${path}[]`);
    } else if (type.kind === "struct") {
      let at = cell;
      for (const field of type.fields) {
        this.enter(field.type, at, `${path}.${field.name}`);
        at += sizeOf(field.type);
      }
    } else {
      this.cells[cell] = type.kind === "bool" ? PLAIN : this.index(`value ${path}`);
    }
  }
}
