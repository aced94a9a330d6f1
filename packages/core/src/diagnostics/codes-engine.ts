// Codes of faults that a model shows only while it runs. Each comes with the trace to the step that fails.

import type { CodeTable } from "./code-entry.ts";

// biome-ignore format: one code, one line
export const ENGINE_CODES = {
  TH6001: { title: "value out of range", explanation: "An assignment, argument or returned value leaves the range that its type declares." },
  TH6002: { title: "index out of range", explanation: "A subscript lies outside the array, channel array or set." },
  TH6003: { title: "division by zero", explanation: "The right side of `/` or `%` is 0." },
  TH6004: { title: "negative shift", explanation: "The right side of `<<` or `>>` is negative." },
  TH6005: { title: "negative clock", explanation: "A clock is set to a value below 0." },
  TH6006: { title: "assertion failed", explanation: "The condition of an `assert` is false." },
  TH6007: { title: "endless computation", explanation: "A function or loop exceeds the number of rounds and calls that one step may take." },
  TH6008: { title: "cannot be evaluated", explanation: "The model uses something here that symbolic analysis does not support, such as doubles or other rates than 0 and 1." },
  TH6009: { title: "clock bound too large", explanation: "A clock is compared with or set to a number of 2^29 or more in size." },
  TH6010: { title: "time-lock", explanation: "A random run came to a state in which time cannot pass and no edge is enabled." },
  TH6011: { title: "probably Zeno behaviour", explanation: "A random run took very many steps without any time passing." },
  TH6012: { title: "impossible rate or weight", explanation: "Exponential rates must be greater than 0; weights must not be negative, nor all 0." },
  TH6013: { title: "general hybrid guard", explanation: "A guard over clocks whose rates change is enabled at a moment that cannot be drawn: let the edge synchronise on an urgent channel." },
} satisfies CodeTable;
