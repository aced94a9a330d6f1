// Names for the writer: TChecker allows letters, digits, `_` and `.`, so `Train(3)` becomes `Train_3`. A name that
// is already one stays as it is; two that fall together are told apart by a number.

import { IDENTIFIER } from "./lexer.ts";

/** One space of names. */
export class NameSpace {
  private readonly taken: Set<string>;

  /** Names of variables may not be keywords of statements; those of other things may. */
  constructor(reserved: Iterable<string> = []) {
    this.taken = new Set(reserved);
  }

  /** An unused identifier as close to `name` as may be. */
  fresh(name: string): string {
    const base = identifierFor(name);
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
