// Runs with infinitely many steps do not ask what is disabled: constants of clocks count one way then, and as many
// zones are stored as by TChecker (`tck-liveness`, 8; it was 9 here, because deadlocks were minded that nobody asked
// for).

import { describe, expect, it } from "vitest";
import { type CheckOptions, checkQueries, strategies } from "../../../src/check/index.ts";
import { loadModel } from "../../../src/lang/load.ts";
import { stillEnvironment } from "../../../src/limits/index.ts";
import { configure } from "../../../src/spec/index.ts";

const MODEL = `
system:rnd
clock:1:x0
clock:1:x1
clock:1:x2
event:e0
event:e1
event:tau
process:P0
process:P1
location:P0:l0{initial:}
location:P0:l1{labels:a}
location:P0:l2{invariant:x2<=2}
location:P1:l0{initial: : invariant:x1<=3}
location:P1:l1{}
edge:P0:l0:l1:e0{provided:x1==4}
edge:P0:l1:l2:tau{do:x2=0;x1=0}
edge:P0:l0:l1:e0{provided:x0<=1 : do:x0=0}
edge:P0:l1:l2:tau{provided:x1>=4}
edge:P0:l1:l1:e1{}
edge:P0:l1:l2:e0{do:x0=0}
edge:P1:l0:l1:e0{provided:x0<=0}
edge:P1:l0:l1:e1{provided:x0<=3 : do:x0=0}
edge:P1:l0:l0:e1{provided:x1<=4 : do:x2=0}
edge:P1:l0:l1:tau{do:x0=0;x0=3}
edge:P1:l0:l1:tau{provided:x1<=1 : do:x1=0;x1=0}
sync:P0@e0:P1@e0
sync:P0@e1:P1@e0
sync:P0@e0:P1@e1
`;

async function stored(question: "each" | "together", options: CheckOptions): Promise<[string, number]> {
  const query = loadModel({ name: "m.tck", content: MODEL }, { lints: false }).compileLabels(["a"], question);
  if (!query.ok) throw new Error(query.diagnostics[0]!.message);
  const [result] = await checkQueries({ network: query.network, options, environment: stillEnvironment }, [
    query.value,
  ]);
  return [result!.verdict.kind, result!.statistics.stored];
}

describe.each(["couvreur()", "ndfs()"])("%s", (search) => {
  const strategy = configure(strategies, search);
  if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);

  it("stores what TChecker stores", async () => {
    for (const question of ["each", "together"] as const)
      for (const engine of ["auto", "reference"] as const)
        expect(await stored(question, { strategy: strategy.value, engine, runs: "infinite" })).toEqual(["violated", 8]);
  });
});
