// Sets of states as diagrams: written by searches that keep whole sets, checked by sets and relations of the checker's
// own. What a diagram may leave out about clocks is tested one thing at a time; random networks are hunted
// (`diagram-proofs`).

import { describe, expect, it } from "vitest";
import {
  asStates,
  type Certificate,
  certificateToText,
  type DiagramProof,
  readCertificate,
  verifyCertificate,
  verifyMinimal,
} from "../../src/certificate/index.ts";
import { certificateOf, strategies } from "../../src/check/index.ts";
import { configure } from "../../src/spec/index.ts";
import { ask, load } from "../check/ask.ts";

/** Clerks call each other, and one of them writes at a time; the desk is passed on in the order of arrival. */
const DESK = `const int N = 3; typedef int[0,N-1] id; id queue[N]; int[0,N] waiting; chan go[id]; broadcast chan closing; bool open = true;
  void enter(id i) { queue[waiting] = i; waiting++; }
  void leave() { for (k : int[0,N-2]) queue[k] = queue[k + 1]; queue[N - 1] = 0; waiting--; }
  process Clerk(const id me) { state away, standing, writing; init away;
    trans away -> standing { guard open; assign enter(me); }, standing -> writing { sync go[me]?; },
          writing -> away { assign leave(); }, standing -> standing { sync closing?; }; }
  process Desk() { state free, calling, shut; commit calling; init free;
    trans free -> calling { guard waiting > 0 && forall (i : id) true; }, calling -> free { sync go[queue[0]]!; },
          free -> shut { guard waiting == 0; sync closing!; assign open = false; }; }
  a = Clerk(0); b = Clerk(1); c = Clerk(2); d = Desk(); system a, b, c, d;`;

/** A lamp that goes out by itself, and somebody who presses; the closing of bounds does not matter. */
const LAMP = `chan press; clock t;
  process Lamp() { clock x; state off, on { x <= 6 }, bright { x < 9 }; init off;
    trans off -> on { sync press?; assign x = 0; }, on -> off { guard x >= 6; }, on -> bright { guard x < 3; sync press?; assign x = 0; },
          bright -> off { guard x > 4; }; }
  process User() { clock y; state idle { y <= 12 }, bored; init idle;
    trans idle -> idle { guard y >= 2; sync press!; assign y = 0; }, idle -> bored { guard y == 12; }; }
  l = Lamp(); u = User(); system l, u;`;

async function proved(model: string, text: string, certify: true | "inclusion" = true) {
  const strategy = configure(strategies, "saturate()");
  if (!strategy.ok) throw new Error(strategy.diagnostics[0]!.message);
  const { network, verdict, proof } = await ask(model, text, { certify, strategy: strategy.value });
  const query = load(model).compileQuery(text);
  if (!query.ok || proof === undefined) throw new Error(`${verdict.kind}, without proof`);
  const made = certificateOf(network, proof, { model: "model.xta", query: text });
  const certificate = readCertificate(certificateToText(made)) as Certificate;
  const verify = (c: Certificate) => verifyCertificate(network, query.value, c);
  const withDiagram = (change: Partial<DiagramProof>) =>
    verify({ ...certificate, diagram: { ...certificate.diagram!, ...change } });
  return { network, query: query.value, certificate, verify, withDiagram };
}

const refused = (reason: string) => ({ ok: false, reason: expect.stringContaining(reason) });

