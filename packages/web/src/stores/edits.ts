// Edits of the model that are on their way, one after the other, and what is being written somewhere and is no edit
// yet: what a page that is closed now still owes.

import type { EditOperation } from "@tracehound/core";
import type { WorkerClient } from "../workers/client.ts";
import type { DocumentStore } from "./document.ts";
import type { Beside } from "./history.ts";
import type { Unfinished } from "./unfinished.ts";
import type { Teller } from "./workspace-state.ts";

export class Edits {
  private readonly document: DocumentStore;
  private readonly helper: WorkerClient;
  private readonly teller: Teller;
  private readonly owed: Unfinished[] = [];
  private latest: Promise<void> = Promise.resolve();
  private readonly writing = new Set<() => void>();

  constructor(document: DocumentStore, helper: WorkerClient, teller: Teller) {
    this.document = document;
    this.helper = helper;
    this.teller = teller;
  }

  /** Edits the drawing or a text of an XML model; false when that is not possible. */
  async edit(
    operations: readonly EditOperation[],
    label: string,
    joined = false,
    beside?: Beside | undefined,
  ): Promise<boolean> {
    const own = { operations, label, joined };
    const earlier = this.latest;
    let over = (): void => {};
    this.latest = new Promise((resolve) => {
      over = resolve;
    });
    this.owed.push(own);
    await earlier;
    let read: Promise<void>;
    try {
      read = this.document.edit(await this.edited(operations), label, joined, beside);
    } catch (error) {
      this.teller.warn((error as Error).message);
      return false;
    } finally {
      this.owed.splice(this.owed.indexOf(own), 1);
      over();
    }
    // Who types does not wait for the reader.
    if (joined) return true;
    await read;
    this.teller.tell(label);
    return true;
  }

  /** The text after some operations; somebody may type elsewhere meanwhile. */
  private async edited(operations: readonly EditOperation[]): Promise<string> {
    for (;;) {
      const before = this.document.state.text;
      const text = await this.helper.call("edit", { text: before, operations });
      if (this.document.state.text === before) return text;
    }
  }

  /** Before another document is shown, or something is undone or saved, this one gets what was done to it. */
  async settle(): Promise<void> {
    this.finish();
    while (this.owed.length > 0) await this.latest;
  }

  get isBusy(): boolean {
    return this.owed.length > 0;
  }

  /** Somebody writes what is no edit yet; `finish` makes it one. Returns how to take that back. */
  isWriting(finish: () => void): () => void {
    this.writing.add(finish);
    return () => this.writing.delete(finish);
  }

  /** Whatever is being written becomes an edit; told are all those that are on their way. */
  finish(): readonly Unfinished[] {
    for (const finish of [...this.writing]) finish();
    return [...this.owed];
  }
}
