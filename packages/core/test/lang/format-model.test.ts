import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { formatModel } from "../../src/lang/format-model.ts";
import { loadModel } from "../../src/lang/load.ts";

function format(name: string, content: string): string {
  const { result } = formatModel({ name, content });
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.diagnostics)}`);
  return result.value;
}

/** The network without positions, with diagnostics of the reader on the way. */
function meaning(name: string, content: string): unknown {
  const { network } = loadModel({ name, content }, { lints: false });
  // Positions and the exact words of queries are what formatting may change.
  return JSON.parse(
    JSON.stringify({ ...network, sources: [] }, (key, value: unknown) =>
      key === "span" || key === "text" || key === "sources" ? undefined : value,
    ),
  );
}

const XML = `<?xml version="1.0"?>
<nta>
  <!-- kept -->
  <declaration>int   i;clock x ;
// a remark
void f( ) { i = i+1 ; }</declaration>
  <template>
    <name>P</name>
    <location id="a" x="1" y="2"><label kind="invariant" x="3" y="4">x&lt;=5&amp;&amp;x&gt;=0</label></location>
    <init ref="a"/>
    <transition><source ref="a"/><target ref="a"/>
      <label kind="guard">i==0   &amp;&amp;
  x&gt;1</label>
      <label kind="assignment">i=1,x=0</label>
    </transition>
  </template>
  <system>system   P;</system>
</nta>
`;

describe("format", () => {
  it("lays out the texts of an XML model and leaves everything else alone", () => {
    const formatted = format("m.xml", XML);
    const kept = ["<!-- kept -->", "// a remark", '<location id="a" x="1" y="2">'];
    // Line breaks in a label belong to the drawing.
    for (const part of [...kept, "i==0   &amp;&amp;\n  x&gt;1"]) expect(formatted).toContain(part);
    const invariant = '<label kind="invariant" x="3" y="4">x &lt;= 5 &amp;&amp; x &gt;= 0</label>';
    const laidOut = [invariant, "i = 1, x = 0", "void f() {\n    i = i + 1;\n}"];
    for (const part of laidOut) expect(formatted).toContain(part);
    expect(format("m.xml", formatted)).toBe(formatted);
    expect(meaning("m.xml", formatted)).toEqual(meaning("m.xml", XML));
  });

  it("tidies TChecker lines and keeps comments", () => {
    const text = "# top\n\n\n system : s # name\nprocess:P\nlocation : P : l { initial : : labels : a , b }   \n\n";
    const formatted = format("m.tck", text);
    expect(formatted).toBe("# top\n\nsystem:s # name\nprocess:P\nlocation:P:l{initial: : labels:a , b}\n");
    expect(format("m.tck", formatted)).toBe(formatted);
  });

  it("tidies .xta", () => {
    const text = "int i;process P(){clock x;state a;init a;trans a->a{guard x>3;assign i=1;};}\nsystem P;";
    const formatted = format("m.xta", text);
    expect(formatted).toContain("x > 3");
    expect(format("m.xta", formatted)).toBe(formatted);
    expect(meaning("m.xta", formatted)).toEqual(meaning("m.xta", text));
  });

  it("says what stands in the way", () => {
    const codes = (name: string, content: string) =>
      formatModel({ name, content }).result.diagnostics.map(({ code }) => code);
    expect(codes("m.xml", "<nta>")).toEqual(["TH1901"]);
    expect(codes("m.json", "{}")).toEqual(["TH3403"]);
    expect(codes("m.tck", "system:s{")).toEqual(["TH1401"]);
    expect(codes("m.xta", "int ;")).not.toEqual([]);
  });

  it("says which file is no text", () => {
    const { result, sources } = formatModel({ name: "m.xta", content: new Uint8Array([1, 2, 3]) });
    const [diagnostic] = result.ok ? [] : result.diagnostics;
    expect(sources.locate(diagnostic!.span!)).toMatchObject({ file: "m.xta", line: 1 });
  });

  const shared = fileURLToPath(new URL("../../../../../shared/models", import.meta.url));
  if (!existsSync(shared)) console.info("No shared models beside the project: `format` is not tried on them here.");
  it.runIf(existsSync(shared))("keeps the meaning of every shared model, and is done after one round", () => {
    const names = readdirSync(shared, { recursive: true, encoding: "utf8" });
    for (const name of names.filter((file) => /\.(xml|tck)$/.test(file))) {
      const text = readFileSync(`${shared}/${name}`, "utf8");
      const once = format(name, text);
      expect(format(name, once) === once, name).toBe(true);
      expect(meaning(name, once), name).toEqual(meaning(name, text));
    }
  });
});
