// The built command line as a process of its own: limits inside single steps, Ctrl-C, pipes that close and disks that
// are full. What is asserted is how it ends, not how long it takes: without the limits none of these would end at all.

import { spawn } from "node:child_process";
import { chmodSync, existsSync, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

const program = join(ROOT, "packages/cli/bin/tracehound.js");
const built = existsSync(join(ROOT, "packages/cli/dist/tracehound.cjs"));
if (!built) console.info("The command line is not built (`npm run build`): its processes are not tried here.");
const full = existsSync("/dev/full");

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Circumstances {
  readonly input?: string;
  readonly stdout?: "pipe" | "full" | "closed";
  /** Ctrl-C is pressed once, so many milliseconds after this holds of what was said so far. */
  readonly interruptWhen?: (said: Ended) => boolean;
  readonly milliseconds?: number;
  readonly env?: Readonly<Record<string, string>>;
}

function run(
  args: readonly string[],
  { input = "", stdout = "pipe", interruptWhen, milliseconds = 0, env = {} }: Circumstances = {},
): Promise<Ended> {
  const shell = { pipe: "", full: " > /dev/full", closed: " | head -c 1 > /dev/null; exit $PIPESTATUS" }[stdout];
  const words = [process.execPath, program, ...args].map((word) => `'${word}'`).join(" ");
  const child =
    shell === ""
      ? spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env } })
      : spawn("bash", ["-c", words + shell]);
  const ended: { -readonly [K in keyof Ended]: Ended[K] } = { code: null, stdout: "", stderr: "" };
  let interrupted = false;
  const listen = (name: "stdout" | "stderr") => (data: Buffer) => {
    ended[name] += data;
    if (interrupted || interruptWhen?.(ended) !== true) return;
    interrupted = true;
    setTimeout(() => child.kill("SIGINT"), milliseconds);
  };
  child.stdout.on("data", listen("stdout"));
  child.stderr.on("data", listen("stderr"));
  child.stdin.end(input);
  return new Promise((resolve) => child.on("close", (code) => resolve({ ...ended, code })));
}

/** Each takes one step that would last for hours, in another place. */
const ENDLESS: Readonly<Record<string, readonly [model: string, query: string]>> = {
  "a quantifier": [
    "process P() { clock x; state a, b; init a; trans a -> b { guard forall (i : int[0,2000000000]) i >= 0; }; } system P;",
    "E<> P.b",
  ],
  "the values of a select": [
    "int v; process P() { clock x; state a, b; init a; trans a -> b { select i : int[0,40000], j : int[0,40000]; guard i > j + 40000; }; } system P;",
    "E<> P.b",
  ],
  "the choices of receivers": [
    `broadcast chan c; process S() { state a; init a; trans a -> a { sync c!; }; }
process R(const int[0,29] i) { state a, b, d; init a; trans a -> b { sync c?; }, a -> d { sync c?; }; } system S, R;`,
    "A[] not deadlock",
  ],
};

