// Jobs at a real broker, with workers that take turns in this process: the same answers as one engine, whatever happens
// to workers and broker; and what is refused, in its sentence.

import { checkQueries, configure, families, stillEnvironment, strategies, traceOf } from "@tracehound/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modelHash } from "../../cli/src/check/identity.ts";
import { answerOf, modelsFor, questionOf, readText } from "../../cli/src/cluster/models.ts";
import { VERSION } from "../../cli/src/version.ts";
import {
  type Broker,
  cancelJob,
  connectBroker,
  type JobWish,
  jobResult,
  jobStatus,
  listJobs,
  runWorker,
  startJob,
  streamOf,
  subjectOf,
} from "../src/index.ts";
import { hasBroker, OwnBroker } from "./with-broker.ts";

const environment = {
  ...stillEnvironment,
  now: () => performance.now() / 1000,
  pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
};

function familyText(name: string, size: number, correct: boolean) {
  const { xta, queries } = families.find((one) => one.name === name)!.generate({ size, variant: "", correct, seed: 1 });
  return { text: xta, query: queries[0]!.formula };
}

function wishFor(text: string, query: string, more: Partial<JobWish>): JobWish {
  const about = { name: "m.xta", constants: [] };
  const model = { ...about, hash: modelHash(readText(about, text).network) };
  return {
    version: VERSION,
    kind: "search",
    order: "shortest",
    shards: 5,
    options: {},
    models: [model],
    texts: [text],
    tasks: [{ model: 0, query }],
    ...more,
  };
}

async function alone(text: string, query: string) {
  const asked = questionOf(readText({ name: "m.xta", constants: [] }, text), query);
  const strategy = configure(strategies, "bfs");
  if (!strategy.ok) throw new Error("no bfs");
  const [result] = await checkQueries(
    { network: asked.network, options: { strategy: strategy.value, por: "off" }, environment },
    [asked.query],
  );
  return { asked, result: result! };
}

