// Which joint steps the data of a state allows, in the order that the seam promises: initiating process in system
// order, its edges in file order, select values ascending, then partners in system and file order. TChecker's vectors
// come first, in file order, as in TChecker (the number of states it visits depends on it). What the clocks have to
// say is left to the caller, as constraints.

import type { Network, SyncVector } from "../../network/index.ts";
import type { Room } from "../clock-feasibility.ts";
import type { JointTransition } from "../joint-transition.ts";
import type { Constraint, Constraints, JointMove, MoveStep } from "../semantics.ts";
import type { Offer, Offers } from "./enabled-edges.ts";

/** A process that could join: with one of `offers`, or not at all when the clocks forbid them all. */
interface Joiner {
  readonly offers: readonly Offer[];
  readonly mayStayOut: boolean;
}

/** A joint step in the making. */
interface Draft {
  readonly chosen: readonly Offer[];
  readonly require: Constraints;
  readonly exclude: readonly Constraints[];
}

export class MoveFinder {
  readonly moves: JointMove[] = [];
  private readonly network: Network;
  private readonly offers: Offers;
  private readonly room: Room;
  private readonly wants: JointTransition | undefined;
  /** Null when no process is committed. */
  private readonly committed: ReadonlySet<number> | null;

  constructor(network: Network, offers: Offers, room: Room, wants?: JointTransition) {
    this.wants = wants;
    this.network = network;
    this.offers = offers;
    this.room = room;
    this.committed = offers.committed;
  }

  /** All moves; or, where one is wanted, those with the same initiator (and perhaps more of TChecker's vectors). */
  find(): this {
    for (const vector of this.network.vectors) this.vector(vector);
    const first = this.wants?.edges[0]?.edge;
    const owner = first === undefined ? undefined : this.network.edges[first]?.process;
    for (const process of owner === undefined ? this.network.processes.keys() : [owner]) {
      for (const program of this.offers.locationOf(process).initiating) {
        if (first !== undefined && program.edge.id !== first) continue;
        const { kind } = program.edge.sync;
        if (kind === "event") continue;
        if (kind === "internal" && this.committed !== null && !this.committed.has(process)) continue;
        for (const offer of this.offers.ofEdge(program)) {
          if (kind === "internal") this.add(draftOf(offer), undefined);
          else if (this.network.channels[offer.channel]!.broadcast) this.broadcast(process, offer);
          else this.binary(process, offer);
        }
      }
    }
    return this;
  }

  private binary(sender: number, offer: Offer): void {
    const partner = this.wants?.edges[1]?.edge;
    const owner = partner === undefined ? undefined : this.network.edges[partner]?.process;
    for (const process of owner === undefined ? this.network.processes.keys() : [owner]) {
      if (process === sender || !this.mayAct(sender, process)) continue;
      for (const partner of this.offers.receiving(process, offer.channel)) {
        this.add(draftOf(offer, partner), offer.channel);
      }
    }
  }

  private broadcast(sender: number, offer: Offer): void {
    const joiners: Joiner[] = [];
    for (const [process] of this.network.processes.entries()) {
      if (process === sender) continue;
      const joiner = joinerOf(this.offers.receiving(process, offer.channel));
      if (joiner !== null) joiners.push(joiner);
    }
    this.combine(joiners, draftOf(offer), offer.channel, this.room.within(offer.constraints));
  }

  /** A vector needs all its strong participants; weak ones join where they can. Steps stand in system order. */
  private vector({ participants }: SyncVector): void {
    const joiners: Joiner[] = [];
    for (const { process, event, weak } of [...participants].sort((a, b) => a.process - b.process)) {
      const joiner = joinerOf(this.eventOffers(process, event));
      if (joiner !== null) joiners.push(weak ? joiner : { ...joiner, mayStayOut: false });
      else if (!weak) return;
    }
    this.combine(joiners, draftOf(), undefined, this.room);
  }

