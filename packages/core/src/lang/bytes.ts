// From the bytes of a file to its text. Models reach us as UTF-8 (with or without byte order mark), as UTF-16 from
// Windows editors, and as Latin-1 from old UPPAAL versions; what an XML declaration says is believed, and what is
// no text at all is refused. UTF-8 is decoded by the host; Latin-1 by hand, since hosts differ in what they take it
// for.

/**
 * Larger inputs are refused: the largest public models stay below 1 MB, and the trees built from 64 MB of text still
 * fit beside a search.
 */
export const MAX_FILE_SIZE = 64 * 1024 * 1024;

/** What stands at 0x80 to 0x9f. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

export interface DecodedText {
  readonly text: string;
  readonly encoding: "utf-8" | "utf-16" | "latin-1" | "string";
  /** A byte order mark stands in front of UTF-8, which whoever writes the file back keeps. */
  readonly hasMark?: true;
  /** Something the user should know although the text was read. */
  readonly warning?: string;
}

export type Decoding = ({ readonly ok: true } & DecodedText) | { readonly ok: false; readonly problem: string };

/** Decodes a file; a string is taken as it is (without its byte order mark). */
export function decodeContent(content: string | Uint8Array): Decoding {
  if (content.length > MAX_FILE_SIZE) {
    return { ok: false, problem: `the file has more than ${MAX_FILE_SIZE / 1024 / 1024} MB` };
  }
  if (typeof content === "string") {
    return refuseBinary({ text: content.charCodeAt(0) === 0xfeff ? content.slice(1) : content, encoding: "string" });
  }
  const [a, b, c, d] = content;
  if ((a === 0 && b === 0 && c === 0xfe && d === 0xff) || (a === 0xff && b === 0xfe && c === 0 && d === 0)) {
    return { ok: false, problem: "the file is encoded in UTF-32, which is not supported; save it as UTF-8" };
  }
  if (a === 0xff && b === 0xfe) return refuseBinary({ text: utf16(content, 2, true), encoding: "utf-16" });
  if (a === 0xfe && b === 0xff) return refuseBinary({ text: utf16(content, 2, false), encoding: "utf-16" });
  // Without a mark, `<` followed or preceded by a zero byte is how XML in UTF-16 gives itself away.
  if (a === 0x3c && b === 0) return refuseBinary({ text: utf16(content, 0, true), encoding: "utf-16" });
  if (a === 0 && b === 0x3c) return refuseBinary({ text: utf16(content, 0, false), encoding: "utf-16" });
  const marked = a === 0xef && b === 0xbb && c === 0xbf;
  if (!marked) return decodeDeclared(content);
  const decoded = decodeUtf8(content, 3);
  return decoded.ok && decoded.encoding === "utf-8" ? { ...decoded, hasMark: true } : decoded;
}

function decodeDeclared(bytes: Uint8Array): Decoding {
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"'<>]*)["']/.exec(latin1(bytes.subarray(0, 256)))?.[1];
  const name = declared?.trim().toLowerCase();
  switch (name) {
    case undefined:
    case "":
    case "utf-8":
    case "utf8":
    case "us-ascii":
    case "ascii":
    // A UTF-16 file without mark was recognised above: this one lies about itself and is read byte by byte.
    case "utf-16":
      return decodeUtf8(bytes, 0);
    case "iso-8859-1":
    case "iso-8859-15":
    case "latin1":
    case "latin-1":
    case "windows-1252":
    case "cp1252":
      return refuseBinary({ text: latin1(bytes), encoding: "latin-1" });
    default:
      return { ok: false, problem: `the encoding \`${declared}\` is not supported; save the file as UTF-8` };
  }
}

function decodeUtf8(bytes: Uint8Array, start: number): Decoding {
  const text = utf8(bytes.subarray(start));
  if (text !== null) return refuseBinary({ text, encoding: "utf-8" });
  // Comments with umlauts in files that declare nothing: better to read the model than to refuse it.
  const warning = "the file is not valid UTF-8; it was read as Latin-1";
  return refuseBinary({ text: latin1(bytes.subarray(start)), encoding: "latin-1", warning });
}

/** For who writes UTF-8, whatever the file was read from: its XML declaration says so. */
export function declaringUtf8(text: string): string {
  return text.replace(/^(\s*<\?xml[^>]*?encoding\s*=\s*)(["'])([^"']*)\2/, (all, before, quote, encoding) =>
    /^utf-?8$/i.test(encoding) ? all : `${before}${quote}utf-8${quote}`,
  );
}

/** Control characters other than white space never stand in a model. */
function refuseBinary(decoded: DecodedText): Decoding {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  const position = decoded.text.search(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffe\uffff]/);
  if (position < 0) return { ok: true, ...decoded };
  const code = decoded.text.charCodeAt(position).toString(16).toUpperCase().padStart(4, "0");
  return { ok: false, problem: `this is not a text file (character U+${code} at offset ${position})` };
}

/**
 * Latin-1 has control characters between 0x80 and 0x9f; files that say so mean the dashes and quotes that Windows has
 * there.
 */
function latin1(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length);
  units.set(bytes);
  for (let i = 0; i < units.length; i++) {
    const unit = units[i]!;
    if (unit >= 0x80 && unit <= 0x9f) units[i] = WINDOWS_1252.charCodeAt(unit - 0x80);
  }
  return fromUnits(units, units.length);
}

function utf16(bytes: Uint8Array, start: number, littleEndian: boolean): string {
  const count = (bytes.length - start) >> 1;
  const units = new Uint16Array(count);
  const low = littleEndian ? 0 : 1;
  for (let i = 0, at = start; i < count; i++, at += 2) units[i] = bytes[at + low]! | (bytes[at + 1 - low]! << 8);
  return fromUnits(units, count);
}

/** Null when the bytes are no UTF-8: stray or missing continuation bytes, overlong forms, surrogates. */
function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** In slices, because `apply` takes only so many arguments. */
function fromUnits(units: Uint16Array, count: number): string {
  const slice = 8192;
  let text = "";
  for (let at = 0; at < count; at += slice) {
    text += String.fromCharCode.apply(null, units.subarray(at, Math.min(count, at + slice)) as unknown as number[]);
  }
  return text;
}
