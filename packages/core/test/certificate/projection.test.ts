// Proofs that follow some of the processes only: what they are made of, that they are checked, and that whatever the
// whole network reaches is reached where a process is not followed, too, in each of the ways in which it might not be.

import { describe, expect, it } from "vitest";
import {
  type Certificate,
  certificateToText,
  projected,
  readCertificate,
  verifyCertificate,
} from "../../src/certificate/index.ts";
import { certificateOf, checkQueries, strategies } from "../../src/check/index.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import { type Network, type Query, soughtBy } from "../../src/network/index.ts";
import { configure } from "../../src/spec/index.ts";
import { load } from "../check/ask.ts";

/** A token is handed round; others count, and take far too long to count to the end. */
const RING = `
chan t0, t1, t2; int[0,20000] k;
process P0() { state no, yes; init yes; trans yes -> no { sync t1!; }, no -> yes { sync t0?; }; }
process P1() { state no, yes; init no; trans yes -> no { sync t2!; }, no -> yes { sync t1?; }; }
process P2() { state no, yes; init no; trans yes -> no { sync t0!; }, no -> yes { sync t2?; }; }
process T() { state a; init a; trans a -> a { guard k < 20000; assign k++; }, a -> a { guard k > 7; assign k -= 3; }; }
process U() { state a, b, c; init a; trans a -> b {}, b -> c {}, c -> a {}; }
system P0, P1, P2, T, U;`;

async function proofOf(xta: string, text: string, spec: string) {
  const { network, compileQuery } = load(xta);
  const query = compileQuery(text);
  const strategy = configure(strategies, spec);
  if (!query.ok || !strategy.ok) throw new Error("both are fine");
  const options = { certify: true, strategy: strategy.value };
  const [result] = await checkQueries({ network, options, environment: stillEnvironment }, [query.value]);
  return { network, query: query.value, result: result! };
}

async function certificateFor(xta: string, text: string, spec: string) {
  const { network, query, result } = await proofOf(xta, text, spec);
  const written = certificateToText(certificateOf(network, result.proof!, { model: "model.xta", query: text }));
  return { network, query, result, certificate: readCertificate(written) as Certificate };
}

describe("a proof without a search", () => {
  it("is certified by the processes that matter, and the verdict still says who proved it", async () => {
    const spec = "refine-until(merge(2), states=50)";
    const { network, query, result, certificate } = await certificateFor(RING, "E<> P1.yes && P2.yes", spec);
    expect(result.verdict).toMatchObject({
      kind: "violated",
      evidence: { kind: "exhausted", cutOff: { withoutSearch: ["merge(N=4)"] } },
    });
    expect(result.statistics.refinement).toEqual({ times: 1, estimate: "merge(N=4)" });
    expect(certificate.followed).toEqual(["P0", "P1", "P2"]);
    const followed = ["P0", "P1", "P2"];
    expect(verifyCertificate(network, query, certificate)).toMatchObject({ ok: true, states: 3, followed });
  });

  it("is not looked for again where a finer abstraction would be the same", async () => {
    const spec = "refine-until(predicates(refinement, rounds=1, split=all), states=1)";
    const model = "process P() { state a, b, c, z; init a; trans a -> b { }, b -> c { }, c -> z { }; } system P;";
    const { result } = await proofOf(model, "E<> P.z", spec);
    expect(result.statistics.refinement).toMatchObject({ times: 0, ended: "finest" });
  });

  it("is refused when less is followed, when someone is unknown, and when a state is missing", async () => {
    const { network, query, certificate } = await certificateFor(RING, "E<> P1.yes && P2.yes", "greedy(merge(50))");
    const refused = (changed: Partial<Certificate>) =>
      verifyCertificate(network, query, { ...certificate, ...changed });
    expect(refused({ followed: ["P1"] })).toMatchObject({ ok: false });
    expect(refused({ followed: ["P9"] })).toEqual({ ok: false, reason: "the model has no process P9" });
    expect(refused({ states: certificate.states.slice(1) })).toMatchObject({ ok: false });
    const { followed: _, ...whole } = certificate;
    expect(verifyCertificate(network, query, whole)).toMatchObject({ ok: false });
  });

  it("needs no process where variables alone prove it", async () => {
    const counting = `int[0,21] k, m; int[0,2000] n; process T() { state a; init a; trans a -> a { guard k < 20 && m < 20; assign k++, m++; },
      a -> a { guard n < 2000; assign n++; }; } process Q() { state a; init a; trans a -> a { guard k == 22; assign n := 7; }; } system T, Q;`;
    const { network, query, certificate } = await certificateFor(counting, "E<> k == m + 1", "greedy(pdb())");
    expect(certificate.followed).toEqual([]);
    expect(verifyCertificate(network, query, certificate)).toMatchObject({ ok: true, followed: [] });
  });

  it("needs no states where sets of values prove it", async () => {
    const counting = `int[0,201] k, m; process T() { state a; init a; trans a -> a { guard k < 200; assign k += 2; },
      a -> a { guard m < 200; assign m++; }; } process Q() { state a; init a; trans a -> a { guard k == 3; assign m := 7; }; } system T, Q;`;
    const { network, query, certificate } = await certificateFor(counting, "E<> k == 1", "greedy(pdb())");
    expect(certificate).toMatchObject({ abstraction: "invariants", states: [] });
    expect(verifyCertificate(network, query, certificate)).toMatchObject({ ok: true, invariants: 1 });
  });

  it("that says nothing about faults gives way to those that the whole state space has", async () => {
    const failing = `int[0,3] k; process P() { state a, b; init a; trans a -> a { assign k++; }; }
      process Q() { state a, b, c; init a; trans a -> b { }, b -> c { guard k == 9; }; } system P, Q;`;
    const { result } = await proofOf(failing, "E<> Q.c", "greedy(merge(50))");
    expect(result.verdict).toMatchObject({ kind: "unknown", because: "model-fault" });
  });
});

