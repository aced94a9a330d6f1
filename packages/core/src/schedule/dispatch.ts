// A first schedule, at once: of the jobs that may go on, the one with most work ahead does (a priority rule, survey
// section 7). Far from best, but others start from it where a beam of bounds would take long.

import { PartialSchedules } from "./partial-schedules.ts";
import type { Shop } from "./shop.ts";

export function dispatched(shop: Shop): { readonly starts: Int32Array; readonly end: number } {
  const partial = new PartialSchedules(shop);
  const row = new Int32Array(partial.width);
  const branches = new Int32Array(shop.jobs);
  const starts = new Int32Array(shop.operations);
  partial.begin(row, 0);
  for (let done = 0; done < shop.operations; done++) {
    let chosen = branches[0]!;
    for (let i = 0, count = partial.branches(row, 0, branches); i < count; i++) {
      if (i === 0 || shop.ahead[row[branches[i]!]!]! > shop.ahead[row[chosen]!]!) chosen = branches[i]!;
    }
    const operation = row[chosen]!;
    starts[operation] = partial.extend(row, 0, chosen, row, 0);
  }
  return { starts, end: partial.end(row, 0) };
}
