// What was done to the documents of a tab, as changes that can be undone, and as much of it as a slot keeps for the
// next visit: the changes of one document, and the names of those that were open before and after it.

import { defined } from "@tracehound/core";
import type { FileLink } from "./file-link.ts";

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

export const NOTHING: Identity = { id: "", name: "", saved: "", file: undefined };

/** A change of the text, and its inverse. */
interface TextChange {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
  readonly label: string;
}

/** Perhaps with something that changes beside the text. */
export interface Change extends TextChange {
  readonly beside?: Beside | undefined;
  /** Another document is open afterwards. */
  readonly identity?: { readonly before: Identity; readonly after: Identity } | undefined;
}

/** What is no text of the model and yet can be undone. */
export interface Beside {
  readonly undo: () => void;
  readonly redo: () => void;
  /** Where nothing but these change, a later visit can undo it, too. */
  readonly questions?: QuestionChange;
}

/** What is asked beside the questions of the file. */
export interface QuestionChange {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface KeptChange extends TextChange {
  readonly questions?: QuestionChange;
}

/** Of one document, what can be undone and redone in a later visit. */
export interface KeptHistory {
  readonly done: readonly KeptChange[];
  readonly undone: readonly KeptChange[];
  /** What was open before it, nearest first, up to the first document: the start page has the empty name. */
  readonly before: readonly string[];
  /** What redo leads to after that, in the same way. */
  readonly after: readonly string[];
}

/** The stacks of undo and redo, the latest last. */
export interface Past {
  readonly done: readonly Change[];
  readonly undone: readonly Change[];
}

/** Characters and changes that are kept for a reload. */
const [MOST_CHARACTERS, MOST_CHANGES] = [400_000, 200];

/** `slotOf` says where a document is kept by now. */
export function keptHistory({ done, undone }: Past, slotOf: (identity: Identity) => string): KeptHistory {
  const [past, future] = [latest(done), latest(undone)];
  return {
    done: past.changes,
    undone: future.changes,
    before: nextDocuments(past.rest, ({ before }) => slotOf(before)),
    after: nextDocuments(future.rest, ({ after }) => slotOf(after)),
  };
}

/** The top of a stack, as far as it is about one document, and what lies below where nothing of it is missing. */
function latest(stack: readonly Change[]): { changes: KeptChange[]; rest: readonly Change[] } {
  const changes: KeptChange[] = [];
  let characters = 0;
  for (let i = stack.length - 1; i >= 0; i--) {
    const { beside, identity, ...change } = stack[i]!;
    if (identity !== undefined) return { changes, rest: stack.slice(0, i + 1) };
    characters += change.removed.length + change.inserted.length;
    const isTooMuch = characters > MOST_CHARACTERS || changes.length === MOST_CHANGES;
    if (isTooMuch || (beside !== undefined && beside.questions === undefined)) break;
    changes.unshift({ ...change, ...defined({ questions: beside?.questions }) });
  }
  return { changes, rest: [] };
}

function nextDocuments(
  stack: readonly Change[],
  towards: (identity: { before: Identity; after: Identity }) => string,
): string[] {
  const found: string[] = [];
  for (let i = stack.length - 1; i >= 0; i--) {
    const { identity } = stack[i]!;
    if (identity === undefined) break;
    found.push(towards(identity));
    if (found.at(-1) !== "") break;
  }
  return found;
}

export function changeBetween(before: string, after: string, label: string): TextChange | undefined {
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

/** Another document takes the place of this one. */
export function turnOver(
  before: { readonly identity: Identity; readonly text: string },
  after: { readonly identity: Identity; readonly text: string },
  beside: Beside | undefined,
): Change {
  const { name } = after.identity;
  const label = name === "" ? "go to the start" : `open ${name}`;
  const change = changeBetween(before.text, after.text, label) ?? { at: 0, removed: "", inserted: "", label };
  return { ...change, beside, identity: { before: before.identity, after: after.identity } };
}

export function applied(text: string, { at, removed, inserted }: TextChange): string {
  return text.slice(0, at) + inserted + text.slice(at + removed.length);
}

export function inverse({ at, removed, inserted, label }: TextChange): TextChange {
  return { at, removed: inserted, inserted: removed, label };
}
