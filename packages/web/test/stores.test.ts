// The stores are plain classes: what they do needs no browser, only somebody who plays the worker.

import { parseRational } from "@tracehound/core";
import { describe, expect, it, vi } from "vitest";
import { DocumentStore } from "../src/stores/document.ts";
import { Run } from "../src/stores/run.ts";
import { WalkStore } from "../src/stores/walk.ts";
import { WorkerClient, type WorkerLike } from "../src/workers/client.ts";
import type { FromWorker, ToWorker } from "../src/workers/protocol.ts";
import { questions } from "../src/workers/texts.ts";
import { options, start, take } from "../src/workers/walk.ts";

/** A worker that answers as it is told. */
function fake(answer: (name: string, ask: unknown) => unknown): { make: () => WorkerLike; made: WorkerLike[] } {
  const made: WorkerLike[] = [];
  const make = (): WorkerLike => {
    const worker: WorkerLike = {
      onmessage: null,
      onerror: null,
      terminate() {},
      postMessage(message: ToWorker) {
        if (message.kind !== "call") return;
        const { id, name, ask } = message;
        queueMicrotask(() => {
          try {
            const reply: FromWorker = { kind: "answer", id, answer: answer(name, ask) };
            worker.onmessage?.({ data: reply } as MessageEvent<FromWorker>);
          } catch (error) {
            const data: FromWorker = { kind: "failure", id, words: (error as Error).message };
            worker.onmessage?.({ data } as MessageEvent<FromWorker>);
          }
        });
      },
    };
    made.push(worker);
    return worker;
  };
  return { make, made };
}

const VIEW = {
  name: "m",
  format: "xta",
  network: null,
  problems: [],
  sections: [],
  queries: [],
  plans: { plans: [], ofProcess: [] },
};

describe("the document", () => {
  it("undoes and redoes every edit, and forgets what was undone when something new is done", async () => {
    const store = new DocumentStore(new WorkerClient(fake(() => VIEW).make));
    await store.open("m.xta", "process P() {}");
    void store.edit("process Q() {}", "rename");
    void store.edit("process Q() { }", "space");
    expect(store.undo()).toBe("space");
    expect(store.state.text).toBe("process Q() {}");
    expect(store.undo()).toBe("rename");
    expect(store.state.text).toBe("process P() {}");
    expect(store.state).toMatchObject({ canUndo: false, canRedo: true });
    expect(store.redo()).toBe("rename");
    void store.edit("process R() {}", "rename");
    expect(store.redo()).toBeUndefined();
    expect(store.undo()).toBe("rename");
    expect(store.state.text).toBe("process Q() {}");
  });

  it("joins typing under one label into one step", async () => {
    const store = new DocumentStore(new WorkerClient(fake(() => VIEW).make));
    await store.open("m.xta", "");
    for (const text of ["i", "in", "int", "int i"]) void store.edit(text, "typing", true);
    expect(store.undo()).toBe("typing");
    expect(store.state.text).toBe("");
  });

  it("keeps the view of the newest text only", async () => {
    let reads = 0;
    const worker = fake(() => ({ ...VIEW, name: `read ${++reads}` }));
    const store = new DocumentStore(new WorkerClient(worker.make));
    const first = store.open("m.xta", "a");
    const second = store.open("m.xta", "b");
    await Promise.all([first, second]);
    expect(store.state.readVersion).toBe(store.state.version);
  });
});

