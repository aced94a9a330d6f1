import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CODES } from "../../src/diagnostics/codes.ts";
import { formatOf } from "../../src/lang/formats/index.ts";
import { type LoadedModel, loadModel } from "../../src/lang/load.ts";
import { allModels, haveModels, modelBytes } from "./public-models.ts";
import { SMALL } from "./uppaal/xml/models.ts";

const XTA =
  "clock x; chan c; int[0,3] n; process P() { state A { x <= 3 }, B; init A; trans A -> B { guard x > 1; assign n = 1; }; } system P;";
const TCK = "system:s\nprocess:p\nevent:e\nlocation:p:a{initial: : labels:here}\nedge:p:a:a:e{}\n";

function codes({ diagnostics }: Pick<LoadedModel, "diagnostics">, severity = "error"): string[] {
  return diagnostics.filter((diagnostic) => diagnostic.severity === severity).map(({ code }) => code);
}

describe("loading", () => {
  it.each(Object.entries({ xml: ["m.xml", "M.XML"], xta: ["a.b.xta", "old.ta"], tck: ["m.tck"], json: ["m.json"] }))(
    "knows .%s by the name",
    (format, names) => {
      for (const name of names) expect(formatOf(name, "").name).toBe(format);
    },
  );

  it.each(
    Object.entries({
      xml: "\n<nta/>",
      json: '{"format": 1}',
      tck: "# a comment\n\nsystem:s\n",
      xta: "system P;",
    }),
  )("knows .%s by the text", (format, text) => {
    for (const name of ["model", "model.txt"]) expect(formatOf(name, text).name).toBe(format);
  });

  it("reads every format", () => {
    for (const [name, content] of [
      ["m.xml", SMALL],
      ["m.xta", XTA],
      ["m.tck", TCK],
    ] as const) {
      const model = loadModel({ name, content });
      expect(codes(model)).toEqual([]);
      expect(model.network?.processes).toHaveLength(1);
    }
  });

  it("reads XML in UTF-16 and Latin-1 alike", () => {
    const source = SMALL.replace("// shared", "// für alle");
    const utf16 = Uint8Array.from([
      0xff,
      0xfe,
      ...[...source].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]),
    ]);
    const latin = Uint8Array.from(source.replace("utf-8", "iso-8859-1"), (c) => c.charCodeAt(0));
    for (const content of [utf16, latin]) {
      const model = loadModel({ name: "m.xml", content });
      expect(model.document!.texts.declarations).toContain("für alle");
      expect(codes(model)).toEqual([]);
    }
  });

  it.each([
    ["nothing", ""],
    ["blanks", " \n "],
    ["bytes that are no text", Uint8Array.from([0, 1, 2, 3, 250])],
  ])("refuses %s", (_, content) => {
    const model = loadModel({ name: "m.xml", content });
    expect(codes(model)).toEqual(["TH1900"]);
    expect(model.network).toBeNull();
  });

  it("keeps the network when only a query is wrong", () => {
    const model = loadModel({ name: "m.xml", content: SMALL.replace("W.Idle", "W.Nowhere") });
    expect(codes(model)).toHaveLength(1);
    expect(model.network).toMatchObject({ queries: [] });
  });

  it("reports syntax and names in one go, and then has no network", () => {
    const text = SMALL.replace("x &lt;= 5", "x &lt;= ").replace("x &gt;= 2", "zz &gt;= 2");
    const model = loadModel({ name: "m.xml", content: text });
    expect(codes(model).map((code) => code.slice(0, 3))).toEqual(["TH1", "TH2"]);
    expect(model.network).toBeNull();
  });

  it("warns of what is legal but odd, unless told not to", () => {
    expect(codes(loadModel({ name: "m.xta", content: XTA }), "warning")).toEqual(["TH2814"]);
    expect(loadModel({ name: "m.xta", content: XTA }, { lints: false }).diagnostics).toEqual([]);
  });

  it("has a row in the table of codes for what it says", () => {
    const said = [SMALL.replace("go!", "stop?"), "<nta/>", "{}"].flatMap((content, i) => {
      return loadModel({ name: `m.${["xml", "xml", "json"][i]}`, content }).diagnostics;
    });
    for (const { code } of said) expect(CODES).toHaveProperty(code);
  });
});

