// A shop: jobs that are chains of operations, machines that serve one at a time. Everything is numbered and kept in
// typed arrays; operations of one job are neighbours.

export interface ShopOperation {
  readonly machine: number;
  readonly duration: number;
}

export class Shop {
  readonly jobs: number;
  readonly machines: number;
  readonly operations: number;
  /** First operation of each job, and one more for the end. */
  readonly first: Int32Array;
  readonly machine: Int32Array;
  readonly duration: Int32Array;
  readonly job: Int32Array;
  /** How long the job takes from the beginning of the operation on, at the least. */
  readonly ahead: Int32Array;
  /** Operations by machine. */
  readonly users: readonly Int32Array[];

  constructor(jobs: readonly (readonly ShopOperation[])[]) {
    const all = jobs.flat();
    this.jobs = jobs.length;
    this.operations = all.length;
    this.machines = all.reduce((most, { machine }) => Math.max(most, machine + 1), 0);
    this.first = new Int32Array(jobs.length + 1);
    for (const [j, operations] of jobs.entries()) this.first[j + 1] = this.first[j]! + operations.length;
    this.machine = Int32Array.from(all, ({ machine }) => machine);
    this.duration = Int32Array.from(all, ({ duration }) => duration);
    this.job = Int32Array.from(jobs.flatMap((operations, j) => operations.map(() => j)));
    this.ahead = new Int32Array(all.length);
    for (let o = all.length - 1; o >= 0; o--) {
      const isLast = o + 1 === this.first[this.job[o]! + 1];
      this.ahead[o] = this.duration[o]! + (isLast ? 0 : this.ahead[o + 1]!);
    }
    this.users = Array.from({ length: this.machines }, (_, m) =>
      Int32Array.from([...all.keys()].filter((o) => all[o]!.machine === m)),
    );
  }

  makespan(starts: ArrayLike<number>): number {
    let end = 0;
    for (let o = 0; o < this.operations; o++) end = Math.max(end, starts[o]! + this.duration[o]!);
    return end;
  }
}

/**
 * What is wrong with a schedule, seen with nothing but the shop; undefined: nothing. Shares no code with whoever makes
 * schedules.
 */
export function scheduleFault(
  jobs: readonly (readonly ShopOperation[])[],
  starts: ArrayLike<number>,
): string | undefined {
  const taken = new Map<number, { readonly start: number; readonly end: number }[]>();
  let o = 0;
  for (const [j, operations] of jobs.entries()) {
    let ready = 0;
    for (const { machine, duration } of operations) {
      const start = starts[o++];
      if (start === undefined || !Number.isInteger(start)) return `job ${j} has an operation that does not begin`;
      if (start < ready) return `job ${j} begins an operation at ${start}, before ${ready}`;
      ready = start + duration;
      const others = taken.get(machine) ?? [];
      if (others.some((other) => start < other.end && other.start < ready))
        return `machine ${machine} serves two at ${start}`;
      if (duration > 0) others.push({ start, end: ready });
      taken.set(machine, others);
    }
  }
  return o === starts.length ? undefined : "there are more beginnings than operations";
}