describe("a run", () => {
  it("is unknown when its worker dies", async () => {
    const worker = fake(() => new Promise(() => {}));
    const client = new WorkerClient(() => {
      const made = worker.make();
      made.postMessage = () => {};
      return made;
    });
    const run = new Run(
      { version: 1, name: "m", content: "" },
      { text: "E<> true" },
      { seconds: 1, megabytes: 100 },
      client,
    );
    worker.made[0]!.onerror?.({ preventDefault() {}, message: "boom" } as ErrorEvent);
    await run.over;
    expect(run.state.status).toBe("failed");
    expect(run.state.failure).toMatch(/^unknown: .*boom/);
  });

  it("keeps what it told when it is stopped and its worker does not listen", async () => {
    vi.useFakeTimers();
    try {
      const { make, made } = fake(() => undefined);
      const client = new WorkerClient(() => Object.assign(make(), { postMessage() {} }));
      const source = { version: 1, name: "m", content: "" };
      const run = new Run(source, { text: "E<> true" }, { seconds: 1, megabytes: 100 }, client);
      const statistics = { explored: 4711, stored: 12, queues: [] };
      const sample = { progress: { seconds: 3, memoryBytes: 5e6, statistics } };
      made[0]!.onmessage?.({ data: { kind: "progress", id: 1, sample } } as unknown as MessageEvent<FromWorker>);
      run.stop();
      await vi.runAllTimersAsync();
      await run.over;
      expect(run.state).toMatchObject({
        status: "done",
        answer: {
          verdict: { kind: "unknown", because: "interrupted" },
          statistics: { explored: 4711, stored: 12, seconds: 3, memoryMB: 5 },
          words: "it was interrupted",
        },
      });
    } finally {
      vi.useRealTimers();
    }
  });

  it("keeps the best plan that it told of when it is stopped and its worker does not listen", async () => {
    vi.useFakeTimers();
    try {
      const { make, made } = fake(() => undefined);
      const client = new WorkerClient(() => Object.assign(make(), { postMessage() {} }));
      const settings = { seconds: 1, megabytes: 100, optimal: "time" } as const;
      const run = new Run({ version: 1, name: "m", content: "" }, { text: "E<> P.done" }, settings, client);
      const trace = { steps: [], loop: undefined };
      const told = (sample: object): void =>
        made[0]!.onmessage?.({ data: { kind: "progress", id: 1, sample } } as unknown as MessageEvent<FromWorker>);
      told({ progress: { seconds: 3, memoryBytes: 5e6, statistics: { explored: 1, stored: 1, queues: [] } } });
      for (const value of [60, 57]) told({ better: { value, lower: 50, seconds: 1, by: "beam 10", trace } });
      run.stop();
      await vi.runAllTimersAsync();
      await run.over;
      expect(run.state.better.map(({ value }) => value)).toEqual([60, 57]);
      expect(run.state.answer).toMatchObject({
        verdict: { kind: "satisfied", evidence: { trace } },
        words: "here is a witness; best 57, at least 50",
      });
    } finally {
      vi.useRealTimers();
    }
  });

  it("tells what the worker refuses", async () => {
    const client = new WorkerClient(
      fake(() => {
        throw new Error("the model has faults");
      }).make,
    );
    const run = new Run(
      { version: 1, name: "m", content: "" },
      { text: "E<> true" },
      { seconds: 1, megabytes: 100 },
      client,
    );
    await run.over;
    expect(run.state.failure).toBe("the model has faults");
  });
});

describe("a worker", () => {
  it("is ended when a call takes too long, and replaced at the next one", async () => {
    let isStuck = true;
    const worker = fake(() => VIEW);
    const client = new WorkerClient(() => {
      const made = worker.make();
      const post = made.postMessage;
      made.postMessage = (message) => (isStuck ? undefined : post(message));
      return made;
    });
    const source = { version: 1, name: "m", content: "" };
    await expect(client.callWithin(0.01, "that takes too long", "read", { source })).rejects.toThrow(
      "that takes too long",
    );
    expect(client.busy).toBe(false);
    isStuck = false;
    expect(await client.callWithin(60, "", "read", { source })).toBe(VIEW);
    expect(worker.made).toHaveLength(2);
  });
});

describe("a walk", () => {
  it("takes a step after a delay that is offered, and after no other", () => {
    const content = "process P() { clock x; state A { x <= 2 }, B; init A; trans A -> B { guard x > 0; }; } system P;";
    const source = { version: 1001, name: "m.xta", content };
    const [state] = start({ source });
    const [option] = options({ source, state: state! }).options;
    const after = (delay: string) =>
      take({ source, state: state!, transition: option!.transition, delay: parseRational(delay)! });
    expect([...after("2").state.locations]).toEqual([1]);
    expect([...after("1/3").state.locations]).toEqual([1]);
    for (const delay of ["99", "-5", "0", "7/3"]) expect(() => after(delay), delay).toThrow("possible after (0, 2]");
  });
});

describe("random steps", () => {
  it("are all taken, also those that are asked for while the walk looks around after the first", async () => {
    const answers = { start, take, options, reasons: () => [] };
    const worker = fake((name, ask) => answers[name as "start"](ask as Parameters<typeof start>[0]));
    const walk = new WalkStore(new WorkerClient(worker.make));
    const content = "process P() { state A; init A; trans A -> A { }; } system P;";
    await walk.begin({ version: 1002, name: "m.xta", content });
    const first = walk.random();
    // The step is taken once the walk has moved; it looks around a moment later.
    await expect.poll(() => walk.state.at, { interval: 1 }).toBe(1);
    for (let i = 0; i < 7; i++) void walk.random();
    await first;
    expect(walk.state).toMatchObject({ at: 8, problem: undefined });
  });
});

describe("a query file", () => {
  it("is read as the command line reads it", () => {
    const content = "int i; process P() { state A; init A; } system P;";
    const source = { version: 1002, name: "m.xta", content };
    const text = [
      "//This file was generated from UPPAAL",
      "/* a comment",
      "E<> i == 9 */",
      "E<> i == 1 // why not",
      "A[] i == 0 && \\",
      "  P.A",
      "E<> nobody.A",
      "A[] not deadlock",
    ].join("\n");
    expect(questions({ source, name: "m.q", text })).toEqual([
      "E<> i == 1",
      "A[] i == 0 && P.A",
      "E<> nobody.A",
      "A[] not deadlock",
    ]);
  });
});
