import type { Judgement } from "./judgement.ts";

export const TRACE: readonly Judgement[] = [
  {
    file: "trace/timing/time-lasso.ts",
    code: "bounds === undefined || bounds.diagonals.length > 0 ? undefined : bounds.at(place.discrete.locations);",
    shown: "`0` → `(0 + 1)`",
    why: "Whatever is found is replayed, and a loop that clocks compared with each other do not come back to is passed by.",
  },
  {
    file: "trace/formats/uppaal/xtr.ts",
    code: 'const dot = (): boolean => tokens[at] === "." && at++ >= 0;',
    shown: "`at++ >= 0`: `>=` → `>`",
    why: "A file that begins with a dot has no locations, and is refused for that.",
  },
  {
    file: "trace/replay/replay.ts",
    code: "if (first <= (from ?? 0)) return from ?? 0;",
    shown: "`0` → `(0 + 1)`",
    why: "Where there is no premise, whoever asks says where the part begins.",
  },
  {
    file: "trace/timing/backward-points.ts",
    code: "const half = rational(1, 2);",
    why: "Any point inside will do.",
  },
  {
    file: "trace/timing/by-differences.ts",
    code: "else if (guards.length > 0) return false;",
    shown: "`guards.length > 0`: `>` → `>=`",
    why: "Then zones time the path, to the same moment (`timing.test.ts`), only later.",
  },
  {
    file: "trace/timing/by-linear-program.ts",
    code: "const widest = maximise(variables + 1, [...asked, atMostOne], new Map([[room, 1n]]), expired);",
    shown: "`1` → `(1 + 1)`",
    why: "One more variable that nothing asks for.",
  },
  {
    file: "trace/timing/backward-points.ts",
    code: "private hasLower = false;",
    shown: "`false` → `true`",
    why: "No clock and no delay is negative.",
  },
  {
    file: "trace/timing/linear-clocks.ts",
    code: "return sum < constantOf(bound) || (sum === constantOf(bound) && (strict || !isStrict(bound)));",
    shown: "`strict || !isStrict(bound)`: `||` → `&&`",
    why: "A bound more is asked for, which holds anyway.",
  },
  {
    file: "trace/timing/by-linear-program.ts",
    code: "const broken = disregarded.filter((ways) => !ways.some((way) => way.every((linear) => holds(linear, values))));",
    shown: "`ways.some((way) => way.every((linear) => holds(linear, values)))`: `some` → `every`",
    why: "More programs are solved than needed, to the same end.",
  },
  {
    file: "trace/timing/simplex.ts",
    code: "if (at > 0) for (let j = 0; j <= this.last; j++) row[j] = row[j]! + weight * this.rows[at]![j]!;",
    shown: "`at > 0`: `>` → `>=`",
    why: "Row 0 is the objective and no variable.",
  },
  {
    file: "trace/timing/by-linear-program.ts",
    code: "if (first === undefined) return false;",
    shown: "`false` → `true`",
    why: "Paths that are timed were found: their steps are there.",
  },
  {
    file: "trace/timing/time-lasso.ts",
    code: "{ discrete: place.discrete, clocks, variables: dim - 1 },",
    shown: "`dim - 1`: `-` → `+`",
    why: "Two more variables that nothing asks for.",
  },
  {
    file: "trace/timing/simplex.ts",
    code: "if (left < right || (left === right && this.basic[i]! < this.basic[best]!)) best = i;",
    shown: "`left < right`: `<` → `<=`",
    why: "Ties: another basis of the same optimum.",
  },
  {
    file: "trace/path-from-ordinals.ts",
    code: "at = fresh.insert(ordinal, at, -depth - 1);",
    shown: "`-depth - 1`: `-` → `+`",
    why: "Costs fall from step to step all the same.",
  },
  {
    file: "trace/timing/by-differences.ts",
    code: "if (right === 0) this.upper.set(left, distance);",
    shown: "`this.upper.set(left, distance);` left out",
    why: "What lasts is asked again, to the same effect.",
  },
  {
    file: "trace/timing/by-differences.ts",
    code: "else if (guards.length > 0) return false;",
    shown: "`false` → `true`",
    why: "The path was found, so its urgent steps leave room; what does not replay is timed by zones.",
  },
  {
    file: "trace/replay/replay.ts",
    code: "return Array.from({ length: Math.max(0, to - from) }, (_, k) => from + k);",
    shown: "`to - from`: `-` → `+`",
    why: "Moments behind the end are asked for, and there is nothing to begin there.",
  },
  {
    file: "trace/timing/by-linear-program.ts",
    code: "return maximise(variables + 1, [...asked, atMostOne, keepRoom], total, expired)?.values ?? widest.values;",
    shown: "`1` → `(1 + 1)`",
    why: "One more variable that nothing asks for.",
  },
];
