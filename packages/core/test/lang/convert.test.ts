// What was written in another format and read back must be the same network, as far as the format can say it.

import { describe, expect, it } from "vitest";
import { convertModel } from "../../src/lang/convert.ts";
import { type LoadedModel, loadModel, type ModelFormat } from "../../src/lang/load.ts";
import type { Network, Query } from "../../src/network/index.ts";
import { allModels, haveModels, modelBytes } from "./public-models.ts";
import { SMALL } from "./uppaal/xml/models.ts";

function load(name: string, content: string | Uint8Array): LoadedModel {
  return loadModel({ name, content }, { lints: false });
}

function converted(model: LoadedModel, target: ModelFormat): LoadedModel {
  const result = convertModel(model, target);
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join("\n"));
  return load(`again.${target}`, result.value);
}

/** Without what belongs to the file: its name, positions and sources. */
function bare(network: Network | null): unknown {
  const { sources: _, name: __, ...rest } = network!;
  const kept = (key: string, value: unknown): unknown => {
    if (key === "span") return undefined;
    // Statistical questions are about the model as it was written: behind JSON they are kept by name only.
    if (key === "queries") {
      const isAbout = (query: Query): boolean => !/^(?:Pr|E|simulate)\b(?!<>|\[\])/.test(query.text);
      return (value as readonly Query[]).filter(isAbout);
    }
    // Blanks around the lines of a comment are layout.
    return key === "comment" ? String(value).replace(/\s+/g, " ").trim() || undefined : value;
  };
  return JSON.parse(JSON.stringify(rest, kept));
}

const TCK = `system:pair
process:p
process:q
event:tick
event:go
event:done
clock:1:x
clock:2:y
int:1:0:5:1:i
int:3:-1:7:0:a
location:p:A{initial: : invariant:x<=3}
location:p:B{committed:}
edge:p:A:B:go{provided:x>=1&&i<5 : do:x=0;i=i+1;a[i-1]=i}
edge:p:B:A:tick{do:if i>2 then i=0 else nop end}
location:q:C{initial: : labels:here,there}
location:q:D{urgent:}
edge:q:C:D:done{provided:x-y[1]<2}
edge:q:D:C:tick{}
sync:p@go:q@done
`;

