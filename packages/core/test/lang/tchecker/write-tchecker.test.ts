import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Channel, Edge, Expression, Network, Place } from "../../../src/network/index.ts";
import { readGood, sharedModels, withoutSpans, write } from "./helpers.ts";

/** Reads what was written and asks for the same network. */
function expectRoundTrip(text: string): void {
  const network = readGood(text);
  const written = write(network);
  expect(written.diagnostics).toEqual([]);
  expect(withoutSpans(readGood(written.text!)), written.text!).toEqual(withoutSpans(network));
}

describe("a network that was read from a TChecker file", () => {
  it.runIf(sharedModels().length > 0)("is written so that it reads the same: shared models", () => {
    for (const { text } of sharedModels()) expectRoundTrip(text);
  });

  const guard = fc.letrec<{ int: string; guard: string }>((tie) => ({
    int: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom("0", "3", "-7", "i", "j", "a[1]", "a[0]"),
      fc
        .tuple(tie("int"), fc.constantFrom("+", "-", "*", "/", "%", "<", "<=", "==", "!="), tie("int"))
        .map(([l, op, r]) => `(${l}${op}${r})`),
      fc.tuple(fc.constantFrom("-", "!"), tie("int")).map(([op, e]) => `${op}(${e})`),
      fc.tuple(tie("int"), tie("int")).map(([l, r]) => `(${l}&&${r})`),
      fc.tuple(tie("int"), tie("int"), tie("int")).map(([c, t, e]) => `(if ${c} then ${t} else ${e})`),
      tie("int").map((index) => `a[(${index})*i]`),
    ),
    guard: fc.oneof(
      tie("int"),
      fc
        .tuple(
          fc.constantFrom("x", "x-y", "t[i]", "t[2]-x", "y+j"),
          fc.constantFrom("<", "<=", "==", ">=", ">"),
          tie("int"),
        )
        .map((p) => p.join("")),
      fc.tuple(tie("int"), fc.constantFrom("<", ">="), fc.constantFrom("x", "x-y", "t[1]")).map((p) => p.join("")),
      fc.tuple(tie("guard"), tie("guard")).map(([l, r]) => `(${l})&&${r}`),
    ),
  }));
  const statement = fc.letrec<{ one: string; many: string }>((tie) => ({
    one: fc.oneof(
      { maxDepth: 3 },
      guard.int.map((e) => `i=${e}`),
      fc.tuple(guard.int, guard.int).map(([i, e]) => `a[j+${i}]=${e}`),
      fc.constantFrom("nop", "x=0", "x=y", "x=j+y", "t[i]=t[1]+(i-2)", "x=y-1", "local k", "local m[3];m[i]=m[2]"),
      guard.int.map((e) => `local n=${e};i=n+1`),
      fc.tuple(guard.int, tie("many"), tie("many")).map(([c, t, e]) => `if ${c} then ${t} else ${e} end`),
      fc.tuple(guard.int, tie("many")).map(([c, b]) => `while ${c} do ${b} end`),
    ),
    // Each in a scope of its own, so that locals do not collide.
    many: fc.array(tie("one"), { maxLength: 3 }).map((list) => list.map((s) => `if i==1 then ${s} end`).join(";")),
  }));

  it("is written so that it reads the same: random expressions and statements", () => {
    fc.assert(
      fc.property(guard.guard, guard.guard, statement.many, (provided, invariant, action) => {
        expectRoundTrip(
          "system:s\nevent:e\nint:1:-9:9:0:i\nint:1:0:9:1:j\nint:2:0:9:1:a\nclock:1:x\nclock:1:y\nclock:3:t\n" +
            `process:P\nlocation:P:l{initial: : urgent: : labels:b,a : invariant:${invariant}}\nlocation:P:m{labels:a : committed:}\n` +
            `edge:P:l:m:e{provided:${provided} : do:${action}}`,
        );
      }),
      { numRuns: 300 },
    );
  });

  it("keeps events, vectors, weak participants, several initial locations and interleaved declarations", () => {
    expectRoundTrip(
      "system:s\nevent:e\nevent:unused\nevent:f\nprocess:Q\nprocess:P\nlocation:P:p{initial: : labels:z}\nlocation:Q:q{initial: : labels:b}\n" +
        "location:Q:r{initial:}\nedge:P:p:p:e\nedge:Q:q:r:f\nedge:Q:q:r:e\nclock:2:c\nint:3:0:4:2:v\nsync:P@e:Q@f?\nsync:Q@f:P@e",
    );
  });
});

