// Searches by decision diagrams, as others see them.

export { saturate, symbolic } from "./symbolic.ts";
