// Every document has a slot of its own in the browser's database, and a tab that works on one holds a claim to it: no
// tab ever writes over what another one keeps. Nothing of it leaves the machine.

import type { FileLink } from "./file-link.ts";
import type { KeptHistory } from "./history.ts";

export interface Kept {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** What its file has, where that is another text. */
  readonly saved?: string;
  readonly file?: FileLink;
  /** Questions that were asked on the page and are not in the file. */
  readonly questions?: readonly string[];
  /** A question that is being written. */
  readonly draft?: string;
  readonly search?: string;
  /** What can be undone after a reload. */
  readonly history?: KeptHistory;
  /** When it was changed last, in milliseconds. */
  readonly at?: number;
}

const NAME = "tracehound";
const STORE = "documents";

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser keeps nothing"));
  });
}

async function use<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      const refuse = (): void => reject(transaction.error ?? request.error ?? new Error("the browser keeps nothing"));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = refuse;
      transaction.onabort = refuse;
    });
  } finally {
    database.close();
  }
}

export async function keep(document: Kept): Promise<void> {
  await use("readwrite", (store) => store.put(document, document.id));
}

export async function kept(id: string): Promise<Kept | undefined> {
  return (await use("readonly", (store) => store.get(id))) as Kept | undefined;
}

/** All documents, the latest first. */
export async function allKept(): Promise<readonly Kept[]> {
  const found = (await use("readonly", (store) => store.getAll())) as Kept[];
  // A page from before there were slots kept one document, under this name.
  return found
    .map((document) => ({ ...document, id: document.id ?? "latest" }))
    .filter(({ name }) => name !== "")
    .sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
}

export async function forget(id: string): Promise<void> {
  await use("readwrite", (store) => store.delete(id));
}

const held = new Map<string, () => void>();
/** A tab that is being reloaded gives its claim up a little late. */
const PATIENCE = 3000;

export function isClaimed(id: string): boolean {
  return held.has(id);
}

/** False: another tab has this document open. */
export function claim(id: string, patience = PATIENCE): Promise<boolean> {
  if (navigator.locks === undefined || held.has(id)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const waiting = patience === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(patience) };
    navigator.locks
      .request(`tracehound ${id}`, waiting, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : new Promise<void>((release) => held.set(id, release));
      })
      .catch(() => resolve(false));
  });
}

/** Other tabs may open all but this one. */
export function releaseOthers(id: string): void {
  for (const [other, release] of held) {
    if (other === id) continue;
    held.delete(other);
    release();
  }
}
