// What lists take over from what they are made of. Each was a place where a mutant went unnoticed.

import { describe, expect, it } from "vitest";
import type { EvaluatorConfig } from "../../src/evaluators/index.ts";
import type { Problem } from "../../src/heuristics/index.ts";
import { openLists } from "../../src/open-lists/index.ts";
import { type OpenList, prunableIn } from "../../src/open-lists/open-list.ts";
import { traitsOfKeys } from "../../src/open-lists/traits.ts";
import { configure } from "../../src/spec/index.ts";

const problem = {} as Problem;

describe("a list made of others", () => {
  it("is complete when one of them is: each holds every state", () => {
    const isComplete = (...lists: readonly string[]): boolean => {
      const config = configure(openLists, `alternation([${lists.join(", ")}])`);
      if (!config.ok) throw new Error(config.diagnostics[0]!.message);
      return config.value.complete;
    };
    const beam = "batch(fifo(), k=4, beam=true)";
    expect([isComplete("fifo()", beam), isComplete(beam, "fifo()"), isComplete(beam, beam)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("counts what can be pruned once: queues of one configuration share their count", () => {
    const list = (prunable: number): OpenList => ({ prunable }) as OpenList;
    expect(prunableIn([list(2), undefined, list(7), list(3)])).toBe(7);
    expect(prunableIn([undefined])).toBe(0);
  });
});

describe("a list ordered by keys", () => {
  const key = (reason?: string): EvaluatorConfig =>
    ({ needsTransitions: false, refusal: () => reason }) as unknown as EvaluatorConfig;

  it("refuses what the first of its keys refuses", () => {
    expect(traitsOfKeys([key(), key("no"), key("never")]).refusal?.(problem)).toBe("no");
    expect(traitsOfKeys([key(), key()]).refusal?.(problem)).toBeUndefined();
  });
});
