// Lassos in products with automata written by hand: acceptance sets that have to be met together, ends that count or do
// not, and roots behind a wait.

import { describe, expect, it } from "vitest";
import { chooseAbstraction } from "../../src/engine/abstraction.ts";
import { createCompiledEngine } from "../../src/engine/index.ts";
import { type Automaton, type AutomatonEdge, degeneralise, NEVER_AFTER } from "../../src/ltl/index.ts";
import type { Formula, Network } from "../../src/network/index.ts";
import { Ends, InitialRoots, lassoSearches, STUCK, withoutWaiting } from "../../src/search/index.ts";
import { configure } from "../../src/spec/index.ts";
import { inLocation, NetworkBuilder } from "../../src/testing/index.ts";

/** a ⇄ b, and a → c → c; urgent throughout, so that runs have to go on. */
function ring(): Network {
  const model = new NetworkBuilder();
  const p = model.process("P");
  const [a, b, c] = [
    p.location("a", { urgent: true }),
    p.location("b", { urgent: true }),
    p.location("c", { urgent: true }),
  ];
  p.edge(a, b);
  p.edge(b, a);
  p.edge(a, c);
  p.edge(c, c);
  return model.build();
}

// `emerson-lei()` answers E[] and A<> without clocks only: the hunt of that name holds it against these.
const SEARCHES = lassoSearches.components
  .flatMap(({ examples = [] }) => examples)
  .filter((spec) => spec !== "emerson-lei()");

/** Every search finds a lasso or none, as the first one does; its answer is handed back. */
function lassoOf(network: Network, automaton: Automaton, atoms: readonly Formula[], endsCount = true) {
  const [first, ...others] = SEARCHES.map((spec) => lassoBy(spec, network, automaton, atoms, endsCount));
  for (const [index, { status, lasso }] of others.entries()) {
    expect([SEARCHES[index + 1], status]).toEqual([SEARCHES[index + 1], first!.status]);
    if (first!.lasso?.kind === "loop")
      expect([SEARCHES[index + 1], lasso?.kind]).toEqual([SEARCHES[index + 1], "loop"]);
  }
  return first!;
}

function lassoBy(spec: string, network: Network, whole: Automaton, atoms: readonly Formula[], endsCount: boolean) {
  const config = configure(lassoSearches, spec);
  if (!config.ok) throw new Error(config.diagnostics[0]!.message);
  const automaton = config.value.oneSet ? degeneralise(whole) : whole;
  const chosen = chooseAbstraction(network, [], "extra-lu");
  if (!chosen.ok) throw new Error("no bounds");
  const targets = [...atoms.map((formula) => ({ formula, frameSize: 0 })), STUCK];
  const { bounds } = chosen.value;
  const options = { targets, bounds, abstraction: "extra-lu", subsumption: "equality", graph: true } as const;
  const engine = createCompiledEngine(network, options);
  if ("unsupported" in engine) throw new Error(engine.unsupported);
  const ends = endsCount ? new Ends(network, engine, atoms.length) : null;
  const about = { network, formulas: atoms, frameSize: 0 };
  const problem = { engine, automaton, atoms: [...atoms.keys()], ends, ...about };
  const search = config.value.create(problem, new InitialRoots(engine));
  let status = search.step();
  while (status === "running") status = search.step();
  return { status, lasso: search.lasso, statistics: search.statistics };
}

const loop = (yes: number, marks: number): AutomatonEdge => ({ yes, no: 0, target: 0, marks });
const oneState = (atoms: number, sets: number, ...edges: AutomatonEdge[]): Automaton => {
  return { atoms, sets, initial: 0, edges: [edges] };
};

const [inA, inB, inC] = [inLocation(0, 0), inLocation(0, 1), inLocation(0, 2)];

/** Both atoms infinitely often. */
const BOTH = oneState(2, 2, loop(1, 1), loop(2, 2), loop(0, 0));

describe("generalised acceptance", () => {
  it("a loop meets every set", () => {
    const { status, lasso } = lassoOf(ring(), BOTH, [inA, inB]);
    expect(status).toBe("found");
    expect(lasso).toMatchObject({ kind: "loop", loopStart: 0, ordinals: [0, 0] });
  });

  it("two loops that meet one set each are no loop that meets both", () => {
    const { status, statistics } = lassoOf(ring(), BOTH, [inA, inC]);
    expect(status).toBe("exhausted");
    expect(statistics.stored).toBe(3);
  });
});

describe("ends", () => {
  const stopping = (urgent: boolean): Network => {
    const model = new NetworkBuilder();
    const p = model.process("P");
    const a = p.location("a", { urgent: true });
    p.edge(a, p.location("b", { urgent }));
    return model.build();
  };
  const ALWAYS_B = oneState(1, 1, loop(0, 0), loop(1, 1));

  it("a run that stops repeats its last letter", () => {
    expect(lassoOf(stopping(true), ALWAYS_B, [inB]).lasso?.kind).toBe("deadlock");
    expect(lassoOf(stopping(false), ALWAYS_B, [inB]).lasso?.kind).toBe("unbounded-delay");
    expect(lassoOf(stopping(true), ALWAYS_B, [inA]).status).toBe("exhausted");
  });

  it("count only where finite runs do", () => {
    expect(lassoOf(stopping(true), ALWAYS_B, [inB], false).status).toBe("exhausted");
    expect(lassoOf(ring(), BOTH, [inA, inB], false).status).toBe("found");
  });
});

describe("waiting", () => {
  const waits = NEVER_AFTER;

  it("is left to a search for what is waited for", () => {
    const without = withoutWaiting(waits, [inA, inB])!;
    expect(without.automaton.edges[0]).toEqual([waits.edges[0]![0]]);
    expect(without.awaited).toEqual({
      kind: "or",
      parts: [{ kind: "and", parts: [inA, { kind: "not", part: inB }] }],
    });
  });

  it("is not, where waiting counts or the automaton comes back to it", () => {
    const back = { ...waits, edges: [waits.edges[0]!, [{ yes: 0, no: 0, target: 0, marks: 1 }]] };
    expect(withoutWaiting(back, [inA, inB])).toBeUndefined();
    expect(withoutWaiting({ ...waits, sets: 0 }, [inA, inB])).toBeUndefined();
    expect(withoutWaiting(BOTH, [inA, inB])).toBeUndefined();
  });
});
