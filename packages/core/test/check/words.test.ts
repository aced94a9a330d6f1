// What verdicts advise is what users can write.

import { expect, it } from "vitest";
import { REASONS } from "../../src/check/verdict.ts";
import { adviceText, configure, presets, strategies } from "../../src/index.ts";
import { type KindName, queryKinds } from "../../src/network/index.ts";

const SPEC = /\b[a-z]+\((?:[A-Za-z]+\(\)|[a-z]+=[a-z]+)?\)/g;

it("names searches that exist and answer such questions", () => {
  const advised = queryKinds.flatMap(({ name, answeredBy }) =>
    REASONS.flatMap((because) => {
      const text = adviceText({ verdict: { kind: "unknown", because }, query: { kind: name as KindName } }) ?? "";
      return [...text.matchAll(SPEC)].map(([spec]) => ({ spec, answeredBy }));
    }),
  );
  expect(new Set(advised.map(({ answeredBy }) => answeredBy))).toEqual(new Set(["reachability", "liveness"]));
  for (const { spec, answeredBy } of advised) {
    const configured = configure(strategies, spec, { presets });
    if (!configured.ok) expect.fail(`there is no ${spec}`);
    expect(configured.value.kind === "lasso", spec).toBe(answeredBy === "liveness");
  }
});
