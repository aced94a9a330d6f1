// What a symbolic run knows of where it is: the gates of the way that is gone, what has failed, and the locals of the
// running functions.
//
// Gates of a way are relative: `path` says whether control comes here within the running branch, `outer` whether the
// branch is gone within the call, `base` whether the call is made. `certain` says that nothing else may happen instead.
// A way that can only fail ends (`survives`), as one does that returns, but nothing comes of it.

import type { FunctionDefinition } from "../network/index.ts";
import type { SetPool } from "../value-sets/set-pool.ts";
import type { Shortcut } from "../value-sets/shortcut.ts";
import type { Circuit } from "./circuit.ts";
import { ALWAYS, type CircuitNode, NEVER, NOTHING, Unfit } from "./node-store.ts";
import type { StateWrites } from "./state-writes.ts";

/** What runs need to know of the network. */
export interface RunContext {
  readonly circuit: Circuit;
  readonly functions: readonly FunctionDefinition[];
  /** Cells of the state; frames lie behind. */
  readonly cells: number;
  /** What a cell may hold; a constant for one that holds the same in every state. */
  readonly cellNode: (cell: number) => CircuitNode;
  readonly firstFact: ArrayLike<number>;
  readonly pool: SetPool;
  readonly shortcut: Shortcut;
  /** Steps of all runs so far. */
  readonly meter: { steps: number };
}
const MOST_STEPS = { ofRun: 20_000, inAll: 1_500_000 } as const;

/** What belongs to the call that runs. */
interface Registers {
  readonly base: CircuitNode;
  readonly outer: CircuitNode;
  readonly path: CircuitNode;
  readonly certain: CircuitNode;
  readonly mayHaveReturned: CircuitNode;
  readonly survives: CircuitNode;
  readonly mayHaveNone: boolean;
  readonly frame: number;
}

export class RunState {
  /** Something fails for all values, so that there is no result. */
  failed: CircuitNode = NEVER;
  /**
   * What may have several values and is read twice: the interpreter looks again, value by value. Locals lie behind
   * cells.
   */
  readonly readAgain = new Set<number>();
  readonly writes: StateWrites;
  protected readonly context: RunContext;
  protected readonly circuit: Circuit;
  protected readonly frames: CircuitNode[] = [];
  protected readonly localsRead = new Set<number>();
  protected frame: number;
  protected top: number;
  protected base: CircuitNode = ALWAYS;
  protected outer: CircuitNode = ALWAYS;
  protected path: CircuitNode = ALWAYS;
  protected certain: CircuitNode = ALWAYS;
  protected mayHaveReturned: CircuitNode = NEVER;
  /** Within the running branch, some way may be gone without failing. */
  protected survives: CircuitNode = ALWAYS;
  /** Some way through the running function may end without a value. */
  protected mayHaveNone = false;
  private steps = 0;

  constructor(context: RunContext, writes: StateWrites) {
    this.context = context;
    this.circuit = context.circuit;
    this.writes = writes;
    this.frame = context.cells;
    this.top = context.cells;
  }

  /** Opens the frame of an edge, whose first cells are its selects. */
  begin(size: number, selects: readonly CircuitNode[]): void {
    this.frame = this.context.cells;
    this.top = this.frame;
    this.push(size);
    for (const [at, set] of selects.entries()) this.frames[at] = set;
    this.certain = ALWAYS;
    this.mayHaveReturned = NEVER;
  }

  setLocal(cell: number, set: CircuitNode): void {
    this.frames[cell] = set;
  }

  /** Where the run is; `resume` comes back to it. */
  protected registers(): Registers {
    const { base, outer, path, certain, mayHaveReturned, survives, mayHaveNone, frame } = this;
    return { base, outer, path, certain, mayHaveReturned, survives, mayHaveNone, frame };
  }

  protected resume(at: Registers): void {
    Object.assign(this, at);
  }

  /** Something fails unless the gate holds: that ends the run, or this way of it where another may be gone instead. */
  protected failUnless(gate: CircuitNode): void {
    if (gate === ALWAYS) return;
    const { circuit } = this;
    this.failed = circuit.or(this.failed, circuit.all([this.here(), this.certain, circuit.not(gate)]));
    // Where nothing else may happen there is no result: what follows need not be kept apart.
    if (this.certain === ALWAYS) return;
    this.survives = circuit.and(this.survives, circuit.or(circuit.not(this.path), gate));
    this.path = circuit.and(this.path, gate);
    this.mayHaveNone = true;
  }

  /** Control comes here. */
  protected here(): CircuitNode {
    return this.circuit.all([this.base, this.outer, this.path]);
  }

  protected writeLocal(address: number, set: CircuitNode, may: CircuitNode, surely: CircuitNode): void {
    const index = address - this.context.cells;
    this.frames[index] = this.circuit.written(this.frames[index]!, set, may, surely);
    this.localsRead.delete(address);
  }

  protected push(size: number): number {
    const first = this.top;
    this.top += size;
    for (let address = first; address < this.top; address++) {
      this.frames[address - this.context.cells] = NOTHING;
      this.localsRead.delete(address);
    }
    return first;
  }

  protected saveLocals(): CircuitNode[] {
    return this.frames.slice(this.frame - this.context.cells, this.top - this.context.cells);
  }

  protected restoreLocals(saved: readonly CircuitNode[]): void {
    const first = this.frame - this.context.cells;
    for (const [at, set] of saved.entries()) this.frames[first + at] = set;
  }

  /** The locals where several ways meet; `always`: one of them is gone for sure. */
  protected joinLocals(ways: readonly { gate: CircuitNode; locals: readonly CircuitNode[] }[], always: boolean): void {
    const { circuit } = this;
    const gone = ways.filter(({ gate }) => gate !== NEVER);
    const [first] = gone;
    if (first === undefined) return;
    const joined = first.locals.map((one, at) => {
      if (gone.every(({ locals }) => locals[at] === one)) return one;
      const all = gone.reduce((set, { gate, locals }) => circuit.union(set, circuit.gated(gate, locals[at]!)), NOTHING);
      if (always && gone.every(({ locals }) => circuit.nonempty(locals[at]!) === ALWAYS)) circuit.markNonempty(all);
      return all;
    });
    this.restoreLocals(joined);
  }

  protected step(): void {
    if (++this.steps > MOST_STEPS.ofRun || ++this.context.meter.steps > MOST_STEPS.inAll) throw new Unfit();
  }
}
