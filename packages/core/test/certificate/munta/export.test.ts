// What is exported to Munta: every difference between the languages in a small model, read back by our own reader;
// and what Munta has no words for, refused by name and place.

import { describe, expect, it } from "vitest";
import { exportToMunta, isForInclusion, MuntaRefusal, modelForMunta } from "../../../src/certificate/index.ts";
import { certificateOf, checkQueries } from "../../../src/check/index.ts";
import { loadModel } from "../../../src/lang/load.ts";
import type { Network, Query } from "../../../src/network/index.ts";

const environment = {
  now: () => performance.now() / 1000,
  cpu: () => performance.now() / 1000,
  memoryBytes: () => 0,
  pause: () => Promise.resolve(),
};

function asked(text: string, query: string): { network: Network; query: Query } {
  const loaded = loadModel({ name: "model.xta", content: text }, { lints: false });
  const compiled = loaded.compileQuery(query);
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]?.message);
  return { network: compiled.network, query: compiled.value };
}

async function answer(network: Network, query: Query) {
  const options = { certify: "inclusion", abstraction: "extra-lu", engine: "reference" } as const;
  const [result] = await checkQueries({ network, options, environment }, [query]);
  return result!;
}

/** Can it happen, in ours and in the exported model? */
async function both(text: string, of: string): Promise<readonly [string, string]> {
  const { network, query } = asked(text, of);
  const { muntax, deadlock } = modelForMunta(network, query);
  const back = loadModel({ name: "m.muntax", content: muntax });
  if (back.network === null) throw new Error(back.diagnostics[0]?.message);
  const again = back.compileQuery("E<> deadlock");
  const theirs = deadlock && again.ok ? again.value : back.network.queries[0]!;
  const told = async (n: Network, q: Query) => (await answer(n, q)).verdict.kind;
  return [await told(network, query), await told(back.network, theirs)];
}

describe("an exported model", () => {
  it("lets no time pass where a process is committed", async () => {
    const model =
      "clock x; process P() { state a, b, c; commit a; init a; trans a -> b { guard x >= 1; }, a -> c { }; } system P;";
    expect(await both(model, "E<> P.b")).toEqual(["violated", "violated"]);
    expect(await both(model, "E<> P.c")).toEqual(["satisfied", "satisfied"]);
  });

  it("lets the sender write before the receiver reads, and swaps by cases", async () => {
    const model = `chan c; int[0,3] v, w = 2, t;
process S() { state a, b; init a; trans a -> b { sync c!; assign v := 1; }; }
process R() { state a, b, d; init a; trans a -> b { sync c?; assign w := v + 1, t := w; }, b -> d { assign t := v, v := w, w := t; }; }
system S, R;`;
    expect(await both(model, "E<> w == 2 && t == 2 && R.b")).toEqual(["satisfied", "satisfied"]);
    expect(await both(model, "E<> R.b && w == 1")).toEqual(["violated", "violated"]);
    expect(await both(model, "E<> R.d && v == 2 && w == 1")).toEqual(["satisfied", "satisfied"]);
  });

  it("raises the trap where an update fails", async () => {
    const model =
      "int[0,2] v; process P() { state a, b; init a; trans a -> a { assign v := v + 1; }, a -> b { guard v == 9; }; } system P;";
    const { network, query } = asked(model, "E<> P.b");
    const { muntax } = modelForMunta(network, query);
    expect(muntax).toContain("_trap == 1");
    const back = loadModel({ name: "m.muntax", content: muntax }).network!;
    expect((await answer(back, back.queries[0]!)).verdict.kind).toBe("satisfied");
  });

  it("asks for clocks by an observer, also where others are committed", async () => {
    const model = `clock x; chan c;
process P() { state a { x <= 3 }, b, d; commit b; init a; trans a -> b { guard x >= 2; }, b -> d { }; }
process Q() { state a; init a; trans a -> a { sync c!; }; }
system P, Q;`;
    expect(await both(model, "E<> P.b && x < 2")).toEqual(["violated", "violated"]);
    expect(await both(model, "E<> P.b && x > 2")).toEqual(["satisfied", "satisfied"]);
    expect(await both(model, "E<> P.a && x > 3 || P.d && x < 2")).toEqual(["violated", "violated"]);
  });

  it("keeps deadlocks", async () => {
    const model =
      "clock x; process P() { state a { x <= 2 }, b; init a; trans a -> b { guard x >= 1; assign x := 0; }, b -> a { guard x > 5; assign x := 0; }; } system P;";
    expect(await both(model, "E<> deadlock")).toEqual(["violated", "violated"]);
    expect(await both(model.replace("x > 5", "x > 5 && x < 5"), "E<> deadlock")).toEqual(["satisfied", "satisfied"]);
  });

  it("tells apart only values that a certificate has, and traps the others", async () => {
    const model =
      "int v; process P() { state a, b; init a; trans a -> a { guard v < 3; assign v := v + 1; }, a -> b { guard v > 7; }; } system P;";
    const { network, query } = asked(model, "E<> P.b");
    expect(() => modelForMunta(network, query)).toThrow(/65536 values/);
    const { proof } = await answer(network, query);
    const certificate = certificateOf(network, proof!, { model: "m", query: query.text });
    expect(isForInclusion(certificate, network)).toBe(true);
    const { muntax, cert, counts } = exportToMunta(network, query, certificate);
    expect(counts).toMatchObject({ states: 4, zones: 4, ownEdges: 2 });
    expect(muntax).toContain('"guard":"v >= 0 && v <= 2"');
    expect(muntax).toContain('"update":"v := v + 1"');
    expect([...cert.slice(0, 8)]).toEqual([0, 0, 0, 0, 0, 0, 0, 42]);
    const back = loadModel({ name: "m.muntax", content: muntax }).network!;
    expect((await answer(back, back.queries[0]!)).verdict.kind).toBe("violated");
    // A certificate without the last state: the trap is met.
    const less = exportToMunta(network, query, { ...certificate, states: certificate.states.slice(0, 3) });
    const other = loadModel({ name: "m.muntax", content: less.muntax }).network!;
    expect((await answer(other, other.queries[0]!)).verdict.kind).toBe("satisfied");
  });
});

