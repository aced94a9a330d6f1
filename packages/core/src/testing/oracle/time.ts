// Clock values for the oracle. A moment stands for all valuations that no constraint of the network can tell apart:
// regions (Alur and Dill 1994) where all clocks run, points of a grid where some may stand still. Time passes from
// one moment to the next; a moment that lasts is met by a whole open stretch of time.

export interface Later<Moment> {
  readonly moment: Moment;
  readonly lasts: boolean;
}

export interface TimeDomain<Moment> {
  start(values: readonly number[]): Moment;
  /** Equal moments have equal keys. */
  key(moment: Moment): string;
  /** The sign of left − right − constant; an absent clock is 0. */
  compare(moment: Moment, left: number | undefined, right: number | undefined, constant: number): number;
  /** clock := source + value; undefined when that is negative. */
  assign(moment: Moment, clock: number, source: number | undefined, value: number): Moment | undefined;
  /** What time brings next; the moment itself when nothing will ever change again. */
  next(moment: Moment, stopped: readonly boolean[]): Later<Moment>;
  /** False in the middle of a grid step, where nothing but waiting is tried. */
  acts(moment: Moment): boolean;
}
