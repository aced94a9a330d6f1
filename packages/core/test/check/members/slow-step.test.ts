// A step in the calling thread ends when it lasts longer than all before it, and two seconds; and only then.

import { expect, it } from "vitest";
import { SlowStep } from "../../../src/check/members/slow-step.ts";
import { type Environment, LimitReached, type Limits, stillEnvironment } from "../../../src/limits/index.ts";

/** Time passes only inside of work, which says how long it takes. */
function hostWith(slowStep: SlowStep): (lasting: number, limits?: Limits) => boolean {
  let time = 0;
  const outer: Environment = {
    ...stillEnvironment,
    now: () => time,
    interruptible(work, { seconds = Number.POSITIVE_INFINITY }) {
      const lasting = work() as number;
      time += Math.min(lasting, seconds);
      if (lasting > seconds) throw new LimitReached("time");
      return lasting as never;
    },
  };
  const { interruptible } = slowStep.endedIn(outer);
  return (lasting, limits = {}) => {
    try {
      return interruptible!(() => lasting, limits) === lasting;
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      return false;
    }
  };
}

it("ends the first step after two seconds", () => {
  const slowStep = new SlowStep();
  expect(hostWith(slowStep)(2.5)).toBe(false);
  expect(slowStep.wasEnded).toBe(true);
});

it("lets later steps last as long as all before them", () => {
  const slowStep = new SlowStep();
  const work = hostWith(slowStep);
  expect([1.9, 3.8, 7.6, 15, 31].map((lasting) => work(lasting))).toEqual([true, true, true, true, false]);
  expect(slowStep.wasEnded).toBe(true);
});

it("leaves the limit of the question as it is", () => {
  const slowStep = new SlowStep();
  expect(hostWith(slowStep)(5, { seconds: 0.5 })).toBe(false);
  expect(slowStep.wasEnded).toBe(false);
});

it("spares what a member does once it has found what was asked for", () => {
  const slowStep = new SlowStep();
  const work = hostWith(slowStep);
  slowStep.spare();
  expect(work(100)).toBe(true);
  expect(slowStep.wasEnded).toBe(false);
});
