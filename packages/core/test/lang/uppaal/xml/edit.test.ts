// Edits change what they are about and nothing else.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type EditOperation, editXml, loadModel, numberedQueries, planModel } from "../../../../src/index.ts";

const folder = new URL("../../../../../../examples/", import.meta.url);
const fischer = readFileSync(new URL("fischer-weakened.xml", folder), "utf8");

function edited(...operations: EditOperation[]): string {
  const result = editXml(fischer, operations);
  if ("problem" in result) throw new Error(result.problem);
  return result.text;
}
const planOf = (text: string) => planModel(loadModel({ name: "m.xml", content: text })).plans[0]!;
/** Lines that are in one text and not in the other. */
function difference(a: string, b: string): string[] {
  const other = new Set(b.split("\n"));
  return a.split("\n").filter((line) => !other.has(line));
}

describe("editing XML", () => {
  it("moves a location with its name and labels", () => {
    const text = edited({ kind: "move", path: "/nta/template[1]/location[2]", dx: 10, dy: -20 });
    expect(planOf(text).nodes[1]).toMatchObject({ at: { x: 270, y: -20 }, nameAt: { x: 291, y: -44 } });
    expect(planOf(text).nodes[1]!.labels[0]!.at).toEqual({ x: 291, y: -27 });
    expect(difference(text, fischer)).toHaveLength(3);
    expect(edited({ kind: "move", path: "/nta/template[1]/location[2]", dx: 0, dy: 0 })).toBe(fischer);
  });

  it("changes, adds and removes labels", () => {
    const path = "/nta/template[1]/transition[4]";
    const strong = edited({ kind: "label", path, label: "guard", text: "x > K && turn == id" });
    expect(difference(strong, fischer)).toHaveLength(1);
    expect(loadModel({ name: "m.xml", content: strong }).network).not.toBeNull();
    const commented = edited({ kind: "label", path, label: "comments", text: "a < b & c" });
    expect(planOf(commented).edges[3]!.labels.map(({ kind, text }) => [kind, text])).toContainEqual([
      "comments",
      "a < b & c",
    ]);
    const without = edited({ kind: "label", path, label: "guard", text: "" });
    expect(planOf(without).edges[3]!.labels).toEqual([]);
  });

  it("adds locations and edges, bends them, and removes them again without a trace", () => {
    const template = "/nta/template[1]";
    const grown = edited(
      { kind: "add-location", template, at: { x: 5, y: 6 }, name: "New" },
      { kind: "add-edge", template, source: `${template}/location[1]`, target: `${template}/location[5]` },
      { kind: "nails", path: `${template}/transition[6]`, nails: [{ x: 1, y: 2 }] },
    );
    const plan = planOf(grown);
    expect(plan.nodes[4]).toMatchObject({ name: "New", at: { x: 5, y: 6 } });
    expect(plan.edges[5]).toMatchObject({ source: 0, target: 4, nails: [{ x: 1, y: 2 }] });
    const result = editXml(grown, [{ kind: "remove", path: `${template}/location[5]` }]);
    expect(result).toEqual({ text: fischer });
  });

  it("adds a branchpoint, leads an edge there, and changes parameters", () => {
    const template = "/nta/template[1]";
    const text = edited(
      { kind: "add-branchpoint", template, at: { x: 40, y: 50 } },
      { kind: "reattach", path: `${template}/transition[1]`, end: "target", to: `${template}/branchpoint[1]` },
      { kind: "reattach", path: `${template}/transition[2]`, end: "source", to: `${template}/location[4]` },
      { kind: "section", path: `${template}/parameter`, text: "const pid_t me" },
    );
    const plan = planOf(text);
    expect(plan.nodes[4]).toMatchObject({ kind: "branchpoint", at: { x: 40, y: 50 } });
    expect(plan.edges[0]!.target).toBe(4);
    expect(plan.edges[1]!.source).toBe(3);
    expect(plan.parameters).toBe("const pid_t me");
    const gone = { kind: "reattach", path: `${template}/transition[1]`, end: "target", to: "/nta/nowhere" } as const;
    expect(editXml(fischer, [gone])).toHaveProperty("problem");
  });

  it("marks locations and keeps an initial one", () => {
    const template = "/nta/template[1]";
    const marked = edited(
      { kind: "mark", path: `${template}/location[3]`, mark: "urgent", on: true },
      { kind: "initial", path: `${template}/location[3]` },
      { kind: "rename-location", path: `${template}/location[3]`, name: "Rest" },
    );
    expect(planOf(marked).nodes[2]).toMatchObject({ urgent: true, initial: true, name: "Rest" });
    const removed = editXml(marked, [{ kind: "remove", path: `${template}/location[3]` }]) as { text: string };
    expect(planOf(removed.text).nodes.map(({ initial }) => initial)).toEqual([true, false, false]);
  });

  it("renames a name wherever it is meant, and leaves comments alone", () => {
    const text = edited({ kind: "rename", from: "turn", to: "whose" });
    expect(
      loadModel({ name: "m.xml", content: text }).diagnostics.filter(({ severity }) => severity === "error"),
    ).toEqual([]);
    expect(text).toContain("whose == 0");
    expect(text).toContain("writes its name into `turn`");
    expect(editXml(fischer, [{ kind: "rename", from: "turn", to: "1x" }])).toEqual({ problem: "`1x` is not a name" });
  });

  it("adds sections, templates and queries where there are none", () => {
    const bare = `<nta><template><name>T</name><location id="a"/><init ref="a"/></template><system>system T;</system></nta>`;
    const result = editXml(bare, [
      { kind: "section", path: "/nta/declaration", text: "int i; // a < b" },
      { kind: "section", path: "/nta/template[1]/declaration", text: "clock x;" },
      { kind: "add-template", name: "U" },
      { kind: "query", index: 0, text: "E<> i > 0" },
      { kind: "query", index: 1, text: "A[] i < 1" },
      { kind: "query", index: 0, text: null },
    ]) as { text: string };
    const model = loadModel({ name: "m.xml", content: result.text });
    expect(model.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(model.document!.templates.map(({ name }) => name)).toEqual(["T", "U"]);
    expect(model.document!.queries.map(({ text }) => text)).toEqual(["A[] i < 1"]);
  });

  it("counts queries as the checker does: comments and blank entries have no number", () => {
    const text = `<nta><template><name>T</name><location id="a"/><init ref="a"/></template><system>system T;</system><queries>
<query><formula>// Section 1</formula><comment/></query><query><formula> </formula><comment/></query>
<query><formula>A[] true // first</formula><comment/></query>
<query><formula>/* Section 2 &lt; */</formula><comment/></query><query><formula>A[] oops</formula><comment/></query></queries></nta>`;
    const queries = (content: string) =>
      [...numberedQueries(loadModel({ name: "m.xml", content }).document!.queries)].map(([, query]) => query.text);
    expect(queries(text)).toEqual(["A[] true // first", "A[] oops"]);
    const result = editXml(text, [{ kind: "query", index: 1, text: "A[] false" }]) as { text: string };
    expect(queries(result.text)).toEqual(["A[] true // first", "A[] false"]);
    expect(result.text).toContain("Section 2");
  });

  it("arranges what has a place, and nothing else", () => {
    const path = "/nta/template[1]";
    const places = [
      { path: `${path}/location[2]`, at: { x: 1.4, y: 2 } },
      { path: `${path}/location[2]/name`, at: { x: 3, y: 4 } },
      { path: `${path}/transition[1]`, nails: [{ x: 5, y: 6 }] },
      { path: `${path}/location[77]`, at: { x: 0, y: 0 } },
    ];
    const text = edited({ kind: "arrange", places });
    const { nodes, edges } = planOf(text);
    expect(nodes[1]).toMatchObject({ at: { x: 1, y: 2 }, nameAt: { x: 3, y: 4 } });
    expect(edges[0]!.nails).toEqual([{ x: 5, y: 6 }]);
    const before = planOf(fischer);
    expect([...nodes].map(({ name }) => name)).toEqual(before.nodes.map(({ name }) => name));
    expect(edges.slice(1)).toEqual(before.edges.slice(1));
    expect(edited({ kind: "arrange", places: [] })).toBe(fischer);
  });

  it("pastes copies of everything, with edges, marks and labels, that read as the originals do", () => {
    for (const name of readdirSync(folder).filter((file) => file.endsWith(".xml"))) {
      const text = readFileSync(new URL(name, folder), "utf8");
      const { plans } = planModel(loadModel({ name, content: text }));
      for (const plan of plans) {
        const grown = editXml(text, [
          { kind: "add-template", name: "Copy" },
          { kind: "paste", template: `/nta/template[${plans.length + 1}]`, parts: plan },
        ]);
        if ("problem" in grown) throw new Error(grown.problem);
        const copy = planModel(loadModel({ name, content: grown.text })).plans.at(-1)!;
        // The template begins with a location of its own.
        const bare = ({ nodes, edges }: typeof plan, skip: number) => ({
          nodes: nodes.slice(skip).map(({ path: _, initial: __, labels, ...node }) => ({
            ...node,
            labels: labels.map(({ path: ___, ...label }) => label),
          })),
          edges: edges.map(({ path: _, labels, ...edge }) => ({
            ...edge,
            source: edge.source - skip,
            target: edge.target - skip,
            labels: labels.map(({ path: ___, ...label }) => label),
          })),
        });
        expect(bare(copy, 1), `${name} ${plan.name}`).toEqual(bare(plan, 0));
      }
    }
  });

  it("says what is not possible", () => {
    expect(editXml(fischer, [{ kind: "remove", path: "/nta/template[9]" }])).toEqual({
      problem: "there is no /nta/template[9] any more",
    });
    expect("problem" in editXml("<nta", [{ kind: "add-template", name: "T" }])).toBe(true);
  });

  it("leaves every example as it was when nothing changes", () => {
    for (const name of readdirSync(folder).filter((file) => file.endsWith(".xml"))) {
      const text = readFileSync(new URL(name, folder), "utf8");
      const model = loadModel({ name, content: text });
      const operations = planModel(model).plans.flatMap(({ nodes }) =>
        nodes.map(
          ({ path, name: location }): EditOperation => ({ kind: "rename-location", path: path!, name: location }),
        ),
      );
      expect(editXml(text, operations), name).toEqual({ text });
    }
  });

  it("ends lines as the file does", () => {
    const windows = "<nta>\r\n<declaration>int a;\r\n</declaration>\r\n<system>system P;</system>\r\n</nta>\r\n";
    const section = { kind: "section", path: "/nta/declaration", text: "int a;\nint b;\r\n" } as const;
    const edited = editXml(windows, [section, { kind: "add-template", name: "P" }]);
    expect("text" in edited && edited.text).toContain("int a;\r\nint b;\r\n</declaration>");
    expect("text" in edited && /(?<!\r)\n/.test(edited.text)).toBe(false);
  });
});
