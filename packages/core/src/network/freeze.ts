// A network never changes once it is made: engines, estimates and plans keep what they have read off it. Whoever needs
// another one (a query that brings functions, other units of time, one more clock) makes another one.

import type { Network } from "./network.ts";

/**
 * Forbids what `readonly` only advises against, in lists of its own: whoever gathered the parts may go on gathering.
 * The nodes below the lists are too many to be visited; a test freezes them all and lets everything run.
 */
export function frozenNetwork(parts: Network): Network {
  const entries = Object.entries(parts).map(([name, part]) => [
    name,
    Array.isArray(part) ? Object.freeze([...part]) : part,
  ]);
  return Object.freeze(Object.fromEntries(entries) as Network);
}
