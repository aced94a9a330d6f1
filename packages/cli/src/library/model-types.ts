// What is told about models.

/** A file, wherever it came from; the extension of its name says what it is. */
export interface Source {
  /** `lamp.xml`, `.xta`, `.ta`, `.tck` or `.json` */
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** Something wrong, or odd, and where. Lines and columns count from 1. */
export interface Problem {
  readonly severity: "error" | "warning" | "info";
  /** `TH2001`; `tracehound list codes` explains it. */
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly line?: number;
  readonly column?: number;
}

/** A question that the model brings. */
export interface Question {
  readonly text: string;
  readonly comment?: string;
  /** What its author expects. */
  readonly expected?: string;
}

export interface Model {
  readonly name: string;
  readonly processes: readonly string[];
  readonly questions: readonly Question[];
  /** Warnings: a model with errors is none. */
  readonly problems: readonly Problem[];
}

/** Thrown for models and questions with errors. */
export class ModelError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], name: string) {
    const [first] = problems.filter(({ severity }) => severity === "error");
    const at = first?.line === undefined ? "" : `:${first.line}:${first.column}`;
    super(`${name}${at}: ${first?.message ?? "the model has errors"}`);
    this.name = "ModelError";
    this.problems = problems;
  }
}
