import type { Judgement } from "./judgement.ts";

export const ANALYSIS: readonly Judgement[] = [
  {
    file: "analysis/faults/failing.ts",
    code: "return cells !== undefined && cells.size > 0;",
    shown: "`cells.size > 0`: `>` → `>=`",
    why: "Nothing is kept of no cell.",
  },
  {
    file: "analysis/bounded-work.ts",
    code: "const MOST_CELLS = 64;",
    shown: "`64` → `(64 + 1)`",
    why: "How much is looked at is our choice.",
  },
  {
    file: "analysis/local/servers.ts",
    code: "if (free === undefined || initial.length > 1 || edges.length < 2) return undefined;",
    shown: "`1` → `(1 + 1)`",
    why: "A process with several initial locations has no channels: only TChecker's have them.",
  },
  {
    file: "analysis/local/local-unfolding.ts",
    code: "for (const { cell, meta } of network.variables) if (meta && writer[cell]! >= 0) writer[cell] = -2;",
    shown: "`2` → `(2 + 1)`",
    why: "Any number that is no process.",
  },
  {
    file: "analysis/frames.ts",
    code: 'if (space === "frame") write(base + offset + k, { min: value, max: value });',
    shown: "`base + offset`: `+` → `-`",
    why: "Initial values of locals stand at the beginning of their place.",
  },
  {
    file: "analysis/faults/failing.ts",
    code: "const SAFE_ROUNDS = 100_000;",
    shown: "`100_000` → `(100_000 + 1)`",
    why: "How much is looked at is our choice.",
  },
  {
    file: "analysis/intervals.ts",
    code: "return { min: min + 0, max: max + 0 };",
    shown: "`min + 0`: `+` → `-`",
    why: "0 and −0.",
  },
  {
    file: "analysis/local/locks.ts",
    code: 'if (tests.some((test) => test.kind === "cell" && test.cell === cell)) candidates.add(cell);',
    shown: '`test.kind === "cell" && test.cell === cell`: `&&` → `||`',
    why: "A cell that no test shows to be free is no lock below.",
  },
];
