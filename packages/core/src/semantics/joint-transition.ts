// One step of the whole network: the edges that are taken together. Its order of edges is that of the candidates of an
// expansion (`engine/engine.ts`), so that a run can be named by its joint transitions alone.

export interface JointTransition {
  readonly edges: readonly { readonly edge: number; readonly select: readonly number[] }[];
  /** The channel of the synchronisation, if any; index into `Network.channels`. */
  readonly channel?: number;
}
