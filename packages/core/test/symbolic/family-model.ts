// Members of model families, as networks.

import { families } from "../../src/families/index.ts";
import { generateModel } from "../../src/lang/generate.ts";
import type { Network } from "../../src/network/index.ts";
import { load } from "../check/ask.ts";

export function familyModel(name: string, size: number, chosen?: string): Network {
  const family = families.find((one) => one.name === name)!;
  const variant = chosen ?? family.variants[0]?.name ?? "";
  return load(generateModel(family, { size, variant, correct: false, seed: 1 }, "xta")).network;
}
