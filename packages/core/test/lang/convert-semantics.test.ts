// A network said in UPPAAL's language and read back must behave the same: both zone graphs are explored and counted.
// Zones are compared for equality only, so that the counts do not depend on the order of exploration.

import { describe, expect, it } from "vitest";
import { exploreNetwork } from "../../src/check/exploration/explore.ts";
import { convertModel } from "../../src/lang/convert.ts";
import { loadModel } from "../../src/lang/load.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import type { Network } from "../../src/network/index.ts";
import { allModels, haveModels, modelBytes } from "./public-models.ts";

async function counts(network: Network): Promise<object> {
  const { statistics, because } = await exploreNetwork(network, { subsumption: "equality" }, stillEnvironment);
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

  it("behaves the same with parameters that are references, clocks, arrays and structs", async () => {
    await expectSame(
      "m.xta",
      `const int N = 3; typedef int[0,N-1] id_t; typedef struct { int[0,9] p; int[0,9] q[2]; } Pair;
      int shared[N]; Pair pairs[N]; clock t[N]; chan c[id_t];
      const int table[2][N] = {{1, 2, 3}, {2, 3, 1}};
      void bump(int &v, const int by) { v = (v + by) % 8; }
      void twice(int &v, const int by) { bump(v, by); bump(v, by); }
      void fill(int &v[N], int w) { for (i : id_t) if (v[i] > 5) v[i] = w; }
      int spoil(int v[N]) { int k = 0; v[0] = 7; for (i : id_t) k += v[i]; return k; }
      void swap(Pair &z) { int k = z.p; z.p = z.q[1]; z.q[1] = k; }
      void restart(clock &x, int value) { x = value; }
      process W(const id_t me, int &mine, clock &x, const int bounds[N], Pair &z) {
        int own[2];
        state A { x <= bounds[me] }, B { x <= 4 }; init A;
        trans A -> B { select k : id_t; guard x >= 1 && k != me; sync c[k]!;
                       assign twice(mine, bounds[k]), bump(shared[k], 1), bump(own[k % 2], 1), own[1] = own[1] % 3, z.p = k, swap(z); },
              A -> A { sync c[me]?; assign restart(t[me], 0), swap(pairs[(me + 1) % N]); },
              B -> A { guard x == 4 && spoil(shared) > 7; assign fill(shared, 2), restart(x, 1); },
              B -> A { guard x == 4; assign restart(x, 0), own[0] = 0; };
      }
      P0 = W(0, shared[0], t[0], table[0], pairs[0]);
      P1 = W(1, shared[1], t[1], table[1], pairs[1]);
      system P0, P1;`,
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
