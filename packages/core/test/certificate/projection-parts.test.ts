// What a projection is made of, which mutants found untested: who has to be followed, whose updates and guards stay,
// what is loosened. A guard that stays too much would forbid what the network does, and a proof would be none.

import { describe, expect, it } from "vitest";
import { type Projection, projected } from "../../src/certificate/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import { type Network, soughtBy } from "../../src/network/index.ts";
import { load } from "../check/ask.ts";

function projection(
  network: Network,
  compileQuery: ReturnType<typeof load>["compileQuery"],
  text: string,
  named: number[],
) {
  const query = compileQuery(text);
  if (!query.ok) throw new Error(query.diagnostics[0]!.message);
  const sought = soughtBy(query.value);
  if (sought?.kind !== "state") throw new Error("a state is sought");
  return projected(network, sought.formula, named);
}

function of(xta: string, text = "E<> P.z", named: number[] = []): Projection {
  const { network, compileQuery } = load(xta);
  const made = projection(network, compileQuery, text, named);
  if (typeof made === "string") throw new Error(made);
  return made;
}

/** Edges of a process that stands still: how many conditions and statements they have, and for whom they stand. */
const still = ({ network, origins }: Projection, process: number) =>
  network.processes[process]!.edges.map((id) => {
    const { guard, update } = network.edges[id]!;
    return [guard.length, update.length, origins[id]];
  });

const P = "process P() { state a, z; init a; trans a -> z { guard n == 3; }; }";

describe("updates stay", () => {
  it("which change what is read, however many steps away, whoever is written down first", () => {
    // n is set to m, m to k, k to j: each round finds one more.
    const made = of(`int n, m, k, j, idle; ${P}
      process A() { state a; init a; trans a -> a { assign j = 1; }, a -> a { assign idle = 1; }; }
      process B() { state a; init a; trans a -> a { assign k = j; }; }
      process C() { state a; init a; trans a -> a { assign m = k; }; }
      process D() { state a; init a; trans a -> a { assign n = m; }; } system P, A, B, C, D;`);
    expect([...made.followed]).toEqual([0]);
    expect([1, 2, 3, 4].map((process) => still(made, process))).toEqual([
      [[0, 1, [1]]],
      [[0, 1, [3]]],
      [[0, 1, [4]]],
      [[0, 1, [5]]],
    ]);
  });

  it("which set clocks that are tested", () => {
    const made = of(`clock x, y; process P() { state a, z; init a; trans a -> z { guard x >= 3; }; }
      process A() { state a; init a; trans a -> a { assign x = 0; }, a -> a { assign y = 0; }; } system P, A;`);
    expect(still(made, 1)).toEqual([[0, 1, [1]]]);
  });

  it("which write what another update that stays has written, or a process that is followed, or what is done with every step", () => {
    const beside = of(`int n, e; ${P} process A() { state a; init a; trans a -> a { assign n = 1, e = 1; }; }
      process B() { state a; init a; trans a -> a { assign e = 2; }; } system P, A, B;`);
    expect(still(beside, 2)).toEqual([[0, 1, [2]]]);
    const own = of(`int n, w; process P() { state a, z; init a; trans a -> z { guard n == 3; assign w = 1; }; }
      process A() { state a; init a; trans a -> a { assign w = 2; }; } system P, A;`);
    expect(still(own, 1)).toEqual([[0, 1, [1]]]);
    const hooks = of(`int n, h; before_update { h = 1 } ${P}
      process A() { state a; init a; trans a -> a { assign h = 2; }; } system P, A;`);
    expect(still(hooks, 1)).toEqual([[0, 1, [1]]]);
  });

  it("and edges that do nothing are no steps", () => {
    const made = of(
      `int n; ${P} process A() { state a, b; init a; trans a -> b { }, b -> a { guard n == 1; }; } system P, A;`,
    );
    expect(made.network.processes[1]).toMatchObject({ edges: [], locations: [{ name: "a" }], initial: [0] });
  });
});

describe("followed is", () => {
  it("whom a condition asks for his place, and whoever computes a channel", () => {
    const made = of(
      `int n; int[0,1] i; chan c[2]; process P() { state a, z; init a; trans a -> z { guard n == 3; }; }
      process A() { state a; init a; trans a -> a { sync c[i]!; }; }
      process B() { state a; init a; trans a -> a { sync c[1]?; }; }
      process C() { state a, b; init a; trans a -> b { }; } system P, A, B, C;`,
      "E<> P.z && C.b",
    );
    expect([...made.followed].sort()).toEqual([0, 1, 3]);
  });
});

