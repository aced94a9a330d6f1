// What verdicts advise is what users can write.

import { expect, it } from "vitest";
import { adviceText, type Because, configure, presets, strategies } from "../../src/index.ts";

const REASONS: readonly Because[] = [
  "time",
  "memory",
  "interrupted",
  "incomplete-search",
  "over-approximation",
  "model-fault",
  "not-supported",
];

it("names searches that exist", () => {
  for (const because of REASONS) {
    const text = adviceText({ verdict: { kind: "unknown", because } }) ?? "";
    for (const [spec] of text.matchAll(/\b[a-z]+\((?:[A-Za-z]+\(\))?\)/g)) {
      expect(configure(strategies, spec, { presets }).ok, spec).toBe(true);
    }
  }
});
