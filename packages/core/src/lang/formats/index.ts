// The input formats. A file without a telling extension is of the first one that begins like it; the last takes
// everything.

import type { Format } from "./format.ts";
import { json } from "./json.ts";
import { muntax } from "./munta.ts";
import { prism } from "./prism.ts";
import { tck } from "./tchecker.ts";
import { xml, xta } from "./uppaal.ts";

const FORMATS = [xml, muntax, json, tck, prism, xta] as const;

export type ModelFormat = (typeof FORMATS)[number]["name"];

export const formats: readonly Format<ModelFormat>[] = FORMATS;

/** By extension; a file with another extension gives itself away by how it begins. */
export function formatOf(name: string, text: string): Format<ModelFormat> {
  const extension = /\.([A-Za-z]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const told = formats.find((format) => [...format.extensions, ...format.queryExtensions].includes(extension));
  return told ?? formats.find((format) => format.beginsLike(text))!;
}
