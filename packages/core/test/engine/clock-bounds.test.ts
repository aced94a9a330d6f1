import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DiagnosticSink, Sources } from "../../src/diagnostics/index.ts";
import { chooseAbstraction } from "../../src/engine/abstraction.ts";
import {
  activeClocks,
  analyseClockBounds,
  type ClockBounds,
  combineBounds,
  KEPT,
  type Purpose,
} from "../../src/engine/clock-bounds.ts";
import { readTchecker } from "../../src/lang/tchecker/index.ts";
import type { Network } from "../../src/network/network.ts";
import {
  all,
  apart,
  cell,
  clockIs,
  clockRef,
  copyClock,
  DEADLOCK,
  inLocation,
  local,
  NetworkBuilder,
  num,
  onEvent,
  op,
  query,
  receive,
  reset,
  send,
  when,
} from "../../src/testing/index.ts";
import { CLOCK_LIMIT, le, lt, NO_BOUND } from "../../src/zone/index.ts";

const EXPLORE: Purpose = { queries: [] };

function boundsOf(network: Network, purpose: Purpose = EXPLORE): ClockBounds {
  const result = analyseClockBounds(network, purpose);
  if (!result.ok) throw new Error(result.diagnostics[0]!.message);
  return result.value;
}

/** "L/U" of every clock at a location vector; `-` where the clock is not tested. */
function tableAt(bounds: ClockBounds, ...locations: number[]): string[] {
  const lower = new Int32Array(bounds.clockCount + 1);
  const upper = new Int32Array(bounds.clockCount + 1);
  combineBounds(bounds, locations, lower, upper);
  const active = new Uint8Array(bounds.clockCount);
  activeClocks(bounds, locations, active);
  const show = (value: number): string => (value === NO_BOUND ? "-" : String(value));
  return [...active].map((isActive, k) => {
    const text = `${show(lower[k + 1]!)}/${show(upper[k + 1]!)}`;
    expect(isActive === 1).toBe(text !== "-/-");
    return text;
  });
}

