// The open lists there are.

export * from "./batch.ts";
export * from "./beam-stack.ts";
export * from "./best.ts";
export * from "./evaluator.ts";
export * from "./fifo.ts";
export * from "./lifo.ts";
export * from "./open-list.ts";
export * from "./prng.ts";
export * from "./random.ts";
export * from "./registry.ts";
export * from "./search-context.ts";
