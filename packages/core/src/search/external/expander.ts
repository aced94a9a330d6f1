// What expands states that come from files: an engine that forgets now and then, and that knows what it has lately sent
// on: duplicates among that are not written at all. Faults are kept account of across its engines.

import type { COVERED, Engine, StateId } from "../../engine/engine.ts";
import type { Heuristic } from "../../heuristics/index.ts";
import { FaultLedger } from "../fault-ledger.ts";
import type { StateWords } from "./records.ts";
import { type StateBytes, stateBytesOf } from "./state-bytes.ts";

export interface ExpanderOptions {
  /** An empty engine. */
  readonly fresh: () => Engine;
  /** Memory beyond which it forgets. */
  readonly memoryBytes: number;
  readonly partitions: number;
  /** Absent: breadth first. */
  readonly heuristic: Heuristic | undefined;
}

/** Where a successor belongs, and its words, which are lent. */
export type Send = (h: number, partition: number, state: StateWords, ordinal: number) => void;

export class Expander {
  engine: Engine;
  readonly ledger: FaultLedger;
  readonly bytes: StateBytes;
  private readonly options: ExpanderOptions;
  private takenAs = -1;

  constructor(options: ExpanderOptions) {
    this.options = options;
    this.engine = options.fresh();
    this.ledger = new FaultLedger(this.engine);
    this.bytes = stateBytesOf(this.engine);
  }

  /** What may be expanded next. */
  take(state: StateWords): StateId | typeof COVERED {
    if (this.engine.statistics.memoryBytes >= this.options.memoryBytes) this.forget();
    // Costs fall, so that nothing that was sent on covers what is to be expanded.
    return this.bytes.read(this.engine, state, this.takenAs--);
  }

  /** From now on nothing was sent on. */
  forget(): void {
    this.engine = this.options.fresh();
    this.ledger.goOnIn(this.engine);
    this.takenAs = -1;
  }

  sendInitial(send: Send): void {
    const { engine } = this;
    const { count } = engine.initial();
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const state = engine.insert(ordinal, -1, 0);
      if (state >= 0) this.send(state, ordinal, send);
    }
  }

  /** Sends on what follows, at depth g + 1; tells how many steps there are, and how many were not known. */
  expand(id: StateId, g: number, send: Send): { readonly transitions: number; readonly generated: number } {
    const { engine } = this;
    const before = engine.transitions;
    const fresh = engine.expandAll(id, g + 1);
    // They are neighbours, and lent; sending them asks the engine.
    const { length } = fresh;
    const first = fresh[0] ?? 0;
    const isRow = length === 0 || fresh[length - 1] === first + length - 1;
    const ids = isRow ? undefined : Array.from(fresh);
    for (let i = 0; i < length; i++) {
      const next = ids === undefined ? first + i : ids[i]!;
      this.send(next, engine.ordinalOf(next), send);
    }
    return { transitions: engine.transitions - before, generated: length };
  }

  private send(state: StateId, ordinal: number, send: Send): void {
    const { engine, options, bytes } = this;
    const h = options.heuristic?.estimate(engine.view(state)) ?? 0;
    const words = bytes.write(engine, state);
    send(h, bytes.hash(engine, state) % options.partitions, words, ordinal);
  }
}
