import type { Judgement } from "./judgement.ts";

export const CLOCK_BOUNDS: readonly Judgement[] = [
  {
    file: "engine/clock-bounds/constants.ts",
    code: "const nearest = min > 0 ? min : Math.min(max, 0);",
    shown: "`0` → `(0 + 1)`",
    why: "It is only asked whether the nearest value lies beyond the limit, and neither 0 nor 1 does.",
  },
  {
    file: "engine/clock-bounds/constants.ts",
    code: "const nearest = min > 0 ? min : Math.min(max, 0);",
    shown: "`min > 0`: `>` → `>=`",
    why: "Where the least value is 0, 0 is the nearest either way.",
  },
  {
    file: "engine/clock-bounds/assignments.ts",
    code: "const MAX_DEPTH = 16;",
    why: "Calls that are nested so deeply and set clocks are refused by the flow of bounds.",
  },
  {
    file: "engine/clock-bounds/assignments.ts",
    code: 'else if (expression.kind === "call" && frame.depth < MAX_DEPTH) {',
    shown: "`frame.depth < MAX_DEPTH`: `<` → `<=`",
    why: "Calls that are nested so deeply and set clocks are refused by the flow of bounds.",
  },
  {
    file: "engine/clock-bounds/flow.ts",
    code: "if (Math.max(lower, upper) > this.limit) throw endless();",
    shown: "`Math.max(lower, upper)`: `max` → `min`",
    why: "A copy that lowers a clock tests its source both ways, so both constants grow.",
  },
  {
    file: "engine/clock-bounds/flow.ts",
    code: 'if (expression.kind === "clock-assign") found = true;',
    shown: '`expression.kind === "clock-assign"`: `===` → `!==`',
    why: "Then every call is followed, also those that set no clock and change no bounds.",
  },
  {
    file: "engine/clock-bounds/flow.ts",
    code: "if (Math.max(lower, upper) > this.limit) throw endless();",
    shown: "`Math.max(lower, upper) > this.limit`: `>` → `>=`",
    why: "How far constants grow before that is called endless is our choice.",
  },
  {
    file: "engine/clock-bounds/constants.ts",
    code: 'return "<=";',
    shown: '`return "<=";` → `return undefined`',
    why: "Both front ends turn a comparison round until the clock stands on the left, or on both sides.",
  },
  {
    file: "engine/clock-bounds/flow.ts",
    code: "if (max - min >= UNROLLED) {",
    shown: "`max - min >= UNROLLED`: `>=` → `>`",
    why: "Which of two ways a loop of 65 rounds is followed; both are right, one is quicker.",
  },
  {
    file: "engine/clock-bounds/flow.ts",
    code: "const UNROLLED = 64;",
    shown: "`64` → `(64 + 1)`",
    why: "Which of two ways a loop of 65 rounds is followed; both are right, one is quicker.",
  },
  {
    file: "engine/clock-bounds/diagonals.ts",
    code: "const turned = left > right;",
    shown: "`left > right`: `>` → `>=`",
    why: "No clock is compared with itself.",
  },
  {
    file: "engine/clock-bounds/diagonals.ts",
    code: "if (range.max - range.min >= MAX_DIAGONALS) throw tooMany(span);",
    shown: "`range.max - range.min >= MAX_DIAGONALS`: `>=` → `>`",
    why: "Sixty-five copies make more than 64 cuts, and those are refused one by one.",
  },
  {
    file: "engine/clock-bounds/flow.ts",
    code: "if (frame.depth >= MAX_DEPTH) {",
    shown: "`frame.depth >= MAX_DEPTH`: `>=` → `>`",
    why: "How deeply calls may be nested is our choice.",
  },
];
