// The report of `check --html`: one file, allowed to run its own script only, with everything escaped.

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkQueries, htmlReport, loadModel, stillEnvironment } from "../../src/index.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64");

async function report(content: string): Promise<string> {
  const model = loadModel({ name: "m</title><script>alert(1)</script>.xml", content });
  const network = model.network!;
  const results = await checkQueries({ network, options: {}, environment: stillEnvironment }, network.queries);
  const numbered = results.map((result, index) => ({ number: index + 1, result }));
  return htmlReport({ model: { ...model, network }, results: numbered, version: "1", search: "bfs", sha256 });
}

const MODEL = `<nta><declaration>int i;</declaration><template><name>T</name>
  <location id="a" x="0" y="0"><name>&lt;b</name></location><location id="a" x="0" y="0"/></template></nta>`;

describe("the report", () => {
  it("holds verdicts and a trace, and allows nothing but its own script and style", async () => {
    const html = await report(`<nta><declaration>int i;</declaration><template><name>T</name>
      <location id="a" x="0" y="0"><name>Here</name></location><location id="b" x="90" y="0"><name>There</name></location>
      <init ref="a"/><transition><source ref="a"/><target ref="b"/><label kind="assignment">i = 3</label></transition>
      </template><system>system T;</system><queries><query><formula>E&lt;&gt; T.There</formula>
      <comment>&lt;img src=x onerror=alert(1)&gt;</comment></query>
      <query><formula>A[] i &lt; 3</formula><comment/></query></queries></nta>`);
    const script = /<script>([\s\S]*?)<\/script>/.exec(html)![1]!;
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)![1]!;
    expect(html).toContain(`script-src 'sha256-${sha256(script)}'`);
    expect(html).toContain(`style-src 'sha256-${sha256(style)}'`);
    expect(html).toContain("default-src 'none'");
    expect(html).toContain(">satisfied</span>");
    expect(html).toContain(">violated</span>");
    expect(html).toContain("T: Here → There");
    expect(html).not.toMatch(/<img|alert\(1\)<\/script>|\sstyle="|\son\w+="/);
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    // What the script walks through: one entry per state.
    const data = JSON.parse(/<script type="application\/json">([\s\S]*?)<\/script>/.exec(html)![1]!);
    expect(data).toEqual([
      { at: [0], taken: [] },
      { at: [1], taken: [[0, [0]]] },
    ]);
  });

  it("is not made of a model with faults", () => {
    expect(loadModel({ name: "m.xml", content: MODEL }).network).toBeNull();
  });
});
