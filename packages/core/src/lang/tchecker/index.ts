export { formatTchecker } from "./format-tchecker.ts";
export { labelsIn, labelsQuery } from "./labels-query.ts";
export { readTchecker } from "./read-tchecker.ts";
export { writeTchecker } from "./write-tchecker.ts";
