// Save: back to the file that `tracehound serve` was started with, to a file that the browser lets us write, or as a
// download. A file that somebody else has changed is never written over in silence: then both versions are shown.

import type { FileLink } from "../stores/file-link.ts";
import { Store } from "../stores/store.ts";
import type { Workspace } from "../stores/workspace.ts";
import { download } from "./download.ts";
import { news, type OnDisk, saveServed } from "./served.ts";

interface SavingState {
  /** The file has another content than this document was read from. */
  readonly conflict: Conflict | undefined;
  /** Both versions are looked at. */
  readonly isShown: boolean;
}

export interface Conflict extends OnDisk {
  /** The document that it is about. */
  readonly id: string;
}

type Picker = (options: {
  suggestedName: string;
  types?: { description: string; accept: Record<string, string[]> }[];
}) => Promise<FileSystemFileHandle>;

/** Milliseconds until a server that is silent is asked again. */
const PAUSE = 3000;

export class Saving extends Store<SavingState> {
  private readonly workspace: Workspace;
  private watched = "";
  private watching = new AbortController();
  /** News of a file that is being saved may be of what we write ourselves: they wait for the answer. */
  private latestSave: Promise<void> = Promise.resolve();

  constructor(workspace: Workspace) {
    super({ conflict: undefined, isShown: false });
    this.workspace = workspace;
    workspace.document.onChange(() => this.follow());
    globalThis.document?.addEventListener("visibilitychange", () => this.follow());
  }

  get conflict(): Conflict | undefined {
    const { conflict } = this.state;
    return conflict?.id === this.workspace.document.state.id ? conflict : undefined;
  }

  show(isShown: boolean): void {
    this.set({ isShown });
  }

  /** Everything that is being written is saved, too. */
  async save(): Promise<void> {
    const { workspace } = this;
    await workspace.edits.settle();
    const { id, name, text, file } = workspace.document.state;
    if (id === "") return;
    try {
      if (this.conflict !== undefined) this.show(true);
      else if (file?.kind === "served") await this.saveServed(text, file);
      else if (file?.kind === "handle") await this.saveToHandle(text, file);
      else await this.saveElsewhere(name, text);
    } catch (error) {
      // Whoever closes the dialog of the browser does not want to save.
      if ((error as Error).name !== "AbortError") this.refuse((error as Error).message);
    }
  }

  private refuse(why: string): void {
    const { name } = this.workspace.document.state;
    this.workspace.warn(`${name} was not saved: ${why}. Download it, or save it elsewhere`);
  }

  private async saveServed(text: string, link: FileLink & { kind: "served" }): Promise<void> {
    const { id, name } = this.workspace.document.state;
    const asked = saveServed(text, link);
    this.latestSave = asked.then(() => new Promise((resolve) => setTimeout(resolve)));
    const answer = await asked;
    if (answer.kind === "conflict") this.set({ conflict: { ...answer.now, id }, isShown: true });
    else if (answer.kind === "refused") this.refuse(answer.why);
    else {
      this.workspace.document.markSaved(text, { ...link, tag: answer.tag });
      this.workspace.tell(`${name} is saved`);
    }
  }

  private async saveToHandle(text: string, link: FileLink & { kind: "handle" }): Promise<void> {
    const { id, name, saved } = this.workspace.document.state;
    const now = await textOf(link.handle);
    if (now !== saved && now !== text) {
      this.set({ conflict: { text: now, tag: "", id }, isShown: true });
      return;
    }
    await writeTo(link.handle, link.hasMark ? `\uFEFF${text}` : text);
    this.workspace.document.markSaved(text, link);
    this.workspace.tell(`${name} is saved`);
  }

  /** Where somebody says; a download where the browser does not ask. */
  async saveElsewhere(name: string, text: string): Promise<void> {
    const pick = (globalThis as { showSaveFilePicker?: Picker }).showSaveFilePicker;
    if (pick === undefined) {
      download(name, text);
      this.workspace.document.markSaved(text);
      this.workspace.tell(`${name} is downloaded`);
      return;
    }
    const handle = await pick({ suggestedName: name });
    await writeTo(handle, text);
    this.workspace.document.markSaved(text, { kind: "handle", handle }, handle.name);
    this.workspace.tell(`saved as ${handle.name}`);
  }

  /** What the file has is given up for what is here; it stays among the recent documents. */
  async keepMine(): Promise<void> {
    const { conflict } = this;
    if (conflict === undefined) return;
    const { file } = this.workspace.document.state;
    this.set({ conflict: undefined, isShown: false });
    if (file?.kind === "served") this.workspace.document.markSaved(conflict.text ?? "", { ...file, tag: conflict.tag });
    else this.workspace.document.markSaved(conflict.text ?? "");
    await this.save();
  }

  /** What is here is given up for what the file has; undo brings it back. */
  takeTheirs(): void {
    const { conflict } = this;
    if (conflict?.text == null) return;
    this.set({ conflict: undefined, isShown: false });
    this.read(conflict.text, conflict.tag);
  }

  private read(text: string, tag: string): void {
    const { document: model } = this.workspace;
    const { name, file } = model.state;
    void model.edit(text, `read ${name} again`);
    model.markSaved(text, file?.kind === "served" ? { ...file, tag } : file);
    this.workspace.tell(`${name} changed on the disk and was read again; undo brings back what was here`);
  }

  /** Waits for news of the file that is open, while somebody looks. */
  private follow(): void {
    const { id, file } = this.workspace.document.state;
    const isSeen = globalThis.document === undefined || globalThis.document.visibilityState === "visible";
    const now = file?.kind === "served" && isSeen ? `${id} ${file.tag}` : "";
    if (now === this.watched) return;
    this.watched = now;
    this.watching.abort();
    this.watching = new AbortController();
    if (file?.kind === "served" && now !== "") void this.watch(file, this.watching.signal);
  }

  private async watch(link: FileLink & { kind: "served" }, signal: AbortSignal): Promise<void> {
    let { tag } = link;
    while (!signal.aborted) {
      try {
        const now = await news({ file: link.file, tag }, signal);
        await this.latestSave;
        if (now === undefined || signal.aborted) continue;
        tag = now.tag;
        this.hear(now);
      } catch {
        if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
  }

  private hear(now: OnDisk): void {
    const { document: model } = this.workspace;
    const { id, name, text, file } = model.state;
    if (file?.kind !== "served" || now.tag === file.tag) return;
    if (now.text === text) model.markSaved(text, { ...file, tag: now.tag });
    else if (now.text !== null && model.isSaved && !this.workspace.edits.isBusy) this.read(now.text, now.tag);
    else {
      this.set({ conflict: { ...now, id } });
      this.workspace.warn(`${name} ${now.text === null ? "is gone from the disk" : "changed on the disk, too"}`);
    }
  }
}

async function textOf(handle: FileSystemFileHandle): Promise<string | null> {
  try {
    return await (await handle.getFile()).text();
  } catch (error) {
    if ((error as Error).name === "NotFoundError") return null;
    throw error;
  }
}

async function writeTo(handle: FileSystemFileHandle, text: string): Promise<void> {
  const file = await handle.createWritable();
  await file.write(text);
  await file.close();
}