const LAMP = "process P() { state a, b; init a; trans a -> b { }; } system P;";
const folder = scratchFolder();

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe.runIf(built)("limits", () => {
  for (const [what, [model, query]] of Object.entries(ENDLESS)) {
    for (const search of [[], ["--search", "bfs"], ["--search", "walk"]]) {
      it(`end ${what}, ${search[1] ?? "the default"}`, async () => {
        const args = ["check", "-", "-q", query, "--time", "1", "--memory", "1000", "--json", ...search];
        const { code, stdout } = await run(args, { input: model });
        expect(code).toBe(2);
        const { results } = JSON.parse(stdout);
        expect(results).toMatchObject([{ query, verdict: "unknown" }]);
        expect(["time", "memory"]).toContain(results[0].because);
      });
    }
  }

  // Breadth-first search does not come back from its first step; the estimate knows at once that the target is out of
  // reach, and what it knows can be checked without the step that takes so long, since nothing the target needs is
  // written there.
  it("are not needed where another member knows: a slow step keeps nobody waiting", async () => {
    const input = `int[0,1] n, m;
process P() {
  state a, b;
  init a;
  trans a -> a { select i : int[0,2000], j : int[0,2000], k : int[0,2000]; guard i + j + k == 7000; assign n = 1; },
        a -> b { guard m == 1; };
}
system P;`;
    const { code, stdout } = await run(["check", "-", "-q", "E<> P.b", "--json"], { input });
    expect({ code, results: JSON.parse(stdout).results }).toMatchObject({
      code: 1,
      results: [{ verdict: "violated" }],
    });
  }, 120_000);

  it("end an exploration", async () => {
    const { code, stdout } = await run(["explore", "-", "--time", "1", "--json"], {
      input: ENDLESS["a quantifier"]![0],
    });
    expect({ code, because: JSON.parse(stdout).because }).toEqual({ code: 2, because: "time" });
  });

  it("count reading: no time is left to check what took all of it to read", async () => {
    const { code, stdout } = await run(["check", "-", "-q", "E<> P.b", "--time", "0"], { input: LAMP });
    expect({ code, stdout }).toMatchObject({ code: 2, stdout: expect.stringContaining("the time is up") });
  });

  it("leave an object to whoever asked for one", async () => {
    const { code, stdout } = await run(["check", "-", "-q", "E<> P.b", "--time", "0", "--json"], { input: LAMP });
    expect({ code, because: JSON.parse(stdout).results[0].because }).toEqual({ code: 2, because: "time" });
  });
});

