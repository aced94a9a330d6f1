// Where everything of a template is put that has no place of its own.

import type { CanvasPoint } from "../document.ts";

export interface Drawing {
  readonly locations: ReadonlyMap<string, { readonly at: CanvasPoint; readonly nameAt: CanvasPoint }>;
  /** By location id (branchpoints included) or by edge index: one point per label. */
  readonly locationLabels: ReadonlyMap<string, readonly CanvasPoint[]>;
  readonly edges: readonly { readonly nails: readonly CanvasPoint[]; readonly labels: readonly CanvasPoint[] }[];
}
