// With `exact=true` iterative context bounding finds a trace with as few context switches as any: compared with a plain
// search over all pairs of a state and its last transition on small random networks.

import { describe, expect, it } from "vitest";
import { hasStopwatches } from "../../src/check/plan/features.ts";
import { createReferenceEngine } from "../../src/engine/index.ts";
import { type IcbOptions, switchTest } from "../../src/open-lists/icb.ts";
import { type Ending, type Question, questions, refusalOf, runSearch } from "../search/runs.ts";
import { untimed } from "../search/untimed.ts";

const timed = [...questions(0, 10)].filter(({ network }) => !hasStopwatches(network) && network.processes.length > 1);
const loose = [...untimed({ networks: 60, sharing: 15, everyone: true })];
const asked = [...timed, ...loose.map((question, seed) => ({ ...question, seed: `untimed ${seed}` }))];
const OPTIONS: readonly IcbOptions[] = [
  { contexts: "process", n: 2 },
  { contexts: "interference", n: 0 },
  { contexts: "interference", n: 1 },
  { contexts: "interference", n: 2 },
];
const MOST_NODES = 1000;

/** The least number of switches of a trace to the target; null: more nodes than this may take, undefined: no trace. */
function leastSwitches({ network, target }: Question, options: IcbOptions): number | null | undefined {
  const isSwitch = switchTest(network, options);
  const engine = createReferenceEngine(network, {
    targets: [{ formula: target, frameSize: 1 }],
    abstraction: "none",
    subsumption: "equality",
    bounds: null,
  });
  interface Node {
    readonly bytes: string;
    readonly last: readonly number[];
  }
  const latest = new Map<string, number>();
  const seen = new Set<string>();
  const levels: Node[][] = [[]];
  let cost = 0;
  const note = (level: number, ordinal: number, parent: number, last: readonly number[]): void => {
    // Costs fall, so nothing that is stored covers the state; it replaces its equal.
    const state = engine.insert(ordinal, parent, --cost);
    const bytes = new Uint8Array(1 << 12);
    const key = bytes.subarray(0, engine.encode(state, bytes)).join(" ");
    latest.set(key, state);
    (levels[level] ??= []).push({ bytes: key, last });
  };
  for (let ordinal = 0, { count } = engine.initial(); ordinal < count; ordinal++) note(0, ordinal, -1, []);
  for (let level = 0; level < levels.length; level++) {
    for (const { bytes, last } of levels[level] ?? []) {
      const node = `${bytes}/${last.join(" ")}`;
      if (seen.has(node)) continue;
      seen.add(node);
      if (seen.size > MOST_NODES) return null;
      const state = latest.get(bytes)!;
      if (engine.satisfies(state, 0)) return level;
      const expansion = engine.expand(state);
      const transitions = Array.from({ length: expansion.count }, (_, ordinal) => expansion.transition(ordinal));
      for (const [ordinal, { edges }] of transitions.entries()) {
        const next = edges.map(({ edge }) => edge);
        note(last.length > 0 && isSwitch(last, next) ? level + 1 : level, ordinal, state, next);
      }
    }
  }
  return undefined;
}

function switchesOf({ network }: Question, options: IcbOptions, { edges }: Ending): number {
  const isSwitch = switchTest(network, options);
  return edges!.filter((next, at) => at > 0 && isSwitch(edges![at - 1]!, next)).length;
}

describe.each(OPTIONS)("icb by $contexts, n = $n", (options) => {
  const { contexts, n } = options;

  it("finds the least number of switches", () => {
    let compared = 0;
    for (const question of asked) {
      const least = leastSwitches(question, options);
      if (least === null) continue;
      for (const open of ["fifo()", "lifo()", "best(hU())"]) {
        const loop = open === "lifo()" ? "lazy" : "eager";
        const spec = `${loop}(icb(${open}, contexts=${contexts}, n=${n}, exact=true))`;
        const ending = runSearch(spec, question);
        const context = `${spec} on network ${question.seed}`;
        expect([context, ending.status]).toEqual([context, least === undefined ? "exhausted" : "found"]);
        if (least === undefined) continue;
        expect([context, switchesOf(question, options, ending)]).toEqual([context, least]);
        if (least > 0) compared++;
      }
    }
    expect(compared).toBeGreaterThan(10);
  });
});

describe("exact", () => {
  it.each([
    ["eager(icb(fifo(), exact=true), reopen=true)", /reopened/],
    ["eager(icb(fifo(), exact=true), goal=generated)", /popped/],
    ["eager(context(icb(fifo(), exact=true)))", /outermost/],
    ["eager(alternation([fifo(), icb(fifo(), exact=true)]))", /outermost/],
    ["bounded(5, eager(icb(fifo(), exact=true)))", /no bound/],
    ["eager(icb(useless(context(fifo(), prune=true), hU()), exact=true))", /pruned/],
  ])("%s is refused", (spec, reason) => {
    expect(refusalOf(spec, asked[0]!)).toMatch(reason);
  });
});
