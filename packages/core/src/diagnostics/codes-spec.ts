// Codes of specifications of searches: 5xxx.

import type { CodeTable } from "./code-entry.ts";

export const SPEC_CODES = {
  TH5001: { title: "unknown character", explanation: "Something cannot stand in a specification, or a quote is open." },
  TH5002: { title: "unexpected text", explanation: "Something else was expected here; the message says what." },
  TH5003: { title: "no such component", explanation: "`tracehound list` shows what a specification may name." },
  TH5004: { title: "wrong arguments", explanation: "A parameter is missing, unknown or given twice." },
  TH5005: { title: "another value expected", explanation: "A parameter wants another kind of value." },
  TH5006: { title: "unknown unit", explanation: "Numbers may have a unit of time, size or count." },
  TH5007: { title: "out of range", explanation: "A number is too small or too large for its parameter." },
  TH5008: {
    title: "not in the model",
    explanation: "The specification names a process, location or variable that the model does not have.",
  },
} satisfies CodeTable;
