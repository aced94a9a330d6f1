// Lints on use look at the network, and at the model's own questions. What they cannot see there, they are not to speak
// of: names in questions that are asked from elsewhere, and in parts of the model that the network does not hold.

import type { Diagnostic, DiagnosticCode } from "../../diagnostics/index.ts";
import {
  channelWithoutPartner,
  neverReadVariable,
  neverWrittenVariable,
  untestedClock,
  unusedChannel,
  unusedVariable,
} from "./usage.ts";

const ON_READING = [unusedVariable, neverReadVariable, untestedClock];
const ON_USE = [...ON_READING, neverWrittenVariable, unusedChannel, channelWithoutPartner];

/** Without what is said of the use of these names, wherever they are declared. */
export function unlessMentioned(
  lints: readonly Diagnostic[],
  names: ReadonlySet<string>,
  about = ON_USE,
): readonly Diagnostic[] {
  if (names.size === 0) return lints;
  const codes = new Set<DiagnosticCode>(about.map(({ code }) => code));
  return lints.filter(({ code, message }) => !(codes.has(code) && names.has(declaredName(message))));
}

/** The same for what questions ask, which do not stand in the model. */
export function unlessAsked(lints: readonly Diagnostic[], questions: readonly string[]): readonly Diagnostic[] {
  const names = questions.flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []);
  return unlessMentioned(lints, new Set(names), ON_READING);
}

/** Of `P(1).x` and `t[3]`: `x` and `t`. */
function declaredName(message: string): string {
  const quoted = /`([^`]+)`/.exec(message)?.[1] ?? "";
  return /([A-Za-z_]\w*)(?:\[[^.]*)?$/.exec(quoted)?.[1] ?? "";
}
