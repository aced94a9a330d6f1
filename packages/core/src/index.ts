// The public interface of the core: load a model, look into it, check it, explain what was found. Each part is an entry
// of its own (`@tracehound/core/model`), and uses only those before it.

export * from "./exports/check.ts";
export * from "./exports/model.ts";
export * from "./exports/search.ts";
export * from "./exports/semantics.ts";
export * from "./exports/view.ts";
