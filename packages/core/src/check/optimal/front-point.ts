/** A run that no other is better than in both time and cost; `proven`: none at all is. */
export interface FrontPoint {
  readonly time: number;
  readonly cost: number;
  readonly proven: boolean;
}
