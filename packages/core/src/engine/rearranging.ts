// States may be stored in another form than they were reached in, as long as that behaves alike: a symmetry. Who
// rearranges is handed to an engine, and called for each of its candidates before anybody sees them.

export interface Rearranger<How = unknown> {
  /**
   * Rearranges a state in place. `rows` has the clock of each row of the zone behind row 0; what was done is told,
   * undefined where that was nothing.
   */
  rearrange(
    locations: Int32Array,
    cells: Int32Array,
    zone: Int16Array | Int32Array,
    dim: number,
    rows: Int32Array,
  ): How | undefined;
}

/** An engine that has one. */
export interface RearrangingEngine {
  /** What was done to a candidate of the latest expansion. */
  rearrangedBy(candidate: number): unknown;
}
