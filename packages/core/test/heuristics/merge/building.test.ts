// What is built before a search: budgets, progress, and what tables cannot serve.

import { describe, expect, it } from "vitest";
import { heuristics, type Problem } from "../../../src/heuristics/index.ts";
import { loadModel } from "../../../src/lang/load.ts";
import { searches } from "../../../src/search/index.ts";
import { configure } from "../../../src/spec/index.ts";
import { familyProblem } from "../exhaustive.ts";

const built = (spec: string, family: string, size: number) => builtFor(spec, familyProblem(family, size).problem);

const builtFor = (spec: string, problem: Problem) => {
  const { network } = problem;
  const config = configure(heuristics, spec);
  if (!config.ok) throw new Error(config.diagnostics[0]!.message);
  const heuristic = config.value.create(problem);
  const [building] = heuristic.constructions!;
  const progress: number[] = [];
  while (building!.advance()) progress.push(building!.progress);
  const locations = network.processes.map(({ initial }) => initial[0]!);
  const first = heuristic.estimate({ locations, cells: network.initialValues });
  return { report: building!.report!, progress, first };
};

describe("building an abstraction", () => {
  it("tells how far it is, and what it has built", () => {
    const { report, progress, first } = built("merge(50)", "arbiter", 3);
    expect(progress.length).toBeGreaterThan(8);
    expect([...progress].sort((a, b) => a - b)).toEqual(progress);
    expect(report.cut).toBeUndefined();
    expect(report.states).toBeGreaterThan(50);
    expect(report.labels).toBe(161);
    expect(first).toBeGreaterThan(5);
    expect(first).toBeLessThanOrEqual(17);
  });

  it.each([
    ["time", "merge(50, seconds=0.02)"],
    ["memory", "merge(50, megabytes=1)"],
  ])("uses what it has when the %s for it runs out", (what, spec) => {
    const { report, first } = built(spec, "arbiter", 5);
    expect(report.cut).toBe(what);
    // Never infinite because of what was cut short: the error is 27 steps away.
    expect(first).toBeLessThanOrEqual(27);
  });

  it.each(["merge", "pdb", "cegar", "predicates", "perimeter"])("%s: compiling what edges do is paid for", (name) => {
    const edges = Array.from({ length: 1000 }, (_, k) => {
      return `s -> s { guard a[${k}] < 3 && a[${(k + 1) % 1000}] <= 2; assign a[${k}] := a[${k}] + 1, a[${(k + 7) % 1000}] := 0; }`;
    });
    const content = `int[0,3] a[1000]; process P() { state s; init s; trans ${edges.join(", ")}; } system P;`;
    const { network, compileQuery } = loadModel({ name: "cells.xta", content });
    const compiled = compileQuery("E<> a[3] == 3");
    if (!compiled.ok || compiled.value.kind !== "E<>") throw new Error("the model is wrong");
    const query = compiled.value;
    const problem = { network: network!, target: query.formula, frameSize: query.frameSize };
    const { report, first } = builtFor(`${name}(seconds=0.01)`, problem);
    expect(report.cut).toBe("time");
    // Nobody reads a clock here: seconds are work.
    expect(report.seconds).toBeLessThan(0.02);
    expect(first).toBeLessThanOrEqual(3);
  });

  it("builds 128 processes within what counts as two seconds of work", () => {
    const { report } = built("merge(100, seconds=2)", "arbiter", 6);
    expect(report.cut).toBeUndefined();
  });

  it("refuses useless transitions by name", () => {
    const { problem } = familyProblem("arbiter", 2);
    const config = configure(searches, "eager(useless(best(merge()), h=merge()))");
    if (!config.ok) throw new Error(config.diagnostics[0]!.message);
    expect(config.value.refusal!(problem)).toContain("`merge()` is read off tables");
  });
});
