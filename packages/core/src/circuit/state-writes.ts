// What a symbolic run has stored in the cells of the state, in order. What a cell is seen as afterwards is put together
// when somebody reads it; what is added to it, when the run is over. An assignment to one of many elements is kept
// as one, so that two hundred trains that enqueue themselves make two hundred such and not forty thousand nodes.

import type { Circuit } from "./circuit.ts";
import { ALWAYS, type CircuitNode, NEVER, NOTHING } from "./node-store.ts";

/** `value` may be stored in the cell that `index` means. */
export interface Scatter {
  readonly gate: CircuitNode;
  readonly index: CircuitNode;
  readonly first: number;
  readonly cells: readonly number[];
  readonly value: CircuitNode;
}

interface Write {
  readonly value: CircuitNode;
  readonly may: CircuitNode;
  readonly surely: CircuitNode;
  readonly scatter: Scatter | null;
}

export interface Outputs {
  readonly nodes: readonly { readonly cell: number; readonly node: CircuitNode }[];
  readonly scatters: readonly Scatter[];
}

export class StateWrites {
  private readonly circuit: Circuit;
  private readonly cellNode: (cell: number) => CircuitNode;
  private readonly ofCell = new Map<number, Write[]>();
  private readonly views = new Map<number, { node: CircuitNode; writes: number }>();
  /** Cells stored to since `beginOwn`: what was stored before is only seen. */
  private own: Set<number> | null = null;

  constructor(circuit: Circuit, cellNode: (cell: number) => CircuitNode) {
    this.circuit = circuit;
    this.cellNode = cellNode;
  }

  beginOwn(): void {
    this.own = new Set();
  }

  write(cell: number, value: CircuitNode, may: CircuitNode, surely: CircuitNode): void {
    if (may !== NEVER) this.add(cell, { value, may, surely, scatter: null });
  }

  scatter(
    cells: readonly number[],
    by: { index: CircuitNode; first: number },
    value: CircuitNode,
    may: CircuitNode,
    surely: CircuitNode,
  ): void {
    if (may === NEVER) return;
    const write = { value, may, surely, scatter: { gate: may, index: by.index, first: by.first, cells, value } };
    for (const cell of cells) this.add(cell, write);
  }

  view(cell: number): CircuitNode {
    const writes = this.ofCell.get(cell);
    if (writes === undefined) return this.cellNode(cell);
    let view = this.views.get(cell);
    if (view === undefined) {
      view = { node: isAllThatIsLeft(writes[0]!) ? NOTHING : this.cellNode(cell), writes: 0 };
      this.views.set(cell, view);
    }
    for (; view.writes < writes.length; view.writes++) view.node = this.after(view.node, cell, writes[view.writes]!);
    return view.node;
  }

  /** What is added to the cells that are followed. */
  outputs(isFollowed: (cell: number) => boolean): Outputs {
    const nodes: { cell: number; node: CircuitNode }[] = [];
    const scattered = new Map<Scatter, Set<number>>();
    for (const [cell, writes] of this.ofCell) {
      if (this.own?.has(cell) === false || !isFollowed(cell)) continue;
      const [only] = writes;
      if (writes.length > 1 || only!.scatter === null) {
        const node = writes.reduce((before, write) => this.after(before, cell, write), NOTHING);
        if (node !== NOTHING) nodes.push({ cell, node });
        continue;
      }
      const cells = scattered.get(only!.scatter) ?? new Set();
      scattered.set(only!.scatter, cells.add(cell));
    }
    const scatters = [...scattered].map(([scatter, followed]) => ({
      ...scatter,
      cells: scatter.cells.map((cell) => (followed.has(cell) ? cell : -1)),
    }));
    return { nodes, scatters };
  }

  private add(cell: number, write: Write): void {
    this.own?.add(cell);
    const writes = this.ofCell.get(cell);
    if (writes === undefined) this.ofCell.set(cell, [write]);
    else writes.push(write);
  }

  private after(before: CircuitNode, cell: number, { value, may, surely, scatter }: Write): CircuitNode {
    const { circuit } = this;
    if (scatter === null) return circuit.written(before, value, may, surely);
    const at = circuit.has(scatter.index, scatter.first + scatter.cells.indexOf(cell));
    return circuit.written(before, value, circuit.and(may, at), surely);
  }
}

/** Nobody sees what was there before. */
const isAllThatIsLeft = ({ may, surely, scatter }: Write): boolean =>
  may === ALWAYS && surely === ALWAYS && scatter === null;