describe("conversion", () => {
  const small = load("small.xml", SMALL);

  it("keeps an XML file byte for byte", () => {
    expect(convertModel(small, "xml")).toMatchObject({ ok: true, value: SMALL });
  });

  it("says what .xta has no place for", () => {
    const result = convertModel(small, "xta");
    expect(result.diagnostics.map(({ code }) => code)).toContain("TH3801");
    expect(result.diagnostics.map(({ message }) => message).join()).toMatch(/sequence chart `Story`/);
  });

  it("closes line comments before it writes on, and says that comments between queries are left out", () => {
    const model = load(
      "m.xml",
      `<nta><template><name>T</name><parameter>const int[0,1] k // which</parameter>
      <location id="a"><label kind="invariant">k &lt; 2 // always</label></location><init ref="a"/></template>
      <system>system T; // all</system>
      <queries><query><formula/><comment>Safety</comment></query>
      <query><formula>A[] true // holds</formula><comment/></query></queries></nta>`,
    );
    expect(bare(converted(model, "xta").network)).toEqual(bare(model.network));
    expect(
      convertModel(model, "xta")
        .diagnostics.map(({ message }) => message)
        .join(),
    ).toMatch(/without a query/);
  });

  it("to .json and back gives the same network", () => {
    expect(small.network).not.toBeNull();
    expect(bare(converted(small, "json").network)).toEqual(bare(small.network));
  });

  it("to .xta and back gives the same network", () => {
    expect(bare(converted(small, "xta").network)).toEqual(bare(small.network));
  });

  it("from .xta to XML and back gives the same network", () => {
    const xta = converted(small, "xta");
    expect(bare(converted(xta, "xml").network)).toEqual(bare(xta.network));
  });

  it("writes models of UPPAAL 3.x in today's syntax", () => {
    const old = load(
      "old.xml",
      `<nta><declaration>const N 5; clock x; chan go;</declaration><template><name>P</name>
      <parameter>clock c; const n</parameter><location id="a"><label kind="invariant">x&lt;=N, c&lt;=7</label></location>
      <init ref="a"/><transition><source ref="a"/><target ref="a"/><label kind="guard">x&gt;=1, c&lt;n</label>
      <label kind="assignment">x:=0, c:=0</label></transition></template>
      <instantiation>Q := P(x, 4);</instantiation><system>system Q;</system></nta>`,
    );
    expect(old.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(bare(converted(old, "xta").network)).toEqual(bare(old.network));
  });

  it("says a TChecker model in UPPAAL's language", () => {
    const tck = load("pair.tck", TCK);
    expect(tck.diagnostics).toEqual([]);
    const result = convertModel(tck, "xta");
    expect(result.diagnostics).toMatchObject([{ code: "TH3801", message: expect.stringMatching(/labels/) }]);
    const again = converted(tck, "xml");
    expect(again.diagnostics).toEqual([]);
    const { network } = again;
    expect(network!.channels.map(({ name }) => name)).toEqual(["go_done"]);
    expect(network!.edges.map(({ sync }) => sync.kind)).toEqual(["send", "internal", "receive", "internal"]);
    expect(network!.clocks.map(({ name }) => name)).toEqual(["x", "y[0]", "y[1]"]);
    expect(network!.initialValues).toEqual(tck.network!.initialValues);
    expect(network!.variables.map(({ type }) => type)).toEqual(tck.network!.variables.map(({ type }) => type));
    expect(network!.processes.map(({ locations }) => locations.map(({ name }) => name))).toEqual([
      ["A", "B"],
      ["C", "D"],
    ]);
  });

  it.each([
    ["more than two processes", "process:r\nevent:e\nlocation:r:Z{initial:}\nsync:p@go:q@done:r@e\n", /more than two/],
    ["weak participants", "sync:p@tick:q@tick?\n", /weak/],
    ["several initial locations", "location:q:E{initial:}\n", /several initial/],
  ])("refuses what UPPAAL cannot say: %s", (_, more, message) => {
    const tck = load("pair.tck", TCK + more);
    expect(tck.network, JSON.stringify(tck.diagnostics)).not.toBeNull();
    const result = convertModel(tck, "xml");
    expect(result.ok).toBe(false);
    expect(result.diagnostics.find(({ code }) => code === "TH3800")?.message).toMatch(message);
  });

  it("says clocks that are copied", () => {
    const tck = load("pair.tck", `${TCK}edge:q:C:C:tick{do:x=y[0]+1}\n`);
    const { network } = converted(tck, "xml");
    expect(network!.edges[4]!.update).toMatchObject([
      { expression: { kind: "clock-assign", clock: { base: 0 }, source: { base: 1 }, value: { value: 1 } } },
    ]);
  });

  it("refuses models with faults", () => {
    expect(convertModel(load("m.xml", "<nta/>"), "json").ok).toBe(false);
  });
});

describe("from a network in JSON to UPPAAL's language", () => {
  it("prints data, functions, loops, quantifiers, priorities and queries", () => {
    const text = `
      const int N = 3;
      typedef int[0,N-1] id_t;
      int[0,7] v[N]; bool f = true; meta int[0,1] m; struct { int[0,3] a; int[1,5] b[2]; } s = {2, {1, 5}};
      const int table[4] = {4, 3, 2, 1};
      clock t[N], x = 2; chan c[N][2]; urgent broadcast chan b; chan slow;
      chan priority slow < default < b;
      int[0,7] next(int[0,7] k) { int i; for (i = 0; i < k; i++) { if (v[i % N] == 7) return 7; } return k % 7; }
      before_update { m = 1 }
      process P(const id_t id) {
        int[0,9] mine; clock own;
        state A { x <= 5 && t[id] <= table[mine % 4] && forall (i : id_t) t[i] >= 0 }, B { t[id]' == (f ? 1 : 0) };
        commit B;
        init A;
        trans A -> B { select i : int[0,1]; guard x > 1 && v[id] < 5; sync c[id][i]!; assign v[id] = next(v[id]), v[id] = s.a++, t[id] = id; },
              A -> A { sync c[(id + 1) % N][1]?; assign f = !f; },
              B -> A { guard exists (i : id_t) v[i] == 1; sync b!; assign mine = (mine + 1) % 10, s.a = (s.b[0] == 1 ? 3 : s.a); },
              B -> A { sync slow!; };
      }
      process Q() { state Z; init Z; trans Z -> Z { sync b?; }, Z -> Z { sync slow?; }; }
      system Q < P;
      progress { v[0]; }
      query { E<> exists (i : id_t) P(i).B && v[i] == 2 && t[i] - x < 3 }
      query { A[] forall (i : id_t) P(i).own < 9 || P(i).mine == i || P(i).own - x > 2 }
      query { P(0).A --> P(1).B }
      query { sup{P(0).A}: v[0], x }
      query { A[] not deadlock }`;
    const model = load("all.xta", text);
    expect(model.diagnostics).toEqual([]);
    const json = converted(model, "json");
    const again = converted(json, "xml");
    expect(again.diagnostics).toEqual([]);
    const [before, after] = [model.network!, again.network!];
    expect(after.processes.map(({ priority }) => priority)).toEqual(before.processes.map(({ priority }) => priority));
    expect(after.processes.map(({ name }) => name)).toEqual(["Q", "P_0", "P_1", "P_2"]);
    expect(after.edges).toHaveLength(before.edges.length);
    expect(after.edges.map(({ guard }) => guard.length)).toEqual(before.edges.map(({ guard }) => guard.length));
    expect(after.channels).toHaveLength(before.channels.length);
    expect(after.channels.map(({ priority }) => priority)).toEqual(before.channels.map(({ priority }) => priority));
    expect(after.clocks.map(({ initial }) => initial)).toEqual(before.clocks.map(({ initial }) => initial));
    expect(after.initialValues).toEqual(before.initialValues);
    expect(after.queries.map(({ kind }) => kind)).toEqual(before.queries.map(({ kind }) => kind));
    expect(after.progress).toHaveLength(1);
  });
});

describe.runIf(haveModels)("public models", () => {
  it.each(allModels)("%s survives other formats", (name) => {
    const model = load(name, modelBytes(name));
    expect(model.network).not.toBeNull();
    expect(bare(converted(model, "json").network)).toEqual(bare(model.network));
    if (model.format === "tck") expect(bare(converted(model, "tck").network)).toEqual(bare(model.network));
    else expect(bare(converted(model, "xta").network)).toEqual(bare(model.network));
  });
});
