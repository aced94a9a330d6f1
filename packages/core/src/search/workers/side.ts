// One side of a breadth-first search that several engines make together, level by level: it expands its own states of
// the level, waits for the others, stores what they sent, looks for targets among what is new, waits again, and goes on
// with the next level. A level whose outboxes fill up is made in several rounds. What it does depends on nothing but
// the model and the number of sides, so all runs are alike, in threads or not.

import type { EngineFault, PartitionEngine, StateId } from "../../engine/index.ts";
import { COUNTERS, type Rendezvous, type SideCounter } from "./rendezvous.ts";

/** States between two looks at whether the search is over. */
const STRETCH = 256;

export interface SideOptions {
  /** The number of the target that is looked for; absent: none. */
  readonly target?: number;
  /** States are stored at the cost of their level, so that nothing that lies deeper swallows what waits. */
  readonly costs: boolean;
  now(): number;
}

/** `waiting`: for the others; `held`: somebody has found a target or met a fault; `done`: everything was seen. */
export type SideStatus = "working" | "waiting" | "held" | "done";

/** What was counted, by side. */
export type Totals = readonly Readonly<Record<SideCounter, number>>[];
const NOTHING: Totals = [];

/** What all sides agree on when they have come together. */
interface Decision {
  readonly hasTargets: boolean;
  readonly hasFresh: boolean;
  /** Nothing of the level is left to be expanded. */
  readonly isComplete: boolean;
}

type Phase = "start" | "expand" | "exchange" | "take" | "look" | "decide" | "hold" | "done";

export class Side {
  readonly engine: PartitionEngine;
  private readonly meeting: Rendezvous;
  private readonly options: SideOptions;
  private readonly me: number;
  private phase: Phase = "start";
  private barrier = 0;
  /** How many steps lead to the states of the level at hand. */
  private level = -1;
  private next: StateId = 0;
  /** States up to this one belong to the level at hand, and before that one they were looked at. */
  private levelEnd: StateId = 0;
  private looked: StateId = 0;
  private sender = 0;
  private explored = 0;
  private deadlocks = 0;
  private faultsTold = 0;
  /** What was decided before somebody was heard. */
  private decided: Decision | undefined;
  isReleased = false;
  /** Most states that waited when a level began, of all sides. */
  peakOpen = 0;
  /** Of all sides, as they were when they last came together: the same in all runs. */
  totals: Totals = NOTHING;
  private waitingSince: number | undefined;
  private idle = 0;

  constructor(engine: PartitionEngine, meeting: Rendezvous, options: SideOptions) {
    this.engine = engine;
    this.meeting = meeting;
    this.options = options;
    this.me = engine.place.me;
  }

  /** Sleeps until the others are there, or so many milliseconds. */
  wait(milliseconds?: number): void {
    this.meeting.wait(this.barrier, milliseconds);
  }

  /** Goes on behind a target or a fault. */
  release(): void {
    if (this.phase !== "hold" || this.isReleased) return;
    this.isReleased = true;
    this.arrive("hold");
  }

  step(): SideStatus {
    switch (this.phase) {
      case "start":
        this.engine.start();
        this.phase = "look";
        return "working";
      case "expand":
        return this.expand();
      case "exchange":
        if (!this.isMet()) return "waiting";
        this.sender = 0;
        this.phase = "take";
        return "working";
      case "take":
        return this.take();
      case "look":
        return this.look();
      case "decide":
        return this.isMet() ? this.decide() : "waiting";
      case "hold":
        return this.isMet() ? this.goOn(this.decided!) : "held";
      case "done":
        return this.isMet() ? "done" : "waiting";
    }
  }

  private get cost(): number {
    return this.options.costs ? this.level + 1 : 0;
  }

  private expand(): SideStatus {
    const { engine } = this;
    const left = this.levelEnd - this.next;
    if (left > 0 && !engine.isFull) {
      const run = engine.expandAt(this.next, Math.min(left, STRETCH), this.cost);
      this.next = run.next;
      this.explored += run.explored;
      this.deadlocks += run.deadlocks;
      return "working";
    }
    engine.sealOutboxes();
    this.meeting.publish(this.me, "unfinished", left > 0 ? 1 : 0);
    this.arrive("exchange");
    return "working";
  }

