// Files from the visitor's disk: models open, traces are replayed, query files are asked.

import type { Workspace } from "../stores/workspace.ts";

/** More than any model; a browser would choke on it before we could say what is wrong. */
const MOST_BYTES = 64e6;

export async function openFiles(workspace: Workspace, files: readonly File[]): Promise<void> {
  const model = files.find(({ name }) => !/\.(?:xtr|uctr|q)$/i.test(name));
  for (const file of [...(model === undefined ? [] : [model]), ...files.filter((other) => other !== model)]) {
    if (file.size > MOST_BYTES) {
      workspace.tell(`${file.name} has ${Math.round(file.size / 1e6)} MB, which is more than a model has`);
      continue;
    }
    await openFile(workspace, file.name, await decode(file));
  }
}

/** UTF-8, or UTF-16 where a byte order mark says so. */
async function decode(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

async function openFile(workspace: Workspace, name: string, text: string): Promise<void> {
  if (/\.q$/i.test(name)) {
    await workspace.askAll(name, text);
    return;
  }
  if (/\.uctr$/i.test(name)) {
    workspace.tell(
      `${name}: how .uctr files are written is not documented well enough to trust a reading; save the run as .xtr, which opens here`,
    );
    return;
  }
  if (/\.xtr$/i.test(name) || isJsonTrace(text)) await workspace.replay(name, text);
  else await workspace.open(name, text);
}

/** Our JSON says what it is; a trace may leave that out. */
function isJsonTrace(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false;
  const head = text.slice(0, 5000);
  const format = /"format"\s*:\s*"(tracehound-\w+)"/.exec(head)?.[1];
  return format === undefined ? /"steps"\s*:/.test(head) : format === "tracehound-trace";
}
