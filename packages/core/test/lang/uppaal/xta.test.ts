// Textual models: their outline, and the old syntax.

import { describe, expect, it } from "vitest";
import { loadModel } from "../../../src/lang/load.ts";
import type { UppaalDocument } from "../../../src/lang/uppaal/document.ts";
import {
  formatDeclarations,
  formatExpression,
  formatParameters,
  formatSync,
  formatUpdate,
} from "../../../src/lang/uppaal/format/format.ts";
import { formatXta } from "../../../src/lang/uppaal/format/xta.ts";
import { type ParseInput, parseSystem, parseXta, type Syntax } from "../../../src/lang/uppaal/parse.ts";
import { faults, good, inputOf, withoutSpans } from "./helpers.ts";

const auto = (input: ParseInput) => parseXta({ ...input, syntax: "auto" })!;
const read = (text: string): UppaalDocument => good(auto, text);

const GATE = `// A gate and its trains.
const int N = 3; // how many
typedef int[0,N - 1] id_t;
broadcast chan go[N];
urgent chan stop;

/* Trains
   come and go. */
process Train(const id_t id, int &count) {
    clock x; // local
    int n = 0;
    // The places.
    state
        Safe,
        Near { x <= 20 && x' == 1 }, // approaching
        Slow { x <= 5; 3 },
        Fast { ; 1:2 };
    branchpoint fork;
    commit Fast;
    urgent Near, Slow;
    init Safe;
    trans
        Safe -> Near { select i : id_t; guard count < i; sync go[i]!; assign x = 0, count++; },
        // Anonymous source: still from Safe.
        -> Slow { },
        Near -u-> fork { sync stop?; },
        fork -> Safe { probability 3; },
        fork -> Fast { assign n = /* why */ 1; probability 1; };
}

process Idle() {
    state S;
    init S;
}

int total;
T1 = Train(0, total);
T2(const id_t k) = Train(k, total);
system T1, T2 < Idle;
progress {
    total;
    T1.n > 0 : n;
}
gantt {
    G(i : id_t): T1.n == i -> 1, for (j : id_t) total == j -> 2;
}
// inputs
IO T1 { stop, go[1] }

query {
/* Is it safe? */
/* EXPECT:F */
A[] T1.Safe --> 1
}
`.replace("A[] T1.Safe --> 1", "A[] not T1.Near");

