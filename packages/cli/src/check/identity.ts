// Which model and question something belongs to: what is written on one day, or on one machine, and read on another.

import { createHash } from "node:crypto";
import type { Network } from "@tracehound/core";

/** The same for networks that mean the same, wherever they were read from; questions do not count. */
export function modelHash(network: Network): string {
  const { queries: _, sources: __, ...model } = network;
  return shortHash(JSON.stringify(model));
}

export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