// A small network as an UPPAAL front end would build it: Sender and Receiver(0..1), made by hand.
const at = (base: number): Place => ({ space: "state", base, offset: 0, steps: [] });
const frame = (base: number): Place => ({ space: "frame", base, offset: 0, steps: [] });
const load = (place: Place): Expression => ({ kind: "load", place });
const constant = (value: number): Expression => ({ kind: "constant", value });
const set = (target: Place, value: Expression): Edge["update"] => [
  { kind: "expression", expression: { kind: "assign", target, op: "", value, min: 0, max: 3, yields: "new" } },
];
const location = { name: "here", urgent: false, committed: false, invariant: [], rates: [], frameSize: 0, labels: [] };
const channel = (name: string, more: Partial<Channel> = {}): Channel => ({
  name,
  broadcast: false,
  urgent: false,
  priority: 0,
  ...more,
});

function uppaal(edges: readonly Partial<Edge>[], more: Partial<Network> = {}): Network {
  const processes = ["Receiver(0)", "Receiver(1)", "Sender"].map((name, process) => ({
    name,
    template: name,
    locations: [location],
    edges: edges.flatMap((edge, id) => (edge.process === process ? [id] : [])),
    initial: [0],
    priority: 0,
  }));
  const base = readGood("system:s\nint:1:0:3:0:v\nint:1:0:3:0:w\nprocess:P\nlocation:P:l{initial:}");
  const whole = edges.map(
    (edge, id): Edge => ({
      id,
      process: 0,
      source: 0,
      target: 0,
      selects: [],
      guard: [],
      sync: { kind: "internal" },
      update: [],
      frameSize: 0,
      controllable: true,
      fileIndex: 0,
      ...edge,
    }),
  );
  return { ...base, language: "uppaal", processes, edges: whole, ...more };
}

const send = (base: number, steps: Place["steps"] = []): Edge["sync"] => ({ kind: "send", channel: { base, steps } });
const receive = (base: number, steps: Place["steps"] = []): Edge["sync"] => ({
  kind: "receive",
  channel: { base, steps },
});
const lines = (network: Network, start: string) =>
  write(network)
    .text!.split("\n")
    .filter((line) => line.startsWith(start));

