import { describe, expect, it } from "vitest";
import { WalkRecord } from "../../src/walk/record.ts";

describe("the record of a walk", () => {
  // Steps 513, 1025 and so on were once lost: one array was taken for full when another one was.
  it.each([1, 2, 3])("keeps every step with %i slots, however many there are", (slots) => {
    const record = new WalkRecord();
    for (const length of [3000, 700]) {
      record.clear();
      for (let k = 0; k < length; k++) record.add(Int32Array.of(k, 2 * k, 3 * k), slots, k % 7, k / 2);
      const kept = Array.from({ length }, (_, k) => [record.momentOf(k), record.channelOf(k), [...record.slotsOf(k)]]);
      const added = Array.from({ length }, (_, k) => [k / 2, k % 7, [k, 2 * k, 3 * k].slice(0, slots)]);
      expect(kept).toEqual(added);
    }
  });
});
