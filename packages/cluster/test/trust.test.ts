// Workers and whoever asks trust nothing: who may speak with a broker is said in NATS's own files, what does not decode
// ends an audit and never a process, and clocks may be set at any moment.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nkeys } from "@nats-io/nats-core";
import { families, loadModel } from "@tracehound/core";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Asked, questionOf } from "../../cli/src/cluster/models.ts";
import {
  type Broker,
  connectBroker,
  jobResult,
  jobStatus,
  listJobs,
  startJob,
  subjectOf,
  writeBatch,
} from "../src/index.ts";
import { alone, answered, Crew, difference, modelsOf, wishOf } from "./together.ts";
import { hasBroker, OwnBroker } from "./with-broker.ts";

function fischer(size: number, correct: boolean): Asked {
  const family = families.find(({ name }) => name === "fischer")!;
  const { xta, queries } = family.generate({ size, variant: "", correct, seed: 1 });
  return questionOf(loadModel({ name: "m.xta", content: xta }, { lints: false }), queries[0]!.formula);
}

const folder = mkdtempSync(join(tmpdir(), "tracehound-trust-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A token of NATS: who signs says what the other may do. */
function vouch(signer: nkeys.KeyPair, whom: string, nats: object): string {
  const part = (content: object): string => Buffer.from(JSON.stringify(content)).toString("base64url");
  const about = { jti: "test", iat: 1, iss: signer.getPublicKey(), name: "test", sub: whom };
  const said = `${part({ typ: "JWT", alg: "ed25519-nkey" })}.${part({ ...about, nats: { version: 2, ...nats } })}`;
  return `${said}.${Buffer.from(signer.sign(Buffer.from(said))).toString("base64url")}`;
}

describe.runIf(hasBroker)("who may speak with a broker", () => {
  /** Tries until the server is up: lets in, or says why not. */
  async function attempt(own: OwnBroker, content?: string): Promise<string> {
    const credentials = content === undefined ? {} : { credentials: { name: "own file", content } };
    for (;;) {
      const told = await connectBroker({ url: own.url, ...credentials }).then(
        async (broker) => {
          await broker.close();
          return "let in";
        },
        (error: Error) => error.message,
      );
      if (!told.includes("connection refused")) return told;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  const user = nkeys.createUser();
  const seed = new TextDecoder().decode(user.getSeed());

  it.each([
    ["a token", 'authorization { token: "s3cr3t" }', JSON.stringify({ token: "s3cr3t" }), '{"token": "wrong"}'],
    [
      "user and password",
      'authorization { user: "hound", password: "s3cr3t" }',
      JSON.stringify({ user: "hound", password: "s3cr3t" }),
      '{"user": "hound", "password": "wrong"}',
    ],
    [
      "a seed",
      `authorization { users: [{ nkey: ${user.getPublicKey()} }] }`,
      seed,
      new TextDecoder().decode(nkeys.createUser().getSeed()),
    ],
  ])("is said by %s", async (_, settings, right, wrong) => {
    const own = await OwnBroker.start(settings);
    try {
      expect(await attempt(own, right)).toBe("let in");
      const refusal = `the broker at ${own.url} refuses the credentials`;
      expect([await attempt(own, wrong), await attempt(own)]).toEqual([refusal, refusal]);
    } finally {
      own.end();
    }
  });

  it("is said by a context that names files, and what is in none of them is told without its content", async () => {
    writeFileSync(join(folder, "own.nk"), `${seed}\n`);
    const own = await OwnBroker.start(`authorization { users: [{ nkey: ${user.getPublicKey()} }] }`);
    try {
      expect(await attempt(own, JSON.stringify({ nkey: join(folder, "own.nk") }))).toBe("let in");
      expect(await attempt(own, JSON.stringify({ nkey: join(folder, "none.nk") }))).toContain("no such file");
      expect(await attempt(own, "s3cr3t")).not.toContain("s3cr3t");
    } finally {
      own.end();
    }
  });

  it("is said by a .creds file, of an account that an operator vouches for", async () => {
    const [operator, system, account] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createAccount()];
    const limits = { subs: -1, data: -1, payload: -1, conn: -1, leaf: -1, imports: -1, exports: -1, wildcards: true };
    const stored = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
    const vouched = vouch(operator, operator.getPublicKey(), { type: "operator" });
    const own = await OwnBroker.start(
      `operator: ${vouched}\nsystem_account: ${system.getPublicKey()}\nresolver: MEMORY\nresolver_preload: {
        ${system.getPublicKey()}: ${vouch(operator, system.getPublicKey(), { type: "account", limits })}
        ${account.getPublicKey()}: ${vouch(operator, account.getPublicKey(), { type: "account", limits: { ...limits, ...stored } })}
      }`,
    );
    const credsBy = (signer: nkeys.KeyPair): string => {
      const jwt = vouch(signer, user.getPublicKey(), { type: "user", subs: -1, data: -1, payload: -1 });
      const part = (what: string, content: string): string =>
        `-----BEGIN ${what}-----\n${content}\n------END ${what}------\n`;
      return `${part("NATS USER JWT", jwt)}\n${part("USER NKEY SEED", seed)}`;
    };
    try {
      writeFileSync(join(folder, "own.creds"), credsBy(account));
      expect(await attempt(own, credsBy(account))).toBe("let in");
      expect(await attempt(own, JSON.stringify({ creds: join(folder, "own.creds") }))).toBe("let in");
      expect(await attempt(own, credsBy(nkeys.createAccount()))).toBe(
        `the broker at ${own.url} refuses the credentials`,
      );
      expect(await attempt(own, credsBy(account).replace(/SU\w+/, "SUBROKEN"))).not.toContain("SUBROKEN");
    } finally {
      own.end();
    }
  });

  it.runIf(spawnSync("openssl", ["version"]).status === 0)("is said by certificates", async () => {
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const about = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
    const made = ["req", "-x509", "-newkey", "ed25519", "-nodes", "-keyout", key, "-out", cert, "-days", "2", ...about];
    expect(spawnSync("openssl", made).status).toBe(0);
    const own = await OwnBroker.start(
      `tls { cert_file: "${cert}", key_file: "${key}", ca_file: "${cert}", verify: true }`,
    );
    try {
      expect(await attempt(own, JSON.stringify({ ca: cert, cert, key }))).toBe("let in");
      expect(await attempt(own)).not.toBe("let in");
    } finally {
      own.end();
    }
  });
});

describe.runIf(hasBroker)("what is none of ours", () => {
  let own: OwnBroker;
  let broker: Broker;
  let crew: Crew | undefined;
  beforeAll(async () => {
    own = await OwnBroker.start();
    broker = await own.connect();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await crew?.dismiss();
  });
  afterAll(async () => {
    await broker?.close();
    own?.end();
  });
  const ended = async (id: string) => (await jobResult(broker, id, () => true))!.outcome;

  it("ends the audit where it is a batch with other states, and no process", async () => {
    const asked = fischer(3, true);
    crew = new Crew(own, modelsOf(asked));
    const id = await startJob(broker, wishOf("q", {}));
    const records = new Uint8Array(new Int32Array([9, 0, -1, 0, 0, 0, 0, -7, 77]).buffer);
    await broker.js.publish(subjectOf(id, "log.2"), writeBatch({ sender: "somebodyelse", number: 1, records }));
    await crew.hire(2);
    expect(await ended(id)).toMatchObject({ kind: "incomplete", missing: "1 batches could not be read" });
  });

  it("is told in a sentence where a job, an outcome or an answer is expected", async () => {
    await broker.jobs.put("feedbeef.spec", "no job");
    expect((await listJobs(broker)).map(({ id }) => id)).not.toContain("feedbeef");
    await expect(jobStatus(broker, "feedbeef")).rejects.toThrow("what the broker keeps as job feedbeef is none");
    const id = await startJob(broker, wishOf("q", {}));
    const answering = broker.nc.subscribe(subjectOf(id, "count"), {
      callback: (_, message) => void message.respond("{}"),
    });
    expect(await jobStatus(broker, id)).toMatchObject({ state: "waiting", workers: [] });
    answering.unsubscribe();
    crew = new Crew(own, modelsOf(fischer(6, true)));
    await crew.hire(1);
    await broker.jobs.put(`${id}.best`, "nothing");
    await broker.jobs.put(`${id}.outcome`, "nothing");
    expect(await ended(id)).toMatchObject({ kind: "failed" });
  });

  it("does no harm where clocks are set and the broker is not heard of for a while", async () => {
    const asked = fischer(5, true);
    const one = await alone(asked);
    let jump = 0;
    const now = Date.now.bind(Date);
    vi.spyOn(Date, "now").mockImplementation(() => now() + (jump = (jump + 7_777_777) % 1e9) - 5e8);
    crew = new Crew(own, modelsOf(asked));
    const wish = wishOf("q", {});
    const id = await startJob(broker, wish);
    await crew.hire(2);
    await own.pause(400);
    const outcome = await ended(id);
    if (!("statistics" in outcome)) throw new Error(outcome.kind);
    expect(difference(one, await answered(asked, wish, outcome), true)).toBeUndefined();
  });
});