describe("textual models", () => {
  const document = read(GATE);

  it("separate declarations, processes and instantiations", () => {
    expect(formatDeclarations(document.declarations)).toBe(
      "const int N = 3;\ntypedef int[0,N - 1] id_t;\nbroadcast chan go[N];\nurgent chan stop;\nint total;\n",
    );
    expect(document.templates.map(({ name }) => name)).toEqual(["Train", "Idle"]);
    expect(formatDeclarations(document.systemDeclarations)).toBe(
      "T1 = Train(0, total);\nT2(const id_t k) = Train(k, total);\nIO T1 { stop, go[1] }\n",
    );
    expect(document.system!.levels.map((level) => level.map(({ name }) => name))).toEqual([["T1", "T2"], ["Idle"]]);
    expect(document.systemDeclarations[2]).toMatchObject({ kind: "extension", text: "IO T1 { stop, go[1] }" });
    expect(document.progress).toHaveLength(2);
    expect(document.gantt).toMatchObject([
      { name: "G", parameters: [{ name: "i" }], bars: [{}, { bindings: [{ name: "j" }] }] },
    ]);
    expect(document.queries).toMatchObject([
      { text: "A[] not T1.Near", comment: "Is it safe?", expectation: { outcome: "violated" }, query: { kind: "A[]" } },
    ]);
  });

  it("read locations", () => {
    const { locations, branchpoints, init, parameters } = document.templates[0]!;
    expect(formatParameters(parameters)).toBe("const id_t id, int &count");
    expect(
      locations.map(({ id, urgent, committed, invariant, rate }) => [
        id,
        urgent,
        committed,
        invariant && formatExpression(invariant),
        rate && formatExpression(rate),
      ]),
    ).toEqual([
      ["Safe", false, false, null, null],
      ["Near", true, false, "x <= 20 && x' == 1", null],
      ["Slow", true, false, "x <= 5", "3"],
      ["Fast", false, true, null, "1:2"],
    ]);
    expect(branchpoints.map(({ id }) => id)).toEqual(["fork"]);
    expect(init).toBe("Safe");
  });

  it("read edges", () => {
    const edges = document.templates[0]!.edges;
    expect(edges.map(({ source, target, controllable }) => [source, target, controllable])).toEqual([
      ["Safe", "Near", true],
      ["Safe", "Slow", true],
      ["Near", "fork", false],
      ["fork", "Safe", true],
      ["fork", "Fast", true],
    ]);
    const first = edges[0]!;
    expect([formatSync(first.sync!), formatUpdate(first.update)]).toEqual(["go[i]!", "x = 0, count++"]);
    expect(first.labels.map(({ kind, text }) => [kind, text])).toEqual([
      ["select", "i : id_t"],
      ["guard", "count < i"],
      ["synchronisation", "go[i]!"],
      ["assignment", "x = 0, count++"],
    ]);
  });

  it("keep texts for other formats", () => {
    expect(document.texts.declarations).toMatch(/^\/\/ A gate[\s\S]*urgent chan stop;[\s\S]*int total;$/);
    expect(document.texts.declarations).not.toMatch(/process|T1/);
    expect(document.texts.instantiation).toBe("T1 = Train(0, total);\nT2(const id_t k) = Train(k, total);");
    expect(document.texts.system).toMatch(/^system T1, T2 < Idle;\nprogress[\s\S]*\nIO T1 { stop, go\[1\] }$/);
    expect(document.templates[0]!.parameterText).toBe("const id_t id, int &count");
    expect(document.templates[0]!.declarationText).toBe("clock x; // local\n    int n = 0;\n    // The places.");
  });

  it("are written and read back", () => {
    const input = inputOf(GATE);
    const written = formatXta(auto(input), input.sources);
    const shape = ({ texts: _, templates, ...rest }: UppaalDocument) =>
      withoutSpans({
        ...rest,
        templates: templates.map(({ parameterText: _p, declarationText: _d, ...kept }) => kept),
      });
    expect(shape(read(written))).toEqual(shape(document));
    for (const comment of [
      "// A gate",
      "// how many",
      "Trains\n   come",
      "// local",
      "// The places",
      "// approaching",
      "/* why */",
      "// Anonymous",
      "// inputs",
      "Is it safe?",
      "EXPECT:F",
    ]) {
      expect(written.split(comment)).toHaveLength(2);
    }
    const again = inputOf(written);
    expect(formatXta(auto(again), again.sources)).toBe(written);
    // Without the sources everything but the comments is there.
    expect(shape(read(formatXta(document)))).toEqual(shape(document));
  });

  it("report faults of processes and go on", () => {
    const text = `process P() {
    int a = ;
    state A { x < }, B;
    init C;
    trans A -> B { guard x = 1; guard y > 1; },
          A -> D { sync a! },
          B A { };
}
system P;`;
    expect(faults(auto, text)).toEqual([
      "2:13 TH1001 expected an expression, found `;` (something is missing after `=`)",
      "3:19 TH1001 expected an expression, found `}` (something is missing after `<`)",
      "5:26 TH1011 a guard cannot assign to anything (write `==` to compare: `x == …`)",
      "5:33 TH1016 `guard` stands too late or twice in this edge (the order is select, guard, sync, assign, probability)",
      "6:26 TH1010 `;` is missing after `sync` (add `;` here)",
      "7:13 TH1001 expected `->` between the states of the edge, found `A`",
      "4:10 TH1022 this process has no state named `C` (declare it after `state`)",
      "6:16 TH1022 this process has no state named `D` (declare it after `state`)",
    ]);
    expect(faults(auto, "int a;")[0]).toMatch(/TH1014/);
  });

  it("looks at what is written at an edge that leads nowhere", () => {
    const content = `chan press; int n;
process P() { clock x; state off, on; init off;
  trans off -> onn { guard y > 3; sync pres?; assign m = 1; }, of -> on { guard k > 1; }; }
system P;`;
    const { diagnostics } = loadModel({ name: "m.xta", content });
    expect(diagnostics.map(({ code, message }) => `${code} ${/`.*`/.exec(message)?.[0]}`)).toEqual([
      "TH1022 `onn`",
      "TH1022 `of`",
      "TH2001 `y`",
      "TH2001 `pres`",
      "TH2001 `m`",
      "TH2001 `k`",
    ]);
  });
});

const OLD = `// Fischer, the old way
const k 2, n 3;
clock x;
int[0,5] id := 0;
urgent chan c;
process P(clock y; int a, b; const i, j) {
    int forall; // a name then
    state idle { x =< k, y<5 }, req;
    commit req;
    init idle;
    trans idle -> req { guard id == 0, y => 1; sync c!; assign y := 0, id := i; },
          req -> idle { };
}
Q := P(x, id, id, 1, 2);
system Q;
`;

describe("the old syntax", () => {
  const document = read(OLD);

  it("becomes the trees of the new one", () => {
    expect(formatDeclarations(document.declarations)).toBe(
      "const int k = 2, n = 3;\nclock x;\nint[0,5] id = 0;\nurgent chan c;\n",
    );
    const { parameters, locations, edges } = document.templates[0]!;
    expect(formatParameters(parameters)).toBe("clock &y, int &a, int &b, const int i, const int j");
    expect(formatExpression(locations[0]!.invariant!)).toBe("x <= k && y < 5");
    expect(formatExpression(edges[0]!.guard!)).toBe("id == 0 && y >= 1");
  });

  it("is rewritten in texts and labels", () => {
    expect(document.texts.declarations).toBe(
      "// Fischer, the old way\nconst int k = 2, n = 3;\nclock x;\nint[0,5] id = 0;\nurgent chan c;\n",
    );
    const template = document.templates[0]!;
    expect(template.parameterText).toBe("clock &y, int &a, int &b, const int i, const int j");
    expect(template.declarationText).toBe("int forall; // a name then\n");
    expect(template.locations[0]!.labels[0]!.text).toBe("x <= k && y < 5");
  });

  it("is chosen only when it fits and the new one does not", () => {
    expect(faults((input) => parseXta({ ...input, syntax: "new" }), OLD).length).toBeGreaterThan(0);
    expect(faults(auto, "process P { state A; init A; } system P;")).toEqual([]);
    expect(faults(auto, "const N 5; int ; system P;")).toEqual(
      faults((input) => parseXta({ ...input, syntax: "new" }), "const N 5; int ; system P;"),
    );
    const old: Syntax = "old";
    expect(good(parseSystem, "Q := P(); system Q;", old).declarations).toHaveLength(1);
  });
});
