// Diagnostics must point at the very character of the file, through entities, CDATA, comments and odd line ends.

import { describe, expect, it } from "vitest";
import { Sources } from "../../../../src/diagnostics/index.ts";
import { BlockMaker } from "../../../../src/lang/uppaal/xml/text.ts";
import { childOf, childrenOf, parseXml, pathOf, type XmlElement } from "../../../../src/lang/uppaal/xml/tree.ts";

function rootOf(text: string): XmlElement {
  const parsed = parseXml(text);
  if ("problem" in parsed) throw new Error(parsed.problem.message);
  return parsed.file.root;
}

/** Line and column in the file of the first occurrence of `needle` in the decoded text of the root. */
function positionOf(text: string, needle: string): { decoded: string; line: number; column: number } {
  const sources = new Sources();
  const block = new BlockMaker("m.xml", text).contentOf(rootOf(text));
  const start = block.text.indexOf(needle);
  const { line, column } = sources.locate({ block: sources.add(block), start, end: start + needle.length });
  return { decoded: block.text, line, column };
}

describe("positions in XML", () => {
  it.each([
    ["plain text", "<a>\n  x &gt; y\n  oops</a>", "\n  x > y\n  oops", 3, 3],
    ["entities", "<a>x &lt;= 3 &amp;&amp; oops</a>", "x <= 3 && oops", 1, 25],
    ["character references", "<a>&#120; &#x1F600; oops</a>", "x 😀 oops", 1, 21],
    ["CDATA", "<a>x\n<![CDATA[ a < b && oops]]> </a>", "x\n a < b && oops ", 2, 20],
    ["comments", "<a>x <!-- & no\nmore --> oops</a>", "x  oops", 2, 10],
    ["processing instructions", "<a><?editor x?>oops</a>", "oops", 1, 16],
    ["elements in a text", '<a>x <b c=">">no</b> oops</a>', "x  oops", 1, 22],
    ["line ends of Windows", "<a>x\r\n y &lt;\r\n oops</a>", "x\n y <\n oops", 3, 2],
    ["line ends of old times", "<a>x\ry\r oops</a>", "x\ny\n oops", 3, 2],
    ["astral characters", "<a>😀oops</a>", "😀oops", 1, 6],
  ])("are exact through %s", (_, text, decoded, line, column) => {
    expect(positionOf(text, "oops")).toEqual({ decoded, line, column });
  });

  it("decode as saxes does", () => {
    const text = "<a>1 &lt; 2 <![CDATA[<&>]]]]><![CDATA[>]]> &#13;\r\nx\r</a>";
    expect(positionOf(text, "x").decoded).toBe("1 < 2 <&>]]> \r\nx\n");
  });

  it("name elements by the paths UPPAAL uses", () => {
    const root = rootOf(
      "<nta><declaration/><template/><template><transition><label/><label/></transition></template></nta>",
    );
    const template = childrenOf(root, "template")[1]!;
    const label = childOf(template, "transition")!.children[1]!;
    expect(pathOf(label)).toBe("/nta/template[2]/transition[1]/label[2]");
    expect(pathOf(childOf(root, "declaration")!)).toBe("/nta/declaration");
  });
});
