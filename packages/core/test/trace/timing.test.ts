// Three ways to time a path must agree: exact zones with points chosen backwards, a linear program over the delays, and
// difference constraints over the moments of the steps. On networks without stopwatches they apply (the last one where
// a path asks a conjunction), they must replay, and they end at the same earliest moment where there is one.

import { describe, expect, it } from "vitest";
import { checkQueries, traceOf } from "../../src/check/index.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import type { Formula, Network } from "../../src/network/index.ts";
import { createConcreteSemantics } from "../../src/semantics/index.ts";
import { livelyNetwork, randomTarget, seededChoices } from "../../src/testing/index.ts";
import { replay, sameDiscrete, type TimingProblem, timeByZones } from "../../src/trace/index.ts";
import { timeByMoments } from "../../src/trace/timing/by-differences.ts";
import { timeByLinearProgram } from "../../src/trace/timing/by-linear-program.ts";
import { plus, type Rational, rationalToString, ZERO } from "../../src/zone/index.ts";

const FRAME = 4;

async function pathTo(network: Network, formula: Formula): Promise<TimingProblem | undefined> {
  const query = { kind: "E<>", text: "target", formula, frameSize: FRAME } as const;
  const [result] = await checkQueries({ network, options: {}, environment: stillEnvironment }, [query]);
  const trace = traceOf(result!.verdict);
  if (result!.verdict.kind !== "satisfied" || trace === undefined) return undefined;
  const starts = createConcreteSemantics(network).initial();
  const initial = starts.findIndex((state) => sameDiscrete(state, trace.initial));
  const transitions = trace.steps.map(({ transition }) => transition);
  return { path: { initial, transitions }, goal: { kind: "target", formula }, frameSize: FRAME };
}

/** Random networks without stopwatches, each with a path to a random target. */
async function* paths(seeds: number) {
  for (let seed = 0; seed < seeds; seed++) {
    const { network, features } = livelyNetwork(seededChoices(seed));
    if (features.has("stopwatches")) continue;
    const problem = await pathTo(network, randomTarget(network, seededChoices(seed + 77_000)));
    if (problem !== undefined) yield { seed, network, features, problem };
  }
}

const endOf = (delays: readonly Rational[]): Rational => delays.reduce(plus, ZERO);

describe("timing a path", () => {
  it("zones, linear programs and moments agree", async () => {
    let [programs, closed, moments, left] = [0, 0, 0, 0];
    for await (const { seed, network, features, problem } of paths(160)) {
      const byZones = timeByZones(network, problem)!;
      expect(replay(network, problem, byZones)).toMatchObject({ ok: true });
      const end = endOf(byZones);

      const byProgram = timeByLinearProgram(network, problem);
      if (byProgram !== undefined && replay(network, problem, byProgram).ok) {
        programs++;
        const other = endOf(byProgram);
        if (end.d === 1n && other.d === 1n) {
          closed++;
          expect([seed, rationalToString(end)]).toEqual([seed, rationalToString(other)]);
        }
      } else {
        // The program does not know of urgent synchronisations with clock guards; then its run may not replay.
        expect(features.has("urgentChannel"), `seed ${seed}`).toBe(true);
      }

      const byMoments = timeByMoments(network, problem);
      if (byMoments === null) {
        left++;
        continue;
      }
      moments++;
      expect(replay(network, problem, byMoments!), `seed ${seed}`).toMatchObject({ ok: true });
      const last = endOf(byMoments!);
      // Where the end is open both are at most half a unit behind it.
      if (end.d === 1n) expect([seed, rationalToString(last)]).toEqual([seed, rationalToString(end)]);
      else expect([0n, 1n], `seed ${seed}`).toContain((end.n * 2n) / end.d - (last.n * 2n) / last.d);
    }
    expect(programs).toBeGreaterThan(40);
    expect(closed).toBeGreaterThan(20);
    expect(moments).toBeGreaterThan(25);
    expect(left).toBeGreaterThan(2);
  });
});
