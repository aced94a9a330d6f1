// Inputs that were read wrongly or not at all, each with what `info` or `check` must say now.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Outcome, tracehound } from "./run.ts";
import { scratchFolder } from "./scratch.ts";

interface Parts {
  readonly declaration?: string;
  readonly parameter?: string;
  readonly location?: string;
  readonly label?: string;
  readonly more?: string;
  readonly system?: string;
  readonly queries?: readonly string[];
}

/** Two locations and an edge between them, around what is special. */
function xml({ declaration = "", parameter = "", location = "B", label = "", more = "", ...rest }: Parts): string {
  const queries = (rest.queries ?? []).map((text) => `<query><formula>${text}</formula></query>`).join("");
  return `<nta><declaration>${declaration}</declaration><template><name>T</name><parameter>${parameter}</parameter>
<location id="a"><name>A</name></location><location id="b"><name>${location}</name></location>
<branchpoint id="p"/><init ref="a"/>
<transition><source ref="a"/><target ref="b"/>${label}</transition>${more}</template>
<system>${rest.system ?? "system T;"}</system><queries>${queries}</queries></nta>`;
}

async function run(command: readonly string[], text: string, file = "m.xml"): Promise<Outcome> {
  const cwd = scratchFolder();
  await writeFile(join(cwd, file), text);
  return tracehound([command[0]!, file, ...command.slice(1)], { cwd });
}

describe("models that UPPAAL reads", () => {
  it.each([
    ["`select` as a location", xml({ location: "select" }), "E<> T.select"],
    ["`continue` as a location", xml({ location: "continue" }), "E<> T.continue"],
    ["`switch` as a process", xml({ system: "switch = T(); system switch;" }), "E<> switch.B"],
    [
      "a reference to a double",
      xml({ declaration: "double d;", parameter: "double &amp;k", system: "P = T(d); system P;" }),
      "E<> P.B",
    ],
    [
      "a clock copied",
      xml({ declaration: "clock x, y;", label: '<label kind="assignment">x = y</label>' }),
      "E<> T.B and x == y",
    ],
    ["a fraction made whole at the start", xml({ declaration: "int n = fint(2.5);" }), "E<> T.B and n == 2"],
    [
      "an empty range that nothing draws from",
      xml({ declaration: "const int N = 5; typedef int[N,N-1] none;" }),
      "E<> T.B",
    ],
    ["an array with too few values that nothing reads", xml({ declaration: "int a[8] = {0, 0};" }), "E<> T.B"],
    [
      "a process among the declarations",
      xml({ declaration: "process Q() { state Z; init Z; }", system: "system T, Q;" }),
      "E<> T.B and Q.Z",
    ],
  ])("%s", async (_, text, query) => {
    const { stdout, stderr, code } = await run(["check", "-q", query, "--search", "bfs"], text);
    expect(stderr).not.toContain(" error ");
    expect(stdout).toContain("satisfied: here is a witness");
    expect(code).toBe(0);
  });

  it("a template without a start that is never used is a warning", async () => {
    const text = "process U() { state A; }\nprocess P() { state A, B; init A; trans A -> B { }; }\nsystem P;\n";
    const { code, stderr } = await run(["info"], text, "m.xta");
    expect(code).toBe(0);
    expect(stderr).toContain("warning TH2074");
  });

  it("what no analysis has is refused by name, not as a bad model", async () => {
    const branch = `<transition><source ref="a"/><target ref="p"/></transition><transition><source ref="p"/><target ref="b"/><label kind="synchronisation">c!</label></transition>`;
    const model = xml({ declaration: "broadcast chan c;", more: branch });
    expect((await run(["info"], model)).code).toBe(0);
    const { code, stderr } = await run(["check", "-q", "E<> T.B"], model);
    expect(code).toBe(12);
    expect(stderr).toContain("a synchronisation on an edge that leaves a branchpoint");
    const short = xml({ declaration: "int a[8] = {0, 0};", label: '<label kind="guard">a[3] == 0</label>' });
    const read = await run(["check", "-q", "E<> T.B"], short);
    expect(read.code).toBe(12);
    expect(read.stderr).toContain("an array whose initialiser is too short");
  });

  it("a query's own feature is named first", async () => {
    const model = xml({ declaration: "int a[8] = {0, 0};", label: '<label kind="guard">a[3] == 0</label>' });
    const { stderr } = await run(["check", "-q", "control: A<> T.B"], model);
    expect(stderr).toContain("not supported: strategy synthesis for games (`control`)");
    expect(stderr).toContain("hint: the model uses an array whose initialiser is too short besides");
  });

  it("a TChecker variable may be declared after its use", async () => {
    const text = "system:s\nprocess:P\nevent:a\nlocation:P:l0{initial:}\nedge:P:l0:l0:a{do:i=1}\nint:1:0:2:0:i\n";
    expect((await run(["info"], text, "m.tck")).code).toBe(0);
  });
});

describe("one numbering of queries", () => {
  const model = xml({ queries: ["E&lt;&gt; T.B", "E&lt;&gt; U.B", "A[] T.A"] });

  it("in info, by number, and in JSON", async () => {
    const { stdout } = await run(["info"], model);
    expect(stdout).toMatch(
      /1 {2}E<> T\.B\n +reachability, compiled engine\n +2 {2}E<> U\.B +cannot be read\n +3 {2}A\[\] T\.A/,
    );
    const third = await run(["check", "--query", "3", "--search", "bfs"], model);
    expect(third.stdout).toContain("3. A[] T.A\n   violated");
    expect(third.code).toBe(1);
    const all = await run(["check", "--json", "--search", "bfs"], model);
    expect(all.code).toBe(10);
    expect(JSON.parse(all.stdout).results).toMatchObject([
      { number: 1, verdict: "satisfied" },
      { number: 2, query: "E<> U.B", verdict: "unknown", diagnostic: { code: "TH4001" } },
      { number: 3, verdict: "violated" },
    ]);
  });
});
