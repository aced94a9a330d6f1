// The way to a state on disk: every record knows where its parent stands.

import type { RecordFile } from "./record-file.ts";
import { NO_PARENT, type RecordOrigin } from "./records.ts";

/** The candidates taken on the way, that of the initial state first. */
export function ordinalsTo(fileOf: (column: number) => RecordFile, column: number, at: number): readonly number[] {
  const ordinals: number[] = [];
  for (let place: RecordOrigin = { column, place: at, ordinal: 0 }; place.column !== NO_PARENT; ) {
    place = fileOf(place.column).originAt(place.place);
    ordinals.push(place.ordinal);
  }
  return ordinals.reverse();
}
