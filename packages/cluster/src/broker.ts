// The connection to a broker: the only file that knows how NATS is spoken to, who may speak to it, and what its
// refusals mean. Credentials come from NATS's own files, never from the command line.

import {
  AckPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import { AuthorizationError, credsAuthenticator, type NatsConnection, nkeyAuthenticator } from "@nats-io/nats-core";
import { connect, type NodeConnectionOptions } from "@nats-io/transport-node";
import { readCredentials } from "./credentials.ts";
import { within } from "./pause.ts";

/** Something that the user can do something about, in a sentence. */
export class ClusterError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.name = "ClusterError";
    this.hint = hint;
  }
}

export interface BrokerAddress {
  readonly url: string;
  /** One of NATS's own files: `.creds`, a seed (`.nk`), or a context (`.json`). */
  readonly credentials?: { readonly name: string; readonly content: string };
  /** Called when the connection is lost, and when it is back. */
  readonly onConnection?: (isThere: boolean) => void;
  /** Milliseconds after which a lease that nobody renews is free; who comes first to a broker decides for all. */
  readonly leaseMilliseconds?: number;
}

/** The names of our buckets at a broker. */
export const BUCKETS = { jobs: "tracehound-jobs", leases: "tracehound-leases" } as const;
export type Bucket = keyof typeof BUCKETS;

const USUAL_LEASE = 6_000;
/** Milliseconds for what is under way when a connection is closed; a broker that is away never answers. */
const FAREWELL = 1_000;
/** What is written to the log of one job at most, in bytes, unless the job says otherwise. */
export const USUAL_LOG_BYTES = 4 * 2 ** 30;

export interface Broker {
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  /** Jobs, what came of them, checkpoints. */
  readonly jobs: KV;
  /** Who works, and on what; what is not renewed vanishes. */
  readonly leases: KV;
  readonly leaseMilliseconds: number;
  /** Called when the connection is there again. */
  readonly whenBack: Set<() => void>;
  /** Why the connection is over for good; undefined while it is not, or was closed here. */
  readonly ended: string | undefined;
  close(): Promise<void>;
}

export async function connectBroker(address: BrokerAddress): Promise<Broker> {
  const { url } = address;
  ensureNoSecrets(url);
  const nc = await connect({ ...optionsOf(address), servers: url.split(",") }).catch((error: unknown) => {
    if (error instanceof AuthorizationError || isAuthorization(error)) {
      throw new ClusterError(
        `the broker at ${url} refuses the credentials`,
        "--credentials names a .creds, .nk or context file of NATS",
      );
    }
    throw new ClusterError(`there is no broker at ${url} (${reasonOf(error)})`, "start one: `nats-server --jetstream`");
  });
  const whenBack = new Set<() => void>();
  void watch(nc, address, whenBack);
  let ended: string | undefined;
  void nc.closed().then((error) => {
    if (error) ended = isAuthorization(error) ? "the broker refuses the credentials now" : reasonOf(error);
  });
  try {
    const jsm = await jetstreamManager(nc);
    const js = jetstream(nc);
    const kvm = new Kvm(js);
    const jobs = await kvm.create(BUCKETS.jobs, { history: 1 });
    const { leaseMilliseconds: ttl = USUAL_LEASE } = address;
    const leases = await leasesOf(kvm, ttl);
    const leaseMilliseconds = (await leases.status()).ttl;
    return {
      ...{ nc, js, jsm, jobs, leases, leaseMilliseconds, whenBack },
      get ended() {
        return ended;
      },
      close: () => closed(nc),
    };
  } catch (error) {
    await nc.close();
    if (/permission/i.test(reasonOf(error))) {
      throw new ClusterError(`the broker at ${url} refuses the credentials: ${reasonOf(error)}`);
    }
    throw new ClusterError(
      `the broker at ${url} keeps nothing (${reasonOf(error)})`,
      "start it with `nats-server --jetstream`",
    );
  }
}

