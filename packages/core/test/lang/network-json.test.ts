// Networks from strangers: engines follow indices blindly, so whatever is read must be whole.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DiagnosticSink, Sources } from "../../src/diagnostics/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import { readNetworkJson, writeNetworkJson } from "../../src/lang/network-json.ts";
import type { Network } from "../../src/network/index.ts";

const MODEL = `
  clock x, t[2]; chan c[2]; int[0,5] n; int[0,3] a[2]; struct { bool f; int[0,1] g; } s;
  int[0,5] twice(int[0,5] k, int[0,3] &r[2]) { int i; while (i < k) { i++; } r[0] = 1; return i < 3 ? 2 * i : 5; }
  process P(const int[0,1] id) {
    state A { x <= 3 && forall (i : int[0,1]) t[i] <= 7 }, B { x' == 0 }; urgent B; init A;
    trans A -> B { select i : int[0,1]; guard x > 1 && a[i] < 3; sync c[i]!; assign n = twice(n, a), t[i] = 2, s.f = !s.f; },
          B -> A { sync c[id]?; assign a[id] += 1; };
  }
  system P;
  query { E<> exists (i : int[0,1]) P(i).B && t[i] < 3 && n == 2 }
  query { sup: n, x }`;
const network = loadModel({ name: "m.xta", content: MODEL }, { lints: false }).network!;
const text = writeNetworkJson(network);

function read(json: string): { network: Network | null; sink: DiagnosticSink; sources: Sources } {
  const sources = new Sources();
  const sink = new DiagnosticSink();
  return { network: readNetworkJson("m.json", json, sources, sink), sink, sources };
}

/** The complaint about the network with one part changed. */
function complaint(change: (draft: Draft) => void): string {
  const file = JSON.parse(text) as { network: Draft };
  change(file.network);
  const { network: result, sink } = read(JSON.stringify(file));
  expect(result).toBeNull();
  expect(sink.list).toMatchObject([{ severity: "error" }]);
  return sink.list[0]!.message;
}
// biome-ignore lint/suspicious/noExplicitAny: a network on its way to be broken
type Draft = any;

