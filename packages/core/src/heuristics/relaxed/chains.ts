// What an operator does to data, cut into chains of effects that do not see each other. A chain runs on its own, reads
// and writes little, and is the same for all operators with the same effects; where nothing that it writes is ever
// asked for it is left out.

import type { Output } from "./circuit/outputs.ts";
import type { Effect } from "./effects.ts";
import type { Operator } from "./operators.ts";
import { NO_TREE, type Rooted } from "./program.ts";

export interface Chain extends Rooted {
  readonly index: number;
  /** What the chain writes: in order, each effect on what those before it leave. */
  readonly own: readonly Effect[];
  /** Run first, and only seen by the chain: what surely happens, and what other operators do if they are possible. */
  readonly before: readonly Effect[];
  readonly earlier: readonly Earlier[];
  /** Every cell it may read. */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** In a circuit each thing that a chain writes is a chain of its own; null: the interpreter runs it. */
  readonly output: Output | null;
}

interface Earlier {
  readonly operator: number;
  readonly effects: readonly Effect[];
}

export class ChainBuilder {
  readonly chains: Chain[] = [];
  private readonly operators: readonly Operator[];
  private readonly shared = new Map<string, Chain>();
  private readonly written = new Map<number, ReadonlySet<number>>();
  /** Operators all of whose effects matter to a chain: many chains share them. */
  private readonly whole: (Earlier | undefined)[] = [];
  private readonly reads = new CellSet();

  constructor(operators: readonly Operator[]) {
    this.operators = operators;
  }

  of({ effects, before, earlier }: Operator): readonly Chain[] {
    return this.connected(effects).map((own) => {
      const reads = this.reads.begin();
      for (const { program } of own) reads.add(program.reads);
      const matters = (effect: Effect): boolean => {
        if (!reads.hasAny(effect.writes)) return false;
        reads.add(effect.program.reads);
        return true;
      };
      // Backwards: what matters to something that matters does, too.
      const others: Earlier[] = [];
      for (let at = earlier.length - 1; at >= 0; at--) {
        const operator = earlier[at]!;
        const all = this.operators[operator]!.effects;
        const seen = backwards(all, matters);
        if (seen === all) others.push((this.whole[operator] ??= { operator, effects: all }));
        else if (seen.length > 0) others.push({ operator, effects: seen });
      }
      others.reverse();
      const first = backwards(before, matters);
      const make = (): Chain => this.add(own, first, others, reads.list());
      return others.length > 0 ? make() : this.share([first, own], make);
    });
  }

  private share(effects: readonly (readonly Effect[])[], make: () => Chain): Chain {
    const key = effects.map((list) => list.map(({ id }) => id).join()).join(";");
    let chain = this.shared.get(key);
    if (chain === undefined) {
      chain = make();
      this.shared.set(key, chain);
    }
    return chain;
  }

  private add(
    own: readonly Effect[],
    before: readonly Effect[],
    earlier: Chain["earlier"],
    reads: readonly number[],
  ): Chain {
    const writes = [...new Set(own.flatMap((effect) => effect.writes))];
    const chain: Chain = {
      index: this.chains.length,
      own,
      before,
      earlier,
      reads,
      writes,
      output: null,
      tree: NO_TREE,
      slots: null,
    };
    this.chains.push(chain);
    return chain;
  }

  /** Effects are together when a later one reads or writes what an earlier one writes. */
  private connected(effects: readonly Effect[]): readonly (readonly Effect[])[] {
    if (effects.length < 2) return effects.length === 0 ? [] : [effects];
    const group = effects.map((_, at) => at);
    for (const [at, effect] of effects.entries()) {
      for (let other = 0; other < at; other++) {
        if (group[at] === group[other]) continue;
        const written = this.writtenBy(effects[other]!);
        const depends = effect.writes.some((cell) => written.has(cell));
        if (!depends && !effect.program.reads.some((cell) => written.has(cell))) continue;
        const [kept, merged] = [group[other]!, group[at]!];
        for (let k = 0; k <= at; k++) if (group[k] === merged) group[k] = kept;
      }
    }
    return [...new Set(group)].map((of) => effects.filter((_, at) => group[at] === of));
  }

  private writtenBy({ id, writes }: Effect): ReadonlySet<number> {
    let written = this.written.get(id);
    if (written === undefined) {
      written = new Set(writes);
      this.written.set(id, written);
    }
    return written;
  }
}

/** A set of cells that is emptied ten thousand times: a cell is in it if it carries its latest number. */
class CellSet {
  private readonly stamps: number[] = [];
  private stamp = 0;
  private members: number[] = [];

  begin(): this {
    this.stamp++;
    this.members = [];
    return this;
  }

  add(cells: readonly number[]): void {
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at]!;
      if (this.stamps[cell] === this.stamp) continue;
      this.stamps[cell] = this.stamp;
      this.members.push(cell);
    }
  }

  hasAny(cells: readonly number[]): boolean {
    for (let at = 0; at < cells.length; at++) if (this.stamps[cells[at]!] === this.stamp) return true;
    return false;
  }

  /** In the order in which they came; the next set has a list of its own. */
  list(): readonly number[] {
    return this.members;
  }
}

const NONE: readonly Effect[] = [];

/** Those of the effects that matter, asked for from the last to the first; the same list when all of them do. */
function backwards(effects: readonly Effect[], matters: (effect: Effect) => boolean): readonly Effect[] {
  if (effects.length < 2) return effects.length === 1 && matters(effects[0]!) ? effects : NONE;
  const seen: Effect[] = [];
  for (let at = effects.length - 1; at >= 0; at--) if (matters(effects[at]!)) seen.push(effects[at]!);
  return seen.length === effects.length ? effects : seen.reverse();
}
