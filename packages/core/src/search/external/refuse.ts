// What lies in a folder is never mixed up with another search, and never given up for it.

import type { DiskFolder } from "../../basics/files.ts";

export function refuseOther({ refuse }: DiskFolder): never {
  const sentence = "the folder holds another search: another estimate, number of partitions or engine";
  if (refuse !== undefined) return refuse(sentence);
  throw new Error(sentence);
}
