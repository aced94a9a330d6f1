import { describe, expect, it } from "vitest";
import { readXml, SMALL } from "./models.ts";

const template = (body: string, init = '<init ref="a"/>'): string =>
  `<nta><template><name>P</name><location id="a"/>${init}${body}</template><system>system P;</system></nta>`;

describe("the XML reader", () => {
  it("reads a model with something of everything", () => {
    const { model, sink } = readXml(SMALL);
    expect(sink.list).toEqual([]);
    const { document } = model!;
    const [worker] = document.templates;
    expect(document).toMatchObject({
      name: "model",
      options: [{ key: "--extrapolation", value: "4" }],
      scenarios: [{ name: "Story" }],
    });
    expect(worker).toMatchObject({ name: "Worker", parameterText: "const int id", init: "id0" });
    expect(worker!.locations).toMatchObject([
      { id: "id0", name: "Idle", at: { x: 0, y: 0 }, colour: "#00ff00", nameAt: { x: -10, y: -30 }, committed: false },
      { id: "id1", committed: true, urgent: false },
    ]);
    expect(worker!.locations[1]).not.toHaveProperty("name");
    expect(worker!.locations[0]!.labels[1]).toMatchObject({ kind: "comments", text: "waits & waits" });
    expect(worker!.branchpoints).toMatchObject([{ id: "id2", at: { x: 50, y: 50 } }]);
    expect(worker!.edges).toHaveLength(3);
    expect(worker!.edges[0]).toMatchObject({
      source: "id0",
      target: "id1",
      controllable: false,
      colour: "#0000ff",
      selects: [{ name: "i" }],
      guard: { kind: "binary", op: ">=" },
      sync: { direction: "send" },
      update: [{ kind: "assign" }],
      nails: [
        { x: 20, y: -40 },
        { x: 40, y: -40 },
      ],
    });
    expect(worker!.edges[2]!.weight).toMatchObject({ kind: "number", value: 2 });
    expect(document.queries).toMatchObject([
      {
        query: { kind: "E<>" },
        text: "E<> W.Idle",
        comment: "can it <rest>?",
        expectation: { outcome: "satisfied" },
        options: [{ key: "--search-order", value: "1" }],
      },
      { query: null, text: "// A[] not asked" },
      { query: null, text: "", comment: "only words" },
    ]);
  });

  it("points at the label and names its path", () => {
    const label = (kind: string, text: string): string => `<label kind="${kind}">${text}</label>`;
    const labels = label("guard", "x &lt; 3 &amp;&amp; ) y");
    const { sources, sink } = readXml(
      template(`\n<transition><source ref="a"/><target ref="a"/>${labels}</transition>`),
    );
    const [diagnostic] = sink.list;
    const position = sources.locate(diagnostic!.span!);
    expect(position).toMatchObject({ file: "model.xml", path: "/nta/template[1]/transition[1]/label[1]", line: 2 });
    expect(sources.textOf(diagnostic!.span!)).toBe(")");
    expect(position.column).toBe(`<transition><source ref="a"/><target ref="a"/>${labels}`.indexOf(")") + 1);
  });

  it.each([
    ["an initial location that is none", template("", '<init ref="b"/>'), "TH1909"],
    ["a transition without target", template('<transition><source ref="a"/></transition>'), "TH1909"],
    ["a transition to nowhere", template('<transition><source ref="a"/><target ref="z"/></transition>'), "TH1909"],
    ["a location without id", template("<location/>"), "TH1906"],
    ["a template without name", "<nta><template/><system>system P;</system></nta>", "TH1905"],
    ["a name that is none", template("").replace("<name>P<", "<name>1 P<"), "TH1912"],
    ["a keyword for a name", template("").replace("<name>P<", "<name>init<"), "TH1912"],
    ["an empty system", "<nta><system> </system></nta>", "TH1904"],
    ["no system", "<nta></nta>", "TH1904"],
    ["another document", "<svg/>", "TH1902"],
    [
      "two guards",
      template(
        '<transition><source ref="a"/><target ref="a"/><label kind="guard">1</label><label kind="guard">1</label></transition>',
      ),
      "TH1911",
    ],
  ])("reports %s", (_, text, code) => {
    const { sink, sources } = readXml(text);
    const diagnostic = sink.list.find((candidate) => candidate.code === code);
    expect(diagnostic, JSON.stringify(sink.list)).toMatchObject({ severity: "error" });
    expect(sources.locate(diagnostic!.span!).line).toBe(1);
  });

  it("warns of ids used twice and of labels it does not know", () => {
    const twice = readXml(template('<location id="a"/>'));
    expect(twice.sink.list).toMatchObject([{ code: "TH1907", severity: "warning" }]);
    expect(twice.model!.document.templates[0]!.locations.map(({ id }) => id)).toEqual(["a", "a_2"]);
    const unknown = readXml(
      template('<transition><source ref="a"/><target ref="a"/><label kind="synchronization">a!</label></transition>'),
    );
    expect(unknown.sink.list).toMatchObject([{ code: "TH1910", severity: "warning" }]);
  });

  it("warns of elements that are nearly UPPAAL's, which would be lost without a word", () => {
    const { sink } = readXml(template('<transitoin/><note/><location id="b"><urgnet/></location>'));
    expect(sink.list.map(({ code, hint }) => [code, hint])).toEqual([
      ["TH1915", "did you mean `<transition>`?"],
      ["TH1915", "did you mean `<urgent>`?"],
    ]);
  });

  it("tolerates any order, unknown elements and `<project>`", () => {
    const text =
      '<project><what/><system>system P;</system><template><transition><target ref="a"/><source ref="a"/></transition>' +
      '<init ref="a"/><location id="a"/><name>P</name></template><declaration>int i;</declaration></project>';
    const { model, sink } = readXml(text);
    expect(sink.list).toEqual([]);
    expect(model!.document.templates[0]!.edges).toHaveLength(1);
  });

  it("falls back to the syntax of UPPAAL 3.x where only that one fits", () => {
    const old = `<nta><declaration>const N 5; clock x;</declaration><template><name>P</name>
      <location id="a"><label kind="invariant">x&lt;=N, x&lt;=7</label></location><init ref="a"/></template>
      <instantiation>Q := P();</instantiation><system>system Q;</system></nta>`;
    const { model, sink } = readXml(old);
    expect(sink.errors).toBe(0);
    expect(model!.syntax).toBe("old");
    expect(sink.list).toMatchObject([{ code: "TH1903", severity: "info" }]);
  });

  it("reports faults of queries apart from faults of the model", () => {
    const { model } = readXml(SMALL.replace("E&lt;&gt; W.Idle", "E&lt;&gt; ("));
    expect(model!.document.queries[0]).toMatchObject({ query: null, fault: { code: "TH1001" } });
  });

  it.each([
    [{ outcome: "failure", type: "symbolic" }, { outcome: "violated" }],
    [{ outcome: "maybe_true" }, { outcome: "maybe-satisfied" }],
    [
      { outcome: "success", type: "quality", value: "3.5" },
      { outcome: "value", value: "3.5" },
    ],
  ])("understands the expectation %j", (attributes, expectation) => {
    const printed = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
    const { model } = readXml(SMALL.replace('outcome="success" type="symbolic"', printed.join(" ")));
    expect(model!.document.queries[0]!.expectation).toEqual(expectation);
  });
});
