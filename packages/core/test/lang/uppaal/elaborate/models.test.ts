// The models beside the project elaborate without a complaint and into sound networks; large sets stay quick.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadModel } from "../../../../src/lang/load.ts";
import { engineFor, exploreAll } from "../../../engine/explore.ts";
import { network } from "./harness.ts";
import { problems } from "./well-formed.ts";

const MODELS = join(import.meta.dirname, "../../../../../../../shared/models");
const present = existsSync(MODELS);
if (!present) console.info("no ../shared/models: its models are not elaborated in this run");

describe.runIf(present)("models beside the project", () => {
  const names = present
    ? readdirSync(MODELS, { recursive: true, encoding: "utf8" }).filter((name) => /\.(xml|xta)$/.test(name))
    : [];
  for (const name of names) {
    it(name, () => {
      const model = loadModel({ name, content: readFileSync(join(MODELS, name)) }, { lints: false });
      expect(model.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(problems(model.network!)).toEqual([]);
      expect(model.network!.obstacles).toEqual([]);
    });
  }
});

describe.runIf(present)("models that TChecker's users have too", () => {
  // The same systems, written for both tools: their zone graphs have the same size.
  const twins = [
    ["ticktac/fischer_4.xml", 268, 552],
    ["ticktac/fischer_6.xml", 3458, 9132],
    ["ticktac/arbiter_2.xml", 809, 1907],
  ] as const;
  for (const [name, states, transitions] of twins) {
    it(`${name} has ${states} symbolic states`, () => {
      const { network: built } = loadModel({ name, content: readFileSync(join(MODELS, name)) }, { lints: false });
      const engine = engineFor(built!, "extra-lu");
      expect([exploreAll(engine), engine.statistics.transitions]).toEqual([states, transitions]);
    });
  }
});

describe("size", () => {
  it("1,000 processes of one template with functions take well under a second", () => {
    const text = `const int N = 1000; typedef int[0,N-1] id; chan go[id]; int total;
      process T(const id i) { clock x; int[0,9] n = i % 3; bool seen[5];
        bool has(int[0,4] k) { return seen[k]; }
        void mark(int[0,4] k) { int j; for (j = 0; j < 5; j++) if (j == k && !seen[j]) { seen[j] = true; n = (n + 1) % 10; } }
        void common() { total = (total + 1) % 100; }
        state A, B { x <= 10 + n }; init A;
        trans A -> B { select k : int[0,4]; guard !has(k) && x > 3; sync go[i]!; assign mark(k), x = 0; },
          B -> A { guard x >= 2 && total < 50; sync go[(i + 1) % N]?; assign common(), n = 0; }; }
      system T;`;
    // Processor time of the best of three: the machine may be busy with other things.
    const times: number[] = [];
    let built = network(text);
    for (let i = 0; i < 3; i++) {
      const start = process.cpuUsage();
      built = network(text);
      times.push(process.cpuUsage(start).user / 1000);
    }
    expect(Math.min(...times)).toBeLessThan(1000);
    expect(built.processes).toHaveLength(1000);
    expect(built.functions).toHaveLength(2001);
    expect(problems(built)).toEqual([]);
  });
});
