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

export interface Note {
  readonly document: Kept;
  readonly edits: readonly Unfinished[];
}

const PREFIX = "tracehound document ";
const keyOf = (id: string): string => PREFIX + id;

/** Where there is no room for all of it, the text is what counts; where not even that, the page has asked before. */
export function note(document: Kept, edits: readonly Unfinished[]): void {
  const { history: _, ...withoutPast } = document;
  for (const kept of [document, withoutPast, { ...withoutPast, saved: "" }]) {
    try {
      localStorage.setItem(keyOf(document.id), JSON.stringify({ document: kept, edits }));
      return;
    } catch {}
  }
}

export function allNoted(): readonly Kept[] {
  try {
    const ids = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    return ids.flatMap((key) => noted(key.slice(PREFIX.length))?.document ?? []);
  } catch {
    return [];
  }
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
