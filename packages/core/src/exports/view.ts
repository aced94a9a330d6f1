// What is shown of it: pictures, reports, pages of the reference, what editors ask.

export * from "../docs-pages/index.ts";
export * from "../editor-services/index.ts";
export * from "../picture/index.ts";
export * from "../report/index.ts";
export * from "../search-insight/index.ts";
