// The mutator: what it changes, that every change is one, and that what results is still a program.

import ts from "typescript";
import { describe, expect, it } from "vitest";
import { changesOf, mutantOf } from "./mutate.ts";

const SOURCE = `import { a } from "./a.ts";
export function f(x: number): number {
  if (x < 3) return x + 1;
  a(x);
  return x === 4 ? 0 : x;
}
`;

describe("mutants", () => {
  const mutants = changesOf("f.ts", SOURCE).map((change) => mutantOf(SOURCE, change));

  it("change operators, conditions, constants, statements and results", () => {
    expect(mutants.map(({ line, change }) => `${line}: ${change}`)).toEqual(
      expect.arrayContaining([
        "3: `<` → `<=`",
        "3: `x < 3` → `!(x < 3)`",
        "3: `3` → `(3 + 1)`",
        "3: `+` → `-`",
        "4: `a(x);` → `;`",
        "5: `===` → `!==`",
        "5: `x === 4 ? 0 : x` → `undefined as never`",
      ]),
    );
    expect(mutants.every(({ line }) => line >= 3)).toBe(true);
  });

  it("are programs that differ from the source", () => {
    expect(new Set([SOURCE, ...mutants.map(({ text }) => text)]).size).toBe(mutants.length + 1);
    for (const { text } of mutants) {
      const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true });
      expect(diagnostics).toEqual([]);
    }
  });
});
