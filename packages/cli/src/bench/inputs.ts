// What a run was about, in a few letters. The same name may stand for another model or another query tomorrow, and
// answers of today are none of theirs.

import { families, generateModel } from "@tracehound/core";
import { queriesBeside } from "../check/queries.ts";
import type { Context } from "../context.ts";
import { BadInput } from "../errors.ts";
import type { ModelChoice, Suite } from "./suite.ts";

/** The suite with a fingerprint of each model and its query; files that are not there are told at once, all of them. */
export async function withInputs(suite: Suite, path: string, context: Context): Promise<Suite> {
  const known = new Map<ModelChoice, ModelChoice>();
  // Tasks of one model may have an object each.
  const inputs = new Map<string, Promise<string>>();
  const input = (model: ModelChoice): Promise<string> => {
    const key = JSON.stringify([model.source, model.query]);
    const found = inputs.get(key) ?? inputOf(model, context);
    inputs.set(key, found);
    return found;
  };
  const faults: string[] = [];
  for (const model of new Set(suite.tasks.map((task) => task.model))) {
    try {
      known.set(model, isSlow(model) ? model : { ...model, input: await input(model) });
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      faults.push(`${error.message}${await placeOf(model, path, context)}`);
    }
  }
  if (faults.length > 0) throw new BadInput(faults.join("\n  "));
  return { ...suite, tasks: suite.tasks.map((task) => ({ ...task, model: known.get(task.model)! })) };
}

/** A random system takes seconds to make: its fingerprint is noted with the run, and not looked at before. */
const isSlow = ({ source }: ModelChoice): boolean => "family" in source && source.family === "random";

type FamilyMember = Exclude<ModelChoice["source"], { readonly file: string }>;

/** A fingerprint of the model's text and the query. */
async function inputOf({ source, query }: Pick<ModelChoice, "source" | "query">, context: Context): Promise<string> {
  const asked = JSON.stringify(query ?? 1);
  if (!("file" in source)) return fingerprint(textOf(source, context), asked);
  const beside = await queriesBeside(source.file, [".q"], context);
  return fingerprint(
    await context.readFile(source.file),
    asked,
    typeof query === "string" || beside === null ? "" : beside.content,
  );
}

/** The member of a family whose text this is, with its fingerprint. */
export async function withInput(model: ModelChoice, text: string): Promise<ModelChoice> {
  return { ...model, input: await fingerprint(text, JSON.stringify(model.query ?? 1)) };
}

/** The fingerprint that earlier versions noted of a member of a family: that of its text with a drawing. */
export async function drawnInput({ source, query }: ModelChoice, context: Context): Promise<string | undefined> {
  if ("file" in source) return undefined;
  return await fingerprint(textOf(source, context, "xml"), JSON.stringify(query ?? 1));
}

/** What `check` is given of a member of a family: without a drawing, which is dear and no part of what is asked. */
export function textOf(source: FamilyMember, context: Context, format: "xta" | "xml" = "xta"): string {
  const family = families.find(({ name }) => name === source.family)!;
  const { size, variant, seed } = source;
  return context.budget().during(() => generateModel(family, { size, variant, correct: false, seed }, format));
}

async function fingerprint(...parts: readonly (string | Uint8Array)[]): Promise<string> {
  const bytes = parts.map((part) => (typeof part === "string" ? new TextEncoder().encode(part) : part));
  const lengths = new TextEncoder().encode(bytes.map((one) => one.length).join());
  const hash = await crypto.subtle.digest("SHA-256", new Uint8Array(await new Blob([lengths, ...bytes]).arrayBuffer()));
  return Buffer.from(hash).toString("hex").slice(0, 12);
}

/** Whoever keeps models beside the suite and starts it from elsewhere is told what paths mean. */
async function placeOf({ source }: ModelChoice, path: string, context: Context): Promise<string> {
  const folder = /^(.+)[/\\]/.exec(path)?.[1];
  if (folder === undefined || !("file" in source)) return "";
  const beside = `${folder}/${source.file}`;
  const isThere = await context.readFileIfThere(beside).then(
    (content) => content !== null,
    () => false,
  );
  return isThere ? `; there is ${beside}, but paths are as seen from where the command runs` : "";
}
