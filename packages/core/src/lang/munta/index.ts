export { MuntaBuilder } from "./build.ts";
export { muntaxSchema } from "./schema.ts";
