// Jobs with workers that take turns in one process, at a broker of one's own, beside what one engine says: what the
// tests and the hunts of jobs are made of.

import {
  type CheckResult,
  checkQueries,
  configure,
  type Environment,
  stillEnvironment,
  strategies,
  traceOf,
} from "@tracehound/core";
import { type Asked, answerOf, openedModel } from "../../cli/src/cluster/models.ts";
import { VERSION } from "../../cli/src/version.ts";
import { type Broker, type JobOutcome, type JobWish, type Models, runWorker } from "../src/index.ts";
import type { OwnBroker } from "./with-broker.ts";

export const environment: Environment = {
  ...stillEnvironment,
  now: () => performance.now() / 1000,
  pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
};

/** What one engine says, breadth first. */
export async function alone({ network, query }: Asked, seconds = Number.POSITIVE_INFINITY): Promise<CheckResult> {
  const strategy = configure(strategies, "bfs");
  if (!strategy.ok) throw new Error("no bfs");
  const options = { strategy: strategy.value, por: "off", certify: true, limits: { seconds } } as const;
  const [result] = await checkQueries({ network, options, environment }, [query]);
  return result!;
}

const HASH = "0000000000000000";

/** Workers that know nothing but one question, whatever text comes. */
export function modelsOf(asked: Asked): Models {
  const opened = openedModel({ name: "m.json", hash: HASH }, () => asked, environment, {});
  return { version: VERSION, open: () => opened };
}

export function wishOf(query: string, more: Partial<JobWish>): JobWish {
  return {
    version: VERSION,
    kind: "search",
    order: "shortest",
    shards: 5,
    options: {},
    models: [{ name: "m.json", hash: HASH, constants: [] }],
    texts: [""],
    tasks: [{ model: 0, query }],
    ...more,
  };
}

/** Some workers, each with a connection of its own, any of which can be killed and replaced. */
export class Crew {
  private readonly own: OwnBroker;
  private readonly models: Models;
  private readonly tell: (sentence: string) => void;
  private readonly hands: { broker: Broker; ending: AbortController; running: Promise<void> }[] = [];

  constructor(own: OwnBroker, models: Models, tell: (sentence: string) => void = () => {}) {
    this.own = own;
    this.models = models;
    this.tell = tell;
  }

  async hire(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const broker = await this.own.connect();
      const ending = new AbortController();
      const running = runWorker({ broker, models: this.models, signal: ending.signal, tell: this.tell });
      // One whose connection was cut says so; nobody listens.
      running.catch(() => {});
      this.hands.push({ broker, ending, running });
    }
  }

  /** As `kill -9`: nothing is said, nothing is given back. */
  async kill(at: number): Promise<void> {
    const [hand] = this.hands.splice(at % this.hands.length, 1);
    await hand!.broker.nc.close();
    hand!.ending.abort();
  }

  /** As Ctrl-C. */
  async dismiss(): Promise<void> {
    for (const { ending } of this.hands) ending.abort();
    await Promise.allSettled(this.hands.map(({ running }) => running));
    await Promise.allSettled(this.hands.map(({ broker }) => broker.close()));
    this.hands.length = 0;
  }
}

/** The answer to a search, as `job result` tells it. */
export async function answered(
  asked: Asked,
  wish: JobWish,
  outcome: Extract<JobOutcome, { statistics: unknown }>,
): Promise<CheckResult> {
  const seen = outcome.kind === "found" ? outcome : { kind: outcome.kind === "exhausted" ? outcome.kind : "gave-up" };
  return answerOf(asked, { format: 2, id: "", ...wish }, seen as never, outcome.statistics, environment);
}

/** A sentence where two answers differ. */
export function difference(one: CheckResult, together: CheckResult, isShortest: boolean): string | undefined {
  if (one.verdict.kind !== together.verdict.kind)
    return `one engine says ${one.verdict.kind}, workers say ${together.verdict.kind}`;
  const [first, other] = [one, together].map(({ verdict }) => traceOf(verdict)?.steps.length);
  return first === other || !isShortest ? undefined : `${first} steps by one engine, ${other} by workers`;
}
