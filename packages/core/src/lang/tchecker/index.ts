export { formatTchecker } from "./format-tchecker.ts";
export { type LabelsQuestion, labelsIn, labelsQuery } from "./labels-query.ts";
export { readTchecker } from "./read-tchecker.ts";
export { writeTchecker } from "./write-tchecker.ts";
