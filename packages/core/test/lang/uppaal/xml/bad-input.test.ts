// Whatever comes in, a clear answer goes out: no exception, no hang, and a place in the file.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defined } from "../../../../src/basics/defined.ts";
import { haveModels, modelText, readXml, SMALL, xmlModels } from "./models.ts";

/** The first error's message and where it stands. */
function complaint(text: string): { code: string; message: string; line: number; column: number; path?: string } {
  const { sink, sources } = readXml(text);
  const error = sink.list.find(({ severity }) => severity === "error");
  expect(error, "an error").toBeDefined();
  const { line, column, path } = sources.locate(error!.span!);
  return { code: error!.code, message: error!.message, line, column, ...defined({ path }) };
}

describe("malformed XML", () => {
  it.each([
    ["an element that is not closed", "<nta>\n<template>", 2],
    ["elements that cross", "<nta>\n<template></nta></template>", 2],
    ["a lone ampersand", "<nta>\n<declaration>a && b</declaration></nta>", 2],
    ["a lone less-than", "<nta>\n<declaration>a < b</declaration></nta>", 2],
    ["text without elements", "clock x;", 1],
    ["two roots", "<nta/>\n<nta/>", 2],
    ["an attribute given twice", '<nta a="1"\n a="2"/>', 2],
    ["an attribute without quotes", "<nta a=1/>", 1],
    ["a reference to no character", "<nta>&#0;</nta>", 1],
    ["an end in a comment", "<nta><!-- ", 1],
    ["an end in CDATA", "<nta><![CDATA[ ", 1],
  ])("is refused where it stands: %s", (_, text, line) => {
    expect(complaint(text)).toMatchObject({ code: "TH1901", line });
  });

  it("names the element it stands in", () => {
    const text = "<nta><template/><template><name>P</name><location>&nope;</location></template></nta>";
    expect(complaint(text)).toMatchObject({ path: "/nta/template[2]/location[1]" });
  });

  it("does not blow up entity bombs", () => {
    const levels = Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i + 1} "&a${i};&a${i};&a${i};">`);
    const text = `<!DOCTYPE nta [<!ENTITY a0 "ha">${levels.join("")}]><nta><declaration>&a30;</declaration></nta>`;
    // 3^30 pieces of text, if they were put together.
    expect(complaint(text).message).toMatch(/entit/);
  });

  it("does not fetch external entities", () => {
    const text = '<!DOCTYPE nta [<!ENTITY x SYSTEM "file:///etc/passwd">]><nta><declaration>&x;</declaration></nta>';
    expect(complaint(text).message).toMatch(/entit/);
  });

  it("stops at absurd depth", () => {
    expect(complaint("<nta>".repeat(1_000_000)).message).toMatch(/nested more than/);
    expect(complaint(`<nta>${"<a>".repeat(500)}${"</a>".repeat(500)}</nta>`).message).toMatch(/nested more than/);
  });

  it("shows little of a very long line", () => {
    const { sink, sources } = readXml(`<nta>${"x".repeat(5_000_000)}&oops;</nta>`);
    expect(sources.locate(sink.list[0]!.span!).excerpt.length).toBeLessThan(200);
  });
});

describe("large files", () => {
  /** Processor seconds: other work on the machine does not count. */
  const timed = (text: string): number => {
    const before = process.cpuUsage();
    readXml(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };

  it("of ten megabytes are read or refused in bounded time", () => {
    const size = 10_000_000;
    const texts = [
      `<nta><declaration>/* ${"blah\n".repeat(size / 5)} */</declaration><system>system P;</system></nta>`,
      `<nta>${"<a/>".repeat(size / 4)}</nta>`,
      `<nta><declaration>${"<a/>".repeat(100_000)}</declaration></nta>`,
      `<nta><declaration>${"&lt;".repeat(size / 20)}</declaration></nta>`,
      `<nta ${Array.from({ length: 100_000 }, (_, i) => `a${i}=""`).join(" ")}/>`,
      "<".repeat(size),
      "<nta>".padEnd(size, "\r"),
    ];
    for (const text of texts) expect(timed(text)).toBeLessThan(10);
  });
});

const real = haveModels ? xmlModels.map(modelText).filter((text) => text.length < 8_000) : [];
const seeds = [SMALL, ...real];

describe("mutated models", () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 5 }),
    fc.constantFrom("<", ">", "&", "]]>", "<![CDATA[", "&lt;", "</label>", "<label>", '"', "\0", "\r", "(", "{", "//"),
  );
  const mutation = fc.record({ at: fc.nat(), remove: fc.nat({ max: 20 }), insert: piece });

  it("never throw, and always explain themselves", () => {
    fc.assert(
      fc.property(fc.constantFrom(...seeds), fc.array(mutation, { minLength: 1, maxLength: 4 }), (seed, mutations) => {
        let text = seed;
        for (const { at, remove, insert } of mutations) {
          const start = at % (text.length + 1);
          text = text.slice(0, start) + insert + text.slice(start + remove);
        }
        const { model, sink, sources } = readXml(text);
        if (model === null) expect(sink.errors).toBeGreaterThan(0);
        for (const { span } of sink.list) if (span !== undefined) sources.locate(span);
      }),
      { numRuns: 300 },
    );
  });

  it("random text never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        expect(readXml(text).sink.errors).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });
});
