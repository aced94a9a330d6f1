// Models in large units of time: answered in units of the common divisor, told in the model's own.

import { describe, expect, it } from "vitest";
import { timeUnit } from "../../../src/analysis/time-unit.ts";
import { verifyCertificate } from "../../../src/certificate/index.ts";
import { certificateOf, traceOf } from "../../../src/check/index.ts";
import { ask, load } from "../ask.ts";

/** Times in nanoseconds; `scale` is what one millisecond is. */
const model = (scale: number, more = ""): string => `
const int MS = ${scale};
int[0, 1000000000] limit = 30 * MS;
process P() {
  clock x, y;
  state a { x <= 20 * MS }, b { y <= limit }, c; init a;
  trans a -> b { guard x >= 10 * MS; assign x = 0; }, b -> c { guard x >= 5 * MS && y > 12 * MS; }, b -> a { guard x >= 3 * MS; assign x = MS, y = 0; };
  ${more}
}
system P;`;
const NS = 1_000_000;

const unitOf = (xta: string, query: string): number => {
  const { network, compileQuery } = load(xta);
  const compiled = compileQuery(query);
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]!.message);
  return timeUnit(network, compiled.value);
};

describe("the unit of time", () => {
  it("divides everything that clocks are compared with and set to", () => {
    expect(unitOf(model(NS), "E<> P.c")).toBe(NS);
    expect(unitOf(model(NS), `E<> P.c && P.x <= ${5 * NS}`)).toBe(NS);
    expect(unitOf(model(NS), "E<> P.c && P.x <= 250000")).toBe(250_000);
    expect(unitOf(model(NS), "E<> P.c && P.x <= 7")).toBe(1);
    expect(unitOf(model(NS), "sup: P.x")).toBe(NS);
  });

  it("is 1 where a bound is not known to be a multiple", () => {
    const written = (update: string, guard: string): string => `
      int[0, 5] k = 2;
      process P() { clock x; state a; init a; trans a -> a { guard ${guard}; assign x = 0, ${update}; }; }
      system P;`;
    expect(unitOf(written("k = 3", "x >= k"), "E<> P.a")).toBe(1);
    expect(unitOf(written("k = 3", "x >= k * 1000000"), "E<> P.a")).toBe(1_000_000);
    expect(unitOf(written("k = k", "x >= 3000000 && x <= 4500000"), "E<> P.a")).toBe(1_500_000);
  });
});

describe("answers in the model's units", () => {
  it("have the same verdicts, counts and lengths", async () => {
    for (const query of ["E<> P.c", "A[] not deadlock", "E<> P.c && P.y < 12", "A[] P.x <= 20"]) {
      const scaled = query.replace(/\d+/, (number) => `${Number(number) * NS}`);
      const small = await ask(model(1), query);
      const large = await ask(model(NS), scaled);
      expect([query, large.verdict.kind]).toEqual([query, small.verdict.kind]);
      const { explored, stored, transitions } = large.statistics;
      expect({ explored, stored, transitions }).toEqual({
        explored: small.statistics.explored,
        stored: small.statistics.stored,
        transitions: small.statistics.transitions,
      });
    }
  });

  it("tell times of traces and values of clocks", async () => {
    const { verdict } = await ask(model(NS), "E<> P.c");
    const trace = traceOf(verdict)!;
    const times = trace.steps.map(({ delay }) => Number(delay.n) / Number(delay.d));
    expect(times[0]).toBe(10 * NS);
    expect(times.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(12 * NS);
    const { verdict: sup } = await ask(model(NS), "sup: P.x");
    if (sup.kind === "unknown" || sup.evidence.kind !== "values") throw new Error("no value");
    const { verdict: small } = await ask(model(1), "sup: P.x");
    if (small.kind === "unknown" || small.evidence.kind !== "values") throw new Error("no value");
    expect(sup.evidence.values[0]!.upper!.value).toBe(small.evidence.values[0]!.upper!.value * NS);
  });

  it("write certificates that hold for the model", async () => {
    const query = `E<> P.c && P.y < ${12 * NS}`;
    const { proof, network } = await ask(model(NS), query);
    const compiled = load(model(NS)).compileQuery(query);
    if (!compiled.ok) throw new Error("no query");
    const certificate = certificateOf(network, proof!, { model: "m", query });
    expect(verifyCertificate(network, compiled.value, certificate)).toMatchObject({ ok: true });
  });
});
