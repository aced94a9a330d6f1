// Of which kind a text is that somebody pastes, and what becomes of the encoding of a file.

import { describe, expect, it } from "vitest";
import type { Workspace } from "../src/stores/workspace.ts";
import { nameOfPasted, openFiles } from "../src/ui/open-files.ts";

it("is told by how it begins, or by what it holds", () => {
  const kinds: readonly (readonly [text: string, name: string | undefined])[] = [
    ["<?xml version='1.0'?><nta/>", "pasted.xml"],
    ["\n <nta><template/></nta>", "pasted.xml"],
    ["// a lamp\nint i;\nprocess P() { state a; init a; }\nsystem P;", "pasted.xta"],
    ["# tchecker\nsystem:s\nprocess:P\nlocation:P:a{initial:}\n", "pasted.tck"],
    ['{ "format": "tracehound-trace" }', "pasted.json"],
    ["E<> P.a\nA[] not deadlock\n", "pasted.q"],
    ["Pr[<=10](<> P.a)", "pasted.q"],
    ["E[<=10; 50](max: x)", "pasted.q"],
    ["simulate [<=10] {x}", "pasted.q"],
    ["P=? [ F x=1 ]", "pasted.props"],
    ['R{"time"}<=3 [ F x=1 ]', "pasted.props"],
    ["PS: the letter", undefined],
    ["the process of pasting", undefined],
    ["", undefined],
  ];
  for (const [text, name] of kinds) expect(nameOfPasted(text), text).toBe(name);
});

describe("a file that is opened", () => {
  const XML = '<?xml version="1.0" encoding="ISO-8859-1"?><nta><declaration>// für x</declaration></nta>';
  async function opened(
    bytes: Uint8Array<ArrayBuffer>,
    name = "m.xml",
  ): Promise<{ text: string; link: unknown; said: string }> {
    let [text, link, said]: [string, unknown, string] = ["", undefined, ""];
    const workspace = {
      open: (_: string, content: string, __: readonly string[], { file }: { file?: unknown }) => {
        [text, link] = [content, file];
      },
      warn: (what: string) => {
        said = what;
      },
      document: { state: { name: "" } },
    };
    const handle = { kind: "file" } as FileSystemFileHandle;
    await openFiles(workspace as unknown as Workspace, [{ file: new File([bytes], name), handle }]);
    return { text, link, said };
  }
  const latin = Uint8Array.from(XML, (letter) => letter.charCodeAt(0));
  const utf8 = new TextEncoder().encode("<nta/>");

  it("is written back as it was, with its mark", async () => {
    expect(await opened(utf8)).toEqual({ text: "<nta/>", link: expect.objectContaining({ hasMark: false }), said: "" });
    const marked = await opened(Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8]));
    expect(marked).toEqual({ text: "<nta/>", link: expect.objectContaining({ hasMark: true }), said: "" });
  });

  it("keeps its letters in another encoding, says so, and is saved elsewhere", async () => {
    const { text, link, said } = await opened(latin);
    expect(text).toBe(XML.replace("ISO-8859-1", "utf-8"));
    expect(link).toBeUndefined();
    expect(said).toBe("m.xml is LATIN-1: it is saved as UTF-8, elsewhere");
  });

  it("is named where it cannot be read, as a folder that is dropped", async () => {
    const folder = { name: "models", size: 0, arrayBuffer: () => Promise.reject(new Error("no file")) };
    let said = "";
    const workspace = { warn: (what: string) => void (said = what), document: { state: { name: "" } } };
    await openFiles(workspace as unknown as Workspace, [{ file: folder as unknown as File }]);
    expect(said).toBe("models cannot be read: it is a folder, or is gone");
  });

  it("is left where it is no text, or a certificate, and what is open stays", async () => {
    const picture = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0]);
    const picked = await opened(picture, "photo.png");
    expect(picked).toEqual({ text: "", link: undefined, said: "photo.png is no text: it is not opened" });
    expect((await opened(picture)).said).toContain("m.xml is no UTF-8");
    const certificate = new TextEncoder().encode('{\n "format": "tracehound-certificate",\n "states": []\n}');
    const { text, said } = await opened(certificate, "proof.json");
    expect([text, said]).toEqual(["", "proof.json is a certificate: `tracehound verify MODEL proof.json` checks it"]);
  });
});