describe("queries of a loaded model", () => {
  const model = loadModel({ name: "m.xta", content: XTA });

  it("are compiled one by one", () => {
    const result = model.compileQuery("E<> P.B && n == 1 // done?");
    expect(result).toMatchObject({ ok: true, value: { kind: "E<>", text: "E<> P.B && n == 1" } });
  });

  it.each([
    ["unknown names", "E<> P.C", /C/],
    ["bad syntax", "E<> (", /./],
    ["nothing", " // no ", /empty/],
  ])("are refused: %s", (_, text, message) => {
    const result = model.compileQuery(text, "-q");
    expect(result.ok).toBe(false);
    expect(result.diagnostics[0]!.message).toMatch(message);
    expect(model.sources.locate(result.diagnostics[0]!.span!).file).toBe("-q");
  });

  it("are read from .q files, with comments and expectations", () => {
    const content = "/* can it move? */\nE<> P.B\n\n//NO_QUERY\n/* EXPECT:F */ A[] n == 0\nE<> P.Nope\n";
    const { queries, diagnostics } = model.readQueries({ name: "m.q", content });
    expect(queries).toMatchObject([
      { kind: "E<>", comment: expect.stringMatching(/can it move/) },
      { kind: "A[]", expectation: { outcome: "violated" } },
    ]);
    expect(diagnostics).toHaveLength(1);
    expect(model.sources.locate(diagnostics[0]!.span!)).toMatchObject({ file: "m.q", line: 6 });
  });

  it("are refused by models without the language, with a hint", () => {
    const tck = loadModel({ name: "m.tck", content: TCK });
    expect(tck.compileQuery("E<> p.a")).toMatchObject({ ok: false, diagnostics: [{ code: "TH4800" }] });
    expect(tck.readQueries({ name: "m.q", content: "E<> p.a" }).diagnostics).toMatchObject([{ code: "TH4800" }]);
    expect(tck.compileLabels(["here"])).toMatchObject({ ok: true, value: { kind: "E<>" } });
    expect(tck.compileLabels(["nowhere"]).ok).toBe(false);
    for (const question of ["each", "together"] as const) {
      const asked = tck.compileLabels(["here"], question);
      expect(asked).toMatchObject({ ok: true, value: { kind: "LTL-some" } });
      if (asked.ok) expect(tck.compileQuery(asked.value.text)).toMatchObject({ ok: true, value: asked.value });
    }
    expect(model.compileLabels(["here"])).toMatchObject({ ok: false, diagnostics: [{ code: "TH4802" }] });
  });
});

describe("damaged files of every format", () => {
  const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
  const seeds: [string, Uint8Array][] = [
    ["m.xml", bytesOf(SMALL)],
    ["m.xta", bytesOf(XTA)],
    ["m.tck", bytesOf(TCK)],
    ...allModels
      .map((name): [string, Uint8Array] => [name, modelBytes(name)])
      .filter(([, { length }]) => length < 5_000),
  ];
  const flip = fc.record({ at: fc.nat(), byte: fc.nat({ max: 255 }), remove: fc.nat({ max: 3 }) });

  it(`never throw, and explain themselves (${haveModels ? "public models" : "own models only"})`, () => {
    fc.assert(
      fc.property(fc.constantFrom(...seeds), fc.array(flip, { minLength: 1, maxLength: 5 }), ([name, seed], flips) => {
        const bytes = [...seed];
        for (const { at, byte, remove } of flips) bytes.splice(at % bytes.length, remove, byte);
        const model = loadModel({ name, content: Uint8Array.from(bytes) });
        if (model.network === null) expect(codes(model).length).toBeGreaterThan(0);
        for (const { span } of model.diagnostics) if (span !== undefined) model.sources.locate(span);
      }),
      { numRuns: 300 },
    );
  });
});
