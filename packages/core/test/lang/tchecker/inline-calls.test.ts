import { describe, expect, it } from "vitest";
import { loadModel } from "../../../src/lang/load.ts";
import { readGood, write } from "./helpers.ts";

/** The edge lines of a process with some functions, one update and one guard. */
function edges(functions: string, update: string, guard = "true"): string[] {
  const text = `int[0,9] i; int[0,9] j; int[0,9] a[3]; clock x; typedef int[0,2] id_t;
    ${functions}
    process P() { state s; init s; trans s -> s { guard ${guard}; assign ${update}; }; }
    system P;`;
  const { network, diagnostics } = loadModel({ name: "m.xta", content: text }, { lints: false });
  expect(diagnostics).toEqual([]);
  const written = write(network!);
  if (written.text === null) return written.diagnostics.map(({ message }) => message);
  readGood(written.text);
  return written.text.split("\n").filter((line) => line.startsWith("edge"));
}

describe("functions are written out", () => {
  it("procedures as statements", () => {
    expect(edges("void reset() { i = 0; x = 0; for (k : id_t) a[k] = 1; }", "reset()")).toEqual([
      "edge:P:s:s:tau{do:i=0;x=0;a[0]=1;a[1]=1;a[2]=1}",
    ]);
  });

  it("with value parameters as locals, also when the parameter is changed", () => {
    expect(edges("void add(int[0,9] n) { n = n - 1; i = n; }", "add(j)")).toEqual([
      "edge:P:s:s:tau{do:local local0=j;local0=local0-1;i=local0}",
    ]);
  });

  it("with reference parameters as what they name", () => {
    const swap = "void swap(int[0,9] &p, int[0,9] &q) { int t = p; p = q; q = t; }";
    expect(edges(swap, "swap(i, a[1])")).toEqual(["edge:P:s:s:tau{do:local local2=i;i=a[1];a[1]=local2}"]);
  });

  it("calls within calls, and the same one twice", () => {
    expect(edges("void inc() { i++; } void twice() { inc(); inc(); }", "twice()")).toEqual([
      "edge:P:s:s:tau{do:i=i+1;i=i+1}",
    ]);
  });

  it("functions that only return, in guards and values", () => {
    const first = "int first(id_t k) { return a[k]; } bool full() { return forall (k : id_t) a[k] > 0; }";
    expect(edges(first, "i = first(2)", "first(0) == 3 && full()")).toEqual([
      "edge:P:s:s:tau{provided:a[0]==3&&a[0]>0&&a[1]>0&&a[2]>0 : do:i=a[2]}",
    ]);
  });

  it("others are refused by name", () => {
    const search = "int find() { for (k : id_t) { if (a[k] == 0) return k; } return 0; }";
    expect(edges(search, "i = find()")).toEqual(["The TChecker format cannot say: a function call"]);
  });
});
