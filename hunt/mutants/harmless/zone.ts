import type { Judgement } from "./judgement.ts";

export const ZONE: readonly Judgement[] = [
  {
    file: "zone/relation.ts",
    code: "for (let at = 0; at < dim * dim; at++) if (a[at]! < b[at]!) return false;",
    shown: "`0` → `(0 + 1)`",
    why: "Entry (0, 0) is the same in all zones that are not empty.",
  },
  {
    file: "zone/relation.ts",
    code: "for (let at = 0; at < dim * dim && (subset || superset); at++) {",
    shown: "`0` → `(0 + 1)`",
    why: "Entry (0, 0) is the same in all zones that are not empty.",
  },
  {
    file: "zone/relation.ts",
    code: "for (let at = 0; at < dim * dim; at++) {",
    shown: "`0` → `(0 + 1)`",
    why: "Entry (0, 0) is the same in all zones that are not empty.",
  },
  {
    file: "zone/dbm.ts",
    code: "for (let at = 0; at < dim * dim; at++) {",
    shown: "`0` → `(0 + 1)`",
    why: "Entry (0, 0) is the same in all zones that are not empty.",
  },
  {
    file: "zone/dbm.ts",
    code: "if (ik === INF) continue;",
    shown: "`continue;` left out",
    why: "Sums with INF are INF, and nothing is larger: the loop below changes nothing.",
  },
  {
    file: "zone/alu.ts",
    code: "for (let y = 0; y < dim; y++) {",
    shown: "`y < dim`: `<` → `<=`",
    why: "Behind the matrix there is nothing, and nothing compares as neither less nor greater.",
  },
  {
    file: "zone/dbm.ts",
    code: "for (let at = 0; at < dim * dim; at++) {",
    shown: "`at < dim * dim`: `<` → `<=`",
    why: "Behind the matrix there is nothing, and nothing compares as neither less nor greater.",
  },
  {
    file: "zone/dbm.ts",
    code: "for (let k = 0; k < dim; k++) {",
    shown: "`k < dim`: `<` → `<=`",
    why: "Behind the matrix there is nothing, and a sum with nothing is less than no bound.",
  },
  {
    file: "zone/dbm.ts",
    code: "for (let i = 0; i < dim; i++) {",
    shown: "`i < dim`: `<` → `<=`",
    why: "Behind the matrix there is nothing, and a sum with nothing is less than no bound.",
  },
  {
    file: "zone/relation.ts",
    code: "for (let i = 0; i < dim; i++) {",
    shown: "`i < dim`: `<` → `<=`",
    why: "Behind the matrix there is nothing, and a sum with nothing is not negative.",
  },
  {
    file: "zone/relation.ts",
    code: "for (let at = 0; at < dim * dim; at++) {",
    shown: "`at < dim * dim`: `<` → `<=`",
    why: "One more round over nothing: another hash, equal for equal zones all the same.",
  },
  {
    file: "zone/relation.ts",
    code: "hash ^= hash >>> 15;",
    shown: "`hash ^= hash >>> 15;` left out",
    why: "Another hash, equal for equal zones all the same.",
  },
  {
    file: "zone/relation.ts",
    code: "hash = Math.imul(hash ^ zone[at]!, 0x9e3779b1);",
    shown: "`0x9e3779b1` → `(0x9e3779b1 + 1)`",
    why: "Another hash, equal for equal zones all the same.",
  },
  {
    file: "zone/local-time.ts",
    code: "if (x === y) continue;",
    shown: "`continue;` left out",
    why: "The diagonal of a zone that is not empty stays 0: into the references and out again is no negative path.",
  },
  {
    file: "zone/print.ts",
    code: "for (let i = 0; i < dim; i++) {",
    shown: "`0` → `(0 + 1)`",
    why: "Row 0 leads itself.",
  },
  {
    file: "zone/print.ts",
    code: "for (let i = 0; i < dim; i++) {",
    shown: "`0` → `(0 + 1)`",
    why: "Row 0 leads itself.",
  },
  {
    file: "zone/print.ts",
    code: "for (let j = 0; j < i; j++) {",
    shown: "`j < i`: `<` → `<=`",
    why: "A row has distance 0 to itself: it becomes its own leader, which it is.",
  },
  {
    file: "zone/dbm.ts",
    code: "if (other[at]! < zone[at]!) {",
    shown: "`other[at]! < zone[at]!`: `<` → `<=`",
    why: "Closing a canonical matrix changes nothing.",
  },
  {
    file: "zone/extrapolation.ts",
    code: "for (let j = 1; j < dim; j++) {",
    shown: "`j < dim`: `<` → `<=`",
    why: "The table has no such row, and nothing lies below a limit that is no number.",
  },
  {
    file: "zone/valuation.ts",
    code: "const sign = upper === undefined ? -1 : compare(value, upper);",
    shown: "`1` → `(1 + 1)`",
    why: "Any negative number will do.",
  },
];
