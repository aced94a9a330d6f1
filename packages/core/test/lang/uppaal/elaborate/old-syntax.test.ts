// The syntax of UPPAAL 3, and sections of XML files.

import { describe, expect, it } from "vitest";
import { DiagnosticSink, Sources } from "../../../../src/diagnostics/index.ts";
import { loadModel } from "../../../../src/lang/load.ts";
import { elaborate } from "../../../../src/lang/uppaal/elaborate.ts";
import { parseXta } from "../../../../src/lang/uppaal/parse.ts";

function old(text: string): { errors: string[]; network: ReturnType<typeof elaborate> } {
  const sources = new Sources();
  const sink = new DiagnosticSink();
  const document = parseXta({ sources, block: sources.add({ file: "old.ta", text }), sink, syntax: "old" });
  const network = document === null ? null : elaborate(document, sources, sink);
  return { errors: sink.list.filter(({ severity }) => severity === "error").map(({ code }) => code), network };
}

describe("the 3.x syntax", () => {
  it("constants without `=`, lists of guards, implicit references", () => {
    const { errors, network } = old(`const N 5; chan a, b; int v; clock x;
      process P(chan s; int w; const k) { clock y;
        state S { x <= N, y <= k }, T; init S;
        trans S -> T { guard x >= 2, v == k; sync s!; assign w := 1, y := 0; }, T -> S { guard y > k; sync b?; }; }
      Q := P(a, v, 3);
      system Q;`);
    expect(errors).toEqual([]);
    const built = network!.network;
    expect(built.processes[0]!.locations[0]!.invariant).toMatchObject([
      { bound: { value: 5 } },
      { bound: { value: 3 } },
    ]);
    expect(built.edges[0]).toMatchObject({
      guard: [{ kind: "clock" }, { kind: "data" }],
      sync: { kind: "send", channel: { base: 0 } },
      update: [{ expression: { kind: "assign", target: { base: 0 } } }, { expression: { kind: "clock-assign" } }],
    });
  });

  it("unknown names and wrong types as in the new syntax", () => {
    expect(old("process P() { state S; init S; trans S -> S { guard z > 1; }; } system P;").errors).toEqual(["TH2001"]);
    expect(old("int v; process P() { state S { v' == 1 }; init S; } system P;").errors).toHaveLength(1);
  });
});

const xml = (parts: {
  declaration?: string;
  guard?: string;
  instantiation?: string;
  system?: string;
  query?: string;
}): string =>
  `<?xml version="1.0" encoding="utf-8"?><nta><declaration>${parts.declaration ?? ""}</declaration>
  <template><name>P</name><location id="id0"><name>A</name></location><location id="id1"/><init ref="id0"/>
  <transition><source ref="id0"/><target ref="id1"/>${parts.guard === undefined ? "" : `<label kind="guard">${parts.guard}</label>`}</transition></template>
  ${parts.instantiation === undefined ? "" : `<instantiation>${parts.instantiation}</instantiation>`}
  <system>${parts.system ?? "system P;"}</system>
  <queries><query><formula>${parts.query ?? ""}</formula><comment/></query></queries></nta>`;

function load(parts: Parameters<typeof xml>[0]) {
  return loadModel({ name: "case.xml", content: xml(parts) }, { lints: false });
}

describe("sections of XML files", () => {
  it("anonymous locations are called by their id", () => {
    const model = load({ query: "E&lt;&gt; P._id1" });
    expect(model.diagnostics).toEqual([]);
    expect(model.network!.processes[0]!.locations.map(({ name }) => name)).toEqual(["A", "_id1"]);
    expect(model.network!.queries).toMatchObject([{ kind: "E<>", text: "E<> P._id1" }]);
  });

  it("templates do not see declarations of the system section", () => {
    const model = load({ guard: "late == 1", system: "int late; system P;" });
    expect(model.diagnostics.map(({ code }) => code)).toEqual(["TH2001"]);
    expect(model.sources.locate(model.diagnostics[0]!.span!).path).toBe("/nta/template[1]/transition[1]/label[1]");
  });

  it("queries see them", () => {
    expect(load({ system: "int late; system P;", query: "E&lt;&gt; late == 0" }).diagnostics).toEqual([]);
  });

  it("the instantiation section of old files counts", () => {
    const model = load({ instantiation: "Q = P();", system: "system Q;" });
    expect(model.diagnostics).toEqual([]);
    expect(model.network!.processes.map(({ name }) => name)).toEqual(["Q"]);
  });

  it("a wrong query leaves the model and the other queries", () => {
    const model = load({ query: "E&lt;&gt; Q.A" });
    expect(model.diagnostics.map(({ code }) => code)).toEqual(["TH4001"]);
    expect(model.network).not.toBeNull();
    expect(model.compileQuery("E<> P.A")).toMatchObject({ ok: true });
    expect(model.compileQuery("E<> P.C")).toMatchObject({ ok: false, diagnostics: [{ code: "TH4004" }] });
    expect(model.compileQuery("E<> P.C")).toMatchObject({ ok: false, diagnostics: [{ code: "TH4004" }] });
  });
});
