// Searches by decision diagrams, as others see them.

export { adda, bdda, seta } from "./set-astar.ts";
export { saturate, symbolic } from "./symbolic.ts";
