// The full-screen simulator, driven by keys; each drawing is what the screen shows then.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keysIn, RESIZED } from "../src/keyboard.ts";
import { tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

const MODEL = `chan go;
int n;
process A() {
  clock x;
  state s { x <= 5 }, t, u;
  init s;
  trans s -> t { guard x >= 2; sync go!; assign n = 1; },
        s -> u { };
}
process B() { state s, t; init s; trans s -> t { sync go?; }, s -> s { guard n > 3; }; }
system A, B;
`;

const [UP, DOWN, RIGHT, LEFT] = ["\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"];
const cwd = scratchFolder();
writeFileSync(join(cwd, "m.xta"), MODEL);

/** The screens, one per drawing, without the signs that place them. */
const screens = (...keys: string[]): Promise<string[]> => screensOf("m.xta", keys);

async function screensOf(model: string, keys: readonly string[]): Promise<string[]> {
  const { stdout, code } = await tracehound(["simulate", model], { cwd, keys });
  expect(code).toBe(0);
  expect(stdout.startsWith("\x1b[?1049h")).toBe(true);
  expect(stdout.endsWith("\x1b[?25h\x1b[?1049l")).toBe(true);
  return stdout
    .split("\x1b[H")
    .slice(1)
    .map((screen) => screen.replaceAll("\x1b[K", "").replaceAll("\r", "").split("\x1b[J")[0]!);
}
const typed = (text: string): string[] => [...text, "\r"];

describe("the simulator on a whole screen", () => {
  it("shows processes, variables, clocks, options with their delays, and why not", async () => {
    const [first] = await screens();
    const lines = first!.split("\n");
    expect(lines).toHaveLength(24);
    expect(lines[0]).toBe("m.xta   time 0   move 0");
    for (const part of [
      "A.s",
      "B.s",
      "n = 0",
      "A.x = 0",
      "> 1  A: s -> t  go!  after [2, 5]",
      "  2  A: s -> u  after [0, 5]",
    ])
      expect(first).toContain(part);
    expect(first).toContain("B: s -> s: the guard of B fails");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it("chooses, takes, goes back and forth", async () => {
    const seen = await screens(DOWN!, DOWN!, UP!, "\r", LEFT!, RIGHT!, LEFT!, LEFT!, "q");
    expect(seen[1]).toContain("> 2  A: s -> u");
    expect(seen[3]).toContain("> 1  A: s -> t");
    expect(seen[4]).toContain("time 2   move 1");
    expect(seen[4]).toContain("A.t");
    expect(seen[5]).toContain("time 0   move 0 of 1");
    expect(seen[6]).toContain("time 2   move 1");
    expect(seen[8]).toContain("this is the start");
  });

  it("keeps branches", async () => {
    const seen = await screens("\r", LEFT!, DOWN!, "\r", "\t", "\t", "q");
    expect(seen[4]).toContain("move 1   2 branches");
    expect(seen[4]).toContain("A.u");
    expect(seen[5]).toContain("A.t");
    expect(seen[6]).toContain("A.u");
  });

  it("takes delays, waits, and says what is wrong", async () => {
    const seen = await screens(
      ...typed("1 9"),
      ...typed("d 5/2"),
      ...typed("d 9"),
      ...typed("1 1/2"),
      ...typed("x"),
      "q",
    );
    const messages = seen.map((screen) => screen.split("\n").at(-3));
    expect(messages).toEqual(
      expect.arrayContaining([
        "it is possible after [2, 5] only",
        "time may not pass that long here",
        "there is no command x; ? helps",
      ]),
    );
    expect(seen.at(-1)).toContain("time 3 ");
  });

  it("knows the commands of the plain simulator, and helps", async () => {
    const helped = await screens("?");
    expect(helped.at(-1)).toContain("take COUNT random steps");
    expect(helped.at(-1)).toContain("quit");
    const seen = await screens(...typed("h"), ...typed("s"), ...typed("r 2"), ...typed("l"), ...typed("r x"), "q");
    const after = (count: number): string => seen[count]!;
    expect(after(2)).toContain("this help");
    expect(after(4)).toContain("time 0\n");
    expect(after(4)).toContain("A.s, B.s");
    expect(after(8)).toMatch(/move [12]/);
    expect(after(10)).toContain("A: s -> ");
    expect(after(14)).toContain("say how many");
  });

  it("saves a run, and loads it again", async () => {
    await screens("\r", ...typed("t run.json"), "q");
    expect(JSON.parse(readFileSync(join(cwd, "run.json"), "utf8"))).toMatchObject({ steps: [{ delay: 2 }] });
    const seen = await screens(...typed("o run.json"), LEFT!, "q");
    expect(seen.at(-2)).toContain("time 2   move 1");
    expect(seen.at(-1)).toContain("move 0 of 1");
    const plain = await tracehound(["simulate", "m.xta", "--trace", "run.json"], { cwd, input: ["q"] });
    expect(plain.stdout).toContain("A.t, B.t");
    expect((await screens(...typed("o missing.json"), "q")).at(-1)).toContain("cannot read missing.json");
  });

  it("scrolls to what is chosen, and through what does not fit", async () => {
    const many = "process P(const int[1,40] i) { state a, b; init a; trans a -> b { }; }\nsystem P;\n";
    writeFileSync(join(cwd, "many.xta"), many);
    const pages = ["\x1b[6~", "\x1b[6~", "\x1b[5~", "\x1b[5~", RESIZED];
    const seen = await screensOf("many.xta", [...Array<string>(30).fill(DOWN!), ...pages, "q"]);
    for (const screen of seen) expect(screen.split("\n")).toHaveLength(24);
    expect(seen[0]).toContain("(22 more; Page Up, Page Down)");
    expect(seen[30]).toContain("> 31  P(31): a -> b");
    expect(seen[31]).toContain("(14 more, 8 above; Page Up, Page Down)");
    expect(seen[32]).toContain("P(34).a");
    expect(seen[34]).toBe(seen[30]);
    expect(seen[35]).toBe(seen[34]);
  });

  it("says why not, also of processes that there are not", async () => {
    const seen = await screens(...typed("w B"), ...typed("w b"), ...typed("w"));
    expect(seen[4]).toContain("B: s -> s: the guard of B fails: n > 3 is false (n is 0)");
    expect(seen[8]).toContain("there is no process b; did you mean B?");
    const plain = await tracehound(["simulate", "m.xta", "--plain"], { cwd, input: ["w b", "2", "w A", "q"] });
    expect(plain.stdout).toContain("      there is no process b; did you mean B?\n");
    expect(plain.stdout).toContain("      everything that could leave from here is possible\n");
  });

  it("takes keys of several characters as one, and none of them for text", async () => {
    expect([...keysIn("a\x1b[A\x1b[15~é😀\x1bOB\x1b")]).toEqual([
      "a",
      "\x1b[A",
      "\x1b[15~",
      "é",
      "😀",
      "\x1b[B",
      "\x1b",
    ]);
    const seen = await screens("\x1b[15~", "\x1b[3~", "\x1b[H", "q");
    expect(seen.at(-1)!.split("\n").at(-2)).toBe(": ");
  });
});
