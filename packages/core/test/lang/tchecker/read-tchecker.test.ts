import { describe, expect, it } from "vitest";
import { labelsQuery } from "../../../src/lang/tchecker/index.ts";
import type { Expression, Place } from "../../../src/network/index.ts";
import { read, readGood } from "./helpers.ts";

const HEAD = "system:s\nevent:a\nevent:b\nprocess:P\nlocation:P:l{initial:}\n";
const cell = (base: number, steps: Place["steps"] = []): Place => ({ space: "state", base, offset: 0, steps });
const load = (base: number): Expression => ({ kind: "load", place: cell(base) });
const constant = (value: number): Expression => ({ kind: "constant", value });

/** The only edge of process P with these attributes, after some declarations. */
function edgeOf(attributes: string, declarations = "") {
  return readGood(`${HEAD}${declarations}\nedge:P:l:l:a{${attributes}}\n`).edges[0]!;
}

describe("structure", () => {
  it("reads processes, locations and attributes in any order and spacing", () => {
    const network = readGood(`
      # a comment
      system : demo   # another
      clock:1:x
      event: go
      process :P
      location:P:a { urgent : : labels: one , two : initial: : invariant: x <= 5 }
      location:P:b{committed:}
      location : P : c
      edge:P:a:b:go { do : x = 0 : provided : x > 1 }\t
      edge:P:b:a:go:{}
    `);
    expect(network.name).toBe("demo");
    expect(network.labels).toEqual(["one", "two"]);
    const [a, b, c] = network.processes[0]!.locations;
    expect(a).toMatchObject({ name: "a", urgent: true, committed: false, labels: [0, 1] });
    expect(a!.invariant).toMatchObject([{ kind: "clock", op: "<=", bound: constant(5) }]);
    expect(b).toMatchObject({ urgent: false, committed: true });
    expect(c).toMatchObject({ urgent: false, committed: false, invariant: [] });
    expect(network.edges[0]!.guard).toMatchObject([{ kind: "clock", op: ">" }]);
    expect(network.edges[0]!.update).toHaveLength(1);
  });

  it("accepts Windows line ends and a byte order mark", () => {
    expect(readGood(`\ufeff${HEAD.replaceAll("\n", "\r\n")}`).processes).toHaveLength(1);
  });

  it("orders edges by process and then as in the file", () => {
    const network = readGood(
      "system:s\nevent:e\nprocess:P\nprocess:Q\nlocation:Q:q{initial:}\nlocation:P:p{initial:}\n" +
        "edge:Q:q:q:e{provided:0==1}\nedge:P:p:p:e\nedge:Q:q:q:e\nedge:P:p:p:e",
    );
    expect(network.edges.map(({ id, process, fileIndex }) => [id, process, fileIndex])).toEqual([
      [0, 0, 0],
      [1, 0, 1],
      [2, 1, 0],
      [3, 1, 1],
    ]);
    expect(network.processes.map(({ edges }) => edges)).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it("keeps several initial locations", () => {
    const network = readGood("system:s\nprocess:P\nlocation:P:a{initial:}\nlocation:P:b\nlocation:P:c{initial:}");
    expect(network.processes[0]!.initial).toEqual([0, 2]);
  });

  it("reads n-ary vectors with weak participants, and leaves other events alone", () => {
    const network = readGood(
      "system:s\nevent:e\nevent:f\nprocess:P\nprocess:Q\nprocess:R\n" +
        ["P", "Q", "R"].map((p) => `location:${p}:l{initial:}\nedge:${p}:l:l:e\nedge:${p}:l:l:f\n`).join("") +
        "sync:P@e:Q@f : R@e ?\n",
    );
    expect(network.vectors).toMatchObject([
      {
        participants: [
          { process: 0, event: 0, weak: false },
          { process: 1, event: 1, weak: false },
          { process: 2, event: 0, weak: true },
        ],
      },
    ]);
    expect(network.edges.map(({ sync }) => sync)).toEqual([
      { kind: "event", event: 0 },
      { kind: "internal", event: 1 },
      { kind: "internal", event: 0 },
      { kind: "event", event: 1 },
      { kind: "event", event: 0 },
      { kind: "internal", event: 1 },
    ]);
  });

  it("lays arrays of variables and clocks side by side", () => {
    const network = readGood(`${HEAD}int:1:0:1:1:i\nint:3:-2:7:4:a\nclock:2:x\nclock:1:y`);
    expect(network.initialValues).toEqual([1, 4, 4, 4]);
    expect(network.variables[1]).toMatchObject({
      name: "a",
      cell: 1,
      type: { kind: "array", first: 0, length: 3, element: { kind: "int", min: -2, max: 7 } },
    });
    expect(network.clocks.map(({ name }) => name)).toEqual(["x[0]", "x[1]", "y"]);
  });
});

describe("expressions", () => {
  const data = "int:1:0:9:0:i\nint:1:0:9:0:j\nint:4:0:9:0:a\nclock:1:x\nclock:1:y\nclock:3:t";
  const clock = (base: number) => ({ space: "clock", base, steps: [] });

  it("folds constants and splits conjunctions", () => {
    expect(edgeOf("provided:i==2*26+1&&(j<3&&i!=j)", data).guard).toMatchObject([
      { kind: "data", condition: { kind: "binary", op: "==", left: load(0), right: constant(53) } },
      { kind: "data", condition: { kind: "binary", op: "<", left: load(1) } },
      { kind: "data", condition: { kind: "binary", op: "!=" } },
    ]);
  });

  it.each([
    ["i+j*2", "i+(j*2)"],
    ["i-j-1", "(i-j)-1"],
    ["-i%3", "(-i)%3"],
    ["i+j<3", "(i+j)<3"],
    ["!i==j", "(!i)==j"],
    ["i/j*2", "(i/j)*2"],
  ])("%s means %s", (loose, explicit) => {
    const strip = (text: string) =>
      JSON.stringify(edgeOf(`provided:${text}`, data).guard, (key, value: unknown) => (key === "span" ? null : value));
    expect(strip(loose)).toBe(strip(explicit));
  });

  it.each([
    ["x<5", { left: clock(0), op: "<", bound: constant(5) }],
    ["5<x", { left: clock(0), op: ">", bound: constant(5) }],
    ["x==i+1", { left: clock(0), op: "==", bound: { kind: "binary", op: "+" } }],
    ["x-y>=3", { left: clock(0), right: clock(1), op: ">=", bound: constant(3) }],
    ["3<=x-y", { left: clock(0), right: clock(1), op: ">=", bound: constant(3) }],
    ["x<=y", { left: clock(0), right: clock(1), op: "<=", bound: constant(0) }],
    ["x+2<y", { left: clock(0), right: clock(1), op: "<", bound: constant(-2) }],
    ["t[2]<1", { left: clock(4), op: "<", bound: constant(1) }],
    ["t[i]<1", { left: { space: "clock", base: 2, steps: [{ index: load(0), first: 0, count: 3, stride: 1 }] } }],
  ])("clock constraint %s", (text, expected) => {
    expect(edgeOf(`provided:${text}`, data).guard).toMatchObject([{ kind: "clock", binders: [], ...expected }]);
  });

  it("puts constant indices into the base and checks the others as they are taken", () => {
    const [first, second] = edgeOf("provided:a[1+2]==0&&a[i]==0", data).guard;
    expect(first).toMatchObject({ condition: { left: { place: cell(5) } } });
    expect(second).toMatchObject({
      condition: { left: { place: { base: 2, steps: [{ count: 4, index: load(0) }] } } },
    });
  });

  it("leaves division by zero to the exploration", () => {
    expect(edgeOf("provided:1/0==i", data).guard).toMatchObject([
      { condition: { left: { kind: "binary", op: "/", left: constant(1), right: constant(0) } } },
    ]);
  });

  it("reads the least integer", () => {
    expect(edgeOf("provided:i>-2147483648", data).guard).toMatchObject([
      { condition: { right: constant(-2147483648) } },
    ]);
  });
});

describe("statements", () => {
  const data = "int:1:0:9:0:i\nint:4:-5:9:0:a\nclock:1:x\nclock:1:y";
  const effects = (text: string) => edgeOf(`do:${text}`, data).update;

  it("checks assignments against the declared range", () => {
    expect(effects("i=i+1;a[2]=-5;")).toMatchObject([
      { expression: { kind: "assign", target: cell(0), op: "", min: 0, max: 9, yields: "new" } },
      { expression: { kind: "assign", target: cell(3), value: constant(-5), min: -5, max: 9 } },
    ]);
  });

  it("sets clocks to values, to clocks and to both together", () => {
    const clock = { space: "clock", base: 0, steps: [] };
    const source = { space: "clock", base: 1, steps: [] };
    expect(effects("x=0;x=i+1;x=y;x=2+y;x=y+i")).toMatchObject([
      { expression: { kind: "clock-assign", clock, value: constant(0) } },
      { expression: { kind: "clock-assign", clock, value: { kind: "binary" } } },
      { expression: { kind: "clock-assign", clock, source, value: constant(0) } },
      { expression: { kind: "clock-assign", clock, source, value: constant(2) } },
      { expression: { kind: "clock-assign", clock, source, value: load(0) } },
    ]);
  });

  it("reads if, while, local and nop", () => {
    const edge = edgeOf(
      "do:local n=3;local t[2];while n>0 do n=n-1;if i<9 then i=i+1 else nop end end;if n==0 then t[1]=n end",
      data,
    );
    expect(edge.frameSize).toBe(3);
    const n: Place = { space: "frame", base: 0, offset: 0, steps: [] };
    expect(edge.update).toMatchObject([
      { kind: "expression", expression: { kind: "assign", target: n, value: constant(3) } },
      { kind: "initialise", target: { space: "frame", base: 1 }, values: [0, 0] },
      { kind: "while", body: [{ kind: "expression" }, { kind: "if", then: [{}], otherwise: [] }] },
      { kind: "if", then: [{ expression: { target: { space: "frame", base: 2 } } }] },
    ]);
  });

  it("lets a local end with its sequence and hide an outer name", () => {
    const edge = edgeOf("do:local i=i;if i>0 then local k=i end;i=4", data);
    expect(edge.update[0]).toMatchObject({ expression: { target: { space: "frame", base: 0 }, value: load(0) } });
    expect(edge.update[2]).toMatchObject({ expression: { target: { space: "frame", base: 0 } } });
    expect(read(`${HEAD}edge:P:l:l:a{do:if 1>0 then local k=1 end;k=2}`).diagnostics).toMatchObject([
      { code: "TH2401" },
    ]);
  });
});

describe("labels", () => {
  const network = readGood(
    "system:s\nprocess:P\nprocess:Q\nlocation:P:p{initial: : labels:a,b}\nlocation:Q:q{initial:}\nlocation:Q:r{labels:a}",
  );
  const at = (process: number, location: number) => ({ kind: "at", process: { base: process, steps: [] }, location });

  it("asks for a state that carries all of them", () => {
    const result = labelsQuery(network, ["a", "b"]);
    expect(result).toMatchObject({
      ok: true,
      value: {
        kind: "E<>",
        formula: {
          kind: "and",
          parts: [
            { kind: "data", condition: { kind: "or", left: at(0, 0), right: at(1, 1) } },
            { kind: "data", condition: at(0, 0) },
          ],
        },
      },
    });
  });

  it("names unknown ones", () => {
    expect(labelsQuery(network, ["c", "bb"])).toMatchObject({
      ok: false,
      diagnostics: [{ code: "TH4401" }, { code: "TH4401", hint: "did you mean `b`?" }],
    });
    expect(labelsQuery(network, [])).toMatchObject({ ok: false, diagnostics: [{ code: "TH4400" }] });
  });
});
