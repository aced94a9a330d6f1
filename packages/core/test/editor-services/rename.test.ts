import { describe, expect, it } from "vitest";
import { analyse } from "../../src/editor-services/index.ts";

const MODEL = `typedef int[0,2] id_t;
const id_t k = 1;
meta id_t m;
int arr[id_t], total;
chan ch[id_t];
// id_t, k and P in a comment
process P(const id_t id) {
  int twice(int n) { int local = n; return local + n + total; }
  state A, B;
  init A;
  trans A -> B { select e : id_t; guard forall (i : id_t) arr[i] <= twice(k); sync ch[e]!; assign m = e; };
}
process R(const id_t id) { state A; init A; trans A -> A { sync ch[id]?; }; }
system P, R;
`;
const QUERIES = "E<> P(1).B\nA[] forall (j : id_t) P(j).A imply total == 0\n";

/** The files after renaming what stands at the first place of `where`, or why not. */
function renamed(where: string, name: string, text = MODEL): string | [string, string] {
  const analysis = analyse({ name: "m.xta", content: text }, { name: "m.q", content: QUERIES });
  expect(analysis.marks.filter(({ diagnostic }) => diagnostic.severity === "error")).toEqual([]);
  const before = text.slice(0, text.indexOf(where)).split("\n");
  const at = { line: before.length - 1, column: before.at(-1)!.length };
  const edits = analysis.rename("m.xta", at, name);
  if (typeof edits === "string") return edits;
  const applied = (file: string, content: string): string => {
    const lines = content.split("\n");
    const own = edits.filter((edit) => edit.file === file).sort((a, b) => b.from.column - a.from.column);
    for (const { from, to, text: put } of own) {
      const line = lines[from.line]!;
      lines[from.line] = line.slice(0, from.column) + put + line.slice(to.column);
    }
    return lines.join("\n");
  };
  return [applied("m.xta", text), applied("m.q", QUERIES)];
}

describe("renaming", () => {
  it("a type: behind prefixes, as a dimension, in parameters and in queries", () => {
    const all = (text: string): string => text.replace(/(?<!\/\/ )\bid_t\b/g, "index_t");
    expect(renamed("id_t;", "index_t")).toEqual([all(MODEL), all(QUERIES)]);
  });

  it("a template that queries call by its arguments", () => {
    const [model, queries] = renamed("P(const", "Sender");
    expect(model).toBe(MODEL.replace("process P", "process Sender").replace("system P", "system Sender"));
    expect(queries).toBe(QUERIES.replaceAll("P(", "Sender("));
  });

  it.each(["n", "local", "e", "i", "j", "id", "A"])("not to %s, which stands somewhere", (name) => {
    expect(renamed("total;", name)).toContain(`\`${name}\``);
  });

  it.each(["deadlock", "sup", "inf", "bounds", "control", "double", "simulate", "A", "E", "priority"])(
    "not to %s, a word of the language",
    (name) => {
      expect(renamed("total;", name)).toBe(`\`${name}\` is a word of the language`);
    },
  );

  it("not what may stand in places that cannot be followed", () => {
    const record = MODEL.replace("chan ch", "struct { int total; } record;\nchan ch");
    expect(renamed("total;\nstruct", "sum_of_all", record)).toContain("cannot be followed (line 5)");
  });
});

it("says where questions would be left behind while the model has faults", () => {
  const faulty = { name: "m.xta", content: "int total;\nint other = nothing;\n" };
  const analysis = analyse(faulty, { name: "m.q", content: "// total\nE<> total > 0\n" });
  expect(analysis.rename("m.xta", { line: 0, column: 4 }, "amount")).toContain("line 2 of m.q");
  expect(analysis.rename("m.xta", { line: 1, column: 4 }, "another")).toHaveLength(1);
});
