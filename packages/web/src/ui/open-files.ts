// Files from the visitor's disk: models open, traces are replayed, query files are asked. Of several models at once the
// first is opened, and those that are left are named.

import { declaringUtf8, decodeContent, defined } from "@tracehound/core";
import type { Workspace } from "../stores/workspace.ts";

/** More than any model; a browser would choke on it before we could say what is wrong. */
const MOST_BYTES = 64e6;

/** Files of questions: UPPAAL's and PRISM's. */
const QUESTIONS = /\.(?:q|props|pctl|csl)$/i;
/** Files that claim to be text for us: what they hold is shown, even where it is none. */
const OURS = /\.(?:xml|xta|ta|tck|prism|pm|nm|sm|json|muntax|q|props|pctl|csl|xtr|txt)$/i;

interface TextFile {
  readonly name: string;
  readonly text: string;
  readonly hasMark: boolean;
  /** Of what is not UTF-8 and is saved as that, elsewhere. */
  readonly encoding?: string | undefined;
  readonly handle?: FileSystemFileHandle | undefined;
}

/** A file, and perhaps a way to write it back. */
export interface Chosen {
  readonly file: File;
  readonly handle?: FileSystemFileHandle | undefined;
}

type Picker = (options: { multiple: boolean }) => Promise<FileSystemFileHandle[]>;

/** Files that somebody chooses, which can be saved again; undefined where the browser has no such dialog. */
export async function chooseFiles(): Promise<readonly Chosen[] | undefined> {
  const pick = (globalThis as { showOpenFilePicker?: Picker }).showOpenFilePicker;
  if (pick === undefined) return undefined;
  // Whoever closes the dialog chooses nothing.
  const handles = await pick({ multiple: true }).catch(() => []);
  return Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), handle })));
}

/** What was dropped; to be called while the event is handled. */
export function droppedFiles({ items }: DataTransfer): Promise<readonly Chosen[]> {
  type Item = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> };
  const chosen = [...items].flatMap((item: Item) => {
    const file = item.kind === "file" ? item.getAsFile() : null;
    if (file === null) return [];
    const handle = item.getAsFileSystemHandle?.().catch(() => null) ?? Promise.resolve(null);
    return [handle.then((found) => ({ file, ...(isFile(found) ? { handle: found } : {}) }))];
  });
  return Promise.all(chosen);
}

function isFile(handle: FileSystemHandle | null): handle is FileSystemFileHandle {
  return handle?.kind === "file";
}

export async function openFiles(workspace: Workspace, chosen: readonly Chosen[]): Promise<void> {
  const left: string[] = [];
  const read: TextFile[] = [];
  for (const { file, handle } of chosen) {
    if (file.size > MOST_BYTES) left.push(`${file.name} has ${Math.round(file.size / 1e6)} MB, more than a model has`);
    else if (/\.uctr$/i.test(file.name)) left.push(`${file.name}: ${UCTR}`);
    else {
      const found = await textIn(file);
      if (typeof found === "string") left.push(found);
      else read.push({ ...found, handle });
    }
  }
  const [model, ...others] = read.filter((file) => isModel(file));
  if (model !== undefined) {
    const { name, text, handle, hasMark, encoding } = model;
    const isKept = handle !== undefined && encoding === undefined;
    const file = isKept ? ({ kind: "handle", handle, hasMark } as const) : undefined;
    await workspace.open(name, text, [], defined({ file }));
    if (encoding !== undefined) left.push(`${name} is ${encoding}: it is saved as UTF-8, elsewhere`);
  }
  if (others.length > 0) {
    left.push(`one model at a time: ${model!.name} is open, ${others.map(({ name }) => name).join(", ")} not`);
  }
  for (const { name, text } of read.filter((file) => !isModel(file))) {
    if (workspace.document.state.name === "") left.push(`${name} belongs to a model: open both`);
    else if (QUESTIONS.test(name)) await workspace.asking.askAll(name, text);
    else await workspace.replay(name, text);
  }
  if (left.length > 0) workspace.warn(left.join("; "));
}

/** What was copied elsewhere: files, or the text of one. False: it is none that could be opened here. */
export async function openPasted(workspace: Workspace, data: DataTransfer): Promise<boolean> {
  const text = data.getData("text/plain");
  const name = nameOfPasted(text);
  const files = data.files.length > 0 || name === undefined ? [...data.files] : [new File([text], name)];
  if (files.length > 0)
    await openFiles(
      workspace,
      files.map((file) => ({ file })),
    );
  return files.length > 0;
}

/** A file name that says of which kind a text is; undefined where it is of none. */
export function nameOfPasted(text: string): string | undefined {
  if (/^\s*<(?:\?xml|!DOCTYPE|!--|nta\b|project\b)/i.test(text)) return "pasted.xml";
  if (/^\s*\{\s*"/.test(text)) return "pasted.json";
  if (/^\s*system:\w+/m.test(text) && /^\s*process:\w+/m.test(text)) return "pasted.tck";
  if (/\bprocess\s+\w+\s*\(/.test(text) && /\bsystem\s+\w/.test(text)) return "pasted.xta";
  if (/^(?:\s|\/\/[^\n]*)*(?:dtmc|ctmc|mdp|probabilistic|nondeterministic|stochastic)\b/.test(text))
    return "pasted.prism";
  if (/^\s*(?:E<>|A\[\]|E\s*\[|A<>|sup|inf|bounds|LTL|Pr\s*\[|simulate\b|\/\/|\/\*)/.test(text)) return "pasted.q";
  if (/^\s*[PRS](?:min|max)?\s*(?:[{=]|[<>]=?)/.test(text)) return "pasted.props";
  return undefined;
}

const UCTR =
  "how .uctr files are written is not documented well enough to trust a reading; save the run as .xtr, which opens here";

interface Decoded extends Pick<TextFile, "text" | "hasMark" | "encoding"> {
  readonly isText: boolean;
}

/** As the command line reads it; what is no text is shown as far as it is one. */
async function decode(file: File): Promise<Decoded> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const decoded = decodeContent(bytes);
  if (!decoded.ok)
    return { text: new TextDecoder().decode(bytes), hasMark: false, encoding: "no UTF-8", isText: false };
  const { text, encoding, hasMark = false } = decoded;
  if (encoding === "utf-8") return { text, hasMark, isText: true };
  return { text: declaringUtf8(text), hasMark: false, encoding: encoding.toUpperCase(), isText: true };
}

/** Words: why it is neither a model nor anything that belongs to one. */
async function textIn(file: File): Promise<TextFile | string> {
  const { name } = file;
  const decoded = await decode(file).catch(() => undefined);
  if (decoded === undefined) return `${name} cannot be read: it is a folder, or is gone`;
  if (!decoded.isText && !OURS.test(name)) return `${name} is no text: it is not opened`;
  if (/^\s*\{[^{}]*"format"\s*:\s*"tracehound-certificate"/.test(decoded.text.slice(0, 5000)))
    return `${name} is a certificate: \`tracehound verify MODEL ${name}\` checks it`;
  return { name, ...decoded };
}

function isModel({ name, text }: TextFile): boolean {
  return !QUESTIONS.test(name) && !/\.xtr$/i.test(name) && !isJsonTrace(text);
}

/** Our JSON says what it is; a trace may leave that out. */
function isJsonTrace(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false;
  const head = text.slice(0, 5000);
  const format = /"format"\s*:\s*"(tracehound-\w+)"/.exec(head)?.[1];
  return format === undefined ? /"steps"\s*:/.test(head) : format === "tracehound-trace";
}
