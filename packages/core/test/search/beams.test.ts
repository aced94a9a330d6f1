// The survey's beams: what a level is, what is dropped, and that ways which end without success are told apart.

import { describe, expect, it } from "vitest";
import { guided, readSearch } from "../../src/answer/index.ts";
import { type CheckResult, checkQueries } from "../../src/check/index.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import { load } from "../check/ask.ts";

/** Three ways of which two end early: the one that looks best at first, and the second best. */
const TRAP = `
int[0,9] n; int[0,3] way;
process P() {
  state start, on, stuck, goal;
  init start;
  trans start -> on { select i : int[1,3]; assign way = i, n = 4 - i; },
    on -> on { guard n < 6 - 2 * (3 - way); assign n++; },
    on -> stuck { guard way != 3 && n >= 3; },
    on -> goal { guard way == 3 && n == 6; };
}
p = P();
system p;
`;

async function search(spec: string, model = TRAP, question = "E<> p.goal"): Promise<CheckResult> {
  const loaded = load(model);
  const query = loaded.compileQuery(question);
  const asked = readSearch(spec);
  if (!query.ok || !asked.ok) throw new Error(`${spec} or ${question} cannot be read`);
  const read = guided(loaded, asked.value, { queries: [query.value], network: query.network });
  if (!read.ok) throw new Error(read.diagnostics[0]!.message);
  const { queries, network } = read.value;
  const { strategy } = asked.value;
  const [result] = await checkQueries({ network, options: { strategy }, environment: stillEnvironment }, queries);
  return result!;
}

/** Greater is better at first, and misleads. */
const h = 'expr("10 - n")';

describe("a beam", () => {
  it.each([
    `beam-detailed(${h}, k=1, broaden=false)`,
    `beam-recovering(${h}, k=1, broaden=false)`,
    `beam-filtered(${h}, ${h}, width=1, k=1, broaden=false)`,
    `beam-priority(${h}, alpha=1, l=1, broaden=false)`,
    `beam-dijkstra(${h}, k=1, broaden=false)`,
    `nearest-neighbour(${h}, broaden=false)`,
  ])("that was cut says that it gave up, and how many ways ended without success: %s", async (spec) => {
    const { verdict, statistics } = await search(spec);
    expect(verdict).toMatchObject({ kind: "unknown", because: "incomplete-search" });
    expect(statistics.stuck).toBe(1);
  });

  it.each(["beam-detailed", "beam-flexible", "beam-recovering", "beam-dijkstra"])(
    "is broadened until it arrives: %s",
    async (name) => {
      expect((await search(`${name}(${h}, k=1)`)).verdict.kind).toBe("satisfied");
    },
  );

  it("is broadened until nothing is left out", async () => {
    for (const spec of [`beam-detailed(${h}, k=1)`, `beam-priority(${h}, alpha=1, l=1)`, `nearest-neighbour(${h})`])
      expect((await search(spec, TRAP, "E<> p.goal && way == 1")).verdict.kind, spec).toBe("violated");
  });

  it("keeps what is as good as the last one only where it is flexible", async () => {
    const even = 'expr("0")';
    expect((await search(`beam-flexible(${even}, k=1, broaden=false)`)).verdict.kind).toBe("satisfied");
    expect((await search(`beam-detailed(${even}, k=1, broaden=false)`)).verdict.kind).toBe("unknown");
  });

  it("has levels of equal progress", async () => {
    // By steps the three ways are side by side; by way they come one after the other, each with a beam of its own.
    expect((await search(`beam-detailed(${h}, k=1, progress="way", broaden=false)`)).verdict.kind).toBe("satisfied");
  });
});
