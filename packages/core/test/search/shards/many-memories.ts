// Several workers of one search in one thread, over logs that are lists: who owns a shard can change at any moment, and
// batches may be read twice. What a broker does is done by hand.

import { checkQueries } from "../../../src/check/index.ts";
import { stillEnvironment } from "../../../src/limits/index.ts";
import type { Network, Query } from "../../../src/network/index.ts";
import {
  answeredSearch,
  type Hit,
  recordAt,
  type ShardedOutcome,
  type ShardedSearch,
  type ShardedSpec,
  type ShardMail,
  type StatePlace,
  shardedSearch,
} from "../../../src/search/index.ts";

const MOST_ROUNDS = 20_000;

/** This search cannot be divided. */
export class Refused extends Error {}

export interface Together {
  readonly outcome: ShardedOutcome;
  readonly discrete: number;
  readonly faults: number;
}

/** One that is killed forgets everything; its shards go to the next. */
export interface Disturbance {
  /** After how many rounds the first worker is killed and a shard moves; absent: never. */
  readonly firstKill?: number;
}

export async function searchTogether(
  network: Network,
  query: Query,
  spec: ShardedSpec,
  workers: number,
  { firstKill = Number.POSITIVE_INFINITY }: Disturbance = {},
  shards = 7,
): Promise<Together> {
  const logs: Uint8Array[][] = Array.from({ length: shards }, () => []);
  const owners = Array.from({ length: shards }, (_, shard) => shard % workers);
  let best: Hit | undefined;
  let faults = 0;
  let isOver = false;
  const sides: Side[] = [];

  class Side implements ShardMail {
    readonly shards = shards;
    readonly isFull = false;
    readonly me: number;
    declare search: ShardedSearch;
    private readonly read = new Map<number, number>();
    private lostShards: number[] = [];
    private hasBegun = false;

    constructor(me: number) {
      this.me = me;
    }

    isMade = false;

    get isOver(): boolean {
      return isOver || !this.isMade;
    }

    get bound(): number {
      return best?.length ?? Number.POSITIVE_INFINITY;
    }

    receive() {
      for (const [shard, owner] of owners.entries()) {
        if (owner !== this.me) continue;
        const at = this.read.get(shard) ?? 0;
        if (at >= logs[shard]!.length) continue;
        this.read.set(shard, at + 1);
        return { shard, batch: at + 1, records: logs[shard]![at]!, isExpanded: false };
      }
      return undefined;
    }

    get hasMail(): boolean {
      return owners.some((owner, shard) => owner === this.me && (this.read.get(shard) ?? 0) < logs[shard]!.length);
    }

    lose(shard: number): void {
      this.lostShards.push(shard);
      this.read.delete(shard);
      if (shard === 0) this.hasBegun = false;
    }

    lost(): readonly number[] {
      const lost = this.lostShards;
      this.lostShards = [];
      return lost;
    }

    begins(): boolean {
      if (owners[0] !== this.me || this.hasBegun) return false;
      this.hasBegun = true;
      return true;
    }

    send(shard: number, records: Uint8Array): void {
      logs[shard]!.push(records);
    }

    hit(hit: Hit): void {
      if (best === undefined || hit.length < best.length) best = hit;
    }

    fault(): void {
      faults++;
    }

    unreadable(): void {
      throw new Error("what was sent cannot be read");
    }
  }

  const make = async (me: number): Promise<Side> => {
    const side = new Side(me);
    const config = shardedSearch(spec, side, (search) => {
      side.search = search;
    });
    // The search is made as any other is, ends at once, and is driven from here.
    const strategy = { kind: "search", spec: config.spec, config } as const;
    const options = { strategy, por: "off" } as const;
    await checkQueries({ network, options, environment: stillEnvironment }, [query]);
    side.isMade = true;
    if (side.search === undefined) throw new Refused();
    return side;
  };
  for (let me = 0; me < workers; me++) sides.push(await make(me));
  let nextKill = firstKill;
  for (let round = 1; ; round++) {
    if (round > MOST_ROUNDS) throw new Error("it does not end");
    for (const side of sides) side.search.step();
    if (spec.order === "greedy" && best !== undefined) break;
    if (sides.every((side) => side.search.isIdle && !side.hasMail)) break;
    if (round !== nextKill) continue;
    // Later ones come after longer times: whoever is killed again and again gets nowhere.
    nextKill = Math.ceil(1.5 * nextKill) + 1;
    const killed = round % workers;
    sides[killed] = await make(killed);
    const shard = round % shards;
    sides[owners[shard]!]!.lose(shard);
    owners[shard] = (owners[shard]! + 1) % workers;
  }
  const discrete = sides.reduce(
    (sum, side) =>
      sum +
      owners.reduce((inner, owner, shard) => inner + (owner === side.me ? side.search.countOf(shard).discrete : 0), 0),
    0,
  );
  isOver = true;
  const pathTo = (place: StatePlace): number[] => {
    const ordinals: number[] = [];
    for (let at: StatePlace | undefined = place; at !== undefined; ) {
      const { ordinal, parent }: NonNullable<ReturnType<typeof recordAt>> = recordAt(
        logs[at.shard]![at.batch - 1]!,
        at.index,
      )!;
      ordinals.push(ordinal);
      at = parent;
    }
    return ordinals.reverse();
  };
  const outcome: ShardedOutcome =
    best !== undefined
      ? { kind: "found", ordinals: pathTo(best.place) }
      : { kind: faults > 0 ? "gave-up" : "exhausted" };
  return { outcome, discrete, faults };
}

/** The answer as whoever asked tells it. */
export async function answerTogether(network: Network, query: Query, spec: ShardedSpec, outcome: ShardedOutcome) {
  const config = answeredSearch(spec, outcome, {});
  const strategy = { kind: "search", spec: config.spec, config } as const;
  const options = { strategy, por: "off" } as const;
  const [result] = await checkQueries({ network, options, environment: stillEnvironment }, [query]);
  return result!;
}
