// What scripts look for in the output of UPPAAL's verifyta, found by the rules that they use: lines by regular
// expressions without ANSI codes, versions by the word behind UPPAAL, traces by the names of their files, and an error
// stream that is empty unless it names a file or shows a trace.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

const FISCHER = join(ROOT, "examples/fischer-weakened.xml");
const folder = scratchFolder();

/** As scripts of public projects pass them, also to files that hold statistical queries among others. */
const PUBLIC = [
  "--silence-progress --summary",
  "--alpha 0.03 --beta 0.03 --epsilon 0.03",
  "--seed 5 -u -D 0.01 --learning-method 4 -s --max-iterations 30 --eval-runs 9 --good-runs 9 --total-runs 9",
];

/** Number of each formula with its answer, as scripts read them. */
function answersIn(output: string): [number, boolean][] {
  const answers: [number, boolean][] = [];
  let formula = -1;
  for (const line of output.split("\n")) {
    const verifying = /Verifying formula (\d+)/.exec(line);
    if (verifying !== null) formula = Number(verifying[1]);
    if (/Formula is satisfied/.test(line)) answers.push([formula, true]);
    if (/Formula is NOT satisfied/.test(line)) answers.push([formula, false]);
  }
  return answers;
}

describe("verifyta", () => {
  it("names the version that wrappers look for", async () => {
    const { code, stdout } = await tracehound(["verifyta", "-v"]);
    const words = stdout.split(" ");
    expect(code).toBe(0);
    expect(Number.parseInt(words[words.indexOf("UPPAAL") + 1]!, 10)).toBe(4);
    expect((await tracehound(["verifyta", "--version"])).stdout).toBe(stdout);
  });

  it("answers every formula in its words, with nothing on the error stream", async () => {
    const { code, stdout, stderr } = await tracehound(["verifyta", FISCHER]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Options for the verification:\n {2}Generating no trace\n {2}Search order is /);
    expect(stdout).toContain("\nVerifying formula 1 at /nta/queries/query[1]/formula\n -- Formula is NOT satisfied.\n");
    expect(answersIn(stdout)[0]).toEqual([1, false]);
    expect(answersIn(stdout).slice(1, 4)).toEqual([2, 3, 4].map((n) => [n, true]));
  });

  it("takes queries from a file and says where they stand", async () => {
    const queries = join(folder, "asked.q");
    writeFileSync(queries, "// mutual exclusion\n\nA[] not deadlock\n");
    const { stdout } = await tracehound(["verifyta", "-q", FISCHER, queries]);
    expect(stdout).toMatch(/^\nVerifying formula 1 at .*asked\.q:3\n -- Formula is satisfied\.\n$/);
  });

  it("chooses a query by its index, counted from 0", async () => {
    const { stdout } = await tracehound(["verifyta", "-q", "--query-index", "1", FISCHER]);
    expect(answersIn(stdout)).toEqual([[2, true]]);
  });

  it("writes traces to PREFIX-N.xtr, and says so as wrappers expect", async () => {
    const prefix = join(folder, "run");
    const asked = ["verifyta", FISCHER, "-f", prefix, "-t", "1", "-o", "0", "--query-index", "0"];
    const { stderr } = await tracehound(asked);
    expect(stderr).toBe(`Writing counter example to ${prefix}-1.xtr\n`);
    expect(existsSync(`${prefix}-1.xtr`)).toBe(true);
    const replayed = await tracehound(["replay", FISCHER, `${prefix}-1.xtr`]);
    expect(replayed.code).toBe(0);
    // No query says what was looked for.
    expect(replayed.stdout).toContain("no query says what it is to show");
    expect(replayed.stdout).toContain("end: so far the run goes");
    const { stdout } = await tracehound(["replay", FISCHER, `${prefix}-1.xtr`, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, trace: { end: "stopped" } });
    expect(readFileSync(`${prefix}-1.xtr`, "utf8").trimEnd().endsWith(".")).toBe(true);
  });

  it("leaves the curves of simulate beside the model with -O csv", async () => {
    const model = join(folder, "curves.xta");
    writeFileSync(
      model,
      "int n; process P() { clock x; state S { x <= 2 }; init S; trans S -> S { guard x >= 2; assign n++, x = 0; }; } A = P(); system A;",
    );
    writeFileSync(join(folder, "curves.q"), "E<> n == 1\nsimulate [<=3; 2] {n, A.x > 1 ? n : 0}\n");
    const { code, stdout, stderr } = await tracehound(["verifyta", "-q", "-O", "csv", model, join(folder, "curves.q")]);
    expect({ code, stderr, told: stdout.trimEnd().split("\n").at(-1) }).toEqual({
      code: 0,
      stderr: "",
      told: " -- Formula is satisfied.",
    });
    const run = "0,0\n2,0\n2,1\n3,1\n";
    expect(readFileSync(`${model}-q1-e0.csv`, "utf8")).toBe(`# time,n\n${run}\n${run}`);
    const program = readFileSync(`${model}-q1.plot`, "utf8").split("\n");
    expect(program.slice(1, 3)).toEqual([`set output '${model}-q1.eps'`, "set title 'Simulations (2)'"]);
    expect(program.slice(9)).toEqual([
      `plot '${model}-q1-e0.csv' with lines lc rgb '#ff0000' title 'n',\\`,
      `\t'${model}-q1-e1.csv' with lines lc rgb '#00ffff' title 'A.x > 1 ? n : 0'`,
      "",
    ]);
  });

  it("shows traces on the error stream without -f", async () => {
    const { stdout, stderr } = await tracehound(["verifyta", "-t1", "-q", "--query-index", "0", FISCHER]);
    expect(stdout).toContain("Showing counter example.\n");
    expect(stderr.match(/^State:$/gm)).toHaveLength(7);
    expect(stderr).toContain("\nTransitions:\n  Process(1).Idle->Process(1).Asking { turn == 0, tau, x = 0 }\n");
    expect(stderr).toContain("\nDelay: 2\n");
  });

  it("accepts the options that scripts pass, and gives the same answers", async () => {
    for (const options of [
      "-o 1 -S 2 -n 4",
      "-o 2 -r 7 -C -T",
      "-o 6 -A -H 20 -s",
      "-t0 -Z -u",
      "--diagnostic 2",
      ...PUBLIC,
    ]) {
      const { code, stdout } = await tracehound(["verifyta", ...options.split(" "), "--query-index", "0", FISCHER]);
      expect({ options, code, answers: answersIn(stdout) }).toEqual({ options, code: 0, answers: [[1, false]] });
    }
  });

  it("prints only lines that a scraper knows which takes every other line for a failure", async () => {
    const queries = join(folder, "scraped.q");
    writeFileSync(queries, "A[] not deadlock\nE<> Process(1).Critical\nA[] not Process(1).Critical\n");
    const { stdout } = await tracehound(["verifyta", FISCHER, queries]);
    const known =
      /^(?:Options for the| {2}Generating| {2}Search order is| {2}Using conservative| {2}Seed is| {2}State space|\s*$)/;
    const told = /^Verifying formula \d+|^ -- Formula is (?:NOT )?satisfied\.$/;
    expect(stdout.split("\n").filter((line) => !known.test(line) && !told.test(line))).toEqual([]);
    expect(answersIn(stdout)).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ]);
  });

  it("takes flags in one word, answers on one stream and traces on the other", async () => {
    const queries = join(folder, "flags.q");
    writeFileSync(queries, "E<> Process(2).Critical\n");
    const { code, stdout, stderr } = await tracehound(["verifyta", "-qst", "1", FISCHER, queries]);
    expect({ code, answers: answersIn(stdout) }).toEqual({ code: 0, answers: [[1, true]] });
    expect(stdout).not.toContain("State:");
    expect(stderr).toMatch(/^State:\n\( Process\(1\)\.Idle /);
  });

  it("shows steps of which a tool reads what was done from the names of guards", async () => {
    const model = join(folder, "protocol.xta");
    const queries = join(folder, "protocol.q");
    writeFileSync(
      model,
      `int sent; bool may__Idle__hello() { return sent < 2; } void note() { sent++; }
process SENDER() { state START; init START; trans START -> START { guard may__Idle__hello(); assign note(); }; }
system SENDER;`,
    );
    writeFileSync(queries, "// generated\n\nA[] sent < 2\n");
    const { code, stderr } = await tracehound(["verifyta", "-Y", "-o", "2", "-t", "0", model, queries]);
    const steps = [...stderr.matchAll(/^\s*(\w+)\.(\w*)->\w*\.(\w*).*may__(\w*?)__(\w*)\(\), tau, note\(\)/gm)];
    expect(code).toBe(0);
    expect(steps.map((step) => step.slice(1))).toEqual(Array(2).fill(["SENDER", "START", "START", "Idle", "hello"]));
  });

  it("counts states, time and memory with -u", async () => {
    const { stdout } = await tracehound(["verifyta", "-u", "-o0", "--query-index", "3", FISCHER]);
    expect(stdout).toMatch(
      / -- States stored : \d+ states\n -- States explored : \d+ states\n -- CPU user time used : \d+ ms\n/,
    );
  });

  it("writes XML traces to PREFIXN.xml, and says so as wrappers expect", async () => {
    const prefix = join(folder, "xml");
    const { stdout, stderr } = await tracehound(["verifyta", FISCHER, "-X", prefix, "-t1", "--query-index", "0"]);
    expect(stderr).toBe("");
    expect(stdout).toContain(`\n -- Formula is NOT satisfied.\nXMLTrace outputted to: ${prefix}1.xml\n`);
    const xml = readFileSync(`${prefix}1.xml`, "utf8");
    const all = (pattern: RegExp): string[] => [...xml.matchAll(pattern)].map(([, found]) => found!);
    // Whoever follows the transitions comes from the first node to the last, by nodes and edges that are declared.
    const nodes = all(/<node id="([^"]+)"/g);
    expect(nodes).toHaveLength(7);
    expect(xml).toContain(`<trace initial_node="${nodes[0]}">`);
    expect(all(/<transition from="([^"]+)"/g)).toEqual(nodes.slice(0, -1));
    expect(all(/<transition from="[^"]+" to="([^"]+)"/g)).toEqual(nodes.slice(1));
    const edges = new Set(all(/<edge id="([^"]+)"/g));
    expect(all(/<transition [^>]*edges="([^"]+)"/g).filter((edge) => !edges.has(edge))).toEqual([]);
    expect(xml).toContain('<clockbound clock1="Process(1).x" clock2="t(0)" bound="2" comp="&lt;="/>');
    expect(xml).toContain("<guard>x &lt;= K</guard>");
  });

  it("prints the tables that readers of .xtr files need", async () => {
    const variables = { UPPAAL_COMPILE_ONLY: "1" };
    const { code, stdout, stderr } = await tracehound(["verifyta", FISCHER], { variables });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const sections = new Map(
      stdout
        .split("\n\n")
        .filter((text) => text.trim() !== "")
        .map((text) => {
          const [name, ...lines] = text.trim().split("\n");
          return [name!, lines] as const;
        }),
    );
    expect([...sections.keys()]).toEqual(["layout", "instructions", "processes", "locations", "edges", "expressions"]);
    const layout = sections.get("layout")!;
    expect(layout.slice(0, 2)).toEqual(["0:clock:0:t(0)", "1:clock:1:Process(1).x"]);
    expect(layout).toContain("5:var:0:4:0:0:turn");
    const [, from, to, guard] = sections.get("edges")![0]!.split(":").map(Number);
    expect([layout[from!], layout[to!]].map((cell) => cell!.split(":")[3])).toEqual(["Idle", "Asking"]);
    expect(sections.get("expressions")![guard!]).toBe(`${guard}::: turn == 0`);
  });

  it("says the value of a supremum where a script looks for it", async () => {
    const queries = join(folder, "sup.q");
    writeFileSync(queries, "sup: turn\n");
    const { stdout } = await tracehound(["verifyta", FISCHER, queries, "--query-index", "0", "--diagnostic", "0"]);
    expect(/-- Result: (\d+)/.exec(stdout)?.[1]).toBe("4");
    expect(stdout).not.toMatch(/Error |syntax error:| \[error\] /);
  });

  it("says what versions before 4.1 said, for scripts that look for that", async () => {
    const queries = join(folder, "old.q");
    writeFileSync(queries, "\nA[] not deadlock\nA[] not Process(1).Critical\n");
    const { stdout } = await tracehound(["verifyta", "-o0", "-S1", "-q", "--words", "4.0", FISCHER, queries]);
    // A verdict is looked for only in the line behind the one that names the property.
    const lines = stdout.split("\n");
    const answers = lines.flatMap((line, index) =>
      /^Verifying property ([0-9]+) at line /.test(line) ? [lines[index + 1]] : [],
    );
    expect(answers).toEqual([" -- Property is satisfied.", " -- Property is NOT satisfied."]);
  });

  it("refuses what it does not do by name, and bad queries as bad input", async () => {
    const queries = join(folder, "statistical.q");
    writeFileSync(queries, "control: A[] not Process(1).Critical\n");
    const statistical = await tracehound(["verifyta", "-q", FISCHER, queries]);
    expect(statistical.stdout).not.toContain("satisfied");
    expect(statistical.stderr).toBe("[error] not supported: strategy synthesis for games (`control`).\n");
    const bad = join(folder, "bad.q");
    writeFileSync(bad, "A[] not deadlock\nE<> Process(1).Nowhere\n");
    const unread = await tracehound(["verifyta", "-q", FISCHER, bad]);
    expect(unread).toMatchObject({
      code: 10,
      stderr: expect.stringMatching(/^\S*bad\.q:2: \[error\] .*Nowhere.*\.\n$/),
    });
    const both = ["--query-index", "0", "--query-index", "1"];
    expect(answersIn((await tracehound(["verifyta", "-y", ...both, FISCHER])).stdout)).toHaveLength(2);
    const beyond = await tracehound(["verifyta", "-q", "--query-index", "9", FISCHER]);
    expect(beyond).toMatchObject({ code: 11, stderr: expect.stringContaining("there is no query with index 9\n") });
    expect((await tracehound(["verifyta", "-o", "9", FISCHER])).code).toBe(11);
    expect((await tracehound(["verifyta"])).code).toBe(11);
  });
});
