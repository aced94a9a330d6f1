// Places in files as editors speak of them: ranges, edits, marks, questions.

import type { Diagnostic } from "../diagnostics/index.ts";
import type { Network, Query } from "../network/index.ts";
import type { FilePosition } from "./places.ts";

export interface FileRange {
  readonly file: string;
  readonly from: FilePosition;
  readonly to: FilePosition;
}
export interface FileEdit extends FileRange {
  readonly text: string;
}
/** A diagnostic where it belongs; without a place of its own it stands at the beginning of the model. */
export interface Mark extends FileRange {
  readonly diagnostic: Diagnostic;
}
export interface QueryPlace extends FileRange {
  readonly number: number;
  readonly text: string;
  /** Absent: it cannot be asked, and a mark says why. */
  readonly asked?: { readonly query: Query; readonly network: Network };
}
