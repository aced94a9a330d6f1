// Whole numbers from one to another.

export interface Range {
  readonly min: number;
  readonly max: number;
}
