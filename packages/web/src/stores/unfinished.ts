// What is on its way while a page is closed: the browser's database may not get to it in time, so that it is noted down
// at once, and done when the document is opened again.

import type { EditOperation } from "@tracehound/core";
import type { Kept } from "./slots.ts";

/** An edit of an XML model that is being worked out. */
export interface Unfinished {
  readonly operations: readonly EditOperation[];
  readonly label: string;
  /** Undone together with the one before, where that has the same label. */
  readonly joined?: boolean;
}

interface Note {
  readonly document: Kept;
  readonly edits: readonly Unfinished[];
}

const keyOf = (id: string): string => `tracehound ${id}`;

/** Where not even this can be stored, the page has asked before it was closed. */
export function note(document: Kept, edits: readonly Unfinished[]): void {
  try {
    localStorage.setItem(keyOf(document.id), JSON.stringify({ document, edits }));
  } catch {}
}

export function noted(id: string): Note | undefined {
  try {
    const text = localStorage.getItem(keyOf(id));
    return text === null ? undefined : (JSON.parse(text) as Note);
  } catch {
    return undefined;
  }
}

export function strike(id: string): void {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {}
}