describe("an UPPAAL network", () => {
  it("has its names made plain and its binary channels turned into vectors", () => {
    const network = uppaal(
      [
        { process: 0, sync: receive(0) },
        { process: 1, sync: receive(0) },
        { process: 2, sync: send(0) },
      ],
      { channels: [channel("go[1]")] },
    );
    expect(lines(network, "sync")).toEqual([
      "sync:Sender@go_1.send:Receiver_0@go_1.receive",
      "sync:Sender@go_1.send:Receiver_1@go_1.receive",
    ]);
    expect(readGood(write(network).text!).vectors).toHaveLength(2);
  });

  it("has broadcast listeners as weak participants", () => {
    const network = uppaal(
      [
        { process: 0, sync: receive(0) },
        { process: 1, sync: receive(0) },
        { process: 2, sync: send(0) },
      ],
      { channels: [channel("b", { broadcast: true })] },
    );
    expect(lines(network, "sync")).toEqual(["sync:Sender@b.send:Receiver_0@b.receive?:Receiver_1@b.receive?"]);
  });

  it("has selects unrolled, in guards, updates and channel indices", () => {
    const step = { index: load(frame(0)), first: 0, count: 2, stride: 1 };
    const network = uppaal(
      [
        { process: 0, sync: receive(0) },
        { process: 1, sync: receive(1) },
        {
          process: 2,
          selects: [{ name: "i", min: 0, max: 1 }],
          frameSize: 1,
          sync: send(0, [step]),
          update: set(at(1), load(frame(0))),
        },
      ],
      { channels: [channel("c[0]"), channel("c[1]")] },
    );
    expect(lines(network, "edge:Sender")).toEqual([
      "edge:Sender:here:here:c_0.send{do:w=0}",
      "edge:Sender:here:here:c_1.send{do:w=1}",
    ]);
    expect(lines(network, "sync")).toHaveLength(2);
  });

  it("has computed channel indices turned into guards, and edges without a partner left out", () => {
    const step = { index: load(at(0)), first: 0, count: 2, stride: 1 };
    const network = uppaal(
      [
        { process: 0, sync: receive(1) },
        { process: 2, sync: send(0, [step]) },
      ],
      {
        channels: [channel("c[0]"), channel("c[1]")],
      },
    );
    expect(lines(network, "edge:Sender")).toEqual(["edge:Sender:here:here:c_1.send{provided:v==1}"]);
  });

  it("has `||`, quantifiers, minimum and `abs` said in other words", () => {
    const data = (condition: Expression): Edge["guard"] => [{ kind: "data", condition }];
    const is = (place: Place, value: Expression): Expression => ({
      kind: "binary",
      op: "==",
      left: load(place),
      right: value,
    });
    const say = (condition: Expression) =>
      /provided:(.*)\}/.exec(lines(uppaal([{ guard: data(condition) }]), "edge")[0]!)?.[1];
    expect(say({ kind: "or", left: is(at(0), constant(1)), right: is(at(1), constant(2)) })).toBe(
      "!(!(v==1)&&!(w==2))",
    );
    expect(say({ kind: "forall", cell: 0, min: 1, max: 2, body: is(at(0), load(frame(0))) })).toBe("v==1&&v==2");
    expect(say({ kind: "binary", op: "<?", left: load(at(0)), right: load(at(1)) })).toBe("(if v<w then v else w)");
    expect(say({ kind: "unary", op: "abs", operand: load(at(0)) })).toBe("(if v<0 then -v else v)");
  });

  it.each<[string, Network, RegExp]>([
    [
      "urgent channels",
      uppaal(
        [
          { process: 0, sync: receive(0) },
          { process: 2, sync: send(0) },
        ],
        { channels: [channel("u", { urgent: true })] },
      ),
      /urgent channel/,
    ],
    ["priorities", uppaal([], { hasPriorities: true }), /priorities/],
    [
      "bit operators",
      uppaal([{ update: set(at(0), { kind: "binary", op: "&", left: load(at(0)), right: constant(1) }) }]),
      /operator `&`/,
    ],
    [
      "function calls",
      uppaal([{ update: [{ kind: "expression", expression: { kind: "call", function: 0, arguments: [] } }] }]),
      /function call/,
    ],
    [
      "stopwatches",
      uppaal([], {
        clocks: [{ name: "x", initial: 0 }],
        processes: [
          {
            name: "P",
            template: "P",
            priority: 0,
            edges: [],
            initial: [0],
            locations: [
              {
                ...location,
                rates: [{ binders: [], clock: { space: "clock", base: 0, steps: [] }, rate: constant(0) }],
              },
            ],
          },
        ],
      }),
      /clocks that stop/,
    ],
    [
      "an update that must run before an earlier process's",
      uppaal(
        [
          { process: 0, sync: receive(0), update: set(at(1), load(at(0))) },
          { process: 2, sync: send(0), update: set(at(0), constant(1)) },
        ],
        { channels: [channel("c")] },
      ),
      /Receiver\(0\) comes before Sender/,
    ],
  ])("refuses %s by name", (_, network, message) => {
    const { text, diagnostics } = write(network);
    expect(text).toBeNull();
    expect(diagnostics).toMatchObject([{ code: "TH3401", severity: "error", message: expect.stringMatching(message) }]);
  });
});

describe("names in expressions", () => {
  it("have no dots, which TChecker's expressions do not allow", () => {
    const network = readGood(
      "system:s\nevent:a\nprocess:P\nclock:1:P.x\nint:1:0:1:0:P.i\nint:1:0:1:0:P_i\nlocation:P:l{initial:}\nedge:P:l:l:a{provided:P.x<=1 && P.i==P_i : do:P.x=0}\n",
    );
    expect(write(network).text).toContain("edge:P:l:l:a{provided:P_x<=1&&P_i==P_i_2 : do:P_x=0}");
  });
});