describe("clock bounds", () => {
  it("come from guards and invariants, and flow back to where the clock is reset", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const p = model.process("P");
    const [a, b, c, d] = [
      p.location("a"),
      p.location("b", { invariant: [when(x, "<=", 7)] }),
      p.location("c"),
      p.location("d"),
    ];
    p.edge(a, b, { update: [reset(x)] });
    p.edge(b, c, { guard: [when(x, ">", 3)] });
    p.edge(c, d, { guard: [when(x, "<", 9)] });
    const bounds = boundsOf(model.build());
    expect([a, b, c, d].map((l) => tableAt(bounds, l)[0])).toEqual(["-/-", "3/9", "-/9", "-/-"]);
  });

  it("take the maximum over processes, and each process ends its own interest only", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const p = model.process("P");
    p.location("a");
    p.edge(0, 0, { guard: [when(x, "==", 4)], update: [reset(x)] });
    const q = model.process("Q");
    q.location("a");
    q.location("b");
    q.edge(0, 1, { update: [reset(x)] });
    q.edge(1, 0, { guard: [when(x, ">=", 6)] });
    const bounds = boundsOf(model.build());
    expect(tableAt(bounds, 0, 0)).toEqual(["4/4"]);
    expect(tableAt(bounds, 0, 1)).toEqual(["6/4"]);
  });

  it("use declared ranges, select ranges and what functions return", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const y = model.clock("y");
    const z = model.clock("z");
    const n = model.int("n", 2, 9);
    model.functions.push({
      name: "limit",
      parameters: [{ name: "k", cell: 0, size: 1, kind: "value" }],
      frameSize: 1,
      returns: 1,
      body: [{ kind: "return", value: op("+", local(0), num(10)) }],
    });
    const p = model.process("P");
    p.location("a");
    p.edge(0, 0, { guard: [when(x, ">=", op("*", cell(n), num(2)))] });
    p.edge(0, 0, { selects: [{ name: "i", min: 1, max: 5 }], guard: [when(y, "<", local(0))] });
    const call = { kind: "call", function: 0, arguments: [{ kind: "value", value: cell(n) }] } as const;
    p.edge(0, 0, { guard: [when(z, "<=", call)] });
    expect(tableAt(boundsOf(model.build()), 0)).toEqual(["18/-", "-/5", "-/19"]);
  });

  it("read `0 - x` from the other side and let negative constants test without deciding", () => {
    const model = new NetworkBuilder();
    const x = model.clock("x");
    const y = model.clock("y");
    const p = model.process("P");
    p.location("a");
    const guard = { kind: "clock", binders: [], right: clockRef(x), op: "<", bound: num(-5) } as const;
    p.edge(0, 0, { guard: [guard, when(y, ">", -3)] });
    expect(tableAt(boundsOf(model.build()), 0)).toEqual(["5/-", "0/-"]);
  });

  it("flow through copies, lowered by what is added, also into other processes", () => {
    const model = new NetworkBuilder();
    const [x, y, z] = [model.clock("x"), model.clock("y"), model.clock("z")];
    const p = model.process("P");
    p.location("a");
    p.location("b");
    p.edge(0, 1, { update: [copyClock(x, y, 2)] });
    p.edge(1, 0, { guard: [when(x, ">=", 5), when(x, "<=", 8)] });
    const q = model.process("Q");
    q.location("a");
    q.edge(0, 0, { update: [copyClock(x, z, -1)] });
    const bounds = boundsOf(model.build());
    expect(tableAt(bounds, 0, 0)).toEqual(["-/-", "3/6", "6/9"]);
    expect(tableAt(bounds, 1, 0)).toEqual(["5/8", "3/6", "6/9"]);
  });

  it("refuse copies that raise constants for ever", () => {
    const model = new NetworkBuilder();
    const [x, y] = [model.clock("x"), model.clock("y")];
    const p = model.process("P");
    p.location("a");
    p.edge(0, 0, { guard: [when(x, ">=", 5)], update: [copyClock(x, y, -1)] });
    p.edge(0, 0, { update: [copyClock(y, x, 0)] });
    const result = analyseClockBounds(model.build(), EXPLORE);
    expect(result.ok).toBe(false);
    expect(result.diagnostics[0]!.code).toBe("TH3202");
    expect(chooseAbstraction(model.build(), [], "none").ok).toBe(true);
  });

  it("accept cycles of copies that lower constants or keep them", () => {
    const model = new NetworkBuilder();
    const [x, y] = [model.clock("x"), model.clock("y")];
    const p = model.process("P");
    p.location("a");
    p.edge(0, 0, { guard: [when(x, ">=", 5)], update: [copyClock(x, y, 1)] });
    p.edge(0, 0, { update: [copyClock(y, x, 0)] });
    expect(tableAt(boundsOf(model.build()), 0)).toEqual(["5/-", "4/-"]);
  });

  it("count declared ranges up to the limit, and refuse what lies beyond it for sure", () => {
    const model = (min: number) => {
      const built = new NetworkBuilder();
      const x = built.clock("x");
      const n = built.int("n", min, 0x7fffffff, min);
      const p = built.process("P");
      p.location("a");
      p.edge(0, 0, { guard: [when(x, ">=", cell(n))] });
      return built.build();
    };
    expect(tableAt(boundsOf(model(-0x80000000)), 0)).toEqual([`${CLOCK_LIMIT - 1}/-`]);
    const refused = analyseClockBounds(model(CLOCK_LIMIT), EXPLORE);
    expect(refused.diagnostics[0]).toMatchObject({ code: "TH3200", message: expect.stringContaining("536870912") });
  });

  it("follow branches, loops and functions of updates", () => {
    const model = new NetworkBuilder();
    const clocks = [model.clock("x[0]"), model.clock("x[1]"), model.clock("y")];
    const n = model.int("n", 0, 1);
    const step = { index: local(0), first: 0, count: 2, stride: 1 };
    model.functions.push({
      name: "resetAll",
      parameters: [],
      frameSize: 1,
      returns: 0,
      body: [
        {
          kind: "iterate",
          cell: 0,
          min: 0,
          max: 1,
          body: [
            {
              kind: "expression",
              expression: { kind: "clock-assign", clock: { space: "clock", base: 0, steps: [step] }, value: num(0) },
            },
          ],
        },
        { kind: "if", condition: cell(n), then: [reset(clocks[2]!)], otherwise: [] },
      ],
    });
    const p = model.process("P");
    p.location("a");
    p.location("b");
    const call = { kind: "call", function: 0, arguments: [] } as const;
    p.edge(0, 1, { update: [{ kind: "expression", expression: call }] });
    p.edge(1, 1, { guard: clocks.map((clock) => when(clock, ">=", 3)) });
    expect(tableAt(boundsOf(model.build()), 0)).toEqual(["-/-", "-/-", "3/-"]);
  });
});

