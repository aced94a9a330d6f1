import { readFileSync } from "node:fs";
import { strFromU8, strToU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { GRAMMARS } from "../build/grammars.ts";
import { packVsix } from "../build/vsix.ts";
import manifest from "../package.json" with { type: "json" };

describe("the packed extension", () => {
  const packed = unzipSync(packVsix(manifest, { "README.md": strToU8("# Hello") }));

  it("is laid out as editors expect it", () => {
    expect(Object.keys(packed)).toEqual([
      "[Content_Types].xml",
      "extension.vsixmanifest",
      "extension/package.json",
      "extension/README.md",
    ]);
    const about = strFromU8(packed["extension.vsixmanifest"]!);
    expect(about).toContain(`Id="tracehound-vscode" Version="${manifest.version}" Publisher="tracehound"`);
    expect(about).toContain('Value="^1.91.0"');
    expect(JSON.parse(strFromU8(packed["extension/package.json"]!))).toMatchObject({ main: "./dist/extension.cjs" });
  });

  it("is the same file whenever it is packed", () => {
    const files = { "README.md": strToU8("# Hello") };
    expect(packVsix(manifest, files)).toEqual(packVsix(manifest, files));
  });
});

describe("highlighting", () => {
  it("has a grammar for every language of the manifest", () => {
    for (const { language, scopeName, path } of manifest.contributes.grammars) {
      expect(GRAMMARS[language]!.scopeName).toBe(scopeName);
      expect(path).toBe(`./dist/syntaxes/${language}.json`);
    }
    for (const { configuration } of manifest.contributes.languages)
      expect(() => JSON.parse(readFileSync(new URL(`../${configuration}`, import.meta.url), "utf8"))).not.toThrow();
  });

  it.each([
    ["uppaal", "clock", "storage.type.uppaal"],
    ["uppaal", "while", "keyword.control.uppaal"],
    ["uppaal", "// a while", "comment.line.double-slash"],
    ["uppaal-query", "A[]", "keyword.control.quantifier.uppaal-query"],
    ["uppaal-query", "imply", "keyword.control.uppaal-query"],
    ["tchecker", "location", "keyword.control.tchecker"],
    ["tchecker", "# clock", "comment.line.number-sign"],
    ["tchecker", "42", "constant.numeric.tchecker"],
  ])("%s: %s is %s", (language, text, name) => {
    const patterns = GRAMMARS[language]!.patterns as readonly { name: string; match?: string; begin?: string }[];
    const first = patterns.find(({ match, begin }) => new RegExp(`^(?:${match ?? begin})`).test(text));
    expect(first?.name).toBe(name);
  });
});
