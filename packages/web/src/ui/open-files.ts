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