describe("what is used negatively counts both ways", () => {
  function withEdge(make: (model: NetworkBuilder, x: number) => void): Network {
    const model = new NetworkBuilder();
    make(model, model.clock("x"));
    return model.build();
  }
  const internal = withEdge((model, x) => {
    const p = model.process("P");
    p.location("a", { invariant: [when(x, "<=", 2)] });
    p.edge(0, 0, { guard: [when(x, ">=", 5)] });
  });

  it("plain edges do not", () => {
    expect(tableAt(boundsOf(internal), 0)).toEqual(["5/2"]);
  });

  it("deadlock and liveness: everything", () => {
    for (const asked of [query("A[]", all(DEADLOCK)), query("A<>", inLocation(0, 0))]) {
      expect(tableAt(boundsOf(internal, { queries: [asked] }), 0)).toEqual(["5/5"]);
    }
    expect(tableAt(boundsOf(internal, { queries: [], needs: "liveness" }), 0)).toEqual(["5/5"]);
  });

  it("constants of queries, everywhere; explore takes none", () => {
    const asked = query("E<>", clockIs(0, ">", 11));
    expect(tableAt(boundsOf(internal, { queries: [asked] }), 0)).toEqual(["11/11"]);
  });

  it("clocks that are measured are kept", () => {
    const asked = {
      kind: "sup",
      terms: [{ text: "x", left: clockRef(0), value: num(0) }],
      frameSize: 0,
      text: "",
    } as const;
    expect(tableAt(boundsOf(internal, { queries: [asked] }), 0)).toEqual([`${KEPT}/${KEPT}`]);
  });

  it("priorities: everything", () => {
    const network = withEdge((model, x) => {
      model.internalPriority = 1;
      const c = model.channel("c");
      const p = model.process("P");
      p.location("a");
      p.edge(0, 0, { guard: [when(x, ">=", 5)], sync: send(c) });
      p.edge(0, 0, { guard: [when(x, "<", 3)] });
    });
    expect(tableAt(boundsOf(network), 0)).toEqual(["5/5"]);
  });

  it("urgent channels, broadcast receivers and weak participants: their guards", () => {
    const edge = (sync: (model: NetworkBuilder) => Parameters<NetworkBuilder["processes"][0]["edge"]>[2]) =>
      withEdge((model, x) => {
        const p = model.process("P");
        p.location("a");
        p.edge(0, 0, { ...sync(model), guard: [when(x, ">=", 5)] });
      });
    const sending = edge((model) => ({ sync: send(model.channel("c", { broadcast: true })) }));
    const receiving = edge((model) => ({ sync: receive(model.channel("c", { broadcast: true })) }));
    const binary = edge((model) => ({ sync: receive(model.channel("c")) }));
    const urgent = edge((model) => ({ sync: send(model.channel("c", { urgent: true })) }));
    const vector = (weak: boolean) =>
      edge((model) => {
        const event = model.event("e");
        model.vectors.push({ participants: [{ process: 0, event, weak }] });
        return { sync: onEvent(event) };
      });
    const tables = [sending, binary, vector(false), receiving, urgent, vector(true)].map(
      (n) => tableAt(boundsOf(n), 0)[0],
    );
    expect(tables).toEqual(["5/-", "5/-", "5/-", "5/5", "5/5", "5/5"]);
  });

  it("diagonals: cuts from one side, constants both ways, with room for resets", () => {
    const network = withEdge((model, x) => {
      const y = model.clock("y");
      const p = model.process("P");
      p.location("a");
      p.edge(0, 0, { guard: [apart(y, x, "<=", 3)], update: [reset(x, 2)] });
      p.edge(0, 0, { guard: [when(x, ">", 1)] });
    });
    const bounds = boundsOf(network);
    // y − x ≤ 3 is the other side of x − y < −3.
    expect(bounds.diagonals).toEqual([{ i: 1, j: 2, bound: lt(-3) }]);
    expect(tableAt(bounds, 0)).toEqual(["5/5", "5/5"]);
    expect(chooseAbstraction(network, [], "alu").ok).toBe(false);
    const chosen = chooseAbstraction(network, [], "auto");
    expect(chosen.ok && chosen.value.abstraction).toBe("extra-lu");
  });

  it("diagonals are closed under copies", () => {
    const network = withEdge((model, x) => {
      const [y, z] = [model.clock("y"), model.clock("z")];
      const p = model.process("P");
      p.location("a");
      p.edge(0, 0, { guard: [apart(x, y, "<=", 3)], update: [copyClock(x, z, 2)] });
    });
    expect(boundsOf(network).diagonals).toEqual([
      { i: 1, j: 2, bound: le(3) },
      { i: 2, j: 3, bound: lt(-1) },
    ]);
  });
});

