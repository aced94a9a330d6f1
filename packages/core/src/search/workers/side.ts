// One side of a search that several engines make together, as the others see it: it works on states of its own, waits
// for the others, stores what they sent, tells what it has met, waits again, and all decide the same. In which order
// states are worked on is the business of its kinds (`level-side.ts`, `best-first-side.ts`). What a side does depends
// on nothing but the model and the number of sides, so all runs are alike, in threads or not.

import type { EngineFault, PartitionEngine } from "../../engine/index.ts";
import type { SearchContext } from "../../search-context/index.ts";
import { COUNTERS, type Rendezvous, type SideCounter } from "./rendezvous.ts";

/** States between two looks at whether the search is over. */
export const STRETCH = 256;

/** `waiting`: for the others; `held`: somebody has found a target or met a fault; `done`: everything was seen. */
export type SideStatus = "working" | "waiting" | "held" | "done";

/** What was counted, by side. */
export type Totals = readonly Readonly<Record<SideCounter, number>>[];
const NOTHING: Totals = [];

/** What a side has done so far; the rest is known to its engine. */
export type OwnCounts = Pick<Record<SideCounter, number>, "explored" | "deadlocks" | "size" | "next">;

type Phase = "start" | "work" | "exchange" | "take" | "look" | "decide" | "hold" | "done";

export abstract class Side {
  readonly engine: PartitionEngine;
  protected readonly meeting: Rendezvous;
  protected readonly me: number;
  private readonly now: () => number;
  private phase: Phase = "start";
  private barrier = 0;
  private sender = 0;
  private faultsTold = 0;
  isReleased = false;
  /** Most states that waited when all came together, of all sides. */
  peakOpen = 0;
  /** Of all sides, as they were when they last came together: the same in all runs. */
  totals: Totals = NOTHING;
  private waitingSince: number | undefined;
  private idle = 0;

  constructor(engine: PartitionEngine, meeting: Rendezvous, now: () => number) {
    this.engine = engine;
    this.meeting = meeting;
    this.now = now;
    this.me = engine.place.me;
  }

  /** Stores the initial states that are its own. */
  protected abstract begin(): void;
  /** Works for a while; true: the others are to have what was sent. */
  protected abstract work(): boolean;
  /** Before the barrier behind which outboxes are read. */
  protected abstract tellLeft(): void;
  protected abstract takeFrom(sender: number): void;
  /** Looks at what is new and tells the others of it. */
  protected abstract look(): void;
  protected abstract get counts(): OwnCounts;
  /** With what all have told, and the same on all sides: is there a target to be told of? */
  protected abstract decide(): boolean;
  /** Behind a target or a fault, and behind every decision to go on. */
  protected abstract goOn(): "work" | "look" | "over";
  /** What whoever goes on in its place has to know. */
  protected abstract get remains(): unknown;
  /** The targets that all have agreed on, as all know them. */
  abstract get targets(): readonly number[];
  /** Where estimates are asked: what they said. */
  readonly context: SearchContext | undefined;

  /** Takes over what the others leave behind; asked of the first side when everything was seen. */
  inherit(_remains: readonly unknown[]): void {}

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
        this.begin();
        this.phase = "look";
        return "working";
      case "work":
        if (!this.work()) return "working";
        this.engine.sealOutboxes();
        this.tellLeft();
        this.arrive("exchange");
        return "working";
      case "exchange":
        if (!this.isMet()) return "waiting";
        this.sender = 0;
        this.phase = "take";
        return "working";
      case "take":
        return this.take();
      case "look":
        this.look();
        this.tellFaults();
        this.tellCounts();
        this.arrive("decide");
        return "working";
      case "decide":
        return this.isMet() ? this.conclude() : "waiting";
      case "hold":
        return this.isMet() ? this.enter(this.goOn()) : "held";
      case "done":
        return this.isMet() ? "done" : "waiting";
    }
  }

  private take(): SideStatus {
    if (this.sender === this.me) this.sender++;
    if (this.sender < this.meeting.sides) this.takeFrom(this.sender++);
    else this.phase = "look";
    return "working";
  }

  private conclude(): SideStatus {
    const { meeting } = this;
    this.totals = Array.from({ length: meeting.sides }, (_, side) => meeting.countsOf(side));
    const open = this.totals.reduce((sum, { size, next }) => sum + size - next, 0);
    this.peakOpen = Math.max(this.peakOpen, open);
    const isFound = this.decide();
    if (!isFound && meeting.sum("faults") === 0) return this.enter(this.goOn());
    this.isReleased = this.me > 0;
    // Only the first side decides when to go on.
    if (this.isReleased) this.arrive("hold");
    else {
      this.phase = "hold";
      this.barrier++;
    }
    return "held";
  }

  private enter(next: "work" | "look" | "over"): SideStatus {
    if (next === "over") {
      // Whoever writes down what was seen goes on in the place of all sides.
      this.meeting.post(this.me, this.remains);
      this.arrive("done");
      return "working";
    }
    if (next === "work") this.engine.openOutboxes();
    this.phase = next;
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
    const { meeting, engine, me } = this;
    const { stored, covered, transitions, generated } = engine.statistics;
    const { sent, received } = engine;
    const counts = {
      ...{ stored, covered, transitions, generated, sent, received },
      ...this.counts,
      idleSeconds: this.idle,
    };
    for (const counter of COUNTERS) meeting.count(me, counter, counts[counter]);
  }

  private arrive(behind: Phase): void {
    this.waitingSince = this.now();
    this.barrier = this.meeting.arrive(this.me);
    this.phase = behind;
  }

  private isMet(): boolean {
    if (!this.meeting.isMet(this.barrier)) return false;
    if (this.waitingSince !== undefined) this.idle += this.now() - this.waitingSince;
    this.waitingSince = undefined;
    return true;
  }
}

function withoutTransition({ transition: _transition, ...rest }: EngineFault): EngineFault {
  return rest;
}
