// The states of all engines that divided them among themselves, to be read as one store when their work is done. Their
// numbers are those that all sides know.

import type { EngineStatistics, StateRecord } from "../engine.ts";
import type { PartitionEngine } from "./partition-engine.ts";

export class JointStates implements StateRecord {
  readonly name = "compiled";
  private readonly sides: readonly PartitionEngine[];

  constructor(sides: readonly PartitionEngine[]) {
    this.sides = sides;
  }

  alive(state: number): boolean {
    const { engine, own } = this.ownerOf(state);
    return own < engine.size && engine.alive(own);
  }

  encode(state: number, into: Uint8Array): number {
    const { engine, own } = this.ownerOf(state);
    return engine.encode(own, into);
  }

  parentOf(state: number): number {
    return this.sides[0]!.nodes.parentOf(state);
  }

  ordinalOf(state: number): number {
    return this.sides[0]!.nodes.ordinalOf(state);
  }

  get statistics(): EngineStatistics {
    const all = this.sides.map(({ statistics }) => statistics);
    const sum = (of: (one: EngineStatistics) => number): number => all.reduce((total, one) => total + of(one), 0);
    return {
      stored: sum(({ stored }) => stored),
      generated: sum(({ generated }) => generated),
      covered: sum(({ covered }) => covered),
      transitions: sum(({ transitions }) => transitions),
      memoryBytes: all[0]!.memoryBytes,
    };
  }

  private ownerOf(state: number): { readonly engine: PartitionEngine; readonly own: number } {
    const { length } = this.sides;
    return { engine: this.sides[state % length]!, own: Math.floor(state / length) };
  }
}
