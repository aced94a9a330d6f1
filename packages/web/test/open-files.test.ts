// Of which kind a text is that somebody pastes.

import { expect, it } from "vitest";
import { nameOfPasted } from "../src/ui/open-files.ts";

it("is told by how it begins, or by what it holds", () => {
  const kinds: readonly (readonly [text: string, name: string | undefined])[] = [
    ["<?xml version='1.0'?><nta/>", "pasted.xml"],
    ["\n <nta><template/></nta>", "pasted.xml"],
    ["// a lamp\nint i;\nprocess P() { state a; init a; }\nsystem P;", "pasted.xta"],
    ["# tchecker\nsystem:s\nprocess:P\nlocation:P:a{initial:}\n", "pasted.tck"],
    ['{ "format": "tracehound-trace" }', "pasted.json"],
    ["E<> P.a\nA[] not deadlock\n", "pasted.q"],
    ["the process of pasting", undefined],
    ["", undefined],
  ];
  for (const [text, name] of kinds) expect(nameOfPasted(text), text).toBe(name);
});
