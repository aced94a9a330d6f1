// Makes a run that a walk found presentable: cuts loops out, drops steps that nothing needs, takes shortcuts between
// its states, and lets the rest happen as early as it can. What still meets the target is kept. The result is not the
// shortest run, only one without idle wandering.

import type { Expired } from "../../trace/index.ts";
import type { FastStepper } from "../fast-stepper.ts";
import type { WalkRun } from "../record.ts";
import { Deletions } from "./deletions.ts";
import { Follower } from "./follower.ts";
import { ShorteningGuide } from "./guide.ts";
import { idleProcesses, loopsOfProcess, loopsOfRun, ownLoops, wanderers } from "./loops.ts";
import { takeShortcuts } from "./shortcuts.ts";

/** Shares of the work that is left which may go into each of these, so that the others get theirs. */
const SHARE = { loops: 0.3, idle: 0.3, own: 0.5, chunks: 0.5 } as const;

/** Does at most about `budget` steps' worth of work, and no longer than one wants to wait. */
export function shortenRun(
  stepper: FastStepper,
  run: WalkRun,
  budget: number,
  expired: Expired = () => false,
): WalkRun {
  const follower = new Follower(stepper, run, budget, expired);
  const deletions = new Deletions(follower);
  follower.spend(SHARE.loops, () => {
    while (deletions.dropAny(loopsOfRun(follower)));
  });
  follower.spend(SHARE.idle, () => deletions.dropAny(idleProcesses(follower)));
  follower.spend(SHARE.own, () => {
    follower.goTo(follower.length);
    deletions.dropAny(ownLoops(follower), new ShorteningGuide(stepper));
    for (const process of wanderers(follower)) {
      while (loopsOfProcess(follower, process).some((loop) => deletions.drop(loop)));
    }
  });
  follower.spend(SHARE.chunks, () => deletions.dropChunks());
  if (takeShortcuts(follower)) deletions.dropChunks();
  return follower.hurried();
}