describe.runIf(built && process.platform !== "win32")("Ctrl-C", () => {
  // The warnings come when the model was read; queries are compiled, and the step begins, soon after. In the very
  // beginning, before the thread is there that hears it, the signal itself ends the process: then there is no code.
  for (const milliseconds of [0, 3, 10, 30, 100, 300]) {
    for (const search of [[], ["--search", "bfs"]]) {
      it(`ends one long step with what is known, ${milliseconds} ms later, ${search[1] ?? "the default"}`, async () => {
        const [input, query] = ENDLESS["a quantifier"]!;
        const interruptWhen = ({ stderr }: Ended): boolean => stderr !== "";
        const pressed = (later: number): Promise<Ended> =>
          run(["check", "-", "-q", query, ...search], { input, interruptWhen, milliseconds: later });
        let ended = await pressed(milliseconds);
        if (milliseconds < 300 && ended.code === null) return;
        // On a busy machine the very beginning may last longer than that.
        for (let later = 3 * milliseconds; ended.code === null && later < 100_000; later *= 3)
          ended = await pressed(later);
        expect(ended).toMatchObject({ code: 2, stdout: expect.stringContaining("it was interrupted") });
      });
    }
  }

  it("ends what the simulator does, and the prompt is back", async () => {
    const input = "r 1000000000\ns\nq\n";
    const model = file("ring.xta", "process P() { state a; init a; trans a -> a { }; } system P;");
    const { code, stdout } = await run(["simulate", model], {
      input,
      interruptWhen: (said) => said.stdout.length > 5000,
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/\ninterrupted\n.*P\.a/s);
  });
});

describe.runIf(built && existsSync("/bin/bash"))("output", () => {
  it("may be a report: the bundle is a script, where `import()` of what only reports need failed", async () => {
    const report = join(folder, "report.html");
    const { code } = await run(["check", file("lamp.xta", LAMP), "-q", "E<> P.b", "--html", report]);
    expect({ code, isWritten: existsSync(report) }).toEqual({ code: 0, isWritten: true });
  }, 120_000);

  it("to a reader that went away leaves the exit code as it is", async () => {
    const model = file("lamp.xta", LAMP);
    expect((await run(["check", model, "-q", "A[] P.a"], { stdout: "closed" })).code).toBe(1);
    expect((await run(["check", model, "-q", "E<> P.b"], { stdout: "closed" })).code).toBe(0);
  });

  it.runIf(full)("that does not fit on the disk is exit 74, with a sentence", async () => {
    const model = file("lamp.xta", LAMP);
    const printed = await run(["check", model, "-q", "E<> P.b"], { stdout: "full" });
    expect(printed).toMatchObject({ code: 74, stderr: expect.stringContaining("the disk is full") });
    const kept = await run(["check", model, "-q", "E<> P.b", "--trace", "/dev/full"]);
    expect(kept).toMatchObject({
      code: 74,
      stderr: expect.stringContaining("cannot write /dev/full: the disk is full"),
    });
  });

  it("that cannot be written is noticed before the search", async () => {
    const model = file("lamp.xta", LAMP);
    for (const option of ["--trace", "--certificate"]) {
      const { code, stdout } = await run(["check", model, "-q", "E<> P.b", option, join(folder, "no/such/file")]);
      expect({ code, stdout }).toEqual({ code: 74, stdout: "" });
    }
  });
});

describe.runIf(built)("a process that is ended while it writes", () => {
  const OLD = "what stood there before\n".repeat(1000);

  /** The signal comes as soon as something new stands in the folder, which is before it takes the place of the file. */
  function endedBy(signal: NodeJS.Signals): Promise<string> {
    const place = scratchFolder();
    const [model, out] = [join(place, "lamp.xta"), join(place, "lamp.xml")];
    writeFileSync(model, LAMP);
    writeFileSync(out, OLD);
    const child = spawn(process.execPath, [program, "convert", model, out, "--force"]);
    const watcher = watch(place, (_, name) => {
      if (name?.endsWith(".tmp") === true) child.kill(signal);
    });
    return new Promise((resolve) => {
      child.on("close", () => {
        watcher.close();
        resolve(readFileSync(out, "utf8"));
      });
    });
  }

  it.each(["SIGKILL", "SIGTERM", "SIGINT"] as const)(
    "by %s, leaves the old file or the new one, whole",
    async (signal) => {
      const left = await endedBy(signal);
      // On a busy machine the signal may come when all is written.
      expect(left === OLD || /^<\?xml[\s\S]*<\/nta>\n$/.test(left), left).toBe(true);
    },
  );
});

describe.runIf(built && process.platform !== "win32")("a process that was started by bench", () => {
  const [input, query] = ENDLESS["a quantifier"]!;
  const checkFor = (parent: number): Promise<Ended> =>
    run(["check", "-", "-q", query, "--search", "bfs", "--time", "3", "--json"], {
      input,
      env: { TRACEHOUND_PARENT: String(parent) },
    });

  it("ends without a word when nobody waits for it any more, and goes on as long as somebody does", async () => {
    expect(await checkFor(1)).toMatchObject({ code: null, stdout: "" });
    expect((await checkFor(process.pid)).code).toBe(2);
  });
});

describe.runIf(built)("bench peers", () => {
  const tck = (): string =>
    file("p.tck", "system:s\nevent:a\nprocess:P\nlocation:P:l{initial:}\nlocation:P:m{}\nedge:P:l:m:a\n");

  it("sets TChecker's counts and times beside ours", async () => {
    const peer = file("tck-reach", "#!/bin/sh\necho MEMORY_MAX_RSS 21000\necho VISITED_STATES 2\n");
    chmodSync(peer, 0o755);
    const { code, stdout } = await run(["bench", "peers", tck()], { env: { TCK_REACH: peer } });
    expect(code).toBe(0);
    expect(stdout).toMatch(/\| \S+p\.tck \| 2 \| 2 \| \d+\.\d\d \| \d+\.\d\d \| \d+\.\d × \| \d+ \| 21 \|/);
  });

  it("says how to get TChecker where there is none", async () => {
    const { code, stderr } = await run(["bench", "peers", tck()], { env: { TCK_REACH: join(folder, "nowhere") } });
    expect(code).toBe(11);
    expect(stderr).toContain("hint: build it from its sources and let TCK_REACH name its tck-reach");
  });
});
