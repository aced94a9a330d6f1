// The fast stepper against the plain one: the same stream gives the same steps at the same moments, run by run.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadModel } from "../../src/lang/load.ts";
import { modelOf, type Network, type QueryOf } from "../../src/network/index.ts";
import { compileModel } from "../../src/stochastic/model.ts";
import { RaceStepper } from "../../src/stochastic/stepper.ts";
import { PlainRace, type PlainStep } from "../../src/testing/plain-race.ts";

const UNTIL = 30;
const MOST = 60;

function fastRun(stepper: RaceStepper, seed: number, run: number): PlainStep[] {
  const steps: PlainStep[] = [];
  const { taken } = stepper;
  stepper.begin(seed, run);
  try {
    while (steps.length < MOST) {
      stepper.propose();
      if (stepper.time + stepper.delay > UNTIL) break;
      stepper.advance(stepper.delay);
      if (stepper.act()) steps.push({ time: stepper.time, edges: taken.map(({ edge }) => edge) });
    }
  } catch (error) {
    if (!(error instanceof Error && /Time-lock/.test(error.message))) throw error;
  }
  return steps;
}

function expectSame(network: Network, runs: number): void {
  const [plain, fast] = [new PlainRace(network), new RaceStepper(compileModel(network), 0.01)];
  for (let run = 0; run < runs; run++) expect(fastRun(fast, 3, run)).toEqual(plain.run(3, run, UNTIL, MOST));
}

function networkIn(name: string, content: string): Network {
  const compiled = loadModel({ name, content }).compileQuery("Pr[<=1](<> false)");
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]!.message);
  return modelOf(compiled.value as QueryOf<"statistical">);
}

const MIXED = `
const int N = 3;
chan hand;
broadcast chan all;
urgent broadcast chan asap;
int n, last;
bool full;
process Maker(const int[1,N] id) {
  clock x;
  state Rest { ; id }, Make { x <= 4 }, Offer, Now;
  commit Now;
  branchpoint b;
  init Rest;
  trans Rest -> Make { assign x = 0; }, Make -> b { guard x >= id; },
    b -> Offer { assign last = id; probability n + 1; }, b -> Rest { probability 2; }, b -> Now { probability 1; },
    Offer -> Rest { sync hand!; }, Now -> Rest { sync all!; };
}
process Taker(const int[0,1] id) {
  clock y;
  state Wait, Use { y <= 2 }, Hold;
  urgent Hold;
  init Wait;
  trans Wait -> Use { select k : int[1,2]; guard n < 20; sync hand?; assign n += k, y = 0; },
    Wait -> Hold { sync all?; }, Hold -> Wait { guard id >= 0; },
    Use -> Wait { assign full = n > 15; };
}
process Drain() {
  state S;
  init S;
  trans S -> S { guard full; sync asap!; assign n = 0, full = false; };
}
system Maker, Taker, Drain;
`;

describe("the fast stepper makes the runs of the plain one", () => {
  it("with binary, broadcast and urgent channels, weights, selects, urgent and committed locations", () => {
    expectSame(networkIn("mixed.xta", MIXED), 60);
  });

  const folder = new URL("../../../../../shared/smc-cases/", import.meta.url);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => /^(?!19).*\.xml$/.test(file)) : [];
  it.each(files)("in %s", (file) => {
    expectSame(networkIn(file, readFileSync(new URL(file, folder), "utf8")), 20);
  });
});
