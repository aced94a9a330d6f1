// Where things lie, seen from the bundle in `bench/dist`.

import { fileURLToPath } from "node:url";

const of = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const ROOT = of("");
export const COMMAND = of("packages/cli/bin/tracehound.js");
/** Beside the project, on some machines. */
export const SHARED = of("../shared/");
export const SHARED_MODELS = of("../shared/models/");
export const ERROR_MODELS = of("../shared/models/uppaal-models/error-search/");