describe("choosing an abstraction", () => {
  const model = new NetworkBuilder();
  const x = model.clock("x");
  model.process("P").location("a", { invariant: [when(x, "<=", 2)] });
  const network = model.build();
  const live = query("E[]", inLocation(0, 0));

  it("auto takes alu for reachability and extra-m for liveness", () => {
    const name = (...args: Parameters<typeof chooseAbstraction>) => {
      const result = chooseAbstraction(...args);
      return result.ok ? result.value.abstraction : result.diagnostics[0]!.code;
    };
    expect(name(network, [query("E<>", inLocation(0, 0))], "auto")).toBe("alu");
    expect(name(network, [query("E<>", DEADLOCK)], "auto")).toBe("alu");
    expect(name(network, [live], "auto")).toBe("extra-m");
    expect(name(network, [live], "extra-lu")).toBe("extra-lu");
    expect(name(network, [live], "alu")).toBe("TH3210");
    expect(name(network, [live], "none")).toBe("none");
  });
});

const models = new URL("../../../../../shared/models/tchecker/", import.meta.url);
describe.runIf(existsSync(models))("the shared TChecker models", () => {
  it("all have finite bounds, and clocks of one process are its own business", () => {
    for (const file of readdirSync(models).filter((name) => name.endsWith(".tck"))) {
      const network = readTchecker(
        readFileSync(new URL(file, models), "utf8"),
        file,
        new Sources(),
        new DiagnosticSink(),
      )!;
      const bounds = boundsOf(network);
      expect(bounds.locations.length).toBe(network.processes.length);
      expect(bounds.diagonals).toEqual([]);
      expect(bounds.everywhere.clocks.length).toBe(0);
    }
  });

  it("Fischer: x is compared with 10 in `req` from above and in `wait` from below only", () => {
    const url = new URL("fischer_4.tck", models);
    const network = readTchecker(readFileSync(url, "utf8"), "fischer_4.tck", new Sources(), new DiagnosticSink())!;
    const bounds = boundsOf(network);
    const names = network.processes[0]!.locations.map(({ name }) => name);
    const show = Object.fromEntries(names.map((name, l) => [name, tableAt(bounds, l, 0, 0, 0)[0]]));
    expect(show).toMatchInlineSnapshot(`
      {
        "A": "-/-",
        "cs": "-/-",
        "req": "-/10",
        "wait": "10/-",
      }
    `);
  });
});
