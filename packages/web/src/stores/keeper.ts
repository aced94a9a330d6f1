// Keeps documents after every change: the latest of each, one write at a time. A document whose slot another tab
// holds, or has changed since this one wrote it, moves to a slot of its own, so that both stay. One that the browser
// has no room for waits, also when others are opened, until there is.

import { claim, isClaimed, type Kept, keep, kept, releaseOthers } from "./slots.ts";
import { Store } from "./store.ts";

interface KeeperState {
  readonly status: "kept" | "keeping" | "refused";
  /** Why the browser refuses. */
  readonly reason: string;
  /** What it refuses: in this tab only. */
  readonly refused: readonly Kept[];
}

export class Keeper extends Store<KeeperState> {
  private readonly wanted = new Map<string, Kept>();
  private readonly written = new Map<string, string>();
  private readonly moved: (from: string, to: string) => void;
  private isWriting = false;
  private newest = "";

  constructor(moved: (from: string, to: string) => void) {
    super({ status: "kept", reason: "", refused: [] });
    this.moved = moved;
  }

  /** The text that a slot is known to have. */
  knows(id: string, text: string): void {
    this.written.set(id, text);
  }

  put(document: Kept): void {
    this.wanted.set(document.id, document);
    this.newest = document.id;
    this.set({ status: this.state.status === "refused" ? "refused" : "keeping" });
    void this.write();
  }

  /** What is not kept yet, the latest of each. */
  get waiting(): readonly Kept[] {
    return [...this.wanted.values()];
  }

  /** No document is open. */
  rest(): void {
    this.newest = "";
    void this.write();
  }

  /** After a refusal. */
  again(): void {
    void this.write();
  }

  private async write(): Promise<void> {
    if (this.isWriting) return;
    this.isWriting = true;
    const tried = new Set<Kept>();
    let reason = "";
    for (let next = this.first(tried); next !== undefined; next = this.first(tried)) {
      tried.add(next);
      await this.writeOne(next).catch((error: unknown) => {
        reason = reasonOf(error);
      });
    }
    this.isWriting = false;
    if (reason === "") releaseOthers(this.newest);
    const refused = reason === "" ? [] : this.waiting;
    this.set({ status: refused.length === 0 ? "kept" : "refused", reason, refused });
  }

  /** One that is small may be kept where a large one is refused. */
  private first(tried: ReadonlySet<Kept>): Kept | undefined {
    return this.waiting.find((document) => !tried.has(document));
  }

  private async writeOne(document: Kept): Promise<void> {
    const { id } = document;
    if (!(await this.isOurs(id))) {
      const other = crypto.randomUUID();
      const latest = this.wanted.get(id)!;
      this.wanted.delete(id);
      this.wanted.set(other, { ...latest, id: other });
      if (this.newest === id) this.newest = other;
      this.moved(id, other);
      return;
    }
    await keep(document);
    this.written.set(id, document.text);
    if (this.wanted.get(id) === document) this.wanted.delete(id);
  }

  private async isOurs(id: string): Promise<boolean> {
    if (isClaimed(id)) return true;
    const was = this.written.get(id);
    if (!(await claim(id))) return false;
    if (was === undefined) return true;
    const now = await kept(id);
    return now === undefined || now.text === was;
  }
}

function reasonOf(error: unknown): string {
  const { name, message } = error as Error;
  if (name === "QuotaExceededError") return "its storage is full";
  if (name === "SecurityError" || name === "InvalidStateError") return "storage is not allowed here";
  return message === "" ? name : message;
}