describe("a diagram as a proof", () => {
  it("is accepted: functions, arrays, committed locations, broadcast, computed channels", async () => {
    const { certificate, verify } = await proved(DESK, "A[] not (a.writing && b.writing)");
    expect(certificate.abstraction).toBe("diagram");
    expect(verify(certificate)).toMatchObject({ ok: true, diagram: expect.stringMatching(/^\d+$/) });
  });

  it("is accepted with clocks, strict bounds closed, and knows deadlocks without clocks", async () => {
    const lamp = await proved(LAMP, "A[] not (l.on && u.bored && l.off)");
    expect(lamp.certificate.diagram!.levels.filter((level) => "clock" in level)).toHaveLength(2);
    expect(lamp.verify(lamp.certificate)).toMatchObject({ ok: true });
    const cell = "process P() { state a, b; init a; trans a -> b { }, b -> a { }; } p = P(); system p;";
    const { certificate, verify } = await proved(cell, "A[] not deadlock");
    expect(verify(certificate)).toMatchObject({ ok: true, diagram: "2" });
    const dead = cell.replace("b -> a { }", "b -> a { guard false; }");
    const other = load(dead).compileQuery("A[] not deadlock");
    if (!other.ok) throw new Error("no query");
    expect(verifyCertificate(other.network, other.value, certificate)).toMatchObject(refused("satisfies the target"));
  });

  it("may be empty where no initial state satisfies its invariant, and nowhere else", async () => {
    const never = "int[0,3] n = 2; process P() { state a { n < 2 }, b; init a; trans a -> b { }; } p = P(); system p;";
    const { certificate, verify } = await proved(never, "E<> true");
    expect(certificate.diagram).toMatchObject({ root: 0, nodes: [] });
    expect(verify(certificate)).toMatchObject({ ok: true, diagram: "0" });
    const other = load(never.replace("n < 2", "n < 3")).compileQuery("E<> p.b");
    if (!other.ok) throw new Error("no query");
    const empty = { ...certificate, query: "E<> p.b" };
    expect(verifyCertificate(other.network, other.value, empty)).toMatchObject(refused("initial state"));
  });

  it("is refused where states, nodes or levels are missing or wrong", async () => {
    const { certificate, verify, withDiagram } = await proved(DESK, "A[] not (a.writing && b.writing)");
    const { nodes, levels, root } = certificate.diagram!;
    const last = nodes.at(-1)!;
    const changes: Partial<DiagramProof>[] = [
      { nodes: [...nodes.slice(0, -1), [last[0], last[1], root]] },
      { nodes: [...nodes.slice(0, -1), [last[0] + 1, last[1], last[2]]] },
      { nodes: [...nodes.slice(0, -1), [last[0], 0, last[2]]] },
      { root: 0 },
      { root: root - 1 },
      { root: nodes.length + 2 },
      { levels: levels.slice(1) },
      { levels: [levels[1]!, levels[0]!, ...levels.slice(2)] },
      { levels: [levels[0]!, levels[0]!, ...levels.slice(2)] },
      { levels: levels.map((level) => ("process" in level ? { process: level.process + 1 } : level)) },
      { unit: 0 },
    ];
    for (const change of changes)
      expect(withDiagram(change), JSON.stringify(change).slice(0, 80)).toMatchObject({ ok: false });
    let found = 0;
    for (let at = 0; at < nodes.length; at += 3) {
      const cut = nodes.map((node, i) => (i === at && node[2] !== 0 ? ([node[0], node[1], 0] as const) : node));
      if (nodes[at]![2] === 0) continue;
      found++;
      expect(withDiagram({ nodes: cut }), `node ${at}`).toMatchObject({ ok: false });
    }
    expect(found).toBeGreaterThan(3);
    const { diagram: _, ...without } = certificate;
    expect(verify(without)).toMatchObject(refused("there is no diagram"));
    expect(verify({ ...certificate, followed: ["a"] })).toMatchObject({ ok: false });
    expect(verify({ ...certificate, abstraction: "none" })).toMatchObject(refused("stands alone"));
  });

  it("is refused where the target is in it, and for another model", async () => {
    const { certificate } = await proved(DESK, "A[] not (a.writing && b.writing)");
    const reachable = load(DESK).compileQuery("E<> a.writing");
    if (!reachable.ok) throw new Error("no query");
    expect(verifyCertificate(reachable.network, reachable.value, certificate)).toMatchObject(
      refused("satisfies the target"),
    );
    const hasty = load(DESK.replace("guard waiting == 0; sync closing!", "sync closing!")).compileQuery(
      certificate.query,
    );
    if (!hasty.ok) throw new Error("no query");
    expect(verifyCertificate(hasty.network, hasty.value, certificate)).toMatchObject(refused("leads out"));
  });
});