describe.runIf(hasBroker)("jobs", () => {
  let own: OwnBroker;
  let broker: Broker;
  const told: string[] = [];

  beforeAll(async () => {
    own = await OwnBroker.start();
    broker = await own.connect();
  });
  afterAll(async () => {
    await broker?.close();
    own?.end();
  });

  /** Workers that are at it until the job is over. */
  async function withWorkers<T>(
    count: number,
    work: (connections: Broker[]) => Promise<T>,
    version = VERSION,
  ): Promise<T> {
    const ending = new AbortController();
    const connections = await Promise.all(Array.from({ length: count }, () => own.connect()));
    const models = { ...modelsFor(environment, {}), version };
    const running = connections.map((one) =>
      runWorker({ broker: one, models, signal: ending.signal, tell: (what) => told.push(what) }),
    );
    try {
      return await work(connections);
    } finally {
      ending.abort();
      await Promise.allSettled(running);
      await Promise.allSettled(connections.map((one) => one.close()));
    }
  }

  async function resultOf(id: string) {
    const end = performance.now() + 60_000;
    const result = await jobResult(broker, id, () => performance.now() < end);
    if (result === undefined) throw new Error(`job ${id} does not end`);
    return result;
  }

  async function compare(
    text: string,
    query: string,
    more: Partial<JobWish>,
    workers: number,
    meanwhile?: (connections: Broker[]) => Promise<void>,
  ) {
    const { asked, result } = await alone(text, query);
    const id = await startJob(broker, wishFor(text, query, more));
    const finished = await withWorkers(workers, async (connections) => {
      await meanwhile?.(connections);
      return resultOf(id);
    });
    const { outcome, spec } = finished;
    if (outcome.kind !== "found" && outcome.kind !== "exhausted") throw new Error(JSON.stringify(outcome));
    const answer = await answerOf(
      asked,
      spec,
      outcome.kind === "found" ? { kind: "found", ordinals: outcome.ordinals } : { kind: "exhausted" },
      outcome.statistics,
      environment,
    );
    expect(answer.verdict.kind).toBe(result.verdict.kind);
    expect(traceOf(answer.verdict)?.steps.length).toBe(traceOf(result.verdict)?.steps.length);
    return outcome;
  }

  it.each([
    [1, "fischer", 4, true, {}],
    [2, "fischer", 4, false, { heuristic: "hL()" }],
    [4, "csmacd", 3, true, {}],
    [2, "philosophers", 5, false, {}],
    [4, "hanoi", 3, false, { heuristic: "hL()" }],
  ] as const)("%i workers search %s %i together as one engine does", async (workers, name, size, correct, more) => {
    const { text, query } = familyText(name, size, correct);
    const outcome = await compare(text, query, more, workers);
    expect(outcome.statistics.audit).toBe("complete");
  });

  it("survive workers that vanish and a broker that is killed", async () => {
    const { text, query } = familyText("fischer", 5, true);
    const undisturbed = await compare(text, query, {}, 2);
    const outcome = await compare(text, query, {}, 3, async (connections) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await connections[0]!.nc.close();
      await own.restart();
    }).catch((error: unknown) => {
      // A broker may lose what it confirmed and had not written yet when it was killed: then nothing is claimed.
      if (!String(error).includes("were sent and never received")) throw error;
      return undefined;
    });
    if (outcome !== undefined) expect(outcome.statistics.discrete).toBe(undisturbed.statistics.discrete);
  });

  it("end as unknown when somebody writes what is no batch", async () => {
    const { text, query } = familyText("fischer", 3, true);
    const id = await startJob(broker, wishFor(text, query, {}));
    await broker.js.publish(subjectOf(id, "log.1"), "not a batch");
    const finished = await withWorkers(2, () => resultOf(id));
    expect(finished.outcome).toMatchObject({ kind: "incomplete", missing: "1 batches could not be read" });
  });

  it("end as unknown when a batch is deleted by hand that a checkpoint relies on", async () => {
    const { text, query } = familyText("fischer", 8, true);
    const id = await startJob(broker, wishFor(text, query, {}));
    await withWorkers(1, async () => {
      for (let tries = 0; tries < 400; tries++) {
        const { workers = [] } = await jobStatus(broker, id);
        if ((workers[0]?.explored ?? 0) > 200) return;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    });
    const { state } = await broker.jsm.streams.info(streamOf(id));
    await broker.jsm.streams.deleteMessage(streamOf(id), Math.min(8, state.last_seq));
    const finished = await withWorkers(2, () => resultOf(id));
    expect(finished.outcome).toMatchObject({ kind: "incomplete", statistics: { audit: "incomplete" } });
  });

  it("wait, and lose nothing, while the log is full", async () => {
    const { text, query } = familyText("fischer", 4, true);
    const { result } = await alone(text, query);
    const id = await startJob(broker, wishFor(text, query, { logBytes: 20_000 }));
    const finished = await withWorkers(1, async () => {
      let status = await jobStatus(broker, id);
      for (let tries = 0; status.state !== "full" && tries < 100; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        status = await jobStatus(broker, id);
      }
      expect(status.state).toBe("full");
      const { config } = await broker.jsm.streams.info(streamOf(id));
      await broker.jsm.streams.update(streamOf(id), { ...config, max_bytes: 1e9 });
      return resultOf(id);
    });
    expect([finished.outcome.kind, result.verdict.kind]).toEqual(["exhausted", "violated"]);
  });

  it("hunt as a swarm, and answer lists of questions", async () => {
    const { text, query } = familyText("fischer", 4, false);
    const hunts = ["bounded(2, bfs)", "rdfs(seed=3)", "walk(seed=5)"].map((search) => ({
      model: 0,
      query,
      search,
      seconds: 20,
    }));
    const swarm = await startJob(broker, wishFor(text, query, { kind: "swarm", tasks: hunts }));
    const list = await startJob(
      broker,
      wishFor(text, query, {
        kind: "batch",
        tasks: [
          { model: 0, query },
          { model: 0, query: "A[] not deadlock" },
        ],
      }),
    );
    const [first, second] = await withWorkers(2, async () => [await resultOf(swarm), await resultOf(list)] as const);
    expect(first.outcome).toMatchObject({
      kind: "answer",
      report: { verdict: "satisfied", trace: expect.any(String) },
    });
    expect(second.outcome.kind).toBe("done");
    expect(second.reports.map(({ verdict }) => verdict)).toEqual(["satisfied", "satisfied"]);
    expect((await listJobs(broker)).map(({ id }) => id)).toEqual(expect.arrayContaining([swarm, list]));
  });

  it("are refused by a worker of another version and for another model, in a sentence, and cancelled", async () => {
    const { text, query } = familyText("fischer", 3, true);
    const id = await startJob(broker, wishFor(text, query, {}));
    const wish = wishFor(text, query, {});
    const other = await startJob(broker, { ...wish, models: [{ ...wish.models[0]!, hash: "0000000000000000" }] });
    const heard = (part: string) => told.some((sentence) => sentence.includes(part));
    await withWorkers(
      1,
      async () => {
        for (let tries = 0; !heard(`job ${id} is refused`) && tries < 200; tries++)
          await new Promise((resolve) => setTimeout(resolve, 50));
      },
      "0.0.9",
    );
    expect(told.find((sentence) => sentence.includes(id))).toContain(
      `it was started by version ${VERSION}, and this is 0.0.9`,
    );
    expect(await cancelJob(broker, id)).toBe(true);
    expect(await cancelJob(broker, id)).toBe(false);
    await withWorkers(1, async () => {
      for (let tries = 0; !heard("is another one here") && tries < 200; tries++)
        await new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect(heard("is another one here (")).toBe(true);
    await cancelJob(broker, other);
  });
});

describe.runIf(hasBroker)("a broker", () => {
  it("that is not there, refuses, or is given a secret on the command line is told in a sentence", async () => {
    await expect(connectBroker({ url: "nats://127.0.0.1:9" })).rejects.toThrow(
      "there is no broker at nats://127.0.0.1:9",
    );
    await expect(connectBroker({ url: "nats://u:p@127.0.0.1:9" })).rejects.toThrow(
      "credentials do not belong on the command line",
    );
    const closed = await OwnBroker.start('authorization { user: "hound", password: "secret" }');
    try {
      const refusal = await (async () => {
        for (;;) {
          const error = await connectBroker({ url: closed.url }).then(
            () => new Error("let in"),
            (reason: Error) => reason,
          );
          if (!error.message.startsWith("there is no broker")) return error.message;
        }
      })();
      expect(refusal).toBe(`the broker at ${closed.url} refuses the credentials`);
      const content = JSON.stringify({ user: "hound", password: "secret" });
      const let_in = await connectBroker({ url: closed.url, credentials: { name: "context.json", content } });
      await let_in.close();
    } finally {
      closed.end();
    }
  });
});
