// Clock values may outgrow the lanes of the compiled engine. The matrices of the reference engine hold more, so it
// begins again there; what outgrows these, too, is not supported.

import type { Diagnostic } from "../../diagnostics/index.ts";
import { BoundOverflow } from "../../zone/index.ts";
import type { EngineChoice } from "../options.ts";

const OUTGROWN: Diagnostic = {
  code: "TH4502",
  severity: "error",
  message: "clock values grow beyond what can be represented",
};

export async function whereClocksFit<T>(
  engine: EngineChoice | undefined,
  attempt: (engine: EngineChoice | undefined) => Promise<T>,
  refused: (reason: Diagnostic) => T,
): Promise<T> {
  try {
    return await attempt(engine);
  } catch (error) {
    if (!(error instanceof BoundOverflow)) throw error;
    if (engine !== "reference") return whereClocksFit("reference", attempt, refused);
    return refused(OUTGROWN);
  }
}
