// Codes of the clock-bound analysis: why zones cannot be extrapolated, or not in the way that was asked for.

import type { CodeTable } from "./code-entry.ts";

// biome-ignore format: one code, one line
export const BOUNDS_CODES = {
  TH3200: { title: "clock constant too large", explanation: "Clocks are compared with and set to numbers below 2^29 in size." },
  TH3201: { title: "recursion that sets clocks", explanation: "Clocks may not be set in functions that call themselves." },
  TH3202: { title: "clock constants grow for ever", explanation: "A cycle of copies `x := y - c` leaves no bound." },
  TH3203: { title: "too many clock differences", explanation: "Zones are cut along at most 64 differences of clocks." },
  TH3210: { title: "`alu` and liveness", explanation: "Liveness compares states by equality, not by simulation." },
  TH3211: { title: "`alu` and differences", explanation: "LU-simulation does not respect differences of clocks." },
  TH3212: { title: "`local-time` not supported", explanation: "Local times need processes that share no clock and no variable, and no urgency, broadcast, priority or difference." },
  TH3220: { title: "not supported by decision diagrams", explanation: "Sets of states are kept where clocks may be whole numbers and steps read few combinations of values; `docs/diagrams.md` says what is supported." },
} satisfies CodeTable;
