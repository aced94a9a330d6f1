// The searches for infinite runs that specifications may name.

import type { Registry } from "../../spec/index.ts";
import { couvreur } from "./couvreur.ts";
import { emersonLei } from "./emerson-lei.ts";
import { type LassoConfig, lassoFamily } from "./lasso-search.ts";
import { ndfs } from "./nested.ts";
import { recorded } from "./recorded.ts";

export * from "./ends.ts";
export * from "./fairness.ts";
export type { Lasso } from "./lasso.ts";
export type { LassoConfig, LassoProblem, LassoSearch } from "./lasso-search.ts";
export * from "./roots.ts";
export { LassoShortening } from "./shorten.ts";

export const lassoSearches: Registry<LassoConfig> = lassoFamily.list([couvreur, ndfs, recorded, emersonLei]);
