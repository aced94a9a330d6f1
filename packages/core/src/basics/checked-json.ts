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
  return { problem: `${issue.message} at ${v.getDotPath(issue) ?? "the top"}` };
}
