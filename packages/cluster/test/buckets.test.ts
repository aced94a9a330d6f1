// A broker that is killed in the middle of a list, or of a watch: whoever waits is told soon, and told all or nothing.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { follow, forget, keysIn } from "../src/buckets.ts";
import type { Broker } from "../src/index.ts";
import { within } from "../src/pause.ts";
import { hasBroker, OwnBroker } from "./with-broker.ts";

const KEYS = 60;
/** Milliseconds: a question that is not answered is given up after five seconds by the client library. */
const PATIENCE = 9_000;

describe.runIf(hasBroker)("at a broker that is killed", () => {
  let own: OwnBroker;
  let broker: Broker;
  beforeAll(async () => {
    own = await OwnBroker.start();
    broker = await own.connect();
    await Promise.all(Array.from({ length: KEYS }, (_, at) => broker.jobs.put(`k${at}.spec`, "x")));
    // Written by the broker before it is killed.
    await own.remember();
    await within(PATIENCE, new Promise<void>((resolve) => broker.whenBack.add(resolve)));
  });
  afterAll(async () => {
    await broker.close();
    own.end();
  });

  it("a list of keys is whole, or is refused soon", { timeout: 60_000 }, async () => {
    const lists: (number | "refused" | "waits")[] = [];
    let isOver = false;
    const ask = async (): Promise<void> => {
      while (!isOver) {
        const list = keysIn(broker, "jobs", "*.spec").then(
          (keys) => keys.length,
          () => "refused" as const,
        );
        lists.push((await within(PATIENCE, list)) ?? "waits");
      }
    };
    const asking = [ask(), ask(), ask(), ask()];
    for (let kill = 0; kill < 2; kill++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await own.restart();
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    isOver = true;
    await Promise.all(asking);
    expect(lists).toContain(KEYS);
    expect(new Set(lists.filter((list) => list !== "refused"))).toEqual(new Set([KEYS]));
  });

  it("a watch goes on as soon as the broker is back", { timeout: 60_000 }, async () => {
    let tell: (value: string) => void = () => {};
    const watching = follow(broker, "watched.*", (_, value) => tell(new TextDecoder().decode(value)));
    const hears = (told: string): Promise<true | undefined> =>
      within(
        PATIENCE,
        new Promise((resolve) => {
          tell = (value) => value === told && resolve(true);
        }),
      );
    const first = hears("1");
    await broker.jobs.put("watched.spec", "1");
    expect(await first).toBe(true);
    await own.restart();
    const second = hears("2");
    for (let tries = 0; tries < 5; tries++) {
      const isWritten = await broker.jobs.put("watched.spec", "2").catch(() => undefined);
      if (isWritten !== undefined) break;
    }
    expect(await second).toBe(true);
    watching.stop();
  });

  it("an entry is forgotten, unless somebody has written it since", async () => {
    const mine = await broker.leases.put("job.shard.1", "me");
    const others = await broker.leases.put("job.shard.1", "somebody");
    await forget(broker, "leases", "job.shard.1", mine);
    expect(await keysIn(broker, "leases", "job.>")).toEqual(["job.shard.1"]);
    await forget(broker, "leases", "job.shard.1", others);
    expect(await keysIn(broker, "leases", "job.>")).toEqual([]);
  });

  it("closing a connection does not wait for a broker that is gone", async () => {
    const gone = await OwnBroker.start();
    const connection = await gone.connect();
    gone.end();
    expect(
      await within(
        4_000,
        connection.close().then(() => "closed"),
      ),
    ).toBe("closed");
  });
});
