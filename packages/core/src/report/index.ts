// Reports: results as files that people open.

export { evidenceToHtml } from "./evidence-html.ts";
export * from "./html.ts";
