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

  constructor(operators: readonly Operator[]) {
    this.operators = operators;
  }

  of({ effects, before, earlier }: Operator): readonly Chain[] {
    return this.connected(effects).map((own) => {
      const reads = new Set(own.flatMap(({ program }) => program.reads));
      const matters = (effect: Effect): boolean => {
        if (!isAny(effect.writes, reads)) return false;
        for (const cell of effect.program.reads) reads.add(cell);
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
      const make = (): Chain => this.add(own, first, others, reads);
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
    reads: ReadonlySet<number>,
  ): Chain {
    const writes = [...new Set(own.flatMap((effect) => effect.writes))];
    const chain: Chain = {
      index: this.chains.length,
      own,
      before,
      earlier,
      reads: [...reads],
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

function isAny(cells: readonly number[], among: ReadonlySet<number>): boolean {
  for (let at = 0; at < cells.length; at++) if (among.has(cells[at]!)) return true;
  return false;
}

const NONE: readonly Effect[] = [];

/** Those of the effects that matter, asked for from the last to the first; the same list when all of them do. */
function backwards(effects: readonly Effect[], matters: (effect: Effect) => boolean): readonly Effect[] {
  if (effects.length < 2) return effects.length === 1 && matters(effects[0]!) ? effects : NONE;
  const seen: Effect[] = [];
  for (let at = effects.length - 1; at >= 0; at--) if (matters(effects[at]!)) seen.push(effects[at]!);
  return seen.length === effects.length ? effects : seen.reverse();
}
