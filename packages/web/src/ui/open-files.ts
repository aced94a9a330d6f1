// Files from the visitor's disk: models open, traces are replayed, query files are asked. Of several models at once the
// first is opened, and those that are left are named.

import type { Workspace } from "../stores/workspace.ts";

/** More than any model; a browser would choke on it before we could say what is wrong. */
const MOST_BYTES = 64e6;

interface TextFile {
  readonly name: string;
  readonly text: string;
}

export async function openFiles(workspace: Workspace, files: readonly File[]): Promise<void> {
  const left: string[] = [];
  const read: TextFile[] = [];
  for (const file of files) {
    if (file.size > MOST_BYTES) left.push(`${file.name} has ${Math.round(file.size / 1e6)} MB, more than a model has`);
    else if (/\.uctr$/i.test(file.name)) left.push(`${file.name}: ${UCTR}`);
    else read.push({ name: file.name, text: await decode(file) });
  }
  const [model, ...others] = read.filter((file) => isModel(file));
  if (model !== undefined) await workspace.open(model.name, model.text);
  if (others.length > 0) {
    left.push(`one model at a time: ${model!.name} is open, ${others.map(({ name }) => name).join(", ")} not`);
  }
  for (const { name, text } of read.filter((file) => !isModel(file))) {
    if (workspace.document.state.name === "") left.push(`${name} belongs to a model: open both`);
    else if (/\.q$/i.test(name)) await workspace.askAll(name, text);
    else await workspace.replay(name, text);
  }
  if (left.length > 0) workspace.warn(left.join("; "));
}

/** What was copied elsewhere: files, or the text of one. False: it is none that could be opened here. */
export async function openPasted(workspace: Workspace, data: DataTransfer): Promise<boolean> {
  const text = data.getData("text/plain");
  const name = nameOfPasted(text);
  const files = data.files.length > 0 || name === undefined ? [...data.files] : [new File([text], name)];
  if (files.length > 0) await openFiles(workspace, files);
  return files.length > 0;
}

/** A file name that says of which kind a text is; undefined where it is of none. */
export function nameOfPasted(text: string): string | undefined {
  if (/^\s*<(?:\?xml|!DOCTYPE|!--|nta\b|project\b)/i.test(text)) return "pasted.xml";
  if (/^\s*\{\s*"/.test(text)) return "pasted.json";
  if (/^\s*system:\w+/m.test(text) && /^\s*process:\w+/m.test(text)) return "pasted.tck";
  if (/\bprocess\s+\w+\s*\(/.test(text) && /\bsystem\s+\w/.test(text)) return "pasted.xta";
  if (/^\s*(?:E<>|A\[\]|E\[\]|A<>|sup|inf|bounds|LTL|\/\/|\/\*)/.test(text)) return "pasted.q";
  return undefined;
}

const UCTR =
  "how .uctr files are written is not documented well enough to trust a reading; save the run as .xtr, which opens here";

/** UTF-8, or UTF-16 where a byte order mark says so. */
async function decode(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

function isModel({ name, text }: TextFile): boolean {
  return !/\.(?:q|xtr)$/i.test(name) && !isJsonTrace(text);
}

/** Our JSON says what it is; a trace may leave that out. */
function isJsonTrace(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false;
  const head = text.slice(0, 5000);
  const format = /"format"\s*:\s*"(tracehound-\w+)"/.exec(head)?.[1];
  return format === undefined ? /"steps"\s*:/.test(head) : format === "tracehound-trace";
}
