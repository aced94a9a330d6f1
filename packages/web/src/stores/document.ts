// The document: a file's name and text, what was read from it, and what can be undone. The text is the model; every
// edit is a change of the text, so that whatever else stands in the file survives. Opening another document is a
// change, too: undo leads back to the one before.

import type { WorkerClient } from "../workers/client.ts";
import type { Source } from "../workers/protocol.ts";
import type { FileLink } from "./file-link.ts";
import {
  applied,
  type Beside,
  type Change,
  changeBetween,
  type Identity,
  inverse,
  type KeptHistory,
  keptHistory,
  NOTHING,
  type Past,
  turnOver,
} from "./history.ts";
import type { ModelView } from "./model-view.ts";
import { Store } from "./store.ts";

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

interface Opening {
  readonly beside?: Beside | undefined;
  /** What was done in an earlier visit. */
  readonly past?: Past | undefined;
}

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

  /** Nothing was opened or done here yet. */
  get isFresh(): boolean {
    return this.state.id === "" && this.done.length === 0 && this.undone.length === 0;
  }

  /** Another document; undo leads back to the one that was open. */
  open(
    name: string,
    text: string,
    { id = newId(), saved = text, file, beside, past }: Partial<Identity> & Opening = {},
  ): Promise<void> {
    this.known.delete(id);
    // Steps of an earlier visit come before all others, so that there must be none yet.
    const isFirst = this.isFresh;
    this.done.push(...(isFirst ? (past?.done ?? []) : []));
    this.undone.push(...(isFirst ? (past?.undone ?? []) : []));
    if (isFirst) this.show({ id, name, saved, file }, text);
    else this.become({ id, name, saved, file }, text, beside);
    return this.read(PATIENCE.opening);
  }

  /** No document is open; undo opens it again. */
  close(beside?: Beside): void {
    if (this.state.id !== "") this.become(NOTHING, "", beside);
  }

  private become(identity: Identity, text: string, beside: Beside | undefined): void {
    const before = { identity: this.identity, text: this.state.text };
    if (before.identity.id !== "" || this.done.length > 0) {
      this.done.push(turnOver(before, { identity, text }, beside));
      this.undone.length = 0;
    }
    this.show(identity, text);
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

  /** What a later visit can undo and redo. */
  get kept(): KeptHistory {
    const { done, undone } = this;
    return keptHistory({ done, undone }, ({ id }) => this.known.get(id)?.id ?? id);
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

function newId(): string {
  return crypto.randomUUID();
}
