import { existsSync, readFileSync } from "node:fs";
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

describe("the manifest", () => {
  const built = new URL("../dist/tracehound.vsix", import.meta.url);

  it.runIf(existsSync(built))("names only files that the built package has, and all of its code", () => {
    const files = Object.keys(unzipSync(readFileSync(built)));
    const { languages, grammars } = manifest.contributes;
    const named = [manifest.main, ...languages.map((one) => one.configuration), ...grammars.map((one) => one.path)];
    const missing = named.map((path) => path.replace(/^\.\//, "extension/")).filter((path) => !files.includes(path));
    expect(missing).toEqual([]);
    expect(files).toContain("extension/dist/language-server.cjs");
    expect(files.filter((path) => !/\.(?:cjs|json|md|txt|xml|vsixmanifest)$/.test(path))).toEqual([]);
  });

  it("asks for no newer editor than its types describe, and starts for every language it serves", () => {
    expect(manifest.engines.vscode).toBe(`^${manifest.devDependencies["@types/vscode"]}`);
    // Languages that the extension brings start it by themselves.
    expect(manifest.activationEvents).toEqual(["onLanguage:xml"]);
    const commands = manifest.contributes.commands.map(({ command }) => command);
    const source = readFileSync(new URL("../src/extension.ts", import.meta.url), "utf8");
    expect(commands.filter((command) => !source.includes(`registerCommand("${command}"`))).toEqual([]);
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