  private take(): SideStatus {
    if (this.sender === this.me) this.sender++;
    if (this.sender < this.meeting.sides) {
      this.engine.takeFrom(this.sender++, this.cost);
      return "working";
    }
    this.phase = "look";
    return "working";
  }

  /** Looks for a target where the level is complete: what is swallowed need not be looked at. */
  private look(): SideStatus {
    const { engine, meeting, options, me } = this;
    const { size } = engine;
    const isComplete = meeting.sum("unfinished") === 0;
    let target = size;
    if (options.target !== undefined && isComplete) {
      target = engine.firstSatisfying(this.looked, size, options.target);
      this.looked = Math.min(target + 1, size);
    }
    meeting.publish(me, "target", target < size ? engine.known(target) + 1 : 0);
    meeting.publish(me, "fresh", size - this.levelEnd);
    meeting.publish(me, "incomplete", isComplete ? 0 : 1);
    this.tellFaults();
    this.tellCounts();
    this.arrive("decide");
    return "working";
  }

  private decide(): SideStatus {
    const { meeting } = this;
    const decided: Decision = {
      hasTargets: meeting.sum("target") > 0,
      hasFresh: meeting.sum("fresh") > 0,
      isComplete: meeting.sum("incomplete") === 0,
    };
    this.totals = Array.from({ length: meeting.sides }, (_, side) => meeting.countsOf(side));
    this.peakOpen = Math.max(
      this.peakOpen,
      this.totals.reduce((open, { size, next }) => open + size - next, 0),
    );
    if (!decided.hasTargets && meeting.sum("faults") === 0) return this.goOn(decided);
    this.decided = decided;
    this.isReleased = this.me > 0;
    // Only the first side decides when to go on.
    if (this.isReleased) this.arrive("hold");
    else {
      this.phase = "hold";
      this.barrier++;
    }
    return "held";
  }

  private goOn({ hasTargets, hasFresh, isComplete }: Decision): SideStatus {
    // There may be more of them.
    if (hasTargets) {
      this.phase = "look";
      return "working";
    }
    if (isComplete && !hasFresh) {
      // Whoever writes down what was seen goes on in the place of all sides.
      this.meeting.post(this.me, this.engine.remains);
      this.arrive("done");
      return "working";
    }
    const { engine } = this;
    if (isComplete) {
      this.level++;
      this.levelEnd = engine.size;
      this.looked = this.levelEnd;
    }
    engine.openOutboxes();
    this.phase = "expand";
    return "working";
  }

  /** The first fault that was met since the last time, and how many they were. */
  private tellFaults(): void {
    const { faults } = this.engine;
    const { meeting, me } = this;
    const count = faults.length - this.faultsTold;
    if (count > 0) {
      const fault = this.letterOf(faults[this.faultsTold]!);
      meeting.post(me, fault, withoutTransition(fault));
      this.faultsTold = faults.length;
    }
    meeting.publish(me, "faults", count);
  }

  private letterOf(fault: EngineFault): EngineFault {
    return { ...fault, state: fault.state < 0 ? -1 : this.engine.known(fault.state) };
  }

  private tellCounts(): void {
    const { meeting, engine, me, explored, next, deadlocks } = this;
    const { stored, covered, transitions, generated } = engine.statistics;
    const { sent, received, size } = engine;
    const idleSeconds = this.idle;
    const counts = {
      stored,
      covered,
      transitions,
      generated,
      sent,
      received,
      size,
      explored,
      next,
      deadlocks,
      idleSeconds,
    };
    for (const counter of COUNTERS) meeting.count(me, counter, counts[counter]);
  }

  private arrive(behind: Phase): void {
    this.waitingSince = this.options.now();
    this.barrier = this.meeting.arrive(this.me);
    this.phase = behind;
  }

  private isMet(): boolean {
    if (!this.meeting.isMet(this.barrier)) return false;
    if (this.waitingSince !== undefined) this.idle += this.options.now() - this.waitingSince;
    this.waitingSince = undefined;
    return true;
  }
}

function withoutTransition({ transition: _transition, ...rest }: EngineFault): EngineFault {
  return rest;
}
