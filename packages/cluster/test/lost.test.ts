// What a broker loses although it had confirmed it, and whom it lets in no more: a job is done nevertheless, or ends
// and says why; a worker ends and says why. Nobody waits for ever.

import { families, loadModel } from "@tracehound/core";
import { afterEach, describe, expect, it } from "vitest";
import { type Asked, questionOf } from "../../cli/src/cluster/models.ts";
import { type JobTask, jobResult, runWorker, startJob, streamOf } from "../src/index.ts";
import { within } from "../src/pause.ts";
import { Crew, modelsOf, wishOf } from "./together.ts";
import { hasBroker, OwnBroker } from "./with-broker.ts";

function fischer(size: number, correct: boolean): Asked {
  const family = families.find(({ name }) => name === "fischer")!;
  const { xta, queries } = family.generate({ size, variant: "", correct, seed: 1 });
  return questionOf(loadModel({ name: "m.xta", content: xta }, { lints: false }), queries[0]!.formula);
}

/** For 40 seconds at most. */
function patience(): () => boolean {
  const end = performance.now() + 40_000;
  return () => performance.now() < end;
}

describe.runIf(hasBroker)("nobody waits for ever", () => {
  let own: OwnBroker;
  afterEach(() => own.end());

  it.each(["purge", "delete"] as const)("for tasks that were lost (%s): they are sent again", async (how) => {
    own = await OwnBroker.start();
    const broker = await own.connect();
    const tasks: JobTask[] = [0, 1].map(() => ({ model: 0, query: "E<>" }));
    const id = await startJob(broker, wishOf("E<>", { kind: "batch", tasks }));
    await broker.jsm.streams[how](streamOf(id));
    const crew = new Crew(own, modelsOf(fischer(3, false)));
    await crew.hire(1);
    const result = await jobResult(broker, id, patience());
    expect([result?.outcome.kind, result?.reports.length]).toEqual(["done", 2]);
    await crew.dismiss();
    await broker.close();
  });

  it("for a log that was lost: nothing is claimed", async () => {
    own = await OwnBroker.start();
    const broker = await own.connect();
    const id = await startJob(broker, wishOf("E<>", {}));
    await broker.jsm.streams.delete(streamOf(id));
    const crew = new Crew(own, modelsOf(fischer(3, true)));
    await crew.hire(2);
    const result = await jobResult(broker, id, patience());
    expect(result?.outcome).toMatchObject({ kind: "incomplete", missing: "the broker has lost the log" });
    await crew.dismiss();
    await broker.close();
  });

  it("at a broker that refuses the credentials now: the worker ends, also out of a search", async () => {
    const token = (secret: string): string => `authorization { token: "${secret}" }`;
    own = await OwnBroker.start(token("first"));
    const broker = await own.connect({ name: "own file", content: '{"token": "first"}' });
    // Without its log the search goes on until somebody ends it.
    const id = await startJob(broker, wishOf("E<>", {}));
    await broker.jsm.streams.delete(streamOf(id));
    let joins: () => void = () => {};
    const joined = new Promise<void>((resolve) => {
      joins = resolve;
    });
    const ending = new AbortController();
    const options = { broker, models: modelsOf(fischer(3, true)), signal: ending.signal, tell: () => joins() };
    const ended = runWorker(options).then(
      () => "left",
      (error: Error) => error.message,
    );
    await within(10_000, joined);
    await own.restart(token("second"));
    expect(await within(40_000, ended)).toBe(
      "the connection to the broker is over: the broker refuses the credentials now",
    );
    ending.abort();
  });
});
