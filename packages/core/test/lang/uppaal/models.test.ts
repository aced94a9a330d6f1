// Every text of the models beside the project is read without a complaint: declarations, labels, systems, queries.
// The XML is taken apart with plain patterns here, so that the test does not depend on the XML reader.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DiagnosticSink, Sources } from "../../../src/diagnostics/index.ts";
import * as parse from "../../../src/lang/uppaal/parse.ts";

const MODELS = join(import.meta.dirname, "../../../../../../shared/models");
const present = existsSync(MODELS);
if (!present) console.info("no ../shared/models: its texts are not read in this run");

export function decode(text: string): string {
  return text
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, "$1")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&amp;/g, "&");
}

function files(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

function input(file: string, text: string): parse.ParseInput {
  const sources = new Sources();
  return { sources, block: sources.add({ file, text }), sink: new DiagnosticSink(), syntax: "new" };
}

type Reader = (input: parse.ParseInput) => unknown;
const READERS: Record<string, Reader> = {
  declaration: parse.parseDeclarations,
  parameter: parse.parseParameters,
  system: parse.parseSystem,
  formula: parse.parseQuery,
  guard: (i) => parse.parseExpressionLabel(i, "guard"),
  invariant: (i) => parse.parseExpressionLabel(i, "invariant"),
  exponentialrate: (i) => parse.parseExpressionLabel(i, "rate"),
  probability: (i) => parse.parseExpressionLabel(i, "weight"),
  select: parse.parseSelect,
  synchronisation: parse.parseSync,
  assignment: parse.parseUpdate,
};

describe.runIf(present)("texts of real models", () => {
  it("are read without errors", () => {
    const faults: string[] = [];
    let texts = 0;
    for (const file of files(MODELS, ".xml")) {
      const xml = readFileSync(file, "utf8").replace(/<!--[\s\S]*?-->/g, "");
      const elements = /<(declaration|parameter|system|formula|label)\b([^>]*?)>([\s\S]*?)<\/\1>/g;
      for (const [, tag, attributes, body] of xml.matchAll(elements)) {
        const kind = tag === "label" ? /kind=["'](\w+)["']/.exec(attributes!)![1]! : tag!;
        const reader = READERS[kind];
        if (reader === undefined || attributes!.endsWith("/")) continue;
        const text = input(file, decode(body!));
        reader(text);
        texts++;
        for (const { message, span } of text.sink.list) {
          faults.push(`${file}: ${message}: ${text.sources.locate(span!).excerpt}`);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(texts).toBeGreaterThan(1000);
  });

  it("includes query files", () => {
    for (const file of files(MODELS, ".q")) {
      const text = input(file, readFileSync(file, "utf8"));
      const items = parse.parseQueryFile(text);
      expect(text.sink.list).toEqual([]);
      expect(items.length).toBeGreaterThan(0);
      for (const item of items) expect(item.query, item.text).not.toBeNull();
      expect(items[0]!.comment).not.toMatch(/generated from/);
    }
  });
});
