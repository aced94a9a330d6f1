// Buckets at a broker that may be killed at any moment. The client library lists keys, and tells of changes, by a
// consumer that a killed broker has forgotten; it notices after a minute or two of silence, and whoever waits for it
// waits as long. Here a list is one question with one answer, and a watch begins anew when the connection is back.

import { type Broker, BUCKETS, type Bucket } from "./broker.ts";
import { pause } from "./pause.ts";

/** Milliseconds before a watch that could not begin is tried again. */
const AGAIN = 300;

/** Keys that match, those included whose entry somebody has marked as deleted. Throws when the broker is away. */
export async function keysIn({ jsm }: Pick<Broker, "jsm">, bucket: Bucket, filter: string): Promise<readonly string[]> {
  const prefix = `$KV.${BUCKETS[bucket]}.`;
  const { state } = await jsm.streams.info(`KV_${BUCKETS[bucket]}`, { subjects_filter: `${prefix}${filter}` });
  return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(prefix.length));
}

/** Leaves nothing of an entry, unless somebody has written it since. */
export async function forget(
  { jsm }: Pick<Broker, "jsm">,
  bucket: Bucket,
  key: string,
  revision: number,
): Promise<void> {
  const name = BUCKETS[bucket];
  await jsm.streams.purge(`KV_${name}`, { filter: `$KV.${name}.${key}`, seq: revision + 1 });
}

interface Watch {
  stop(): void;
}

/** Tells what matching entries hold, and every change, until it is stopped; the same may be told twice. */
export function follow(
  { jobs, whenBack, nc }: Pick<Broker, "jobs" | "whenBack" | "nc">,
  filter: string,
  heard: (key: string, value: Uint8Array) => void,
): Watch {
  let isStopped = false;
  let current: Watch | undefined;
  const again = (): void => current?.stop();
  const run = async (): Promise<void> => {
    while (!isStopped && !nc.isClosed()) {
      try {
        const entries = await jobs.watch({ key: filter });
        current = entries;
        if (isStopped) entries.stop();
        for await (const { key, value, operation } of entries) {
          if (isStopped) break;
          if (operation === "PUT") heard(key, value);
        }
      } catch {
        // The broker is away: it is asked again.
      }
      if (!isStopped) await pause(AGAIN);
    }
  };
  whenBack.add(again);
  void run();
  return {
    stop() {
      isStopped = true;
      whenBack.delete(again);
      again();
    },
  };
}
