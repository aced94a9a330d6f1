// Questions and their answers: plans, verdicts, evidence, reasons, words.

export * from "../answer/index.ts";
export * from "../check/index.ts";
export * from "../why/index.ts";