async function closed(nc: NatsConnection): Promise<void> {
  await within(
    FAREWELL,
    nc.drain().catch(() => {}),
  );
  await within(FAREWELL, nc.close());
}

/** A bucket that is there stays as it is. */
async function leasesOf(kvm: Kvm, ttl: number): Promise<KV> {
  const name = BUCKETS.leases;
  try {
    const known = await kvm.open(name);
    await known.status();
    return known;
  } catch {
    return kvm.create(name, { history: 1, ttl });
  }
}

function ensureNoSecrets(url: string): void {
  if (!/\/\/[^/]*@/.test(url)) return;
  throw new ClusterError(
    "credentials do not belong on the command line",
    "put them into a file of NATS and name it by --credentials",
  );
}

function optionsOf({ credentials }: BrokerAddress): NodeConnectionOptions {
  const common: NodeConnectionOptions = {
    name: "tracehound",
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    timeout: 5_000,
    pingInterval: 10_000,
  };
  if (credentials === undefined) return common;
  const read = readCredentials(credentials.name, credentials.content);
  if (typeof read === "string") throw new ClusterError(`${credentials.name} is no file of NATS's credentials: ${read}`);
  const { creds, seed, user, pass, token, tls } = read;
  return {
    ...common,
    ...(creds === undefined ? {} : { authenticator: credsAuthenticator(new TextEncoder().encode(creds)) }),
    ...(seed === undefined ? {} : { authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)) }),
    ...(user === undefined ? {} : { user, ...(pass === undefined ? {} : { pass }) }),
    ...(token === undefined ? {} : { token }),
    ...(tls === undefined ? {} : { tls }),
  };
}

async function watch(
  nc: NatsConnection,
  { onConnection }: BrokerAddress,
  whenBack: ReadonlySet<() => void>,
): Promise<void> {
  for await (const status of nc.status()) {
    if (status.type === "disconnect") onConnection?.(false);
    if (status.type !== "reconnect") continue;
    onConnection?.(true);
    for (const tell of whenBack) tell();
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const isAuthorization = (error: unknown): boolean => /authorization|authentication/i.test(reasonOf(error));

/** The stream has as many bytes as it may have. */
export function isFullError(error: unknown): boolean {
  return (
    error instanceof JetStreamApiError &&
    /maximum (bytes|messages)|insufficient (storage|resources)/i.test(error.message)
  );
}

/** The broker answers, and has no such log, list or consumer. */
export function isGone(error: unknown): boolean {
  return error instanceof JetStreamApiError && /not found/i.test(error.message);
}

/** Somebody else was quicker to write an entry of a bucket. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && /wrong last sequence|key exists|already exists/i.test(error.message);
}

export const streamOf = (job: string): string => `tracehound-${job}`;
export const subjectOf = (job: string, part: number | string): string => `tracehound.${job}.${part}`;

/** A log of states per shard. It refuses what does not fit, and loses nothing. */
export async function addLog({ jsm }: Broker, job: string, bytes: number): Promise<void> {
  await jsm.streams.add({
    name: streamOf(job),
    subjects: [subjectOf(job, "log.*")],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    max_bytes: bytes,
    allow_direct: true,
  });
}

const TASK_SECONDS = 30;
export const TAKERS = "takers";

/** A list of tasks, each of which is done once, or again if whoever took it is not heard of. */
export async function addTasks({ jsm }: Broker, job: string): Promise<void> {
  await jsm.streams.add({
    name: streamOf(job),
    subjects: [subjectOf(job, "task")],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
  });
  await jsm.consumers.add(streamOf(job), {
    durable_name: TAKERS,
    ack_policy: AckPolicy.Explicit,
    ack_wait: TASK_SECONDS * 1e9,
    max_ack_pending: -1,
  });
}

export async function removeStream({ jsm }: Broker, job: string): Promise<void> {
  await jsm.streams.delete(streamOf(job)).catch(() => {});
}
