// What is said of a deadlock has to be true of the state itself and of every moment that time can still bring.

import { expect, it } from "vitest";
import { stillEnvironment } from "../../src/limits/index.ts";
import { whyOf, whyText } from "../../src/why/index.ts";
import { ask } from "../check/ask.ts";

async function why(xta: string, query: string) {
  const result = await ask(xta, query);
  return whyOf({ network: result.network, options: {}, environment: stillEnvironment }, result);
}

async function words(xta: string, query = "A[] not deadlock"): Promise<readonly string[]> {
  const reasons = await why(xta, query);
  return reasons === undefined ? [] : whyText(reasons);
}

const FOREVER = "deadlock: no step is possible any more, and time passes for ever";

it("names the guards and the partners that are missing, and who has come to an end", async () => {
  const model = `chan a, b; int[0,5] n;
    process P() { clock x; state A { x <= 5 }, B, C; init A;
      trans A -> B { guard x >= 2; assign n = 1; }, B -> C { guard n == 5; sync a!; }, B -> A { guard x < 1; }; }
    process Q() { state S, T; init S; trans S -> T { sync b?; }; }
    process R() { state Done; init Done; }
    system P, Q, R;`;
  const told = [
    FOREVER,
    "P is in B; to C: the guard of P fails: n == 5 is false (n is 1); to A: the guard of P fails: P.x < 1 cannot hold: P.x is 2 already",
    "Q is in S; to T: no other process can send on b now",
    "no edge leads out of R.Done",
  ];
  expect(await words(model)).toEqual(told);
  expect(await words(model, "E<> deadlock")).toEqual(told);
  expect(await words(model, "A[] n < 2 and (P.B imply not deadlock)")).toEqual([
    "what fails: P.B imply not deadlock",
    ...told,
  ]);
  expect(await why(model, "E<> deadlock and P.B")).toMatchObject({
    kind: "deadlock",
    deadlock: { processes: [{ process: "P", location: "B", edges: [{ to: "C" }, { to: "A" }] }, {}, { edges: [] }] },
  });
});

it("speaks of later, not only of now: a guard that time opens is not what blocks", async () => {
  const model = `chan c; process P() { clock x; state A, B; init A; trans A -> B { guard x >= 3; sync c!; }; } system P;`;
  expect(await words(model)).toEqual([FOREVER, "P is in A; to B: no other process can receive on c now"]);
});

it("says who stops time, and what clocks cannot become by then", async () => {
  const model = (invariant: string, guard: string): string =>
    `process P() { clock x, y; state A { ${invariant} }, B; init A; trans A -> B { guard ${guard}; }; } system P;`;
  expect(await words(model("x <= 2 && y <= 7", "x >= 3"))).toEqual([
    "deadlock: no step is possible any more, and time can pass for at most 2 (P.x <= 2)",
    "P is in A; to B: the guard of P fails: P.x >= 3 cannot hold: P.x is at most 2",
  ]);
  expect(await words(model("x < 2", "x >= 2"))).toEqual([
    "deadlock: no step is possible any more, and time can pass for less than 2 (P.x < 2)",
    "P is in A; to B: the guard of P fails: P.x >= 2 cannot hold: P.x is less than 2",
  ]);
  const urgent = `process P() { clock x; state A, B; urgent A; init A; trans A -> B { guard x > 0; }; } system P;`;
  expect(await words(urgent)).toEqual([
    "deadlock: no step is possible any more, and no time can pass (P.A)",
    "P is in A; to B: the guard of P fails: P.x > 0 cannot hold: P.x is at most 0",
  ]);
});

it("says it of stopped clocks, of invariants behind an edge, and of committed locations elsewhere", async () => {
  const stopped = `process P() { clock x; state A { x' == 0 }, B; init A; trans A -> B { guard x >= 1; }; } system P;`;
  expect(await words(stopped)).toEqual([
    FOREVER,
    "P is in A; to B: the guard of P fails: P.x >= 1 cannot hold: P.x is 0",
  ]);
  const behind = `process P() { clock x; state A, B { x <= 2 }; init A; trans A -> B { guard x >= 3; }; } system P;`;
  expect((await words(behind))[1]).toBe(
    "P is in A; to B: the invariant of P.B would be violated: P.x <= 2 cannot hold",
  );
  const committed = `process P() { state A, B; init A; trans A -> B { }; }
    process Q() { state C, D; commit C; init C; trans C -> D { guard false; }; } system P, Q;`;
  expect((await words(committed))[1]).toBe("P is in A; to B: Q.C is committed and must be left first");
});

it("says it of runs that are answers because they end", async () => {
  const model = `process P() { state A, B; init A; trans A -> B { }; } system P;`;
  expect(await words(model, "LTL: [] <> P.A")).toEqual([FOREVER, "no edge leads out of P.B"]);
  const pressed = `process P() { clock x; state A { x <= 5 }, B { x <= 2 }; init A; trans A -> B { assign x = 0; }; } system P;`;
  expect((await words(pressed, "A<> P.B and P.x > 2")).slice(1)).toEqual(["no edge leads out of P.B"]);
});

it("has a word for crowds", async () => {
  const model = `chan c; process P(int[0,9] i) { state A, B; init A; trans A -> B { sync c!; }; } system P;`;
  const told = await words(model);
  expect(told.length).toBe(8);
  expect(told.at(-1)).toBe("and 4 more processes");
});

it("says nothing where the state is none, and where nobody asks", async () => {
  const model = `process P() { state A, B; init A; trans A -> B { }; } system P;`;
  expect(await words(model, "A[] P.A")).toEqual([]);
  expect(await words(model, "E<> P.B")).toEqual([]);
  expect(await words(model, "E<> not deadlock")).toEqual([]);
  const lively = `process P() { state A; init A; trans A -> A { }; } system P;`;
  expect(await words(lively, "E<> deadlock")).toEqual([]);
});
