// Which models a `check` is about: files, and all models below folders. A second word that is no model is a query file.

import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";

export interface ModelFile {
  readonly path: string;
  /** Found in a folder: without queries it is passed over. */
  readonly found: boolean;
  /** A folder in which there is none. */
  readonly empty?: true;
}

export interface ModelFiles {
  readonly models: readonly [ModelFile, ...ModelFile[]];
  readonly queryFile?: string;
  /** Are they told about as a list? */
  readonly several: boolean;
}

/** What is taken for a model where a folder is searched; traces and networks are both `.json`. */
const MODEL = /\.(?:xml|xta|ta|tck|prism|pm|nm|sm)$/i;
const NAMED_MODEL = /\.(?:xml|xta|ta|tck|prism|pm|nm|sm|json)$/i;

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
  if (isQueryFile && !folders.has(first)) {
    return { models: [{ path: first, found: false }], queryFile: second, several: false };
  }
  const queryFile = words.find((word) => /\.(?:q|props|pctl|csl)$/i.test(word));
  if (queryFile !== undefined) {
    throw new UsageError("a query file belongs to one model", `run check MODEL ${queryFile} for each of them`);
  }
  const models = words.flatMap((word): ModelFile[] => {
    const found = folders.get(word);
    if (found === undefined) return [{ path: word, found: false }];
    if (found.length === 0) return [{ path: word, found: true, empty: true }];
    return found.map((path) => ({ path, found: true }));
  });
  if (models.every(({ empty }) => empty)) throw noModelsIn(words.join(", "));
  return { models: models as [ModelFile, ...ModelFile[]], several: models.length > 1 || folders.size > 0 };
}

export function noModelsIn(folder: string): UsageError {
  return new UsageError(
    `there are no models in ${folder}`,
    "models are .xml, .xta, .ta, .tck, .prism, .pm, .nm and .sm",
  );
}
