import type { Judgement } from "./judgement.ts";

export const ELABORATE: readonly Judgement[] = [
  {
    file: "lang/uppaal/elaborate/values/compatible.ts",
    code: 'return b.kind === "scalar" && a.set === b.set;',
    shown: '`b.kind === "scalar"`: `===` → `!==`',
    why: "A set of scalars is one object wherever it is named, and that is asked first.",
  },
  {
    file: "lang/uppaal/elaborate/expressions/initialisers.ts",
    code: "ok = false;",
    shown: "`false` → `true`",
    why: "The error that was told refuses the model.",
  },
  {
    file: "lang/uppaal/elaborate/values/compatible.ts",
    code: 'return { kind: "struct", fields: [] };',
    shown: '`return { kind: "struct", fields: [] };` → `return undefined`',
    why: "Only of a type in error, whose model is refused.",
  },
  {
    file: "lang/uppaal/elaborate/expressions/calls.ts",
    code: 'if (operand.kind === "error") return { kind: "value", value: UNKNOWN };',
    shown: '`return { kind: "value", value: UNKNOWN };` → `return undefined`',
    why: "The error that was told refuses the model.",
  },
  {
    file: "lang/uppaal/elaborate/values/compatible.ts",
    code: 'return b.kind === "scalar" && a.set === b.set;',
    shown: '`return b.kind === "scalar" && a.set === b.set;` → `return undefined`',
    why: "A set of scalars is one object wherever it is named, and that is asked first.",
  },
  {
    file: "lang/uppaal/elaborate/context.ts",
    code: "if (cells <= LIMITS.cells && clocks <= LIMITS.clocks && channels <= LIMITS.channels) return true;",
    shown: "`cells <= LIMITS.cells`: `<=` → `<`",
    why: "How much memory a model may take is our choice.",
  },
  {
    file: "lang/uppaal/elaborate/system/templates.ts",
    code: "continue;",
    shown: "`continue;` left out",
    why: "Readers refuse an edge that starts nowhere before that.",
  },
  {
    file: "lang/uppaal/elaborate/system/statements.ts",
    code: "} else if (type.extent.cells > LIMITS.cells / 4) {",
    shown: "`type.extent.cells > LIMITS.cells / 4`: `>` → `>=`",
    why: "As 95.",
  },
  {
    file: "lang/uppaal/elaborate/expressions/operators.ts",
    code: 'if (then.kind === "error" || otherwise.kind === "error") return ERROR_OPERAND;',
    shown: '`then.kind === "error" || otherwise.kind === "error"`: `||` → `&&`',
    why: "The error that was told refuses the model.",
  },
  {
    file: "lang/uppaal/elaborate/values/access.ts",
    code: "offset.clocks === 0 ? [] : [{ index: constant(offset.clocks), first: 0, count: offset.clocks + 1, stride: 1 }];",
    shown: "`1` → `(1 + 1)`",
    why: "The index is a constant that lies in either.",
  },
  {
    file: "lang/uppaal/elaborate/expressions/binders.ts",
    code: "if (count > most) {",
    shown: "`count > most`: `>` → `>=`",
    why: "How many values are unrolled is our choice.",
  },
  {
    file: "lang/uppaal/elaborate/values/evaluate.ts",
    code: "return { value: statement.value === undefined ? 0 : this.value(statement.value, frame) };",
    shown: "`0` → `(0 + 1)`",
    why: "Nobody reads the value of a function that has none.",
  },
  {
    file: "lang/uppaal/elaborate/expressions/builtins.ts",
    code: "const at = { cells: 0, clocks: 0, channels: 0 };",
    shown: "`0` → `(0 + 1)`",
    why: "What has known values has no place.",
  },
  {
    file: "lang/uppaal/elaborate/system/statements.ts",
    code: "return min <= fixed[i]! && fixed[i]! <= max;",
    shown: "`min <= fixed[i]!`: `<=` → `<`",
    why: "Then the value is stored by an assignment, to the same effect.",
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
