// The mutator: what it changes, that the program with all changes in it is one, and that a number makes one of them.

import ts from "typescript";
import { describe, expect, it } from "vitest";
import { changesOf, schemata } from "./mutants/changes.ts";

const SOURCE = `export function f(x: number, seen: number[]): number | undefined {
  if (x < 3) return x + 1;
  if (x > 5) seen.push(Math.min(x, 7));
  else seen.push(-x);
  for (const one of [{ 5: x }]) if (one[5] !== x) continue;
  return x === 4 ? 0 : -x;
}
`;

describe("mutants", () => {
  const changes = changesOf("f.ts", SOURCE);

  it("change operators, conditions, constants, statements and results", () => {
    expect(changes.map(({ line, shown }) => `${line}: ${shown}`)).toEqual(
      expect.arrayContaining([
        "2: `x < 3`: `<` → `<=`",
        "2: `x < 3` → `!(x < 3)`",
        "2: `3` → `(3 + 1)`",
        "2: `x + 1`: `+` → `-`",
        "3: `seen.push(Math.min(x, 7));` left out",
        "3: `Math.min(x, 7)`: `min` → `max`",
        "5: `continue;` left out",
        "6: `x === 4`: `===` → `!==`",
        "6: `return x === 4 ? 0 : -x;` → `return undefined`",
      ]),
    );
  });

  it("are all in one program, and each differs from the source where its number is chosen", () => {
    const program = ts.transpile(
      schemata("f.ts", SOURCE, (change) => `chosen === ${change}`),
      {
        module: ts.ModuleKind.CommonJS,
        target: ts.ScriptTarget.ES2022,
      },
    );
    const behaviour = (chosen: number): string => {
      const exports = {} as { f: (x: number, seen: number[]) => number | undefined };
      new Function("exports", "chosen", program)(exports, chosen);
      return JSON.stringify(
        [1, 2, 3, 4, 5, 6, 8].map((x) => {
          const seen: number[] = [];
          return [exports.f(x, seen) ?? null, seen];
        }),
      );
    };
    const original = behaviour(-1);
    expect(original).toBe("[[2,[]],[3,[]],[-3,[-3]],[0,[-4]],[-5,[-5]],[-6,[6]],[-8,[7]]]");
    const same = changes.filter((_, number) => behaviour(number) === original);
    // Nothing follows a `continue` in its loop: what decides about it is not seen.
    expect(same.every(({ line }) => line === 5)).toBe(true);
    expect(new Set(changes.map(({ shown }, number) => `${shown} ${behaviour(number)}`)).size).toBe(changes.length);
  });
});
