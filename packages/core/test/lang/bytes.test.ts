import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeContent, MAX_FILE_SIZE } from "../../src/lang/bytes.ts";

const text = '<?xml version="1.0"?><nta>größer → 😀</nta>';

function utf16(source: string, littleEndian: boolean, mark: boolean): Uint8Array {
  const units = [...(mark ? "\ufeff" : "")].concat(source.split("")).map((unit) => unit.charCodeAt(0));
  return Uint8Array.from(units.flatMap((unit) => (littleEndian ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])));
}
const latin1 = (source: string): Uint8Array => Uint8Array.from(source, (character) => character.charCodeAt(0));

describe("decodeContent", () => {
  it("reads UTF-8 with and without byte order mark", () => {
    const bytes = new TextEncoder().encode(text);
    expect(decodeContent(bytes)).toEqual({ ok: true, text, encoding: "utf-8" });
    expect(decodeContent(Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes]))).toMatchObject({ text, encoding: "utf-8" });
    expect(decodeContent(`\ufeff${text}`)).toMatchObject({ text, encoding: "string" });
  });

  it("reads UTF-16 in both byte orders, with a mark or by its first character", () => {
    for (const littleEndian of [true, false]) {
      for (const mark of [true, false]) {
        expect(decodeContent(utf16(text, littleEndian, mark))).toMatchObject({ text, encoding: "utf-16" });
      }
    }
  });

  it("believes a declaration of Latin-1", () => {
    const source = '<?xml version="1.0" encoding="ISO-8859-1"?><nta>größer</nta>';
    expect(decodeContent(latin1(source))).toEqual({ ok: true, text: source, encoding: "latin-1" });
  });

  it("reads the dashes and quotes of Windows", () => {
    const bytes = latin1('<?xml version="1.0" encoding="windows-1252"?><nta>1 \u0096 2 \u0093x\u0094 \u0080</nta>');
    expect(decodeContent(bytes)).toMatchObject({ ok: true, text: expect.stringContaining("1 – 2 “x” €") });
  });

  it("reads invalid UTF-8 as Latin-1 and says so", () => {
    const decoded = decodeContent(latin1("// für alle\nclock x;"));
    expect(decoded).toMatchObject({ ok: true, text: "// für alle\nclock x;", encoding: "latin-1" });
    expect(decoded).toHaveProperty("warning");
  });

  it.each([
    ["other encodings", latin1('<?xml version="1.0" encoding="EBCDIC-FR"?><nta/>'), /EBCDIC-FR/],
    ["UTF-32", Uint8Array.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), /UTF-32/],
    ["binary files", Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), /not a text file/],
  ])("refuses %s", (_, bytes, problem) => {
    expect(decodeContent(bytes)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
  });

  it("refuses files beyond the limit", () => {
    expect(decodeContent(new Uint8Array(MAX_FILE_SIZE + 1))).toMatchObject({ ok: false });
  });

  it("agrees with the platform's decoder on every UTF-8 text, and rejects what that rejects", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (source) => {
        const bytes = new TextEncoder().encode(`x${source}`);
        const decoded = decodeContent(bytes);
        if (decoded.ok) expect(decoded.text).toBe(new TextDecoder().decode(bytes));
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (tail) => {
        const bytes = Uint8Array.from([0x78, ...tail]);
        const decoded = decodeContent(bytes);
        let valid = true;
        try {
          new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        } catch {
          valid = false;
        }
        if (decoded.ok) expect(decoded.encoding).toBe(valid ? "utf-8" : "latin-1");
      }),
    );
  });
});
