// What a factored system sees of the steps of a network: committed locations, what receivers of a broadcast write, in
// which order a vector's updates run, and what clocks forbid an automaton on its own. Each model is one that a coarser
// view gets wrong; values are those of the initial state.

import { describe, expect, it } from "vitest";
import { heuristics } from "../../../src/heuristics/index.ts";
import { loadModel } from "../../../src/lang/load.ts";
import { configure } from "../../../src/spec/index.ts";
import { estimate } from "../estimate.ts";

const NEVER = Number.POSITIVE_INFINITY;

describe("committed locations", () => {
  // x is 1 only while P is in its committed location, which P alone can leave.
  const model = `int[0,1] x;
process P() { state a, b, c; commit b; init a; trans a -> b { assign x := 1; }, b -> c { assign x := 0; }; }
process Q() { state d, e; init d; trans d -> e { guard x == 1; }; }
system P, Q;`;

  it.each(["merge()", "pdb()", "cegar()"])("%s: others wait", (spec) => {
    expect(estimate(spec, model, {}, "E<> Q.e")).toBe(NEVER);
    expect(estimate(spec, model, {}, "E<> P.c && Q.d")).toBe(2);
  });

  it("predicates(): others wait while the automaton is known to be there", () => {
    expect(estimate("predicates(split=all)", model, {}, "E<> P.b && Q.e")).toBe(NEVER);
    expect(estimate("predicates(split=all)", model, {}, "E<> P.c && Q.e")).toBe(NEVER);
  });

  it("a receiver that leaves one makes a broadcast possible", () => {
    const broadcast = `broadcast chan go;
process P() { state a, b, c; commit b; init a; trans a -> b { }, b -> c { sync go?; }; }
process Q() { state d, e; init d; trans d -> e { sync go!; }; }
system P, Q;`;
    for (const spec of ["merge()", "pdb()", "cegar()", "predicates(split=all)"]) {
      expect(estimate(spec, broadcast, {}, "E<> P.c && Q.e"), spec).toBe(2);
    }
  });
});

describe("broadcasts that write", () => {
  const receivers = (count: number): string => `broadcast chan go; int[0,20] n;
process S() { state a, b; init a; trans a -> b { sync go!; assign n := 1; }; }
process R() { state a, b; init a; trans a -> b { sync go?; assign n := n + 1; }; }
${Array.from({ length: count }, (_, k) => `R${k} := R();`).join("\n")}
system S${Array.from({ length: count }, (_, k) => `, R${k}`).join("")};`;

  it.each([3, 8])("%i receivers count one each", (count) => {
    for (const spec of ["merge()", "pdb()"]) {
      expect(estimate(spec, receivers(count), {}, `E<> n == ${count + 1}`), spec).toBe(1);
      expect(estimate(spec, receivers(count), {}, `E<> n == ${count + 2}`), spec).toBe(NEVER);
    }
  });

  it("few receivers are told apart: who did not move has not written", () => {
    for (const spec of ["merge()", "pdb()", "predicates(split=all)"]) {
      expect(estimate(spec, receivers(2), {}, "E<> n == 3 && R0.a"), spec).toBe(NEVER);
    }
  });
});

describe("vectors", () => {
  const network = (sync: string) => {
    const content = `system:s
event:a
event:b
event:t
int:1:0:2:0:x
int:1:0:2:0:y
process:P
location:P:p0{initial:}
location:P:p1{}
edge:P:p0:p1:a{do:x=2;y=1}
process:Q
location:Q:q0{initial:}
location:Q:q1{}
edge:Q:q0:q1:b{do:x=y}
process:R
location:R:r0{initial:}
location:R:r1{labels: hit}
edge:R:r0:r1:t{provided:x==1}
sync:${sync}
`;
    return loadModel({ name: "vector.tck", content }).network!;
  };
  const first = (spec: string, sync: string): number => {
    const loaded = network(sync);
    const config = configure(heuristics, spec);
    if (!config.ok) throw new Error(config.diagnostics[0]!.message);
    const at = loaded.processes.findIndex(({ name }) => name === "R");
    const target = {
      kind: "data",
      condition: { kind: "at", process: { base: at, steps: [] }, location: 1 },
    } as const;
    const locations = loaded.processes.map(({ initial }) => initial[0]!);
    return config.value
      .create({ network: loaded, target, frameSize: 0 })
      .estimate({ locations, cells: loaded.initialValues });
  };

  it.each(["merge()", "pdb()", "cegar()", "predicates(split=all)", "hL()", "hmax()", "hU()"])(
    "%s: updates run as processes are declared, not as the vector names them",
    (spec) => {
      expect(first(spec, "Q@b:P@a")).toBe(2);
      expect(first(spec, "P@a:Q@b")).toBe(2);
    },
  );

  it.each(["merge()", "pdb()", "cegar()", "predicates(split=all)", "hL()", "hmax()", "hU()"])(
    "%s: also those of weak participants",
    (spec) => {
      expect(first(spec, "Q@b:P@a?")).toBe(2);
    },
  );
});

describe("clocks", () => {
  const model = `clock x, y;
process P() { state a { x <= 2 }, b, c; init a; trans a -> b { guard x <= 2; assign y := 0; }, a -> c { guard x > 3; }; }
system P;`;

  it.each(["merge()", "pdb()", "cegar()", "predicates()"])("%s: an edge that time never opens", (spec) => {
    expect(estimate(spec, model, {}, "E<> P.c")).toBe(NEVER);
  });

  it.each(["merge()", "predicates()"])("%s: a target that time forbids where it asks to be", (spec) => {
    expect(estimate(spec, model, {}, "E<> P.a && x > 5")).toBe(NEVER);
    expect(estimate(spec, model, {}, "E<> x > 5")).toBe(1);
  });

  it("predicates(): a target that compares two clocks", () => {
    expect(estimate("predicates()", model, {}, "E<> P.b && y > x")).toBe(NEVER);
    expect(estimate("predicates()", model, {}, "E<> P.b && x - y > 1")).toBe(1);
  });
});
