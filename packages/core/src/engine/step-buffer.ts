// The successors of one state as numbers: which state each candidate is and which edges it takes. Whoever builds graphs
// of millions of transitions reads them here instead of objects made for each.

export class StepBuffer {
  count = 0;
  /** The states that the candidates are. */
  targets = new Int32Array(64);
  /** Behind the edges of a candidate, in `edges`. */
  ends = new Int32Array(64);
  edges = new Int32Array(256);
  private used = 0;

  clear(): void {
    this.count = 0;
    this.used = 0;
  }

  addEdge(edge: number): void {
    if (this.used === this.edges.length) this.edges = larger(this.edges);
    this.edges[this.used++] = edge;
  }

  /** Ends the candidate whose edges were added: it is this state. */
  endCandidate(target: number): void {
    if (this.count === this.targets.length) {
      this.targets = larger(this.targets);
      this.ends = larger(this.ends);
    }
    this.targets[this.count] = target;
    this.ends[this.count++] = this.used;
  }
}

function larger(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const result = new Int32Array(2 * array.length);
  result.set(array);
  return result;
}
