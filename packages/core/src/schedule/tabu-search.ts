// Better schedules from good ones: operations on a longest chain are moved to the ends of their blocks, the best move
// that does not undo a recent one is taken, whether it is better or not (tabu search; Nowicki and Smutnicki 1996, with
// the moves of Balas and Vazacopoulos 1998). Where nothing gets better for long, two good schedules are mixed and the
// search goes on from there (path relinking; Peng, Lü and Cheng 2015): a mixture of two orders that keep to the jobs
// keeps to them, too.

import { Prng } from "../basics/prng.ts";
import { MachineOrders } from "./machine-orders.ts";
import type { Shop } from "./shop.ts";

/** How many moves pass between two looks at the time. */
const PER_TURN = 64;
/** Moves without a better schedule after which two others are mixed. */
const PATIENCE = 6000;
const POOL = 8;
/** Mixtures without a better schedule after which all but the best are forgotten. */
const MIXTURES = 40;

interface KnownSchedule {
  readonly end: number;
  /** An order of all operations. */
  readonly place: Int32Array;
  readonly before: Int32Array;
}

export class TabuSearch {
  private readonly shop: Shop;
  private readonly orders: MachineOrders;
  private readonly random = new Prng(1);
  /** By pair of operations: the move until which the first must not come before the second again. */
  private readonly forbidden: Int32Array;
  private readonly chain: Int32Array;
  private readonly least: number;
  private readonly spread: number;
  private pool: KnownSchedule[] = [];
  private mixtures = 0;
  /** Made so far. */
  moves = 0;
  /** Where it stands; absent: at nothing. */
  private current: { best: KnownSchedule; since: number } | undefined;
  /** The move that was chosen: from, to, whether behind it. */
  private readonly chosen = { from: -1, to: -1, isBehind: true };

  constructor(shop: Shop) {
    this.shop = shop;
    this.orders = new MachineOrders(shop);
    this.forbidden = new Int32Array(shop.operations ** 2);
    this.chain = new Int32Array(shop.operations);
    this.least = Math.ceil(10 + shop.jobs / Math.max(1, shop.machines));
    this.spread = Math.ceil(this.least * (shop.jobs > 2 * shop.machines ? 0.5 : 0.4));
  }

  /** A schedule that somebody else found, by when its operations begin. */
  learn(starts: Int32Array): void {
    // What takes no time stays in the order of its job.
    const end = this.orders.arrange(starts);
    this.remember(this.shown(end));
    this.current = undefined;
  }

  /** Yields now and then; ends after so many moves, or with the first schedule that ends before `below`. */
  *run(
    moves: number,
    below: number,
  ): Generator<void, { readonly starts: Int32Array; readonly end: number } | undefined> {
    for (let i = 0; i < moves; i++) {
      if (i % PER_TURN === PER_TURN - 1) yield;
      const end = this.current === undefined ? this.begin() : this.move();
      if (end === undefined) {
        this.leave();
        continue;
      }
      const { current } = this;
      if (current !== undefined && end < current.best.end) this.current = { best: this.shown(end), since: this.moves };
      else if (current !== undefined && this.moves - current.since > PATIENCE) this.leave();
      if (end < below) {
        this.mixtures = 0;
        return { starts: this.orders.head.slice(), end };
      }
    }
    return undefined;
  }

  private shown(end: number): KnownSchedule {
    return { end, place: this.orders.place.slice(), before: this.orders.before.slice() };
  }

  /** Where to go on: a schedule of one's own while few are known, then mixtures. */
  private begin(): number {
    const { pool, random, orders } = this;
    let end: number;
    if (this.mixtures > MIXTURES) {
      this.pool = pool.slice(0, 1);
      this.mixtures = 0;
    }
    if (this.pool.length < POOL) end = orders.arrange(this.anyOrder());
    else {
      this.mixtures++;
      const a = random.below(this.pool.length);
      const b = (a + 1 + random.below(this.pool.length - 1)) % this.pool.length;
      const [one, other] = [this.pool[a]!.place, this.pool[b]!.place];
      const share = 0.3 + 0.4 * random.fraction();
      end = orders.arrange(Float64Array.from(one, (place, o) => (1 - share) * place + share * other[o]!));
    }
    this.current = { best: this.shown(end), since: this.moves };
    return end;
  }

  private anyOrder(): Float64Array {
    const { jobs, first, operations } = this.shop;
    const next = first.slice(0, jobs);
    const rank = new Float64Array(operations);
    for (let place = 0; place < operations; place++) {
      let j = this.random.below(jobs);
      while (next[j] === first[j + 1]) j = (j + 1) % jobs;
      rank[next[j]!++] = place;
    }
    return rank;
  }

  private leave(): void {
    if (this.current !== undefined) this.remember(this.current.best);
    this.current = undefined;
  }

