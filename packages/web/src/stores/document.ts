// The document: a file's name and text, what was read from it, and what can be undone. The text is the model; every
// edit is a change of the text, so that whatever else stands in the file survives. Opening another document is a
// change, too: undo leads back to the one before.

import type { WorkerClient } from "../workers/client.ts";
import type { Source } from "../workers/protocol.ts";
import type { FileLink } from "./file-link.ts";
import type { ModelView } from "./model-view.ts";
import { Store } from "./store.ts";

/** Which document a text belongs to. */
export interface Identity {
  /** The slot that it is kept in; empty where no document is open. */
  readonly id: string;
  readonly name: string;
  /** The text that its file has, as far as is known: what it was opened with, or saved as last. */
  readonly saved: string;
  /** Where Save writes; undefined: where somebody says. */
  readonly file: FileLink | undefined;
}

export interface DocumentState extends Identity {
  readonly text: string;
  readonly version: number;
  /** Of the latest text that was read; undefined until then. */
  readonly view: ModelView | undefined;
  /** The version that `view` is of. */
  readonly readVersion: number;
  /** Why the text could not be read at all. */
  readonly failure: string | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** A change of the text, and its inverse. */
export interface TextChange {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
  readonly label: string;
}

/** What a reload can undo and redo: changes of this document's text since anything else was done. */
export interface TextHistory {
  readonly done: readonly TextChange[];
  readonly undone: readonly TextChange[];
}

/** Perhaps with something that changes beside the text. */
interface Change extends TextChange {
  readonly beside?: Beside | undefined;
  /** Another document is open afterwards. */
  readonly identity?: { readonly before: Identity; readonly after: Identity } | undefined;
}

/** What is no text of the model and yet can be undone. */
export interface Beside {
  readonly undo: () => void;
  readonly redo: () => void;
}

interface Opening {
  readonly beside?: Beside | undefined;
  /** What was done to it in an earlier visit. */
  readonly history?: TextHistory | undefined;
}

const NOTHING: Identity = { id: "", name: "", saved: "", file: undefined };

/** Characters and changes that are kept for a reload. */
const [MOST_CHARACTERS, MOST_CHANGES] = [400_000, 200];

const PATIENCE = { typing: 250, opening: 0 } as const;

export class DocumentStore extends Store<DocumentState> {
  private readonly reader: WorkerClient;
  private readonly done: Change[] = [];
  private readonly undone: Change[] = [];
  /** Of documents that were saved or moved to another slot since a change was recorded. */
  private readonly known = new Map<string, Identity>();
  /** Whoever waits for the reading of an older text waits no longer. */
  private superseded: (() => void) | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private static versions = 0;

  constructor(reader: WorkerClient) {
    super({
      ...NOTHING,
      text: "",
      version: 0,
      view: undefined,
      readVersion: -1,
      failure: undefined,
      canUndo: false,
      canRedo: false,
    });
    this.reader = reader;
  }

  get source(): Source {
    const { name, text, version } = this.state;
    return { name, content: text, version };
  }

  private get identity(): Identity {
    const { id, name, saved, file } = this.state;
    return { id, name, saved, file };
  }

  get isSaved(): boolean {
    return this.state.text === this.state.saved;
  }

  /** Another document; undo leads back to the one that was open. */
  open(
    name: string,
    text: string,
    { id = newId(), saved = text, file, beside, history }: Partial<Identity> & Opening = {},
  ): Promise<void> {
    this.known.delete(id);
    // Steps of an earlier visit come before all others, so that there must be none yet.
    const isFirst = this.state.id === "" && this.done.length === 0 && this.undone.length === 0;
    this.done.push(...(isFirst ? (history?.done ?? []) : []));
    this.undone.push(...(isFirst ? (history?.undone ?? []) : []));
    if (isFirst) this.show({ id, name, saved, file }, text);
    else this.become({ id, name, saved, file }, text, `open ${name}`, beside);
    return this.read(PATIENCE.opening);
  }

  /** No document is open; undo opens it again. */
  close(beside?: Beside): void {
    if (this.state.id !== "") this.become(NOTHING, "", "go to the start", beside);
  }

  private become(after: Identity, text: string, label: string, beside: Beside | undefined): void {
    const before = this.identity;
    if (before.id !== "" || this.done.length > 0) {
      const nothing = { at: 0, removed: "", inserted: "", label };
      const change = changeBetween(this.state.text, text, label) ?? nothing;
      this.done.push({ ...change, beside, identity: { before, after } });
      this.undone.length = 0;
    }
    this.show(after, text);
  }

