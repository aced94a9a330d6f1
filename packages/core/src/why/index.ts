// Why an answer is what it is.

export { whyText } from "./text.ts";
export type { Why } from "./why.ts";
export { whyOf } from "./why-of.ts";
