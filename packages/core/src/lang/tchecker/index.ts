export { formatTchecker } from "./format-tchecker.ts";
export { type LabelsQuestion, labelsIn, labelsQuery } from "./labels-query.ts";
export { readTchecker } from "./read/read-tchecker.ts";
export { writeTchecker } from "./write/write-tchecker.ts";
