// States that wait to be expanded, by a whole number that says how soon: buckets, of which the least is emptied first.
// Inside a bucket the newest comes first, except where all have the same urgency anyway.

export class WaitingStates {
  private readonly buckets: (number[] | undefined)[] = [];
  /** Those from which no way is seen: they wait until all others are done. */
  private readonly hopeless: number[] = [];
  private least = 0;
  size = 0;

  push(state: number, urgency: number): void {
    this.size++;
    if (urgency === Number.POSITIVE_INFINITY) {
      this.hopeless.push(state);
      return;
    }
    const bucket = (this.buckets[urgency] ??= []);
    bucket.push(state);
    if (urgency < this.least) this.least = urgency;
  }

  /** Undefined: nothing waits. */
  pop(): number | undefined {
    while (this.least < this.buckets.length) {
      const state = this.buckets[this.least]?.pop();
      if (state !== undefined) {
        this.size--;
        return state;
      }
      this.buckets[this.least++] = undefined;
    }
    const last = this.hopeless.pop();
    if (last !== undefined) this.size--;
    return last;
  }
}
