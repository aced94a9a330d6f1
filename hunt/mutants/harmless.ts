// Mutants that survive and were judged: what they change nobody can see, and the sentence says why. A line that is edited
// falls out of the list by itself, and its mutants are to be judged anew.

import type { PlacedChange } from "./bundle.ts";

interface Judgement {
  readonly file: string;
  /** The line as it stands in the file. */
  readonly code: string;
  /** As the hunt shows it; absent: every change of that line. */
  readonly shown?: string;
  readonly why: string;
}

const HARMLESS: readonly Judgement[] = [
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
  {
    file: "open-lists/fifo.ts",
    code: "const CHUNK = 1 << 12;",
    why: "How many states lie in one array is not seen from outside.",
  },
  {
    file: "open-lists/fifo.ts",
    code: "if (this.firstChunk > 64 && this.firstChunk * 2 > this.chunks.length) {",
    why: "When spent arrays are let go is not seen from outside; what is dropped is spent at any time.",
  },
  {
    file: "certificate/certificate.ts",
    code: 'const opening = JSON.stringify(head, null, 2).replace(/\\n\\}$/, "");',
    shown: "`2` → `(2 + 1)`",
    why: "White space that nobody reads.",
  },
  {
    file: "certificate/verify.ts",
    code: "if (!constrain(zone, dim, i, j, strict === 1 ? lt(constant) : le(constant))) break;",
    shown: "`break;` left out",
    why: "What is empty stays empty.",
  },
  {
    file: "certificate/verify.ts",
    code: "if (!intersect(zone, this.semantics.dim, invariant)) continue;",
    shown: "`continue;` left out",
    why: "What is empty meets no target and has no successors.",
  },
  {
    file: "certificate/locations.ts",
    code: "for (let size = -1; size !== visited.size; ) {",
    shown: "`1` → `(1 + 1)`",
    why: "Any number that is no size will do.",
  },
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
    file: "open-lists/preferred.ts",
    code: "this.parent = parent;",
    why: "Siblings are then judged one by one, to the same effect.",
  },
  {
    file: "open-lists/preferred.ts",
    code: "private preference: Preference = () => true;",
    why: "It is replaced before it is asked.",
  },
  {
    file: "open-lists/icb.ts",
    code: 'if (contexts === "process") return () => 1;',
    shown: "`1` → `(1 + 1)`",
    why: "Marks only have to differ.",
  },
  {
    file: "open-lists/icb.ts",
    code: "if (n === 0) return (edge) => edge + 1;",
    shown: "`1` → `(1 + 1)`",
    why: "Marks only have to differ.",
  },
  {
    file: "open-lists/icb.ts",
    code: "const mark = marks.get(reach) ?? marks.size + 1;",
    shown: "`1` → `(1 + 1)`",
    why: "Marks only have to differ.",
  },
  {
    file: "trace/lasso.ts",
    code: "bounds === undefined || bounds.diagonals.length > 0 ? undefined : bounds.at(place.discrete.locations);",
    shown: "`0` → `(0 + 1)`",
    why: "Whatever is found is replayed, and a loop that clocks compared with each other do not come back to is passed by.",
  },
  {
    file: "trace/xtr.ts",
    code: 'const dot = (): boolean => tokens[at] === "." && at++ >= 0;',
    shown: "`at++ >= 0`: `>=` → `>`",
    why: "A file that begins with a dot has no locations, and is refused for that.",
  },
  {
    file: "trace/replay.ts",
    code: "if (first <= (from ?? 0)) return from ?? 0;",
    shown: "`0` → `(0 + 1)`",
    why: "Where there is no premise, whoever asks says where the part begins.",
  },
  {
    file: "trace/points.ts",
    code: "const half = rational(1, 2);",
    why: "Any point inside will do.",
  },
  {
    file: "trace/moments.ts",
    code: "else if (guards.length > 0) return false;",
    shown: "`guards.length > 0`: `>` → `>=`",
    why: "Then zones time the path, to the same moment (`timing.test.ts`), only later.",
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
    file: "check/bounds/pumping.ts",
    code: "const MOST_PER_LOOK = 5_000;",
    why: "How much is looked at before others have their turn.",
  },
];

export function whyHarmless({ file, code, shown }: PlacedChange): string | undefined {
  return HARMLESS.find(
    (judged) => judged.file === file && judged.code === code && (judged.shown === undefined || judged.shown === shown),
  )?.why;
}
