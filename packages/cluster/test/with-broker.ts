// A broker of the tests' own: Debian's `nats-server`, on a port and in a folder of its own. Where there is none, tests
// that need it do not run and say so; where it is required (`.ci/run`), they fail.

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Broker, type BrokerAddress, connectBroker } from "../src/index.ts";

const PROGRAM = ["nats-server", "/usr/sbin/nats-server"].find((name) => spawnSync(name, ["--version"]).status === 0);
export const hasBroker = PROGRAM !== undefined || process.env.TRACEHOUND_NATS === "required";
if (!hasBroker)
  console.info("There is no nats-server (Debian's package of that name): jobs and workers are not tried here.");

/** Milliseconds: nobody in the tests is away for long. */
const LEASE = 1_500;

/**
 * Below those that the system gives to whoever connects: while a broker is restarted nobody takes its port, not even
 * its own clients, who knock at it.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(20_000 * Math.random());
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer().once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

export class OwnBroker {
  readonly url: string;
  private readonly port: number;
  private readonly folder = mkdtempSync(join(tmpdir(), "tracehound-nats-"));
  private settings: string;
  private child: ChildProcess | undefined;

  private constructor(port: number, settings: string) {
    this.port = port;
    this.settings = settings;
    this.url = `nats://127.0.0.1:${port}`;
  }

  static async start(settings = ""): Promise<OwnBroker> {
    const own = new OwnBroker(await freePort(), settings);
    own.run();
    return own;
  }

  private run(): void {
    const file = join(this.folder, "nats.conf");
    writeFileSync(
      file,
      `listen: "127.0.0.1:${this.port}"\njetstream { store_dir: "${join(this.folder, "store")}" }\n${this.settings}\n`,
    );
    if (PROGRAM === undefined) throw new Error("nats-server is not installed, and it is required here");
    this.child = spawn(PROGRAM, ["-c", file], { stdio: "ignore" });
  }

  /** Connects as soon as it answers. */
  async connect(credentials?: BrokerAddress["credentials"]): Promise<Broker> {
    const end = performance.now() + 20_000;
    for (let tries = 0; ; tries++) {
      try {
        return await connectBroker({ url: this.url, leaseMilliseconds: LEASE, ...(credentials && { credentials }) });
      } catch (error) {
        if (tries > 100 || performance.now() > end) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  /** As a power cut would, and on again, perhaps with other settings. */
  async restart(settings = this.settings): Promise<void> {
    await this.stop("SIGKILL");
    this.settings = settings;
    this.run();
  }

  /** Stops, keeps what is on its disk, and goes on; later it can be made to forget everything that came since. */
  async remember(): Promise<void> {
    await this.stop("SIGTERM");
    cpSync(join(this.folder, "store"), join(this.folder, "kept"), { recursive: true });
    this.run();
  }

  /** A disk that had not written what the broker had confirmed. */
  async forget(): Promise<void> {
    await this.stop("SIGKILL");
    rmSync(join(this.folder, "store"), { recursive: true, force: true });
    cpSync(join(this.folder, "kept"), join(this.folder, "store"), { recursive: true });
    this.run();
  }

  /** Milliseconds without it. */
  async pause(milliseconds: number): Promise<void> {
    this.child!.kill("SIGSTOP");
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    this.child!.kill("SIGCONT");
  }

  private async stop(signal: NodeJS.Signals): Promise<void> {
    const child = this.child!;
    // One that could not begin is gone already, and will not say so again.
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    const late = setTimeout(() => child.kill("SIGKILL"), 5_000);
    await gone;
    clearTimeout(late);
  }

  end(): void {
    this.child?.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
