// The answer does not depend on who makes the runs: one, two or four workers that send their chunks late and in any
// order give the same numbers, the same curves and the same run as a trace, also where workers are lost.

import { describe, expect, it } from "vitest";
import { answerSampling, checkQueries, type SamplingDriver } from "../../../src/check/index.ts";
import { loadModel } from "../../../src/lang/load.ts";
import { stillEnvironment } from "../../../src/limits/index.ts";

const MODEL = `
broadcast chan go;
int n;
double d;
process P(const int[1,3] id) {
  clock x;
  state S { x <= 5 }, T { ; id };
  init S;
  trans S -> T { guard x >= 1; sync go!; assign n += id, d = d + random(1.0); }, T -> S { assign x = 0; };
}
process R() { state W; init W; trans W -> W { sync go?; }; }
system P, R;
`;

/**
 * Each turn of the event loop one worker makes a chunk, now this one and now that one; some end before they are told
 * to.
 */
function sometimes(lost: number): SamplingDriver {
  return {
    threads: 7,
    start(request, onChunk, onLost) {
      let isStopped = false;
      let made = 0;
      const wait = (turns: number): Promise<void> =>
        turns === 0 ? Promise.resolve() : new Promise((resolve) => setImmediate(() => resolve(wait(turns - 1))));
      void answerSampling(
        request,
        (chunk) => {
          if (isStopped) return;
          if (++made === lost) {
            isStopped = true;
            onLost();
          } else onChunk(chunk);
        },
        async () => {
          await wait(((made * 7 + request.first * 5) % 4) + 1);
          return isStopped;
        },
      );
      return { stop: () => void (isStopped = true) };
    },
  };
}

async function answers(workers: number, lost = 0): Promise<unknown> {
  const model = loadModel({ name: "model.xta", content: MODEL });
  const texts = [
    "Pr[<=20](<> n >= 32)",
    "Pr[<=20; 300]([] d < 8.0)",
    "Pr[#<=30](n < 20 U d > 4.0)",
    "Pr[<=20](<> n >= 32) >= 0.3",
    "Pr[<=20](<> n >= 32) >= Pr[<=15](<> n >= 32)",
    "E[<=20; 500](max: d)",
    "simulate [<=5; 3] {n, d}",
  ];
  const compiled = texts.map((text) => model.compileQuery(text));
  const last = compiled.at(-1)!;
  if (!last.ok) throw new Error(last.diagnostics[0]!.message);
  // Others get a turn between the chunks of this thread.
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const environment = { ...stillEnvironment, pause, stepsPerSlice: 1 };
  const results = await checkQueries(
    {
      network: last.network,
      options: { seed: 5, statistics: { workers } },
      environment,
      sampling: sometimes(lost),
    },
    compiled.flatMap((one) => (one.ok ? [one.value] : [])),
  );
  return results.map(({ verdict, statistics: { transitions } }) => ({ verdict, transitions }));
}

describe("answers do not depend on the number of workers", () => {
  it("one, two and four give the same numbers, curves and traces", async () => {
    const alone = await answers(1);
    expect(await answers(2)).toEqual(alone);
    expect(await answers(4)).toEqual(alone);
  });

  it("nor on whether they last", async () => {
    expect(await answers(4, 2)).toEqual(await answers(1));
  });
});