describe("what Munta cannot say", () => {
  const process = (edge: string, more = "", invariant = "") =>
    `clock x, y; int[0,2] v; urgent chan u; broadcast chan b; chan c; ${more} process P() { state a ${invariant}, z; init a; trans a -> z { ${edge} }; } process Q() { state a; init a; trans a -> a { sync u!; }, a -> a { sync b!; }; } system P, Q;`;
  it.each([
    ["urgent channels", process("sync u?;")],
    ["differences of clocks", process("guard x - y > 1;").replace("sync u!;", "")],
    ["clocks set to other values than 0", process("assign x := 3;").replace("sync u!;", "")],
    ["clock guards at receivers of broadcasts", process("guard x > 1; sync b?;").replace("sync u!;", "")],
    ["data in invariants", process("assign v := 1;", "", "{ x <= v }").replace("sync u!;", "")],
  ])("is refused: %s", (reason, text) => {
    const { network, query } = asked(text, "E<> P.z");
    try {
      modelForMunta(network, query);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(MuntaRefusal);
      expect((error as MuntaRefusal).reason).toBe(reason);
      expect((error as MuntaRefusal).diagnostic.span).toBeDefined();
    }
  });

  it("is refused: questions about runs, and certificates by simulation", () => {
    const { network, query } = asked(process("").replace("sync u!;", ""), "A<> P.z");
    expect(() => modelForMunta(network, query)).toThrow(/A<> asks for something else/);
    const certificate = {
      format: "tracehound-certificate",
      formatVersion: 1,
      model: "",
      query: "",
      abstraction: "alu",
      states: [],
    } as const;
    // Exploring once more would help the certificate, and not the question.
    expect(() => exportToMunta(network, query, certificate)).toThrow(/A<> asks for something else/);
    const other = asked(process("").replace("sync u!;", ""), "E<> P.z");
    expect(() => exportToMunta(other.network, other.query, certificate)).toThrow(/`alu`/);
  });
});
