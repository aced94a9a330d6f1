// Every diagnostic code with its title and a one-line explanation: what `tracehound list codes` prints. Each part of
// the front end keeps its codes in its own thousand. A code that is not here cannot be used: the type says so.

import type { CodeEntry } from "./code-entry.ts";
import { BOUNDS_CODES } from "./codes-bounds.ts";
import { CHECK_CODES } from "./codes-check.ts";
import { ENGINE_CODES } from "./codes-engine.ts";
import { CONVERSION_CODES, FILE_CODES, LINT_CODES } from "./codes-files.ts";
import { MUNTA_CODES } from "./codes-munta.ts";
import { PRISM_CODES } from "./codes-prism.ts";
import { SPEC_CODES } from "./codes-spec.ts";
import { SYNTAX_CODES } from "./codes-syntax.ts";
import { UPPAAL_CODES } from "./codes-uppaal.ts";
import { TCHECKER_CODES } from "./tchecker-codes.ts";

const TABLE = {
  ...SYNTAX_CODES,
  ...UPPAAL_CODES,
  ...TCHECKER_CODES,
  ...PRISM_CODES,
  ...MUNTA_CODES,
  ...CHECK_CODES,
  ...ENGINE_CODES,
  ...FILE_CODES,
  ...LINT_CODES,
  ...CONVERSION_CODES,
  ...BOUNDS_CODES,
  ...SPEC_CODES,
};

export type DiagnosticCode = keyof typeof TABLE;

export const CODES: Readonly<Record<DiagnosticCode, CodeEntry>> = TABLE;

/** Of a file that is read: right in its language, and refused by name here. */
export function isRefusal(code: DiagnosticCode): boolean {
  return /^TH3[05]/.test(code);
}
