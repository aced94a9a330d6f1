// Parameters of whatever is built before the search.

import { number } from "../../spec/index.ts";

export const BUDGET_PARAMS = {
  seconds: number({ doc: "processor time for building; then the best so far is used", default: 10, min: 0 }),
  megabytes: number({ doc: "memory for building; then the best so far is used", default: 500, min: 1 }),
};
