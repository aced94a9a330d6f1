// What an operator does to data, cut into chains of effects that do not see each other. A chain runs on its own, reads
// and writes little, and is the same for all operators with the same effects; where nothing that it writes is ever
// asked for it is left out.

import type { Output } from "../../../circuit/outputs.ts";
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
  /**
   * By the list of operators that come earlier, then by what happens before and in the chain; and by what of that
   * matters.
   */
  private readonly known = new Map<readonly number[], Map<string, Chain>>();
  private readonly shared = new Map<string, Chain>();
  private readonly written = new Map<number, ReadonlySet<number>>();
  /** What of an operator mattered to the latest chain: mostly it is the same for many, which then share it. */
  private readonly latest: (Earlier | undefined)[] = [];
  private readonly reads = new CellSet();
  private readonly sent: number;

  /** `sent`: the input of the sender's index, which is no part of any state. */
  constructor(operators: readonly Operator[], sent: number) {
    this.operators = operators;
    this.sent = sent;
  }

  of({ effects, before, earlier }: Operator): readonly Chain[] {
    let known = this.known.get(earlier);
    if (known === undefined) {
      known = new Map();
      this.known.set(earlier, known);
    }
    return this.connected(effects).map((own) => share(known, before, own, () => this.make(own, before, earlier)));
  }

  private make(own: readonly Effect[], before: readonly Effect[], earlier: readonly number[]): Chain {
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
      const seen = backwards(this.operators[operator]!.effects, matters);
      if (seen.length > 0) others.push(this.seenOf(operator, seen));
    }
    others.reverse();
    const first = backwards(before, matters);
    // What is kept for the chain is no input of it.
    const all = reads.list();
    const inputs = all.includes(this.sent) ? all.filter((cell) => cell !== this.sent) : all;
    const add = (): Chain => this.add(own, first, others, inputs);
    return others.length > 0 ? add() : share(this.shared, first, own, add);
  }

  private seenOf(operator: number, effects: readonly Effect[]): Earlier {
    const latest = this.latest[operator];
    if (latest?.effects.length === effects.length && effects.every((effect, at) => effect === latest.effects[at])) {
      return latest;
    }
    return (this.latest[operator] = { operator, effects });
  }

  private add(
    own: readonly Effect[],
    before: readonly Effect[],
    earlier: Chain["earlier"],
    reads: readonly number[],
  ): Chain {
    const writes = own.length === 1 ? own[0]!.writes : [...new Set(own.flatMap((effect) => effect.writes))];
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

/**
 * A set of cells that is emptied ten thousand times: a cell is in it if it carries its latest number. Many effects
 * read, or write, the same cells; such lists are one list, and what was once found out about a list is not looked up
 * again.
 */
class CellSet {
  private readonly stamps: number[] = [];
  private stamp = 0;
  private members: number[] = [];
  private readonly lists = new Map<string, number>();
  private readonly numbers = new Map<readonly number[], number>();
  /** By list: when all of it was added, when one of it was met, when none was and how many members there were. */
  private readonly added: number[] = [];
  private readonly met: number[] = [];
  private readonly missed: number[] = [];
  private readonly missedAmong: number[] = [];

  begin(): this {
    this.stamp++;
    this.members = [];
    return this;
  }

  add(cells: readonly number[]): void {
    const list = this.numberOf(cells);
    if (this.added[list] === this.stamp) return;
    this.added[list] = this.stamp;
    const { stamps, stamp, members } = this;
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at]!;
      if (stamps[cell] === stamp) continue;
      stamps[cell] = stamp;
      members.push(cell);
    }
  }

  hasAny(cells: readonly number[]): boolean {
    const list = this.numberOf(cells);
    const { stamps, stamp, members } = this;
    if (this.met[list] === stamp) return true;
    if (this.missed[list] === stamp && this.missedAmong[list] === members.length) return false;
    for (let at = 0; at < cells.length; at++) {
      if (stamps[cells[at]!] !== stamp) continue;
      this.met[list] = stamp;
      return true;
    }
    this.missed[list] = stamp;
    this.missedAmong[list] = members.length;
    return false;
  }

  /** In the order in which they came; the next set has a list of its own. */
  list(): readonly number[] {
    return this.members;
  }

  private numberOf(cells: readonly number[]): number {
    let number = this.numbers.get(cells);
    if (number === undefined) {
      const key = cells.join();
      number = this.lists.get(key);
      if (number === undefined) {
        number = this.lists.size;
        this.lists.set(key, number);
        for (const column of [this.added, this.met, this.missed, this.missedAmong]) column.push(0);
      }
      this.numbers.set(cells, number);
    }
    return number;
  }
}

function share(
  chains: Map<string, Chain>,
  before: readonly Effect[],
  own: readonly Effect[],
  make: () => Chain,
): Chain {
  const ids = (effects: readonly Effect[]): string => effects.map(({ id }) => id).join();
  const key = `${ids(before)};${ids(own)}`;
  let chain = chains.get(key);
  if (chain === undefined) {
    chain = make();
    chains.set(key, chain);
  }
  return chain;
}

const NONE: readonly Effect[] = [];

/** Those of the effects that matter, asked for from the last to the first; the same list when all of them do. */
function backwards(effects: readonly Effect[], matters: (effect: Effect) => boolean): readonly Effect[] {
  if (effects.length < 2) return effects.length === 1 && matters(effects[0]!) ? effects : NONE;
  const seen: Effect[] = [];
  for (let at = effects.length - 1; at >= 0; at--) if (matters(effects[at]!)) seen.push(effects[at]!);
  return seen.length === effects.length ? effects : seen.reverse();
}