async function isReached(network: Network, query: Query): Promise<boolean> {
  const strategy = configure(strategies, "bfs");
  if (!strategy.ok) throw new Error("bfs is fine");
  const options = { strategy: strategy.value };
  const [{ verdict }] = (await checkQueries({ network, options, environment: stillEnvironment }, [query])) as [
    Awaited<ReturnType<typeof checkQueries>>[number],
  ];
  return verdict.kind !== "unknown" && verdict.evidence.kind === "trace";
}

/** What the network reaches although something seems to be in the way when P is not followed. */
const HARD: Readonly<Record<string, string>> = {
  "who is not there does not receive": `broadcast chan c; int[0,1] n;
    process Q() { state a, b, z; init a; trans a -> b { sync c!; }, b -> z { guard n == 0; }; }
    process P() { state a, b; init a; trans b -> a { sync c?; assign n := 1; }; } system Q, P;`,
  "who is committed acts before another one": `int[0,1] n;
    process Q() { state a, z; commit a; init a; trans a -> z { guard n == 1; }; }
    process P() { state a, b; commit a; init a; trans a -> b { assign n := 1; }; } system Q, P;`,
  "an urgent channel that nobody listens to stops no time": `urgent chan c; clock x;
    process Q() { state a, z; init a; trans a -> a { sync c!; }, a -> z { guard x >= 5; }; }
    process P() { state a, b; init a; trans b -> a { sync c?; }; } system Q, P;`,
  "what has no partner has no priority": `chan c, d; chan priority d < c; int[0,1] n;
    process Q() { state a, z; init a; trans a -> a { sync c!; }, a -> z { sync d!; }; }
    process P() { state a, b; init a; trans b -> a { sync c?; }, a -> b { sync d?; }; } system Q, P;`,
  "a guard that would fail elsewhere": `broadcast chan c; int[0,9] n, m;
    process Q() { state a, b, z; init a; trans a -> b { sync c!; }, b -> z { guard n == 0; sync c!; }; }
    process P() { state a, b; init a; trans b -> b { guard 4 / n > 1; sync c?; assign m := 1; }, a -> a { guard n == 0 && m == 0; assign n := 0; }; }
    system Q, P;`,
  "an update that others make": `int[0,9] n, m; int s[3];
    void set() { m := n; s[1] := m + 1; }
    process Q() { state a, z; init a; trans a -> z { guard s[1] == 3; }; }
    process P() { state a, b; init a; trans a -> b { assign n := 2, set(); }; } system Q, P;`,
  "a clock that others reset": `clock x, y;
    process Q() { state a { y <= 5 }, z; init a; trans a -> z { guard x <= 1 && y >= 4; }; }
    process P() { state a, b; init a; trans a -> b { guard x >= 3; assign x := 0; }; } system Q, P;`,
};

describe("a projection", () => {
  it.each(Object.entries(HARD))("reaches what the network reaches: %s", async (_, xta) => {
    const { network, compileQuery } = load(xta);
    const query = compileQuery("E<> Q.z");
    if (!query.ok) throw new Error("the query is fine");
    const sought = soughtBy(query.value);
    if (sought?.kind !== "state") throw new Error("a state is sought");
    expect(await isReached(network, query.value)).toBe(true);
    const projection = projected(network, sought.formula, []);
    if (typeof projection === "string") throw new Error(projection);
    expect(projection.followed.has(1)).toBe(false);
    expect(await isReached(projection.network, query.value)).toBe(true);
  });

  it("is refused where clocks stop and where all processes matter", () => {
    const { network } = load(`clock x; process P() { state a { x' == 0 }; init a; } system P;`);
    const target = { kind: "data", condition: { kind: "constant", value: 1 } } as const;
    expect(projected(network, target, [])).toContain("clocks are stopped");
    const { network: plain } = load(RING);
    expect(projected(plain, { kind: "deadlock" }, [])).toContain("deadlocks");
  });
});
