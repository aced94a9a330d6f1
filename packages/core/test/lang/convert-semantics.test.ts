// A network said in UPPAAL's language and read back must behave the same: both zone graphs are explored and counted.
// Zones are compared for equality only, so that the counts do not depend on the order of exploration.

import { describe, expect, it } from "vitest";
import { exploreNetwork } from "../../src/check/explore.ts";
import { convertModel } from "../../src/lang/convert.ts";
import { loadModel } from "../../src/lang/load.ts";
import type { Network } from "../../src/network/index.ts";
import { allModels, haveModels, modelBytes } from "./public-models.ts";

const environment = { now: () => performance.now() / 1000, cpu: () => 0, memoryBytes: () => 0, pause: async () => {} };

async function counts(network: Network): Promise<object> {
  const options = { subsumption: "equality", limits: { seconds: 30 } } as const;
  const { statistics, because } = await exploreNetwork(network, options, environment);
  const { explored, stored, transitions, deadlocks } = statistics;
  expect(because).toBeUndefined();
  return { explored, stored, transitions, deadlocks };
}

async function expectSame(name: string, content: string | Uint8Array): Promise<void> {
  const model = loadModel({ name, content }, { lints: false });
  expect(model.network, JSON.stringify(model.diagnostics)).not.toBeNull();
  // By way of JSON, so that the network has no document to be written from.
  const json = convertModel(model, "json");
  const bare = loadModel({ name: "m.json", content: json.ok ? json.value : "" }, { lints: false });
  const xta = convertModel(bare, "xta");
  if (!xta.ok) throw new Error(xta.diagnostics.map(({ message }) => message).join("\n"));
  const again = loadModel({ name: "m.xta", content: xta.value }, { lints: false });
  expect(again.diagnostics).toEqual([]);
  expect(await counts(again.network!)).toEqual(await counts(model.network!));
}

describe("a network said in UPPAAL's language", () => {
  it("behaves the same with data, functions, selects and broadcast", async () => {
    await expectSame(
      "m.xta",
      `int[0,3] v[2]; int[0,1] bound_0, locals, i; clock x, t[2]; chan c[2]; broadcast chan b; struct { int[0,3] lo; int[0,3] hi; } s;
      const int step[3] = {1, 2, 1};
      int[0,3] bump(int[0,3] k, int[0,2] by) { int i = 0; while (i < by) { i++; k = (k + 1) % 4; } return k; }
      process P(const int[0,1] id) {
        state A { t[id] <= 2 }, B { t[id] <= 1 }; init A;
        trans A -> B { select i : int[0,1]; guard t[id] >= 1 && v[id] < 3; sync c[i]!; assign v[id] = bump(v[id], step[i]), t[id] = 0; },
              A -> A { sync c[id]?; assign s.hi = s.lo, s.lo = v[1 - id]; },
              B -> A { guard forall (i : int[0,1]) v[i] != 2; sync b!; assign t[id] = 1; },
              B -> A { guard t[id] == 1; assign v[id] = 0; };
      }
      process Q() { state Z; init Z; trans Z -> Z { guard x > 1; sync b?; assign x = 0; }, Z -> Z { sync c[0]?; },
          // Names that the printer would give itself, and one that a select hides.
          Z -> Z { select i : int[1,1]; guard bound_0 < i && forall (k : int[0,1]) v[k] >= bound_0; assign bound_0 = i, locals = i; }; }
      system P, Q;`,
    );
  });

  it("behaves the same with the statements and vectors of TChecker", async () => {
    await expectSame(
      "m.tck",
      `system:s
process:p
process:q
event:a
event:b
event:tau
clock:1:x
clock:2:y
int:1:0:6:0:i
int:3:0:6:2:w
location:p:A{initial: : invariant:x<=4}
location:p:B{invariant:x<=4&&y[0]<=6}
location:q:C{initial:}
location:q:D{committed:}
edge:p:A:B:a{provided:x>=1&&i<3 : do:i=i+1;w[i-1]=i;x=0}
edge:p:B:A:a{do:if w[0]>1 then i=0;y[0]=2 else nop end;w[1]=w[0]}
edge:p:B:A:tau{provided:x>=2 : do:local k=0;local t[2];while k<3 do k=k+1;t[k-k/2*2]=k end;i=t[1]}
edge:q:C:D:b{provided:i<5}
edge:q:D:C:tau{do:y[1]=0;w[2]=i}
edge:q:C:C:a{}
sync:p@a:q@b
sync:q@a:p@a
`,
    );
  });
});

const small = allModels.filter((name) => /fischer_4\.tck|csmacd_4\.tck|ad94|train_gate/.test(name));

describe.runIf(haveModels)("public models said in UPPAAL's language", () => {
  it.each(small)("%s behaves the same", async (name) => {
    await expectSame(name, modelBytes(name));
  });
});
