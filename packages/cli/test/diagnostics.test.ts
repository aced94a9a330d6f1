import { Sources } from "@tracehound/core";
import { describe, expect, it } from "vitest";
import { PLAIN } from "../src/colours.ts";
import { renderDiagnostics } from "../src/report/diagnostics.ts";

const options = { colours: PLAIN, width: 60 };

describe("diagnostics in the terminal", () => {
  it("name the XML path, underline the text and give the hint", () => {
    const sources = new Sources([
      {
        file: "m.xml",
        path: "/nta/template[1]/label[2]",
        text: "a &&\n\tx < 5",
        anchors: [{ offset: 0, line: 7, column: 30 }],
      },
    ]);
    const span = { block: 0, start: 6, end: 7 };
    expect(
      renderDiagnostics(
        [{ code: "TH2001", severity: "error", message: "What is `x`", span, hint: "declare it" }],
        sources,
        options,
      ),
    ).toBe(
      [
        "m.xml:8:2 error TH2001 What is `x`",
        "  in /nta/template[1]/label[2]",
        "     x < 5",
        "     ^",
        "  hint: declare it",
        "",
        "1 error",
        "",
      ].join("\n"),
    );
  });

  it("cut long lines around the text, and count by severity", () => {
    const text = `${"a".repeat(200)}bad${"c".repeat(200)}`;
    const sources = new Sources([{ file: "m.tck", text }]);
    const rendered = renderDiagnostics(
      [
        { code: "TH2001", severity: "warning", message: "m", span: { block: 0, start: 200, end: 203 } },
        { code: "TH2001", severity: "error", message: "n" },
        { code: "TH2002", severity: "info", message: "o" },
        { code: "TH2003", severity: "info", message: "p" },
      ],
      sources,
      options,
    );
    const lines = rendered.split("\n");
    expect(lines[1]!.length).toBeLessThanOrEqual(60);
    expect(lines[1]!.slice(lines[2]!.indexOf("^"), lines[2]!.lastIndexOf("^") + 1)).toBe("bad");
    expect(rendered).toMatch(/1 error, 1 warning, 2 remarks\n$/);
  });

  it("keep control characters away from the terminal", () => {
    const sources = new Sources([{ file: "m.tck", text: "x\u001b[31mred" }]);
    const span = { block: 0, start: 0, end: 1 };
    expect(
      renderDiagnostics([{ code: "TH2001", severity: "error", message: "m", span }], sources, options),
    ).not.toContain("\u001b");
  });
});
