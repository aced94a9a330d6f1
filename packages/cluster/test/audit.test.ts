// The audit: everything is said to have been seen only if every shard has one owner, nobody has anything to do, and
// every batch that somebody relies on was received by its number.

import { describe, expect, it } from "vitest";
import { auditOf, isSame, NumberSet, readBatch, readCredentials, type WorkerAnswer, writeBatch } from "../src/index.ts";

function worker(name: string, shards: number[], more: Partial<WorkerAnswer> = {}): WorkerAnswer {
  const own = shards.map((shard) => ({
    shard,
    received: {},
    last: 1,
    vouched: {},
    stored: 1,
    discrete: 1,
    inserted: 1,
    waiting: 0,
  }));
  const counts = { explored: 1, transitions: 1, generated: 1, waiting: 0, unreadable: 0, replayed: 0, redelivered: 0 };
  return { worker: name, isIdle: true, isFull: false, sent: [0, 0], shards: own, ...counts, ...more };
}

describe("the audit", () => {
  it("is complete when every batch that was sent was received", () => {
    const [a, b] = [worker("a", [0], { sent: [0, 2] }), worker("b", [1])];
    expect(auditOf([a, b], 2)).toMatchObject({ kind: "missing", what: "2 batches were sent and never received" });
    const received = { ...b, shards: [{ ...b.shards[0]!, received: { a: 2 } }] };
    expect(auditOf([a, received], 2)).toEqual({ kind: "complete" });
  });

  it("counts what somebody who is gone had sent, where a checkpoint relies on it", () => {
    const one = worker("a", [0, 1]);
    const relying = { ...one, shards: one.shards.map((shard) => ({ ...shard, vouched: { gone: [1, 0] } })) };
    expect(auditOf([relying], 2)).toMatchObject({ kind: "missing" });
    const whole = { ...relying, shards: relying.shards.map((shard) => ({ ...shard, received: { gone: 1 } })) };
    expect(auditOf([whole], 2)).toEqual({ kind: "complete" });
  });

  it("says nothing while somebody works, a shard has no owner, or has two", () => {
    expect(auditOf([worker("a", [0, 1], { isIdle: false })], 2)).toEqual({ kind: "busy" });
    expect(auditOf([worker("a", [0])], 2)).toEqual({ kind: "busy" });
    expect(auditOf([worker("a", [0, 1]), worker("b", [1])], 2)).toEqual({ kind: "busy" });
    expect(auditOf([worker("a", [0, 1], { unreadable: 1 })], 2)).toMatchObject({ kind: "missing" });
  });

  it("sees whether anything happened between two waves, whoever answers first", () => {
    const [a, b] = [worker("a", [0]), worker("b", [1])];
    expect(isSame([a, b], [b, a])).toBe(true);
    expect(isSame([a, b], [a, { ...b, explored: 2 }])).toBe(false);
  });

  it("knows numbers that came out of order", () => {
    const numbers = new NumberSet();
    for (const number of [2, 3, 5, 2]) numbers.add(number);
    expect(numbers.upTo).toBe(0);
    numbers.add(1);
    expect(numbers.upTo).toBe(3);
  });
});

describe("a batch", () => {
  it("is told from what is none, or damaged", () => {
    const bytes = writeBatch({ sender: "0123456789ab", number: 7, records: Uint8Array.of(1, 2, 3, 4) });
    const batch = { sender: "0123456789ab", number: 7, records: Uint8Array.of(1, 2, 3, 4) };
    expect(readBatch(bytes)).toEqual(batch);
    // A message may stand at any byte of what has come.
    const later = Buffer.concat([Buffer.of(0), bytes]).subarray(1);
    expect(readBatch(later)).toEqual(batch);
    for (let at = 0; at < bytes.length; at++) expect(readBatch(flipped(bytes, at))).toBeUndefined();
    expect(readBatch(new Uint8Array(3))).toBeUndefined();
  });
});

describe("credentials", () => {
  it("are NATS's own files", () => {
    expect(readCredentials("c.json", '{"user": "u", "password": "p"}')).toEqual({ user: "u", pass: "p" });
    expect(readCredentials("c.json", '{"token": "t", "ca": "ca.pem"}')).toEqual({
      token: "t",
      tls: { caFile: "ca.pem" },
    });
    expect(readCredentials("c.creds", "-----BEGIN NATS USER JWT-----\nx")).toEqual({
      creds: "-----BEGIN NATS USER JWT-----\nx",
    });
    expect(readCredentials("c.json", "{}")).toContain("names no user");
    expect(readCredentials("c.txt", "secret")).not.toContain("secret");
    expect(readCredentials("c.json", "{")).toBe("it is no JSON");
  });
});

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = bytes.slice();
  copy[at]! ^= 1;
  return copy;
}
