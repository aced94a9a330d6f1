// The search that answers where none was asked for.

import { type SearchConfig, searches } from "../../search/index.ts";

export const breadthFirst: SearchConfig = searches.get("bfs")!.configure({}, "bfs");
