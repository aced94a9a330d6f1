// Breadth first, level by level: a side expands its own states of the level, stores what others sent, looks for targets
// among what is new, and goes on with the next level. A level whose outboxes fill up is made in several rounds.

import type { PartitionEngine, StateId } from "../../engine/index.ts";
import type { Rendezvous } from "./rendezvous.ts";
import { type OwnCounts, Side, STRETCH } from "./side.ts";

export interface LevelOptions {
  /** The number of the target that is looked for; absent: none. */
  readonly target?: number;
  /** States are stored at the cost of their level, so that nothing that lies deeper swallows what waits. */
  readonly costs: boolean;
}

/** What all sides agree on when they have come together. */
interface Decision {
  readonly hasTargets: boolean;
  readonly hasFresh: boolean;
  /** Nothing of the level is left to be expanded. */
  readonly isComplete: boolean;
}

export class LevelSide extends Side {
  private readonly options: LevelOptions;
  /** How many steps lead to the states of the level at hand. */
  private level = -1;
  private next: StateId = 0;
  /** States up to this one belong to the level at hand, and before that one they were looked at. */
  private levelEnd: StateId = 0;
  private looked: StateId = 0;
  private explored = 0;
  private deadlocks = 0;
  private decided: Decision | undefined;

  constructor(engine: PartitionEngine, meeting: Rendezvous, options: LevelOptions, now: () => number) {
    super(engine, meeting, now);
    this.options = options;
  }

  override get targets(): readonly number[] {
    const { meeting } = this;
    return Array.from({ length: meeting.sides }, (_, side) => meeting.told(side, "target") - 1).filter((at) => at >= 0);
  }

  protected override begin(): void {
    this.engine.start();
  }

  protected override work(): boolean {
    const { engine } = this;
    const left = this.levelEnd - this.next;
    if (left <= 0 || engine.isFull) return true;
    const run = engine.expandAt(this.next, Math.min(left, STRETCH), this.cost);
    this.next = run.next;
    this.explored += run.explored;
    this.deadlocks += run.deadlocks;
    return false;
  }

  protected override tellLeft(): void {
    this.meeting.publish(this.me, "unfinished", this.levelEnd > this.next ? 1 : 0);
  }

  protected override takeFrom(sender: number): void {
    this.engine.takeFrom(sender, this.cost);
  }

  /** Looks for a target where the level is complete: what is swallowed need not be looked at. */
  protected override look(): void {
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
  }

  protected override get counts(): OwnCounts {
    const { explored, deadlocks, next } = this;
    return { explored, deadlocks, next, size: this.engine.size };
  }

  protected override decide(): boolean {
    const { meeting } = this;
    this.decided = {
      hasTargets: meeting.sum("target") > 0,
      hasFresh: meeting.sum("fresh") > 0,
      isComplete: meeting.sum("incomplete") === 0,
    };
    return this.decided.hasTargets;
  }

  protected override goOn(): "work" | "look" | "over" {
    const { hasTargets, hasFresh, isComplete } = this.decided!;
    // There may be more of them.
    if (hasTargets) return "look";
    if (isComplete && !hasFresh) return "over";
    if (isComplete) {
      this.level++;
      this.levelEnd = this.engine.size;
      this.looked = this.levelEnd;
    }
    return "work";
  }

  protected override get remains(): unknown {
    return this.engine.remains;
  }

  private get cost(): number {
    return this.options.costs ? this.level + 1 : 0;
  }
}
