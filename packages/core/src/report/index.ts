// Reports: results as files that people open.

export * from "./html.ts";
