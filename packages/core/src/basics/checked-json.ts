// JSON that anyone may have written, held against a schema before it is used.

import * as v from "valibot";

/** What the text says, as it says it and as the schema puts it; or what is wrong with it. */
export function readJson<T>(
  text: string,
  schema: v.GenericSchema<unknown, T>,
): { readonly json: unknown; readonly output: T } | { readonly problem: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: "it is no JSON" };
  }
  const twice = keySaidTwice(text);
  if (twice !== undefined) return { problem: `\`${twice}\` is said twice of the same thing` };
  const parsed = v.safeParse(schema, json);
  if (parsed.success) return { json, output: parsed.output };
  const [issue] = parsed.issues;
  return { problem: issueText(issue) };
}

const KINDS: Readonly<Record<string, string>> = {
  Array: "a list",
  Object: "an object",
  string: "a text",
  number: "a number",
  boolean: "true or false",
};

/** `steps` is missing, or is something else than it should be. */
function issueText(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  const what = path === null ? "it" : `\`${path}\``;
  if (issue.received === "undefined") return `${what} is missing`;
  if (issue.expected === null) return `${what}: ${issue.message}`;
  return `${what} must be ${KINDS[issue.expected] ?? issue.expected}, not ${KINDS[issue.received] ?? issue.received}`;
}

/** Of two values for one key readers see the first or the second, as they like. The text is JSON. */
function keySaidTwice(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "{") open.push(new Set());
    else if (character === "[") open.push(undefined);
    else if (character === "}" || character === "]") open.pop();
    else if (character === '"') {
      const begin = at;
      for (at++; text[at] !== '"'; at++) if (text[at] === "\\") at++;
      if (!isBeforeColon(text, at + 1)) continue;
      const key = JSON.parse(text.slice(begin, at + 1)) as string;
      const known = open.at(-1);
      if (known?.has(key)) return key;
      known?.add(key);
    }
  }
  return undefined;
}

function isBeforeColon(text: string, from: number): boolean {
  let at = from;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at++;
  return text[at] === ":";
}
