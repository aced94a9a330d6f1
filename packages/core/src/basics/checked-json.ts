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
