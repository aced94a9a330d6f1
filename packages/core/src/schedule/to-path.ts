// From a schedule to a run of the network: the steps of all jobs in the order of time, what gives a machine back before
// what takes it. Nothing is promised: the run is replayed before anybody sees it.

import type { JointTransition } from "../semantics/joint-transition.ts";
import type { TaskView } from "./task-view.ts";

interface TimedPath {
  readonly transitions: readonly JointTransition[];
  /** When each of them happens. */
  readonly times: readonly number[];
}

/** Undefined: the network has no such run, as far as locks and synchronisations tell. */
export function pathOf({ shop, ways }: TaskView, starts: ArrayLike<number>): TimedPath | undefined {
  const due = ways.map((way) => {
    let time = 0;
    return way.map(({ least, begins }) => {
      time = Math.max(time + least, begins === undefined ? 0 : starts[begins]!);
      return time;
    });
  });
  const next = new Int32Array(ways.length);
  const holder = new Int32Array(shop.machines).fill(-1);
  const transitions: JointTransition[] = [];
  const times: number[] = [];
  const left = (job: number): boolean => next[job]! < ways[job]!.length;
  for (;;) {
    let now = Number.POSITIVE_INFINITY;
    for (const job of ways.keys()) if (left(job)) now = Math.min(now, due[job]![next[job]!]!);
    if (now === Number.POSITIVE_INFINITY) return { transitions, times };
    let isMoving = true;
    let hasMoved = false;
    while (isMoving) {
      isMoving = false;
      for (const job of ways.keys()) {
        while (left(job) && due[job]![next[job]!] === now) {
          const { step, begins, ends, partner } = ways[job]![next[job]!]!;
          if (step.edge.sync.kind !== "internal" && partner === undefined) return undefined;
          const machine = begins === undefined ? -1 : shop.machine[begins]!;
          if (machine >= 0 && holder[machine]! >= 0 && holder[machine] !== ends) break;
          if (ends !== undefined) holder[shop.machine[ends]!] = -1;
          if (begins !== undefined) holder[machine] = begins;
          const own = { edge: step.edge.id, select: step.selects };
          const other = partner === undefined ? [] : [{ edge: partner.id, select: [] }];
          transitions.push({ edges: step.edge.sync.kind === "receive" ? [...other, own] : [own, ...other] });
          times.push(now);
          next[job]!++;
          isMoving = true;
          hasMoved = true;
        }
      }
    }
    if (!hasMoved) return undefined;
  }
}
