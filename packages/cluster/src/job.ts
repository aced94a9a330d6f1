// What a job is: models, questions and how they are to be answered, as plain data that everybody reads with suspicion.
// Models are sent as they were written; each worker reads them by itself and compares what it has read.

import { gunzipSync, gzipSync } from "node:zlib";
import type { StatePlace } from "@tracehound/core";
import { type Broker, ClusterError, isTaken } from "./broker.ts";

/** Of jobs, batches and checkpoints: another one when any of them changes. */
export const JOB_FORMAT = 2;

export type JobKind = "swarm" | "batch" | "search";

export interface JobModel {
  readonly name: string;
  /** Of the network that whoever started the job has read. */
  readonly hash: string;
  readonly constants: readonly (readonly [string, string])[];
}

/** A question about one of the models; in a swarm, by one hunt. */
export interface JobTask {
  readonly model: number;
  readonly query: string;
  /** Absent: the default. */
  readonly search?: string;
  readonly seconds?: number;
}

export interface JobSpec {
  readonly format: typeof JOB_FORMAT;
  /** Of the program that started it; no other version works on it. */
  readonly version: string;
  readonly id: string;
  readonly kind: JobKind;
  readonly models: readonly JobModel[];
  /** Of a search: the one question. */
  readonly tasks: readonly JobTask[];
  readonly options: { readonly abstraction?: string; readonly seed?: number };
  /** Of a search: in which order, by which estimate, in how many parts. */
  readonly order?: "shortest" | "greedy";
  readonly heuristic?: string;
  readonly shards?: number;
}

/** What one task came to. */
export interface TaskReport {
  readonly task: number;
  readonly verdict: "satisfied" | "violated" | "unknown";
  readonly because?: string;
  /** A trace file (JSON); whoever shows it replays it. */
  readonly trace?: string;
  readonly search: string;
  readonly explored: number;
  readonly stored: number;
  readonly transitions: number;
  readonly seconds: number;
}

export interface JobStatistics {
  readonly explored: number;
  readonly transitions: number;
  readonly generated: number;
  readonly stored: number;
  readonly discrete: number;
  readonly shards: number;
  readonly redelivered: number;
  readonly replayed: number;
  readonly audit: "complete" | "incomplete";
}

export type JobOutcome =
  | { readonly kind: "answer"; readonly report: TaskReport }
  /** Every task was done. */
  | { readonly kind: "done" }
  | { readonly kind: "found"; readonly ordinals: readonly number[]; readonly statistics: JobStatistics }
  | { readonly kind: "exhausted"; readonly statistics: JobStatistics }
  | { readonly kind: "incomplete"; readonly missing: string; readonly statistics: JobStatistics }
  | {
      readonly kind: "fault";
      readonly fault: unknown;
      readonly ordinals: readonly number[];
      readonly statistics: JobStatistics;
    }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "cancelled" };

/** The nearest target that a search has found. */
export interface Best {
  readonly length: number;
  readonly place: StatePlace;
}

/** Keys of the bucket of jobs. */
export const keyOf = {
  spec: (id: string): string => `${id}.spec`,
  model: (id: string, at: number): string => `${id}.model.${at}`,
  outcome: (id: string): string => `${id}.outcome`,
  task: (id: string, at: number): string => `${id}.task.${at}`,
  best: (id: string): string => `${id}.best`,
  fault: (id: string): string => `${id}.fault`,
  layout: (id: string): string => `${id}.layout`,
  checkpoint: (id: string, shard: number): string => `${id}.checkpoint.${shard}`,
  refusal: (id: string, worker: string): string => `${id}.refusal.${worker}`,
} as const;

/** Shortened, since a broker takes a megabyte at most. */
export function packed(value: unknown): Uint8Array {
  return gzipSync(typeof value === "string" ? value : JSON.stringify(value));
}

/** Beyond this nothing that we wrote unfolds to. */
const MOST_BYTES = 256 << 20;

export function unpackedText(bytes: Uint8Array): string {
  return gunzipSync(bytes, { maxOutputLength: MOST_BYTES }).toString("utf8");
}

export function unpacked<T>(bytes: Uint8Array): T {
  return JSON.parse(unpackedText(bytes)) as T;
}

export async function read<T>({ jobs }: Pick<Broker, "jobs">, key: string): Promise<T | undefined> {
  const entry = await jobs.get(key);
  return entry === null || entry.operation !== "PUT" ? undefined : unpacked<T>(entry.value);
}

export async function jobOf(broker: Broker, id: string): Promise<JobSpec> {
  return (await startedJob(broker, id)).spec;
}

/** Undefined: there is none, or somebody has deleted it. */
export async function knownJob(broker: Broker, id: string): Promise<JobSpec | undefined> {
  return (await entryOf(broker, id))?.spec;
}

export interface StartedJob {
  readonly spec: JobSpec;
  /** By the broker's clock. */
  readonly started: Date;
  /** Jobs that were started later have larger ones, whatever clocks say. */
  readonly revision: number;
}

export async function startedJob(broker: Broker, id: string): Promise<StartedJob> {
  const entry = await entryOf(broker, id);
  if (entry === undefined)
    throw new ClusterError(`there is no job ${id}`, "`tracehound job list` tells which there are");
  return entry;
}

async function entryOf(broker: Broker, id: string): Promise<StartedJob | undefined> {
  const entry = /^[0-9a-z]{4,16}$/.test(id) ? await broker.jobs.get(keyOf.spec(id)) : null;
  if (entry === null || entry.operation !== "PUT") return undefined;
  const spec = readSpec(entry.value);
  if (spec === undefined) throw new ClusterError(`what the broker keeps as job ${id} is none`);
  return { spec, started: entry.created, revision: entry.revision };
}

/** Undefined: it is no job. */
export function readSpec(bytes: Uint8Array): JobSpec | undefined {
  let told: Partial<JobSpec>;
  try {
    told = unpacked<Partial<JobSpec>>(bytes) ?? {};
  } catch {
    return undefined;
  }
  const { format, id, version, kind, models, tasks, shards } = told;
  const isOne =
    typeof format === "number" &&
    typeof id === "string" &&
    typeof version === "string" &&
    (kind === "swarm" || kind === "batch" || (kind === "search" && Number.isInteger(shards))) &&
    Array.isArray(models) &&
    Array.isArray(tasks) &&
    tasks.every((task: Partial<JobTask>) => typeof task?.query === "string" && models[task.model!] !== undefined);
  return isOne ? (told as JobSpec) : undefined;
}

const OUTCOMES = ["answer", "done", "found", "exhausted", "incomplete", "fault", "failed", "cancelled"];

/** What is none of ours ends the job as one that failed. */
export function readOutcome(bytes: Uint8Array): JobOutcome {
  try {
    const told = unpacked<Partial<JobOutcome> | null>(bytes);
    if (OUTCOMES.includes(told?.kind as string)) return told as JobOutcome;
  } catch {
    // As below.
  }
  return { kind: "failed", message: "what the broker keeps as its outcome is none" };
}

/** The first outcome counts. True: this one was it. */
export async function settle({ jobs }: Pick<Broker, "jobs">, id: string, outcome: JobOutcome): Promise<boolean> {
  try {
    await jobs.create(keyOf.outcome(id), packed(outcome));
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}
