// What a path of evidence has to reach.

export interface SoughtStates {
  isTarget(state: number): boolean;
  /** May a path go on through it? */
  mayPass(state: number): boolean;
  /** So many steps, or so much time of a `ctmc`. */
  readonly within?: number;
}
