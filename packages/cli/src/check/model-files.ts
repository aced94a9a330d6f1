// Which models a `check` is about: files, and all models below folders. A second word that is no model is a query file.

import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";

export interface ModelFiles {
  readonly models: readonly string[];
  readonly queryFile?: string;
  /** Found in a folder: without queries they are passed over. */
  readonly searched: boolean;
}

/** What is taken for a model where a folder is searched; traces and networks are both `.json`. */
const MODEL = /\.(?:xml|xta|ta|tck)$/i;
const NAMED_MODEL = /\.(?:xml|xta|ta|tck|json)$/i;

export async function modelFiles(words: readonly string[], context: Context): Promise<ModelFiles> {
  const [first, second, ...others] = words as [string, string?, ...string[]];
  const folders = new Map<string, readonly string[]>();
  for (const word of words) {
    const files = await context.filesBelow(word);
    if (files !== null)
      folders.set(
        word,
        files.filter((file) => MODEL.test(file)).map((file) => `${word.replace(/\/+$/, "")}/${file}`),
      );
  }
  const isQueryFile = second !== undefined && others.length === 0 && !folders.has(second) && !NAMED_MODEL.test(second);
  if (isQueryFile && !folders.has(first)) return { models: [first], queryFile: second, searched: false };
  const queryFile = words.find((word) => /\.q$/i.test(word));
  if (queryFile !== undefined) {
    throw new UsageError("a query file belongs to one model", `run check MODEL ${queryFile} for each of them`);
  }
  const models = words.flatMap((word) => folders.get(word) ?? [word]);
  if (models.length === 0)
    throw new UsageError(`there are no models in ${words.join(", ")}`, "models are .xml, .xta, .ta and .tck");
  return { models, searched: folders.size > 0 };
}