  private eventOffers(process: number, event: number): readonly Offer[] {
    return this.offers
      .locationOf(process)
      .events.filter(({ edge }) => edge.sync.kind === "event" && edge.sync.event === event)
      .flatMap((program) => this.offers.ofEdge(program));
  }

  /**
   * All combinations of what the joiners may do, the first joiner varying slowest. There may be very many, so
   * branches for which the clocks leave no room are cut as early as they are known to be.
   */
  private combine(
    joiners: readonly Joiner[],
    draft: Draft,
    channel: number | undefined,
    room: Room | null,
    at = 0,
  ): void {
    if (room === null) return;
    const joiner = joiners[at];
    if (joiner === undefined) {
      this.add(draft, channel);
      return;
    }
    for (const offer of joiner.offers) {
      this.combine(joiners, withOffer(draft, offer), channel, room.within(offer.constraints), at + 1);
    }
    if (!joiner.mayStayOut) return;
    const guards = joiner.offers.map(({ constraints }) => constraints);
    this.combine(joiners, without(draft, guards), channel, room.outside(guards), at + 1);
  }

  private mayAct(one: number, other: number): boolean {
    return this.committed === null || this.committed.has(one) || this.committed.has(other);
  }

  private add({ chosen, require, exclude }: Draft, channel: number | undefined): void {
    const { committed, network } = this;
    // Every participant of the vector is weak and stays out.
    if (chosen.length === 0) return;
    if (committed !== null && !chosen.some(({ step }) => committed.has(step.process))) return;
    const steps = chosen.map(({ step }) => step);
    this.moves.push({
      transition: jointTransition(steps, channel),
      steps,
      require,
      exclude,
      priority: [
        channel === undefined ? network.internalPriority : network.channels[channel]!.priority,
        Math.max(...steps.map(({ process }) => network.processes[process]!.priority)),
      ],
    });
  }
}

function joinerOf(offers: readonly Offer[]): Joiner | null {
  if (offers.length === 0) return null;
  return { offers, mayStayOut: offers.every(({ constraints }) => constraints.length > 0) };
}

function draftOf(...chosen: readonly Offer[]): Draft {
  return { chosen, require: chosen.flatMap(({ constraints }) => constraints), exclude: [] };
}

function withOffer({ chosen, require, exclude }: Draft, offer: Offer): Draft {
  return { chosen: [...chosen, offer], require: [...require, ...offer.constraints], exclude };
}

/** None of the guards may hold. The opposite of a single constraint is one, too, and needs no subtraction. */
function without({ chosen, require, exclude }: Draft, guards: readonly Constraints[]): Draft {
  const opposites = guards.flatMap(([only, ...others]) => (others.length === 0 ? [opposite(only!)] : []));
  const rest = guards.filter(({ length }) => length > 1);
  return { chosen, require: [...require, ...opposites], exclude: [...exclude, ...rest] };
}

function opposite({ left, right, value, strict }: Constraint): Constraint {
  return { left: right, right: left, value: 0 - value, strict: !strict };
}

function jointTransition(steps: readonly MoveStep[], channel: number | undefined): JointTransition {
  const edges = steps.map(({ edge, select }) => ({ edge, select }));
  return channel === undefined ? { edges } : { edges, channel };
}

/** Does `a` win over `b`? Channel priority first, then process priority. */
export function outranks(a: JointMove, b: JointMove): boolean {
  return a.priority[0] !== b.priority[0] ? a.priority[0] > b.priority[0] : a.priority[1] > b.priority[1];
}

export function sameTransition(a: JointTransition, b: JointTransition): boolean {
  return (
    a.edges.length === b.edges.length &&
    a.edges.every(({ edge, select }, i) => {
      const other = b.edges[i]!;
      if (edge !== other.edge || select.length !== other.select.length) return false;
      return select.every((value, k) => value === other.select[k]);
    })
  );
}
