// Nothing is lost: the document is kept in the browser's own database after every change, and offered again after a
// reload or a crash. It never leaves the machine.

export interface Kept {
  readonly name: string;
  readonly text: string;
  /** Questions that were asked on the page and are not in the file. */
  readonly questions?: readonly string[];
  readonly search?: string;
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
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error ?? new Error("the browser keeps nothing"));
    });
  } finally {
    database.close();
  }
}

export async function keep(document: Kept): Promise<void> {
  await use("readwrite", (store) => store.put(document, "latest"));
}

export async function kept(): Promise<Kept | undefined> {
  return (await use("readonly", (store) => store.get("latest"))) as Kept | undefined;
}