describe("clocks of a diagram", () => {
  it("are told apart as far as the model compares them, and forgotten only where nobody reads them", async () => {
    const { certificate, withDiagram } = await proved(LAMP, "A[] not (l.on && u.bored && l.off)");
    const { levels } = certificate.diagram!;
    const changed = (change: (level: Extract<DiagramProof["levels"][number], { clock: number }>) => object) =>
      withDiagram({ levels: levels.map((level) => ("clock" in level ? (change(level) as typeof level) : level)) });
    expect(changed((level) => ({ ...level, most: level.most - 1 }))).toMatchObject({ ok: false });
    expect(changed((level) => ({ ...level, idle: { process: 0, locations: [0, 1] } }))).toMatchObject(
      refused("forgets it"),
    );
    expect(changed((level) => ({ ...level, idle: { process: 5, locations: [0] } }))).toMatchObject(
      refused("does not fit"),
    );
    expect(changed(({ idle: _, ...level }) => level)).toMatchObject(refused("leads out"));
    expect(withDiagram({ unit: 2 })).toMatchObject(refused("does not tell apart"));
  });

  it("count in the largest unit that divides everything", async () => {
    const slow = LAMP.replace(/(<=|>=|==|<|>) (\d+)/g, (_, op, n) => `${op} ${Number(n) * 60}`);
    const { certificate, verify } = await proved(slow, "A[] not (l.on && u.bored && l.off)");
    expect(certificate.diagram!.unit).toBe(60);
    expect(verify(certificate)).toMatchObject({ ok: true });
  });

  it("must not decide what is urgent, who joins, or what comes first; nor be stopped, copied or compared", async () => {
    const { certificate } = await proved(LAMP, "A[] not (l.on && u.bored && l.off)");
    const refusals = [
      ["chan press", "urgent chan press", "urgent synchronisation"],
      ["chan press", "broadcast chan press", "who takes part"],
      ["guard x > 4;", "guard x - t > 4;", "difference"],
      ["assign y = 0;", "assign y = t;", "set to"],
    ] as const;
    for (const [from, to, reason] of refusals) {
      const text = LAMP.replace(from, to);
      const query = load(text).compileQuery(certificate.query);
      if (!query.ok) throw new Error(`${to}: ${query.diagnostics[0]?.message}`);
      expect(verifyCertificate(query.network, query.value, certificate), to).toMatchObject(refused(reason));
    }
  });
});

describe("a proof that lists no states", () => {
  it("is listed where there are no clocks, and the minimal checker knows that", async () => {
    const { network, query, certificate } = await proved(DESK, "A[] not (a.writing && b.writing)");
    const listed = asStates(network, query, certificate)!;
    expect(BigInt(listed.states.length)).toBe(
      BigInt((verifyCertificate(network, query, certificate) as { diagram: string }).diagram),
    );
    expect(verifyMinimal(network, query, listed)).toMatchObject({ ok: true });
    const direct = await proved(DESK, "A[] not (a.writing && b.writing)", "inclusion");
    expect(direct.certificate.states).toEqual(listed.states);
    const endless = { ...certificate.diagram!, nodes: certificate.diagram!.nodes.map(([v, d]) => [v, d, 2] as const) };
    expect(asStates(network, query, { ...certificate, diagram: endless })).toBeUndefined();
  });

  it("is listed from sets of values, too", () => {
    const text = `int[0,3] n; process P() { state a, b, c; init a; trans a -> b { guard n < 2; assign n = n + 1; }, b -> a { }, b -> c { guard n == 3; }; }
      p = P(); system p;`;
    const query = load(text).compileQuery("E<> p.c");
    if (!query.ok) throw new Error("no query");
    const certificate: Certificate = {
      format: "tracehound-certificate",
      formatVersion: 1,
      model: "m.xta",
      query: "E<> p.c",
      abstraction: "invariants",
      invariants: [{ locations: [[0, 1]], cells: [[[0, 2]]] }],
      states: [],
    };
    const listed = asStates(query.network, query.value, certificate)!;
    expect(listed.states).toHaveLength(6);
    expect(verifyMinimal(query.network, query.value, listed)).toMatchObject({ ok: true });
    const open = { ...certificate, invariants: [{ locations: [[0, 1]], cells: [[[0, 1] as const]] }] };
    expect(asStates(query.network, query.value, open)).toBeUndefined();
  });
});
