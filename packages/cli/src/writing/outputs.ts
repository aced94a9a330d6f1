// Which files a command may write: none that it has read, and none that holds a model, which somebody made by hand and
// which no command can make again. Commands whose output is a model say so, and ask before they replace anything.

import { UsageError } from "../errors.ts";
import type { Disk } from "./disk.ts";

/**
 * What may stand there already: `nothing`; a `report`, which is everything but a model or an input; a `model`, which
 * the user has allowed to be replaced; the `input` itself, which is what `format --write` is for.
 */
export type Replaces = "nothing" | "report" | "model" | "input";

/** Endings of what people write by hand; what ends otherwise gives itself away by how it begins. */
const MODEL = /\.(?:xta|ta|tck|q|ugi|prism|pm|nm|sm|props|pctl|csl)$/i;
const BEGINS = [
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!DOCTYPE\s+)?(?:nta|project)\b/i,
  /^\s*\{\s*"format": *"tracehound-network"/,
];
/** Munta's models may be written by hand or exported by us, and say which. */
const MUNTAX = /\.muntax$/i;
const EXPORTED = /^\{"madeBy": "tracehound"/;
/** Enough for the comments in front of a model. */
const BEGINNING = 8192;

export class Outputs {
  private readonly disk: Disk;
  /** What was read, by identity, as it was called first. */
  private readonly inputs = new Map<string, string>();

  constructor(disk: Disk) {
    this.disk = disk;
  }

  async read(path: string): Promise<void> {
    const identity = await this.disk.identity(path);
    if (identity !== null && !this.inputs.has(identity)) this.inputs.set(identity, path);
  }

  /** Throws `UsageError` where one of the files may not be written, or two of them are the same. */
  async allow(paths: readonly string[], replaces: Replaces = "report"): Promise<void> {
    const outputs = new Map<string, string>();
    for (const path of paths) {
      const identity = await this.disk.identity(path);
      if (identity === null) continue;
      const twice = outputs.get(identity);
      if (twice !== undefined) {
        const names = twice === path ? path : `${twice} and ${path}, the same file,`;
        throw new UsageError(`${names} would be written twice`, "name two files");
      }
      outputs.set(identity, path);
      await this.allowOne(path, identity, replaces);
    }
  }

  private async allowOne(path: string, identity: string, replaces: Replaces): Promise<void> {
    if (replaces === "input") return;
    const input = this.inputs.get(identity);
    if (input !== undefined) {
      const what = input === path ? "this command reads it" : `this command reads it as ${input}`;
      throw new UsageError(`${path} would be written over: ${what}`, "nothing was written; name another file");
    }
    if (replaces === "model") return;
    const beginning = await this.disk.beginning(path, BEGINNING);
    if (beginning === null) return;
    if (replaces === "nothing") throw new UsageError(`${path} is there already`, "choose another name, or --force");
    if (beginning !== "" && isModel(path, beginning)) {
      throw new UsageError(`${path} would be written over: it is a model`, "nothing was written; name another file");
    }
  }
}

function isModel(path: string, beginning: string): boolean {
  if (MUNTAX.test(path)) return !EXPORTED.test(beginning);
  return MODEL.test(path) || BEGINS.some((how) => how.test(beginning));
}
