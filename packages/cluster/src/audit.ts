// When is a search in many memories over? A worker that has nothing to do says nothing about the others, and messages
// may be under way. So everybody is asked twice (Mattern 1987): when all are idle, nothing has changed between the two
// answers, and every batch that was sent was received by its number, then nothing can happen any more. "Cannot happen"
// rests on this alone, not on the broker.

/** Batches from one sender to one shard are numbered from 1: all up to a number, and single ones beyond it. */
export class NumberSet {
  upTo: number;
  private readonly beyond = new Set<number>();

  constructor(upTo = 0) {
    this.upTo = upTo;
  }

  has(number: number): boolean {
    return number <= this.upTo || this.beyond.has(number);
  }

  add(number: number): void {
    if (number <= this.upTo) return;
    this.beyond.add(number);
    while (this.beyond.delete(this.upTo + 1)) this.upTo++;
  }
}

/** Sender → by shard, how many batches were sent there. */
export type Sent = Readonly<Record<string, readonly number[]>>;

export interface ShardAnswer {
  readonly shard: number;
  /** Sender → the number up to which everything was received. */
  readonly received: Readonly<Record<string, number>>;
  /** The last batch that was read. */
  readonly last: number;
  /** What senders that are gone had sent when this shard was handed on, by its checkpoint. */
  readonly vouched: Sent;
  readonly stored: number;
  readonly discrete: number;
  /** While it works: states that were new when they came, and those that wait. */
  readonly inserted: number;
  readonly waiting: number;
}

export interface WorkerAnswer {
  readonly worker: string;
  readonly isIdle: boolean;
  /** The log holds as much as it may hold: it waits. */
  readonly isFull: boolean;
  readonly sent: readonly number[];
  readonly shards: readonly ShardAnswer[];
  readonly explored: number;
  readonly transitions: number;
  readonly generated: number;
  readonly waiting: number;
  readonly unreadable: number;
  readonly replayed: number;
  readonly redelivered: number;
  /** Why nothing can be written at the moment. */
  readonly trouble?: string;
}

/** Undefined: what came is no answer. */
export function readAnswer(told: unknown): WorkerAnswer | undefined {
  const answer = (told ?? {}) as Partial<WorkerAnswer>;
  const counts = ["explored", "transitions", "generated", "waiting", "unreadable", "replayed", "redelivered"] as const;
  const isWhole =
    typeof answer.worker === "string" &&
    typeof answer.isIdle === "boolean" &&
    counts.every((name) => typeof answer[name] === "number") &&
    areCounts(answer.sent) &&
    Array.isArray(answer.shards) &&
    answer.shards.every(isShardAnswer);
  return isWhole ? (answer as WorkerAnswer) : undefined;
}

const areCounts = (told: unknown): told is readonly number[] =>
  Array.isArray(told) && told.every((count) => typeof count === "number");

function isShardAnswer(told: unknown): told is ShardAnswer {
  const { shard, received, last, vouched } = (told ?? {}) as Partial<ShardAnswer>;
  const isTable = typeof received === "object" && received !== null && areCounts(Object.values(received));
  const isVouched = typeof vouched === "object" && vouched !== null && Object.values(vouched).every(areCounts);
  return typeof shard === "number" && typeof last === "number" && isTable && isVouched;
}

export type Audit =
  | { readonly kind: "busy" }
  | { readonly kind: "complete" }
  | { readonly kind: "missing"; readonly what: string };

/** One wave of answers. */
export function auditOf(answers: readonly WorkerAnswer[], shards: number): Audit {
  const owners = new Map<number, ShardAnswer>();
  for (const { shards: own } of answers) {
    for (const one of own) {
      // Two owners: one of them does not know yet.
      if (owners.has(one.shard)) return { kind: "busy" };
      owners.set(one.shard, one);
    }
  }
  if (owners.size !== shards || answers.some(({ isIdle }) => !isIdle)) return { kind: "busy" };
  const unreadable = answers.reduce((sum, answer) => sum + answer.unreadable, 0);
  if (unreadable > 0) return { kind: "missing", what: `${unreadable} batches could not be read` };
  let missing = 0;
  for (const [sender, counts] of sentOf(answers)) {
    for (const [shard, count] of counts.entries()) {
      missing += Math.max(0, count - (owners.get(shard)!.received[sender] ?? 0));
    }
  }
  return missing === 0
    ? { kind: "complete" }
    : { kind: "missing", what: `${missing} batches were sent and never received` };
}

/** What counts as sent: by those who are there, and by those who are gone as far as somebody relies on it. */
function sentOf(answers: readonly WorkerAnswer[]): Map<string, number[]> {
  const all = new Map<string, number[]>();
  const note = (sender: string, counts: readonly number[]): void => {
    const known = all.get(sender) ?? [];
    for (const [shard, count] of counts.entries()) known[shard] = Math.max(known[shard] ?? 0, count);
    all.set(sender, known);
  };
  for (const { worker, sent, shards } of answers) {
    note(worker, sent);
    for (const { vouched } of shards) for (const [sender, counts] of Object.entries(vouched)) note(sender, counts);
  }
  return all;
}

/** Has nothing happened between two waves? */
export function isSame(first: readonly WorkerAnswer[], second: readonly WorkerAnswer[]): boolean {
  const text = (answers: readonly WorkerAnswer[]): string =>
    JSON.stringify(answers.map((answer) => JSON.stringify(answer)).sort());
  return text(first) === text(second);
}
