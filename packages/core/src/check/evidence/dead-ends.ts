// The one place that decides what an estimate's word is worth. Whoever drops states because an estimate sees no way
// from them hands them over, and asks here before a verdict is said: each is checked by an invariant of the reference
// semantics (`certificate/invariant/`), or it was taken on the estimate's word. With one that was, "cannot happen" is
// not said, unless the user trusts estimates.

import { faultsOf } from "../../analysis/faults.ts";
import { FreeClocks, type Invariant, Prover } from "../../certificate/index.ts";
import type { DiscreteView, Target } from "../../engine/index.ts";
import type { Network } from "../../network/index.ts";
import type { DeadEndStatistics, Runnable, SearchStatistics, SearchStatus } from "../../search/index.ts";
import type { HopelessStates } from "../../search-context/index.ts";
import type { Discrete } from "../../semantics/index.ts";
import { cutShort, unknown } from "../answer.ts";
import type { Session } from "../session.ts";
import type { Proof, Verdict } from "../verdict.ts";
import { projectionProof } from "./projection-proof.ts";

/** Failures after which those who come later are not tried any more: where so many are beyond the checker, all are. */
const MOST_FAILURES = 200;
/** Dead ends that are kept for a second look. */
const MOST_UNPROVED = 100_000;

/** Looks at dead ends, one a step: by sets of values first, and by visits where those do not show it. */
export class DeadEndCheck implements Runnable {
  private readonly network: Network;
  private readonly target: Target;
  private readonly searched: () => SearchStatistics;
  private readonly provers: Prover[] = [];
  private freeClocks: FreeClocks | undefined;
  /** What sets of values did not show. */
  private readonly unproved: DiscreteView[] = [];
  private checked = 0;
  private trusted = 0;
  private failures = 0;
  private readonly hopeless: HopelessStates;
  private left: Iterator<DiscreteView> | undefined;

  constructor(network: Network, target: Target, hopeless: HopelessStates, searched: () => SearchStatistics) {
    this.network = network;
    this.target = target;
    this.hopeless = hopeless;
    this.searched = searched;
    hopeless.onFull = (states) => {
      for (const state of states) this.look(state);
    };
  }

  step(): SearchStatus {
    this.left ??= this.hopeless.drain(this.network.processes.length);
    const { done, value } = this.left.next();
    if (done === true) return "exhausted";
    this.look(value);
    return "running";
  }

  get statistics(): SearchStatistics {
    return { ...this.searched(), deadEnds: this.counted };
  }

  /** Visits what lies behind those that sets of values did not show, some states a step. */
  get visits(): Runnable {
    const visiting = this.visiting();
    return {
      step: () => (visiting.next().done === true ? "exhausted" : "running"),
      statistics: this.statistics,
    };
  }

  /** All of them were checked in another way. */
  accept(): void {
    this.checked += this.trusted;
    this.trusted = 0;
    this.hopeless.lost = 0;
  }

  get counted(): DeadEndStatistics {
    return { checked: this.checked, trusted: this.trusted + this.hopeless.lost };
  }

  /** Some combination of values behind a dead end makes the model fail: it led nowhere. */
  get faulty(): boolean {
    return this.provers.some((prover) => prover.faulty);
  }

  /** What the dead ends that were checked lie in. */
  get invariants(): readonly Invariant[] {
    return this.provers.flatMap(({ invariants }) => invariants);
  }

  /** Discrete states behind those that were checked one by one. */
  get visited(): readonly Discrete[] {
    return this.freeClocks?.states ?? [];
  }

  includes(state: DiscreteView): boolean {
    return this.provers.some((prover) => prover.includes(state)) || this.freeClocks?.includes(state) === true;
  }

  private look(state: DiscreteView): void {
    if (this.includes(state) || this.proves(state)) this.checked++;
    else {
      this.trusted++;
      if (this.unproved.length < MOST_UNPROVED) this.unproved.push(state);
    }
  }

  /** The coarser sets first: they are found sooner. */
  private proves(state: DiscreteView): boolean {
    if (this.failures > MOST_FAILURES) return false;
    const { network, target } = this;
    const { updates: failing } = faultsOf(network);
    const kinds = [{ located: false }, { located: true }, ...(failing.size > 0 ? [{ located: false, failing }] : [])];
    for (const [at, kind] of kinds.entries()) {
      this.provers[at] ??= new Prover(network, target, kind);
      if (this.provers[at].proves(state)) return true;
    }
    this.failures++;
    return false;
  }

  private *visiting(): Generator<undefined, void> {
    this.freeClocks ??= new FreeClocks(this.network, this.target);
    for (const state of this.unproved.splice(0)) {
      if (!this.freeClocks.includes(state) && !(yield* this.freeClocks.attempt(state))) continue;
      this.trusted--;
      this.checked++;
    }
  }
}

/** What became of a verdict that rests on dead ends. */
export interface Judged {
  readonly verdict: Verdict;
  /** Following some of the processes proved it, where sets of values did not. */
  readonly projection?: Proof;
}

/**
 * The verdict as far as dead ends let it stand. `withoutSearch`: nothing was explored, all initial states are dead
 * ends.
 */
export async function resting(
  session: Session,
  verdict: Verdict,
  target: Target,
  check: DeadEndCheck,
  withoutSearch: boolean,
): Promise<Judged> {
  if (verdict.kind === "unknown" || verdict.evidence.kind !== "exhausted") return { verdict };
  const looked = await session.run(check);
  if (looked !== "exhausted") return { verdict: cutShort(looked as Exclude<typeof looked, "found" | "fault">) };
  if (check.counted.trusted === 0) return { verdict };
  const projection = withoutSearch ? await projectionProof(session, target) : undefined;
  if (projection !== undefined) {
    check.accept();
    return { verdict, projection };
  }
  const visited = await session.run(check.visits);
  if (visited !== "exhausted") return { verdict: cutShort(visited as Exclude<typeof visited, "found" | "fault">) };
  if (check.counted.trusted === 0 || session.context.options.trustEstimates === true) return { verdict };
  return { verdict: unknown("estimate") };
}