  /** The best few that differ. */
  private remember(known: KnownSchedule): void {
    const isNear = (other: KnownSchedule): boolean => {
      let different = 0;
      for (let o = 0; o < known.before.length; o++) if (known.before[o] !== other.before[o]) different++;
      return different * 20 <= known.before.length;
    };
    const near = this.pool.findIndex(isNear);
    if (near >= 0) {
      if (this.pool[near]!.end <= known.end) return;
      this.pool.splice(near, 1);
    }
    this.pool.push(known);
    this.pool.sort((a, b) => a.end - b.end);
    this.pool.length = Math.min(this.pool.length, POOL);
  }

  /** One move on a longest chain; when the schedule ends then; undefined: nothing can be moved. */
  private move(): number | undefined {
    const { orders, shop, chosen } = this;
    const length = this.longestChain();
    chosen.from = -1;
    const found = { least: Number.POSITIVE_INFINITY, isForbidden: true, ties: 0 };
    for (let from = 0; from < length; ) {
      let to = from;
      while (to + 1 < length && this.isNextOnMachine(this.chain[to]!, this.chain[to + 1]!)) to++;
      if (to > from) this.movesOfBlock(from, to, from === 0, to === length - 1, found);
      from = to + 1;
    }
    if (chosen.from < 0) return undefined;
    const { from, to, isBehind } = chosen;
    this.moves++;
    const until = this.moves + this.least + this.random.below(this.spread + 1);
    // What it passes must not be passed back soon.
    for (let o = from; o !== to; ) {
      o = isBehind ? orders.behind[o]! : orders.before[o]!;
      const pair = isBehind ? from * shop.operations + o : o * shop.operations + from;
      this.forbidden[pair] = until;
    }
    if (isBehind) orders.goBehind(from, to);
    else orders.goBefore(from, to);
    return orders.settle();
  }

  private isNextOnMachine(a: number, b: number): boolean {
    return this.orders.behind[a] === b && this.shop.machine[a] === this.shop.machine[b];
  }

  /** Operations of a longest chain, from the first to the last; how many. Of several, one by chance. */
  private longestChain(): number {
    const { orders, chain, random, shop } = this;
    const { head, tail } = orders;
    let end = 0;
    for (let o = 0; o < shop.operations; o++) if (head[o] === 0 && tail[o]! > end) end = tail[o]!;
    let [at, ties] = [-1, 0];
    for (let o = 0; o < shop.operations; o++) {
      if (
        head[o] === 0 &&
        tail[o] === end &&
        orders.before[o]! < 0 &&
        orders.jobBefore(o) < 0 &&
        random.below(++ties) === 0
      )
        at = o;
    }
    let length = 0;
    while (at >= 0) {
      chain[length++] = at;
      const rest = tail[at]! - shop.duration[at]!;
      const [job, machine] = [orders.jobBehind(at), orders.behind[at]!];
      const isJob = job >= 0 && tail[job] === rest;
      const isMachine = machine >= 0 && tail[machine] === rest;
      at = isJob && (!isMachine || random.below(2) === 0) ? job : isMachine ? machine : -1;
    }
    return length;
  }

  /** Inner operations go to the ends of the block; nothing is gained at the very beginning and the very end. */
  private movesOfBlock(
    from: number,
    to: number,
    isFirst: boolean,
    isLast: boolean,
    found: { least: number; isForbidden: boolean; ties: number },
  ): void {
    const { orders, chain } = this;
    const [first, last] = [chain[from]!, chain[to]!];
    if (!isLast || isFirst) {
      for (let i = from; i < to; i++) {
        if (orders.mayGoBehind(chain[i]!, last)) this.weigh(chain[i]!, last, true, found);
      }
    }
    if (isFirst && !isLast) return;
    for (let i = from + 1; i <= to; i++) {
      if (orders.mayGoBefore(chain[i]!, first)) this.weigh(chain[i]!, first, false, found);
    }
  }

  private weigh(
    from: number,
    to: number,
    isBehind: boolean,
    found: { least: number; isForbidden: boolean; ties: number },
  ): void {
    const { orders, chosen, random } = this;
    const guess = isBehind ? orders.guessBehind(from, to) : orders.guessBefore(from, to);
    const isForbidden = guess >= this.current!.best.end && this.isForbidden(from, to, isBehind);
    // Where everything is forbidden, chance decides.
    const worth = isForbidden ? 0 : guess;
    if (isForbidden !== found.isForbidden ? isForbidden : worth > found.least) return;
    if (isForbidden !== found.isForbidden || worth < found.least) found.ties = 0;
    if (random.below(++found.ties) > 0) return;
    [found.least, found.isForbidden] = [worth, isForbidden];
    [chosen.from, chosen.to, chosen.isBehind] = [from, to, isBehind];
  }

  private isForbidden(from: number, to: number, isBehind: boolean): boolean {
    const { orders, forbidden, moves } = this;
    const { operations } = this.shop;
    for (let o = from; o !== to; ) {
      o = isBehind ? orders.behind[o]! : orders.before[o]!;
      if (forbidden[isBehind ? o * operations + from : from * operations + o]! > moves) return true;
    }
    return false;
  }
}
