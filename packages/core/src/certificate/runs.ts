// Checks that no maximal run stays away from something for ever: `A<>` and `-->` hold, `E[]` does not. The certificate
// lists zones (`runs`) with a rank each: the most steps that such a run can still take from there. It is a proof when
// 1. every point in which such a run may begin, and what it becomes by waiting, lies in a listed zone;
// 2. every step from a listed zone that stays away, and the waiting behind it, ends in zones of smaller ranks, and none
//    fails: so no such run takes infinitely many steps;
// 3. in no listed zone it may end: nothing can happen any more, or time passes for ever. Both are read from guards and
//    invariants here.
// "Lies in" is inclusion, never simulation: what is impossible counts as much as what is possible.

import { type Formula, hasStopwatches, type Network, type Query, type Sought } from "../network/index.ts";
import {
  createSymbolicSemantics,
  type Discrete,
  elapseAvoiding,
  foreverAvoiding,
  type SymbolicSemantics,
  stuckAvoiding,
} from "../semantics/index.ts";
import { copyZone, type Federation, intersect, universe } from "../zone/index.ts";
import type { Certificate } from "./certificate.ts";
import { CertifiedZones } from "./certified-zones.ts";
import { expectClosed } from "./closure.ts";
import { Refused } from "./refused.ts";

type SoughtRun = Sought & { readonly kind: "run" };

interface Checked {
  readonly states: number;
  readonly zones: number;
  readonly steps: number;
}

/** Throws `Refused` where the certificate leaves room for such a run, else says how much was checked. */
export function expectNoRun(network: Network, query: Query, sought: SoughtRun, certificate: Certificate): Checked {
  const { abstraction, runs, states } = certificate;
  if (runs === undefined) throw new Refused(`${query.kind} asks what runs must do, and the certificate does not say`);
  if (abstraction === "alu" || abstraction === "locations" || abstraction === "invariants") {
    throw new Refused(`what runs must do is proved by inclusion, not by \`${abstraction}\``);
  }
  // There waiting is over-approximated, and so is what is avoided.
  if (hasStopwatches(network)) throw new Refused("what runs must do cannot be certified where clocks are stopped");
  const staying = new Staying(network, sought.avoid, query.frameSize, new CertifiedZones(network, runs));
  const { start } = sought;
  const before =
    start === undefined ? staying.fromTheBeginning() : staying.wherever(start, new CertifiedZones(network, states));
  const behind = staying.toTheEnd();
  return {
    states: before.states + behind.states,
    zones: before.zones + behind.zones,
    steps: before.steps + behind.steps,
  };
}

/** Runs that stay away from `avoid`, followed through the listed zones. */
class Staying {
  private readonly semantics: SymbolicSemantics;
  private readonly avoid: Formula;
  private readonly frameSize: number;
  private readonly listed: CertifiedZones;
  private readonly everywhere: Int32Array;

  constructor(network: Network, avoid: Formula, frameSize: number, listed: CertifiedZones) {
    this.semantics = createSymbolicSemantics(network);
    this.avoid = avoid;
    this.frameSize = frameSize;
    this.listed = listed;
    this.everywhere = universe(this.semantics.dim);
  }

  fromTheBeginning(): Checked {
    for (const { locations, cells, zone } of this.semantics.initial()) {
      this.expectListed({ locations, cells }, zone, Number.POSITIVE_INFINITY, "an initial state");
    }
    return { states: 0, zones: 0, steps: 0 };
  }

  /** From wherever `start` holds in an invariant. */
  wherever(start: Formula, reached: CertifiedZones): Checked {
    const { semantics, frameSize } = this;
    const contains = (discrete: Discrete, zone: Int32Array): boolean => reached.include(discrete, zone);
    const checked = expectClosed(semantics, reached, contains, (discrete, zone) => {
      for (const entry of semantics.where(start, frameSize, discrete, zone)) {
        this.expectListed(discrete, entry, Number.POSITIVE_INFINITY, "a state that satisfies the premise");
      }
    });
    return { states: reached.size, ...checked };
  }

  toTheEnd(): Checked {
    const { semantics, listed } = this;
    let zones = 0;
    let steps = 0;
    for (const { discrete, zones: own } of listed) {
      const invariant = semantics.invariant(discrete);
      const avoid = this.avoidIn(discrete);
      const broken = semantics.fault(discrete);
      for (const { zone: stored, rank } of own) {
        zones++;
        const zone = copyZone(stored);
        if (!intersect(zone, semantics.dim, invariant)) continue;
        if (broken !== null) throw new Refused(`a step fails: ${broken.fault.message}`);
        if (foreverAvoiding(semantics, discrete, zone, avoid).length > 0) {
          throw new Refused(`time may pass for ever: ${listed.describe(discrete)}`);
        }
        if (stuckAvoiding(semantics, discrete, zone, avoid).length > 0) {
          throw new Refused(`a run may end: ${listed.describe(discrete)}`);
        }
        const { moves, faults } = semantics.successors(discrete, zone);
        if (faults.length > 0) throw new Refused(`a step fails: ${faults[0]!.fault.message}`);
        for (const { target, entry } of moves) this.expectListed(target, entry, rank, "a successor");
        steps += moves.length;
      }
    }
    return { states: listed.size, zones, steps };
  }

  private expectListed(discrete: Discrete, entry: Int32Array, below: number, what: string): void {
    for (const piece of elapseAvoiding(this.semantics, discrete, entry, this.avoidIn(discrete))) {
      if (this.listed.include(discrete, piece, below)) continue;
      const missing = below === Number.POSITIVE_INFINITY ? "is not certified" : "is not certified with a smaller rank";
      throw new Refused(`${what} ${missing}: ${this.listed.describe(discrete)}`);
    }
  }

  private avoidIn(discrete: Discrete): Federation {
    return this.semantics.where(this.avoid, this.frameSize, discrete, this.everywhere);
  }
}
