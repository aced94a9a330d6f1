// Names for the writer: TChecker allows letters, digits, `_` and `.`, so `Train(3)` becomes `Train_3`; in expressions
// it allows no `.`, so the clock `Train(3).x` becomes `Train_3_x`. A name that is already one stays as it is; two that
// fall together are told apart by a number.

import { IDENTIFIER } from "../lexer.ts";

/** One space of names. */
export class NameSpace {
  private readonly taken: Set<string>;
  private readonly isOfVariables: boolean;

  /** Names of clocks and variables may not be keywords of statements, nor have dots; those of other things may. */
  constructor(keywords?: Iterable<string>) {
    this.taken = new Set(keywords);
    this.isOfVariables = keywords !== undefined;
  }

  /** An unused identifier as close to `name` as may be. */
  fresh(name: string): string {
    const base = this.isOfVariables ? identifierFor(name).replaceAll(".", "_") : identifierFor(name);
    let candidate = base;
    for (let i = 2; this.taken.has(candidate); i++) candidate = `${base}_${i}`;
    this.taken.add(candidate);
    return candidate;
  }
}

function identifierFor(name: string): string {
  if (IDENTIFIER.test(name)) return name;
  const plain = name
    .replace(/[^A-Za-z0-9_.]+/g, "_")
    .replace(/_+\./g, ".")
    .replace(/_+$/, "");
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
}
