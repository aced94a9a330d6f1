// Programs in Markdown: fenced `js` blocks that run, with what they print beside `// prints:`.

import { readFileSync } from "node:fs";
import * as core from "@tracehound/core";
import * as library from "../src/library/index.ts";

const MODULES: Readonly<Record<string, object>> = { tracehound: library, "@tracehound/core": core };

export interface Snippet {
  readonly line: number;
  readonly code: string;
  /** What it prints, line by line. */
  readonly prints: readonly string[];
}

export function snippetsOf(path: string): Snippet[] {
  const markdown = readFileSync(path, "utf8");
  return [...markdown.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(({ 1: code = "", index }) => ({
    line: markdown.slice(0, index).split("\n").length,
    code,
    prints: [...code.matchAll(/\/\/ prints: (.*)$/gm)].map(([, text]) => text!),
  }));
}

/** Runs it as a module would run, and hands back what it printed. */
export async function run({ code }: Snippet): Promise<string[]> {
  const printed: string[] = [];
  const body = code.replace(
    /^import \{([^}]*)\} from "([^"]+)";$/gm,
    (_, names, from) => `const {${names}} = modules["${from}"];`,
  );
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  const log = (...parts: unknown[]): number => printed.push(parts.map(String).join(" "));
  await new AsyncFunction("modules", "console", body)(MODULES, { log });
  return printed;
}
