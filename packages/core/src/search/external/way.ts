// The way to a state on disk: every record knows where its parent stands.

import { NO_PARENT, type RecordFile, type RecordOrigin } from "./record-file.ts";

/** The candidates taken on the way, that of the initial state first. */
export function ordinalsTo(fileOf: (column: number) => RecordFile, column: number, at: number): readonly number[] {
  const ordinals: number[] = [];
  for (let place: RecordOrigin = { column, place: at, ordinal: 0 }; place.column !== NO_PARENT; ) {
    place = fileOf(place.column).originAt(place.place);
    ordinals.push(place.ordinal);
  }
  return ordinals.reverse();
}
