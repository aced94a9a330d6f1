// Regions, spelt out: whole parts, and the order of the fractional parts as ranks (0: the clock is a whole number).
// Without diagonals a clock beyond every constant is just "beyond". With them, differences matter for ever, so
// instead large gaps between neighbouring clocks (and 0) are shortened by whole numbers, which keeps every difference
// that some constraint could tell from a larger one.

import type { TimeDomain } from "./time.ts";

export interface Region {
  readonly whole: readonly number[];
  readonly rank: readonly number[];
}

export class OracleRegions implements TimeDomain<Region> {
  private readonly limit: number;
  private readonly diagonals: boolean;

  /** `limit`: at least every constant; with diagonals also plus what clocks are set to. */
  constructor(limit: number, diagonals: boolean) {
    this.limit = limit;
    this.diagonals = diagonals;
  }

  start(values: readonly number[]): Region {
    return this.normal(
      values,
      values.map(() => 0),
    );
  }

  key({ whole, rank }: Region): string {
    return whole.map((value, k) => `${value}.${rank[k]}`).join(" ");
  }

  compare({ whole, rank }: Region, left: number | undefined, right: number | undefined, constant: number): number {
    const wholeOf = (clock: number | undefined): number => (clock === undefined ? 0 : whole[clock]!);
    const rankOf = (clock: number | undefined): number => (clock === undefined ? 0 : rank[clock]!);
    // The fractional parts differ by less than one, so they decide only where the whole parts do not.
    return Math.sign(wholeOf(left) - wholeOf(right) - constant || rankOf(left) - rankOf(right));
  }

  assign({ whole, rank }: Region, clock: number, source: number | undefined, value: number): Region | undefined {
    const newWhole = [...whole];
    const newRank = [...rank];
    newWhole[clock] = (source === undefined ? 0 : whole[source]!) + value;
    newRank[clock] = source === undefined ? 0 : rank[source]!;
    return newWhole[clock]! < 0 ? undefined : this.normal(newWhole, newRank);
  }

  next(region: Region): { moment: Region; lasts: boolean } {
    const { whole, rank } = region;
    const live = whole.map((_, clock) => !this.isBeyond(whole[clock]!, rank[clock]!));
    if (!live.includes(true)) return { moment: region, lasts: true };
    if (live.some((isLive, clock) => isLive && rank[clock] === 0)) {
      // Whole numbers are left behind: they get the least fraction.
      return {
        moment: this.normal(
          whole,
          rank.map((r, clock) => (live[clock] ? r + 1 : r)),
        ),
        lasts: true,
      };
    }
    const most = Math.max(...rank.filter((_, clock) => live[clock]));
    const arrives = (clock: number): boolean => live[clock]! && rank[clock] === most;
    const moment = this.normal(
      whole.map((value, clock) => (arrives(clock) ? value + 1 : value)),
      rank.map((r, clock) => (arrives(clock) ? 0 : r)),
    );
    return { moment, lasts: false };
  }

  acts(): boolean {
    return true;
  }

  private isBeyond(whole: number, rank: number): boolean {
    return !this.diagonals && (whole > this.limit || (whole === this.limit && rank > 0));
  }

  private normal(whole: readonly number[], rank: readonly number[]): Region {
    const [newWhole, newRank] = this.diagonals ? this.shortenGaps(whole, rank) : this.forgetBeyond(whole, rank);
    const ranks = [...new Set([0, ...newRank])].sort((a, b) => a - b);
    return { whole: newWhole, rank: newRank.map((r) => ranks.indexOf(r)) };
  }

  private forgetBeyond(whole: readonly number[], rank: readonly number[]): [number[], number[]] {
    const beyond = whole.map((value, clock) => this.isBeyond(value, rank[clock]!));
    return [
      whole.map((value, clock) => (beyond[clock] ? this.limit + 1 : value)),
      rank.map((r, clock) => (beyond[clock] ? 0 : r)),
    ];
  }

  private shortenGaps(whole: readonly number[], rank: readonly number[]): [number[], number[]] {
    const order = whole.map((_, clock) => clock).sort((a, b) => whole[a]! - whole[b]! || rank[a]! - rank[b]!);
    const result = [...whole];
    let taken = 0;
    let below = { whole: 0, rank: 0 };
    for (const clock of order) {
      const here = { whole: whole[clock]!, rank: rank[clock]! };
      // The largest whole number that leaves a gap of more than the limit.
      const gap = here.whole - below.whole - (here.rank > below.rank ? 0 : 1);
      taken += Math.max(0, gap - this.limit);
      result[clock] = here.whole - taken;
      below = here;
    }
    return [result, [...rank]];
  }
}