describe("conditions of those who are not followed", () => {
  /** All edges set what is read. */
  const kept = (guard: string): number => {
    const made = of(
      `int[0,9] n, other, arr[3], brr[3]; clock x, y, z, c[2];
      process P() { state a, z; init a; trans a -> z { guard n == 3 && x >= 1 && y >= 1 && arr[0] + arr[1] + arr[2] + brr[1] >= 0; }; }
      process A() { state a; init a; trans a -> a { guard ${guard}; assign n = 1; }; } system P, A;`,
    );
    expect([...made.followed]).toEqual([0]);
    const [edge] = still(made, 1);
    return edge![0] as number;
  };

  it.each(["n == 1", "!(n == 1)", "n == 1 || n == 2", "n + 1 > 2", "x >= 1", "x - y > 1", "brr[1] == 2", "x >= n"])(
    "stay where all they speak of is followed, and nothing in them can fail: %s",
    (guard) => {
      expect(kept(guard)).toBe(1);
    },
  );

  it.each([
    ...["other == 1", "n == 1 || other == 1", "z >= 1", "x - z > 1", "z - x > 1", "x >= other", "brr[2] == 1"],
    ...["4 / n > 1", "n % 2 == 1", "2 > 4 / n", "n << 1 > 1", "arr[n] == 1", "c[n] >= 1", "x - c[n] > 1", "x >= 4 / n"],
    ...["n == 1 || 4 / n > 1", "4 / n > 1 || n == 1", "!(4 / n > 1)", "forall (i : int[0,2]) arr[i] == 1"],
    ...["forall (i : int[0,1]) x >= i", "(n == 1 ? n : 2) == 2"],
  ])("go otherwise: %s", (guard) => {
    expect(kept(guard)).toBe(0);
  });

  it("go one by one", () => {
    expect(kept("n == 1 && other == 1 && x >= 1")).toBe(2);
  });
});

describe("a projection is refused", () => {
  const said = (xta: string, text = "E<> P.z") => {
    const { network, compileQuery } = load(xta);
    return projection(network, compileQuery, text, []);
  };

  it("where one guard or invariant may fail", () => {
    const failing = (
      place: string,
    ) => `int[0,9] n; int arr[3]; process P() { state a, z; init a; trans a -> z { ${place} }; }
      process A() { state a; init a; trans a -> a { assign n = 7; }; } system P, A;`;
    expect(said(failing("guard arr[n] == 1;"))).toBe("a guard or an invariant may fail");
    expect(said(failing("guard n == 1;"))).toMatchObject({ followed: new Set([0]) });
  });

  it("where a clock is stopped in one place of many", () => {
    const stopping = (rate: string) => `clock x; process P() { state a, z; init a; trans a -> z { }; }
      process A() { state a, b${rate}; init a; trans a -> b { }; } system P, A;`;
    expect(said(stopping(" { x' == 0 }"))).toBe("clocks are stopped in some location");
    expect(said(stopping(" { x <= 5 }"))).toMatchObject({ followed: new Set([0]) });
  });
});

it("committed locations stay where all that are committed are followed", () => {
  const committed = (other: string) =>
    of(`int n; process P() { state a, z; commit a; init a; trans a -> z { guard n == 3; }; }
      process A() { state a, b; ${other} init a; trans a -> b { assign n = 1; }; } system P, A;`).network.processes[0]!
      .locations[0]!.committed;
  expect([committed(""), committed("commit b;")]).toEqual([true, false]);
});

describe("who need not take part may stay out", () => {
  it("of a broadcast, and of nothing else", () => {
    const made = (kind: string) =>
      still(
        of(`${kind} c; int n; process P() { state a, z; init a; trans a -> z { sync c!; }; }
        process A() { state a; init a; trans a -> a { guard n == 9; sync c?; }; } system P, A;`),
        1,
      );
    expect([made("chan"), made("broadcast chan")]).toEqual([[[0, 0, [1]]], [[0, 0, [1]]]]);
  });

  it.each([
    ["P@e:A@e?", "E", 2],
    ["P@e:A@e", "E", 1],
    ["P@e?:A@e", "E", 1],
    ["P@e:A@f?", "F", 1],
  ])("as a weak participant: %s", (vector, _name, edges) => {
    // An update that stays keeps the edge with it and the edge without apart.
    const tck = `system:s
event:e
event:f
int:1:0:9:0:n
process:P
location:P:a{initial:}
location:P:z{}
edge:P:a:z:e{provided:n<9}
process:A
location:A:a{initial:}
edge:A:a:a:e{do:n=1}
sync:${vector}
sync:P@f:A@f
`;
    const { network, diagnostics } = loadModel({ name: "model.tck", content: tck }, { lints: false });
    if (network === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
    const made = projected(network, { kind: "data", condition: { kind: "constant", value: 1 } }, [0]);
    if (typeof made === "string") throw new Error(made);
    expect(still(made, 1)).toHaveLength(edges);
  });
});
