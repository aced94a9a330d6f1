import { describe, expect, it } from "vitest";
import { LINTS, lintNetwork } from "../../src/analysis/lints/index.ts";
import { CODES } from "../../src/diagnostics/codes.ts";
import { loadModel } from "../../src/lang/load.ts";

interface Finding {
  readonly code: string;
  readonly text: string;
}

/** Lints of an `.xta` model with one process around the given parts, with the text each points at. */
function lint(parts: {
  declarations?: string;
  local?: string;
  body?: string;
  more?: string;
  system?: string;
}): Finding[] {
  const { declarations = "", local = "", body = "state A; init A;", more = "", system = "P" } = parts;
  const content = `${declarations}\nprocess P() { ${local} ${body} }\n${more}\nsystem ${system};\n`;
  const model = loadModel({ name: "m.xta", content });
  expect(model.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return model.diagnostics.map(({ code, span }) => ({
    code,
    text: span === undefined ? "" : model.sources.textOf(span),
  }));
}
const codes = (findings: readonly Finding[]): string[] => findings.map(({ code }) => code);

const LOOP = "state A; init A; trans A -> A";

describe("lints", () => {
  it("have rows in the table of codes", () => {
    for (const { code } of LINTS) expect(CODES).toHaveProperty(code);
    expect(new Set(LINTS.map(({ code }) => code)).size).toBe(LINTS.length);
  });

  it("find nothing in a clean model", () => {
    const declarations = "clock x; chan c; int[0,3] n;";
    const body =
      "state A { x <= 3 }, B; init A; trans A -> B { guard n < 3; sync c!; assign n = n + 1, x = 0; }, B -> A { };";
    const more = `process Q() { ${LOOP} { sync c?; }; }`;
    expect(lint({ declarations, body, more, system: "P, Q" })).toEqual([]);
  });

  it("find locations without a path to them, once per template", () => {
    const more = "process Q(const int[0,2] id) { state A, B, C; init A; trans B -> C { }, A -> A { }; }";
    const findings = lint({ more, system: "P, Q" });
    expect(codes(findings)).toEqual(["TH2800", "TH2800"]);
    expect(findings.map(({ text }) => text)).toEqual(["B", "C"]);
  });

  it.each([
    ["x < 5", 1],
    ["x <= 5", 0],
    ["x <= 5 && x < n", 1],
    ["forall (i : int[0,2]) x < 5 + i", 1],
  ])("find strict invariants: %s", (invariant, count) => {
    const findings = lint({ declarations: "clock x; const int n = 3;", body: `state A { ${invariant} }; init A;` });
    expect(codes(findings).filter((code) => code === "TH2801")).toHaveLength(count);
  });

  it("find clock guards with urgent channels and on broadcast receivers", () => {
    const declarations = "clock x; urgent chan u; broadcast chan b; chan c;";
    const edges = (mark: string): string =>
      `${LOOP} { guard x > 1; sync u${mark}; }, A -> A { guard x > 2; sync b${mark}; }, A -> A { guard x > 3; sync c${mark}; };`;
    const findings = lint({ declarations, body: edges("!"), more: `process Q() { ${edges("?")} }`, system: "P, Q" });
    expect(findings).toEqual([
      { code: "TH2802", text: "x > 1" },
      { code: "TH2802", text: "x > 1" },
      { code: "TH2803", text: "x > 2" },
    ]);
  });

  // `x > 2` on an urgent channel is never waited for: whoever reads that time stops as soon as it holds waits in vain.
  it.each([
    ["x >= 1", "time stops as soon as the guard holds"],
    ["x > 1", "time stops before it"],
    ["1 < x", "time stops before it"],
    ["x < 1", "time stops as soon as the guard holds"],
  ])("tell when time stops for the urgent %s", (guard, told) => {
    const content = `clock x; urgent broadcast chan u; process P() { ${LOOP} { guard ${guard}; sync u!; }; } system P;`;
    const { diagnostics } = loadModel({ name: "m.xta", content });
    expect(diagnostics.find(({ code }) => code === "TH2802")?.message).toContain(told);
  });

  it("know what random runs read, and what they ask for", () => {
    const weighted = "state A; branchpoint b; init A; trans A -> b { }, b -> A { assign n = n + 1; probability n; };";
    expect(codes(lint({ declarations: "int n = 2;", body: weighted }))).toEqual([]);
    const rated = "state A { ; r }; init A; trans A -> A { assign r = r + 1; };";
    expect(codes(lint({ declarations: "int r = 2;", body: rated }))).toEqual([]);
    expect(codes(lint({ declarations: "int r = 2;", body: "state A { ; r }; init A; trans A -> A { };" }))).toEqual([
      "TH2811",
    ]);
    const curved = (guard: string): string =>
      `state A { y' == -y }, B; init A; trans A -> B { guard ${guard}; sync asap!; };`;
    const declarations = "clock y = 1.0; urgent broadcast chan asap;";
    expect(codes(lint({ declarations, body: curved("y <= 0.5") }))).toEqual([]);
    expect(codes(lint({ declarations, body: curved("y <= 2") }))).toEqual([]);
  });

  it("find selects over huge ranges", () => {
    const select = (range: string): string => `${LOOP} { select i : ${range}, j : int[0,9]; guard i + j > 3; };`;
    expect(codes(lint({ body: select("int[0,99]") }))).toEqual([]);
    expect(codes(lint({ body: select("int[0,9999]") }))).toEqual(["TH2804"]);
  });

  it("find guards that are never true", () => {
    expect(codes(lint({ declarations: "const bool off = false;", body: `${LOOP} { guard off; };` }))).toEqual([
      "TH2805",
    ]);
  });

  it.each([
    ["unused", "", "TH2810"],
    ["read only", `${LOOP} { guard n == 0; };`, "TH2811"],
    ["written only", `${LOOP} { assign n = 1; };`, "TH2812"],
    ["read and written", `${LOOP} { guard n == 0; assign n = 1; };`, undefined],
    ["incremented", `${LOOP} { assign n++; };`, undefined],
  ])("look at how variables are used: %s", (_, body, code) => {
    const findings = lint({ declarations: "int[0,3] n;", ...(body === "" ? {} : { body }) });
    expect(codes(findings)).toEqual(code === undefined ? [] : [code]);
    for (const { text } of findings) expect(text).toContain("n");
  });

  it("count queries and functions as uses, and any instance for its template", () => {
    expect(
      codes(
        lint({
          declarations: "int[0,3] n;",
          body: `${LOOP} { assign n = 1; };`,
          system: "P; query { E<> n == 1 }",
        }),
      ),
    ).toEqual([]);
    const more = `process Q(const int[0,1] id) { int[0,3] k; ${LOOP} { guard id == 1 && k == 0; assign k = 1; }; }`;
    expect(codes(lint({ more, system: "P, Q" })).filter((code) => code.startsWith("TH281"))).toEqual([]);
  });

  it.each([
    ["never used", "", "TH2813"],
    ["set only", `${LOOP} { assign x = 0; };`, "TH2813"],
    ["tested", `${LOOP} { guard x > 1; };`, undefined],
  ])("look at how clocks are used: %s", (_, body, code) => {
    const findings = lint({ declarations: "clock x;", ...(body === "" ? {} : { body }) });
    expect(codes(findings)).toEqual(code === undefined ? [] : [code]);
  });

  it("find channels that are unused or lack a partner", () => {
    expect(codes(lint({ declarations: "chan c[3];" }))).toEqual(["TH2814"]);
    expect(codes(lint({ declarations: "chan c;", body: `${LOOP} { sync c!; };` }))).toEqual(["TH2815"]);
    expect(codes(lint({ declarations: "chan c;", body: `${LOOP} { sync c?; };` }))).toEqual(["TH2815"]);
    expect(codes(lint({ declarations: "chan c;", body: `${LOOP} { sync c!; }, A -> A { sync c?; };` }))).toEqual([
      "TH2815",
    ]);
    expect(codes(lint({ declarations: "broadcast chan c;", body: `${LOOP} { sync c!; };` }))).toEqual([]);
    const more = "process Q() { state A; init A; trans A -> A { sync c[1]?; }; }";
    const findings = lint({ declarations: "chan c[3];", body: `${LOOP} { sync c[0]!; };`, more, system: "P, Q" });
    expect(codes(findings)).toEqual(["TH2815"]);
  });

  it("find templates, functions, types and constants that nothing refers to", () => {
    const declarations =
      "const int N = 3; const int M = 4; typedef int[0,M] t; int f() { return 1; } int g() { return N; }";
    const more = "process Q() { state A; init A; }";
    const findings = lint({ declarations, body: `${LOOP} { guard f() == 1; };`, more });
    expect(findings).toEqual([
      { code: "TH2830", text: "Q" },
      { code: "TH2831", text: "t" },
      { code: "TH2831", text: "g" },
    ]);
  });

  it("find TChecker synchronisations that cannot happen", () => {
    const content =
      "system:s\nprocess:p\nprocess:q\nevent:e\nevent:f\nlocation:p:a{initial:}\nlocation:q:b{initial:}\nedge:p:a:a:e{}\nsync:p@e:q@f\n";
    const { network } = loadModel({ name: "m.tck", content }, { lints: false });
    expect(lintNetwork(network!)).toMatchObject([
      { code: "TH2816", message: expect.stringMatching(/`q` has no edge/) },
    ]);
  });
});

describe("lints on what a model will do", () => {
  it("an invariant that is false at the start", () => {
    const found = lint({
      declarations: "clock x;",
      body: "state A { x <= -1 }; init A; trans A -> A { assign x = 0; };",
    });
    expect(found).toContainEqual({ code: "TH2806", text: "x <= -1" });
    const late = lint({
      declarations: "clock x;",
      body: "state A { x <= 0 }; init A; trans A -> A { assign x = 0; };",
    });
    expect(codes(late)).not.toContain("TH2806");
  });

  it("committed locations that nothing leaves, or only with time", () => {
    const body = (edge: string): string => `state A, B; commit B; init A; trans A -> B { }${edge};`;
    expect(codes(lint({ body: body("") }))).toContain("TH2807");
    const declarations = "clock x;";
    expect(codes(lint({ declarations, body: body(", B -> A { guard x >= 2; }") }))).toContain("TH2807");
    expect(codes(lint({ declarations, body: body(", B -> A { guard x >= 2; }, B -> A { }") }))).not.toContain("TH2807");
  });

  it("loops that take no time where time is limited", () => {
    const loop = (guard: string): string => `state A { x <= 5 }; init A; trans A -> A { ${guard} assign n = 1 - n; };`;
    const declarations = "clock x; int[0,1] n;";
    expect(codes(lint({ declarations, body: loop("") }))).toContain("TH2808");
    expect(codes(lint({ declarations, body: loop("guard x >= 1;") }))).not.toContain("TH2808");
    const round = (guard: string, limit = "{ x <= 5 }"): string[] =>
      codes(
        lint({
          declarations,
          body: `state A ${limit}, B, C; init A; trans A -> B { assign x = 0; }, B -> C { ${guard} }, C -> A { }, C -> B { guard n > 0; };`,
        }),
      );
    expect(round("")).toContain("TH2808");
    expect(round("guard x >= 1;")).not.toContain("TH2808");
    expect(round("guard n == 0;")).not.toContain("TH2808");
    expect(round("", "{ true }")).not.toContain("TH2808");
  });

  it("guards that contradict the invariant", () => {
    const body = (guard: string): string => `state A { x <= 5 }, B; init A; trans A -> B { guard ${guard}; };`;
    expect(codes(lint({ declarations: "clock x;", body: body("x > 5") }))).toContain("TH2809");
    expect(codes(lint({ declarations: "clock x;", body: body("x < 2 && x > 3") }))).toContain("TH2809");
    expect(codes(lint({ declarations: "clock x;", body: body("x >= 5") }))).not.toContain("TH2809");
  });

  it("questions that are answered before they are asked", () => {
    const ask = (query: string): string[] => {
      const content = `process P() { state A, B; init A; trans A -> A { }; }\nsystem P; query { ${query} }\n`;
      return loadModel({ name: "m.xta", content }).diagnostics.map(({ code }) => code);
    };
    expect(ask("A[] P.B imply P.A")).toContain("TH2820");
    expect(ask("P.B --> P.A")).toContain("TH2820");
    expect(ask("E<> P.B")).toContain("TH2820");
    expect(ask("E<> P.A")).not.toContain("TH2820");
  });

  it("know what holds at the start, and what does not say so", () => {
    const body = (invariant: string): string => `state A { ${invariant} }; init A;`;
    const declarations = "clock x; int[0,3] n = 3;";
    expect(codes(lint({ declarations, body: body("x <= n") }))).not.toContain("TH2806");
    expect(codes(lint({ declarations, body: body("x <= 0") }))).not.toContain("TH2806");
  });

  it("find committed locations that wait, and not those that need not", () => {
    const body = (guard: string): string =>
      `state A, B; commit B; init A; trans A -> B { }, B -> A { guard ${guard}; };`;
    for (const [guard, waits] of [
      ["x >= 0", false],
      ["x > 0", false],
      ["x >= 1", true],
      ["x == 1", true],
      ["x <= 1", false],
    ] as const) {
      expect([guard, codes(lint({ declarations: "clock x;", body: body(guard) })).includes("TH2807")]).toEqual([
        guard,
        waits,
      ]);
    }
  });

  it.each(["urgent", "commit"])("find loops without time where %s locations stop it", (kind) => {
    const body = `state A, B; ${kind} B; init A; trans A -> B { assign n = 1; }, B -> A { };`;
    expect(codes(lint({ declarations: "int n;", body }))).toContain("TH2808");
  });

  it("tell apart edges of one template, and count those of its instances once", () => {
    const edges = "A -> B { guard 1 > 2; }, B -> A { guard false; }, A -> A { guard n > 0; }";
    const more = `process Q(const int[0,2] id) { state A, B; init A; trans ${edges}; }`;
    const found = codes(lint({ declarations: "int n = 1;", more, system: "P, Q" }));
    expect(found.filter((code) => code === "TH2805")).toHaveLength(2);
  });

  it.each([
    ["E<> P.C", "never"],
    ["E<> P.A && P.C", "never"],
    ["E<> P.C && P.A", "never"],
    ["E<> P.A || P.C", undefined],
    ["E<> P.C || !P.C", "always"],
    ["E<> !P.C", "always"],
    ["E<> P.A && !P.C", undefined],
    ["E<> P.C || false", "never"],
    ["E<> P.B", undefined],
    ["E<> 1 == 1", "always"],
    ["E<> 1 == 2", "never"],
    ["E<> P.A || true", "always"],
    ["E<> P.A && false", "never"],
    ["E<> !P.C && !P.C", "always"],
  ])("find queries that say nothing: %s", (query, found) => {
    const content = `process P() { state A, B, C; init A; trans A -> B { }, B -> A { }, C -> A { }; } system P;`;
    const model = loadModel({ name: "m.xta", content });
    const compiled = model.compileQuery(query);
    if (!compiled.ok) throw new Error(query);
    const asked = { ...compiled.network, queries: [compiled.value] };
    const told = lintNetwork(asked).find(({ code }) => code === "TH2820")?.message;
    expect(told === undefined ? told : /never|always/.exec(told)![0]).toBe(found);
  });
});
