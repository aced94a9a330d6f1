// The reference: what can be named in specifications and on the command line.

export * from "./claims.ts";
export * from "./describe.ts";
export * from "./pages.ts";
