import { describe, expect, it } from "vitest";
import type { UppaalDocument } from "../../../../src/lang/uppaal/document.ts";
import { drawOnCircle } from "../../../../src/lang/uppaal/xml/circle.ts";
import { drawerOf } from "../../../../src/lang/uppaal/xml/layers.ts";
import { rewriteXml } from "../../../../src/lang/uppaal/xml/rewrite.ts";
import { writeUppaalXml } from "../../../../src/lang/uppaal/xml/writer.ts";
import { haveModels, modelText, readXml, SMALL, withoutSpans, xmlModels } from "./models.ts";

/** Identifiers are only names for places in the file: number them as they come. */
function comparable(document: UppaalDocument): unknown {
  return withoutSpans({
    ...document,
    scenarios: [],
    templates: document.templates.map((template) => {
      const nodes = [...template.locations, ...template.branchpoints];
      const number = new Map(nodes.map(({ id }, index) => [id, index]));
      return {
        ...template,
        init: number.get(template.init ?? ""),
        locations: template.locations.map((location) => ({ ...location, id: number.get(location.id) })),
        branchpoints: template.branchpoints.map((point) => ({ ...point, id: number.get(point.id) })),
        edges: template.edges.map((edge) => ({
          ...edge,
          source: number.get(edge.source),
          target: number.get(edge.target),
        })),
      };
    }),
  });
}

function undrawn(document: UppaalDocument): UppaalDocument {
  const strip = <T extends object>(node: T): T => {
    const { at: _, nameAt: __, ...rest } = node as T & { at?: unknown; nameAt?: unknown };
    return rest as T;
  };
  return {
    ...document,
    templates: document.templates.map((template) => ({
      ...template,
      locations: template.locations.map((node) => ({ ...strip(node), labels: node.labels.map(strip) })),
      branchpoints: template.branchpoints.map(strip),
      edges: template.edges.map((node) => ({ ...strip(node), labels: node.labels.map(strip), nails: [] })),
    })),
  };
}

describe("rewriting XML", () => {
  it("keeps every byte when nothing is asked", () => {
    expect(rewriteXml(readXml(SMALL).model!.xml)).toBe(SMALL);
  });

  it("replaces texts where asked and nothing else", () => {
    const paths = new Map([
      ["/nta/template[1]/transition[1]/label[3]", "x >= 1 && x < 4"],
      ["/nta/queries/query[2]/comment", "now <said>"],
    ]);
    const text = rewriteXml(readXml(SMALL).model!.xml, paths);
    expect(text).toBe(
      SMALL.replace("x &gt;= 2", "x &gt;= 1 &amp;&amp; x &lt; 4").replace(
        "<comment/>",
        "<comment>now &lt;said&gt;</comment>",
      ),
    );
  });

  it("declares the encoding it writes", () => {
    const latin = SMALL.replace('encoding="utf-8"', 'encoding="ISO-8859-1"');
    expect(rewriteXml(readXml(latin).model!.xml)).toBe(SMALL);
  });
});

describe("writing documents as XML", () => {
  it("says the same when read back", () => {
    const { document } = readXml(SMALL).model!;
    const again = readXml(writeUppaalXml(document));
    expect(again.sink.list).toEqual([]);
    expect(comparable(again.model!.document)).toEqual(comparable(document));
  });

  it("draws what has no drawing, and says the same", () => {
    const document = undrawn(readXml(SMALL).model!.document);
    const again = readXml(writeUppaalXml(document));
    expect(again.sink.list).toEqual([]);
    expect(comparable(undrawn(again.model!.document))).toEqual(comparable(document));
    for (const { at } of again.model!.document.templates[0]!.locations) expect(at).toBeDefined();
  });

  it("escapes what XML cannot stand", () => {
    const { document } = readXml(SMALL).model!;
    const text = "E<> a && \"b\" > 'c' ]]> \r\n\t";
    const query = { ...document.queries[0]!, text: "", comment: text, options: [{ key: text, value: text }] };
    const again = readXml(writeUppaalXml({ ...document, queries: [query] }));
    expect(again.model!.document.queries[0]).toMatchObject({ comment: text, options: [{ key: text, value: text }] });
  });
});

describe.runIf(haveModels)("public models", () => {
  it.each(xmlModels)("%s is read, written and read again the same", (name) => {
    const text = modelText(name);
    const { model, sink } = readXml(text, name);
    expect(sink.list.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(rewriteXml(model!.xml)).toBe(text);
    for (const document of [model!.document, undrawn(model!.document)]) {
      const again = readXml(writeUppaalXml(document), name);
      expect(again.sink.errors).toBe(0);
      expect(comparable(undrawn(again.model!.document))).toEqual(comparable(undrawn(document)));
    }
  });

  it.each(xmlModels)("%s is drawn without overlaps", (name) => {
    const { templates } = undrawn(readXml(modelText(name)).model!.document);
    const parts = templates.reduce((sum, { locations, edges }) => sum + locations.length + edges.length, 0);
    const ways = parts > 100 ? [drawOnCircle] : [drawOnCircle, drawerOf(templates)];
    for (const [template, draw] of templates.flatMap((one) => ways.map((way) => [one, way] as const))) {
      const { locations, edges } = draw(template);
      const spots = [...locations.values()].map(({ at }) => at);
      for (const [i, a] of spots.entries()) {
        for (const b of spots.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(40);
      }
      for (const [i, edge] of template.edges.entries()) {
        if (edge.source === edge.target) expect(edges[i]!.nails).toHaveLength(2);
      }
      const labels = template.edges.flatMap((edge, i) =>
        edges[i]!.labels.filter((_, k) => edge.labels[k]!.text !== ""),
      );
      expect(new Set(labels.map(({ x, y }) => `${x},${y}`)).size).toBe(labels.length);
    }
  });
});