  private show(wanted: Identity, text: string): void {
    const identity = this.known.get(wanted.id) ?? wanted;
    const unread = { view: undefined, failure: undefined };
    this.set({ ...identity, text, version: ++DocumentStore.versions, ...unread, ...this.history() });
  }

  /** It is kept in another slot from now on: its own is taken. */
  moveTo(id: string): void {
    this.known.set(this.state.id, { ...this.identity, id });
    this.set({ id });
  }

  /** A file has this text now. */
  markSaved(saved: string, file: FileLink | undefined = this.state.file, name: string = this.state.name): void {
    this.set({ saved, file, name });
    this.known.set(this.state.id, this.identity);
  }

  /** The text becomes another one; edits that follow each other under one label are undone together. */
  edit(text: string, label: string, joined = false, beside?: Beside): Promise<void> {
    const found = changeBetween(this.state.text, text, label);
    if (found === undefined) return Promise.resolve();
    const change = { ...found, beside };
    const latest = this.done[this.done.length - 1];
    if (joined && latest?.label === label && this.undone.length === 0) {
      const before = applied(this.state.text, inverse(latest));
      this.done[this.done.length - 1] = changeBetween(before, text, label) ?? change;
    } else {
      this.done.push(change);
    }
    this.undone.length = 0;
    return this.put(text, joined ? PATIENCE.typing : PATIENCE.opening);
  }

  /** Something beside the text was done, which undo takes back in its turn. */
  record(label: string, beside: Beside): void {
    this.done.push({ at: 0, removed: "", inserted: "", label, beside });
    this.undone.length = 0;
    this.set(this.history());
  }

  undo(): string | undefined {
    const change = this.done.pop();
    if (change === undefined) return undefined;
    this.undone.push(change);
    this.apply(inverse(change), change.identity?.before);
    change.beside?.undo();
    return change.label;
  }

  redo(): string | undefined {
    const change = this.undone.pop();
    if (change === undefined) return undefined;
    this.done.push(change);
    this.apply(change, change.identity?.after);
    change.beside?.redo();
    return change.label;
  }

  private apply(change: Change, identity: Identity | undefined): void {
    if (identity !== undefined) {
      this.show(identity, applied(this.state.text, change));
      if (identity.id !== "") void this.read(PATIENCE.opening);
    } else if (change.removed === "" && change.inserted === "") this.set(this.history());
    else void this.put(applied(this.state.text, change));
  }

  private put(text: string, patience: number = PATIENCE.opening): Promise<void> {
    this.set({ text, version: ++DocumentStore.versions, ...this.history() });
    return this.read(patience);
  }

  get textHistory(): TextHistory {
    return { done: latestTextChanges(this.done), undone: latestTextChanges(this.undone) };
  }

  private history(): Pick<DocumentState, "canUndo" | "canRedo"> {
    return { canUndo: this.done.length > 0, canRedo: this.undone.length > 0 };
  }

  /** Reads after a pause; a newer text ends the reading of an older one. */
  private read(patience: number): Promise<void> {
    clearTimeout(this.timer);
    this.superseded?.();
    return new Promise((resolve) => {
      this.superseded = resolve;
      const begin = async (): Promise<void> => {
        if (this.reader.busy) this.reader.end("there is a newer text");
        const { version } = this.state;
        try {
          const view = await this.reader.call("read", { source: this.source });
          if (this.state.version === version) this.set({ view, readVersion: version, failure: undefined });
        } catch (error) {
          if (this.state.version === version) this.set({ failure: (error as Error).message });
        }
        resolve();
      };
      if (patience === 0) void begin();
      else this.timer = setTimeout(() => void begin(), patience);
    });
  }
}

/** The top of a stack, as far as only texts changed. */
function latestTextChanges(stack: readonly Change[]): readonly TextChange[] {
  const found: TextChange[] = [];
  let characters = 0;
  for (const { beside, identity, ...change } of [...stack.slice(-MOST_CHANGES)].reverse()) {
    characters += change.removed.length + change.inserted.length;
    if (beside !== undefined || identity !== undefined || characters > MOST_CHARACTERS) break;
    found.unshift(change);
  }
  return found;
}

function newId(): string {
  return crypto.randomUUID();
}

function changeBetween(before: string, after: string, label: string): Change | undefined {
  if (before === after) return undefined;
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return {
    at: start,
    removed: before.slice(start, before.length - end),
    inserted: after.slice(start, after.length - end),
    label,
  };
}

function applied(text: string, { at, removed, inserted }: Change): string {
  return text.slice(0, at) + inserted + text.slice(at + removed.length);
}

function inverse({ at, removed, inserted, label }: Change): Change {
  return { at, removed: inserted, inserted: removed, label };
}