describe("networks as JSON", () => {
  it("are read as they were written", () => {
    const again = read(text);
    expect(again.sink.list).toEqual([]);
    expect(again.network).toEqual(JSON.parse(JSON.stringify(network)));
    expect(again.sources.blocks).toHaveLength(network.sources.length);
  });

  it.each(
    Object.entries({
      TH1950: ["{"],
      TH1951: ["{}", "[1, 2]", "null"],
      TH1952: ['{"format": "tracehound-network", "version": 99}', '{"format": "tracehound-network"}'],
      TH1953: [
        '{"format": "tracehound-network", "version": 1}',
        '{"format": "tracehound-network", "version": 1, "network": []}',
      ],
    }),
  )("are refused with %s: %j", (code, texts) => {
    for (const json of texts) {
      const { network: result, sink } = read(json);
      expect(result).toBeNull();
      expect(sink.list).toMatchObject([{ code }]);
    }
  });

  it("point at the place of a syntax error", () => {
    const { sink, sources } = read('{\n  "format": oops\n}');
    expect(sources.locate(sink.list[0]!.span!)).toMatchObject({ line: 2, column: 13 });
  });

  it.each<[string, (draft: Draft) => void, RegExp]>([
    ["a missing field", (n) => delete n.clocks, /clocks/],
    ["a wrong type", (n) => (n.edges[0].source = "A"), /edges\.0\.source/],
    [
      "an unknown kind, deep inside",
      (n) => (n.edges[0].guard[0].bound.kind = "magic"),
      /edges\.0\.guard\.0\.bound.*kind/,
    ],
    ["a fraction", (n) => (n.cells = 1.5), /cells/],
    ["a location out of bounds", (n) => (n.edges[0].target = 2), /edge 0: location/],
    ["an initial location out of bounds", (n) => (n.processes[0].initial = [5]), /initial/],
    ["no initial location", (n) => (n.processes[0].initial = []), /initial/],
    ["an edge of another process", (n) => (n.processes[0].edges = [2]), /wrong edge/],
    ["an edge nobody lists", (n) => n.processes[1].edges.pop(), /not listed/],
    ["a wrong id", (n) => (n.edges[1].id = 0), /wrong id/],
    ["a clock out of bounds", (n) => (n.edges[0].guard[0].left.base = 3), /clock 3/],
    ["a channel out of bounds", (n) => (n.edges[0].sync.channel.steps[0].count = 9), /channel/],
    ["a cell out of bounds", (n) => (n.variables[0].cell = 99), /variable n/],
    ["too few initial values", (n) => n.initialValues.pop(), /initial value/],
    ["a frame too small", (n) => (n.edges[0].frameSize = 0), /edge 0: frame too small/],
    ["an absurd frame", (n) => (n.edges[0].frameSize = 2 ** 30), /frame too large/],
    ["a billion cells", (n) => (n.cells = 1e9), /initial value|cells/],
    ["fewer than no cells", (n) => (n.cells = -1), /cells/],
    ["an array of a billion elements", (n) => (n.variables[1].type.length = 1e9), /variable a/],
    ["an array of fewer than no elements", (n) => (n.variables[1].type.length = -2), /variables?.*/],
    ["a count below nothing", (n) => (n.edges[0].sync.channel.steps[0].count = -1), /count/],
    ["an index that is no number", (n) => (n.edges[0].target = null), /edges\.0\.target/],
    ["a clock as text", (n) => (n.edges[0].guard[0].left.base = "x"), /edges\.0\.guard\.0\.left\.base/],
    ["a process that is no object", (n) => (n.processes[1] = 7), /processes\.1/],
    ["a function out of bounds", (n) => (n.functions = []), /function/],
    ["a span out of bounds", (n) => (n.edges[0].span.block = 10_000), /block/],
    ["two processes of one name", (n) => (n.processes[1].name = n.processes[0].name), /same name/],
    [
      "a function that calls itself",
      (n) => n.functions[0].body.push({ kind: "expression", expression: { ...callOf(n), span: undefined } }),
      /calls itself/,
    ],
  ])("are refused: %s", (_, change, message) => {
    expect(complaint(change)).toMatch(message);
  });

  it("are refused when nested absurdly deep, without exhausting the stack", () => {
    const deep = `${'{"kind":"unary","op":"-","operand":'.repeat(200_000)}{"kind":"constant","value":1}${"}".repeat(200_000)}`;
    const json = text.replace(/"updateFrameSize"/, `"extra": 0, "updateFrameSize"`);
    const file = json.replace(/"beforeUpdate": \[\]/, `"beforeUpdate": [{"kind":"expression","expression":${deep}}]`);
    expect(read(file).sink.list[0]!.message).toMatch(/levels high/);
  });

  it.each([
    ["numbers that are none", text.replace(/"cells": \d+/, '"cells": NaN')],
    ["infinite numbers", text.replace(/"cells": \d+/, '"cells": Infinity')],
    ["a million open brackets", "[".repeat(1_000_000)],
    ["half of a file", text.slice(0, text.length / 2)],
  ])("are no JSON, and the place is told: %s", (_, json) => {
    const { network: result, sink } = read(json);
    expect(result).toBeNull();
    expect(sink.list).toMatchObject([{ code: "TH1950", span: { start: expect.any(Number) } }]);
  });

  it("never throw, whatever is changed", () => {
    const values = fc.oneof(fc.integer(), fc.constantFrom(null, "", "x", [], {}, true, -1, 2 ** 31, 0.5));
    fc.assert(
      fc.property(fc.nat(), values, (pick, value) => {
        const file = JSON.parse(text) as Draft;
        const places: [Draft, string][] = [];
        const walk = (node: Draft): void => {
          for (const key of Object.keys(node)) {
            places.push([node, key]);
            if (typeof node[key] === "object" && node[key] !== null && key !== "sources") walk(node[key]);
          }
        };
        walk(file.network);
        const [node, key] = places[pick % places.length]!;
        node[key] = value;
        const { network: result, sink } = read(JSON.stringify(file));
        if (result === null) expect(sink.errors).toBe(1);
      }),
      { numRuns: 200 },
    );
  });
});

function callOf(n: Draft): Draft {
  const found: Draft[] = [];
  JSON.stringify(n.edges, (_, value) => {
    if (value?.kind === "call") found.push(value);
    return value;
  });
  const call = structuredClone(found[0]);
  for (const argument of call.arguments) {
    if (argument.kind === "value") argument.value = { kind: "constant", value: 0 };
  }
  return call;
}
