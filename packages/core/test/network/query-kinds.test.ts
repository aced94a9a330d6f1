// Kinds of queries are objects; these are the promises that their members make to each other.

import { describe, expect, it } from "vitest";
import {
  formulasOf,
  kindsOfForm,
  kindsWhere,
  type Query,
  queryKinds,
  soughtBy,
  termsOf,
  visitQuery,
} from "../../src/network/index.ts";
import { inLocation } from "../../src/testing/formulas.ts";

const [p, q] = [inLocation(0, 1), inLocation(0, 2)];
const BODIES = {
  path: { formula: p },
  "leads-to": { premise: p, conclusion: q },
  temporal: { temporal: { kind: "eventually", part: { kind: "atom", atom: 0 } }, atoms: [p], names: ["p"] },
  terms: { condition: p, terms: [{ text: "1", value: { kind: "constant", value: 1 } }] },
  statistical: {},
  property: { property: { kind: "label", type: "truth", label: "deadlock" } },
  feature: { feature: "something else" },
} as const;

describe.each(queryKinds.map((kind) => [kind.name, kind] as const))("%s", (name, kind) => {
  const query = { kind: name, text: name, frameSize: 0, ...BODIES[kind.form] } as Query;
  const sought = soughtBy(query);

  it("needs what the run that decides it needs", () => {
    const isRun = sought?.kind === "run" || sought?.kind === "lasso";
    expect(kind.needs).toBe(isRun ? "liveness" : "reachability");
    expect(sought !== undefined).toBe(kind.about !== undefined);
  });

  it("has certificates where a state or a run without the goal decides it", () => {
    expect(kind.certificates).toBe(sought?.kind === "state" || sought?.kind === "run");
  });

  it("is decided the other way round by all runs than by some run", () => {
    if (sought === undefined) return;
    expect(sought.whenFound).toBe(kind.about === "some run" ? "satisfied" : "violated");
    expect(kind.whenAbsent !== undefined).toBe(kind.about === "some run" || kind.answeredBy === "liveness");
  });

  it("measures terms exactly where it wants ends", () => {
    expect(termsOf(query).length > 0).toBe(kind.ends !== undefined);
  });

  it("shows all its formulas to visitors", () => {
    let places = 0;
    visitQuery(query, { expression: ({ kind }) => (places += kind === "at" ? 1 : 0) });
    expect(places).toBe(formulasOf(query).length);
  });
});

describe("the kinds of queries", () => {
  it("are told apart by their names", () => {
    expect(new Set(queryKinds.map(({ name }) => name)).size).toBe(queryKinds.length);
  });

  it("are found by the form in which they are written", () => {
    expect(kindsOfForm("path").map(({ name }) => name)).toEqual(["E<>", "A[]", "E[]", "A<>"]);
    expect(kindsOfForm("terms").map(({ name }) => name)).toEqual(["sup", "inf", "bounds"]);
  });

  it("are named in messages", () => {
    expect(kindsWhere(({ certificates }) => certificates)).toBe("E<>, A[], E[], A<> and -->");
    expect(kindsWhere(({ name }) => name === "-->", { quote: "`" })).toBe("`-->`");
  });
});
