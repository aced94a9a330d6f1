import type { Judgement } from "./judgement.ts";

export const ELABORATE: readonly Judgement[] = [
  {
    file: "lang/uppaal/elaborate/context.ts",
    code: "if (cells <= LIMITS.cells && clocks <= LIMITS.clocks && channels <= LIMITS.channels) return true;",
    shown: "`cells <= LIMITS.cells`: `<=` → `<`",
    why: "How much memory a model may take is our choice.",
  },
  {
    file: "lang/uppaal/elaborate/system/statements.ts",
    code: "} else if (type.extent.cells > LIMITS.cells / 4) {",
    shown: "`type.extent.cells > LIMITS.cells / 4`: `>` → `>=`",
    why: "As 95.",
  },
  {
    file: "lang/uppaal/elaborate/expressions/binders.ts",
    code: "if (count > most) {",
    shown: "`count > most`: `>` → `>=`",
    why: "How many values are unrolled is our choice.",
  },
  {
    file: "lang/uppaal/elaborate/expressions/builtins.ts",
    code: "const at = { cells: 0, clocks: 0, channels: 0 };",
    shown: "`0` → `(0 + 1)`",
    why: "What has known values has no place.",
  },
  {
    file: "lang/uppaal/elaborate/asked-network.ts",
    code: "this.kept = -1;",
    shown: "`1` → `(1 + 1)`",
    why: "Any number that is no query.",
  },
  {
    file: "lang/uppaal/elaborate/system/statements.ts",
    code: "const at = { cells: 0, clocks: 0, channels: 0 };",
    shown: "`0` → `(0 + 1)`",
    why: "What has known values has no place.",
  },
];
