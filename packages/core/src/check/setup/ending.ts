// Whatever becomes of a search, the threads that it started end with it.

import type { Search } from "../../search/index.ts";

export async function ending<T>(search: Search, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    search.end?.();
  }
}
