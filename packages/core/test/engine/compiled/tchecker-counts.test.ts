// The compiled engine meets TChecker's counts, to the digit: every row whose target is not reachable, up to a size
// that keeps the test quick. The largest rows are run by `bench/engine.ts`.

import { describe, expect, test } from "vitest";
import { CompiledEngine, createCompiledEngine } from "../../../src/engine/compiled/compiled-engine.ts";
import { chooseAbstraction, type StateId } from "../../../src/engine/index.ts";
import { labelsQuery } from "../../../src/lang/tchecker/index.ts";
import { haveTchecker, readTcheckerModel, tcheckerRows } from "../../tchecker-table.ts";

const LARGEST = 150_000;
const SETTINGS = {
  covreach: ["extra-lu", "inclusion"],
  reach: ["extra-lu", "equality"],
  "aLU-covreach": ["alu", "inclusion"],
} as const;

const rows = tcheckerRows.filter(
  ({ algorithm, visited, labels, reachable }) =>
    algorithm in SETTINGS && visited <= LARGEST && (labels.length === 0 || !reachable),
);

describe.runIf(haveTchecker)("TChecker's counts with the compiled engine", () => {
  test.each(rows.map((row) => [`${row.file} ${row.algorithm} ${row.labels}`, row] as const))("%s", (_name, row) => {
    const network = readTcheckerModel(row.file);
    const query = row.labels.length === 0 ? null : labelsQuery(network, row.labels);
    const queries = query?.ok ? [query.value] : [];
    const targets = queries.flatMap((one) =>
      "formula" in one ? [{ formula: one.formula, frameSize: one.frameSize }] : [],
    );
    const [abstraction, subsumption] = SETTINGS[row.algorithm as keyof typeof SETTINGS];
    const chosen = chooseAbstraction(network, queries, abstraction);
    if (!chosen.ok) throw new Error("no abstraction");
    const engine = createCompiledEngine(network, { targets, abstraction, subsumption, bounds: chosen.value.bounds });
    if (!(engine instanceof CompiledEngine)) throw new Error(`not covered: ${engine.unsupported}`);
    const { visited, found } = explore(engine, targets.length > 0);
    const { transitions, stored } = engine.statistics;
    const expected = {
      found: false,
      visited: row.visited,
      transitions: row.transitions,
      stored: row.stored ?? row.visited,
    };
    expect({ found, visited, transitions, stored }).toEqual(expected);
  });
});

function explore(engine: CompiledEngine, hasTarget: boolean): { visited: number; found: boolean } {
  const queue: StateId[] = [];
  const first = engine.initial();
  for (let i = 0; i < first.count; i++) {
    const state = engine.insert(i, -1, 0);
    if (state >= 0) queue.push(state);
  }
  let visited = 0;
  for (let head = 0; head < queue.length; head++) {
    const state = queue[head]!;
    if (!engine.alive(state)) continue;
    visited++;
    if (hasTarget && engine.satisfies(state, 0)) return { visited, found: true };
    const fresh = engine.expandAll(state, 0);
    for (let i = 0; i < fresh.length; i++) queue.push(fresh[i]!);
  }
  return { visited, found: false };
}
