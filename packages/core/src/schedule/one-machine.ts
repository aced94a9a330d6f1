// The one-machine bound: operations with heads and tails on one machine, interruptions allowed (Jackson's preemptive
// schedule; Carlier 1982). No schedule ends sooner.

export class OneMachine {
  readonly head: Int32Array;
  readonly work: Int32Array;
  readonly tail: Int32Array;
  private readonly order: Int32Array;
  private readonly left: Int32Array;
  count = 0;

  constructor(most: number) {
    this.head = new Int32Array(most);
    this.work = new Int32Array(most);
    this.tail = new Int32Array(most);
    this.order = new Int32Array(most);
    this.left = new Int32Array(most);
  }

  /** Of the first `count` operations. */
  bound(): number {
    const { head, tail, work, order, left, count } = this;
    for (let i = 0; i < count; i++) {
      let at = i - 1;
      while (at >= 0 && head[order[at]!]! > head[i]!) {
        order[at + 1] = order[at]!;
        at--;
      }
      order[at + 1] = i;
      left[i] = work[i]!;
    }
    let time = 0;
    let arrived = 0;
    let done = 0;
    let end = 0;
    while (done < count) {
      let next = -1;
      for (let a = 0; a < arrived; a++) {
        const one = order[a]!;
        if (left[one]! > 0 && (next < 0 || tail[one]! > tail[next]!)) next = one;
      }
      if (next < 0) {
        const one = order[arrived]!;
        if (head[one]! > time) time = head[one]!;
      } else {
        const until = arrived < count ? head[order[arrived]!]! - time : left[next]!;
        const run = Math.min(until, left[next]!);
        time += run;
        left[next]! -= run;
        if (left[next] === 0) {
          done++;
          if (time + tail[next]! > end) end = time + tail[next]!;
        }
      }
      while (arrived < count && head[order[arrived]!]! <= time) {
        // What takes no time is over when it arrives.
        const one = order[arrived++]!;
        if (left[one] === 0) {
          done++;
          if (head[one]! + tail[one]! > end) end = head[one]! + tail[one]!;
        }
      }
    }
    return end;
  }
}
