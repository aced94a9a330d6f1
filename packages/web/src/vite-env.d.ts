/// <reference types="vite/client" />

declare module "virtual:hunt-of-fischer" {
  import type { SeenSpace } from "@tracehound/core";

  export const hunt: SeenSpace & {
    readonly target: number;
    readonly path: readonly number[];
    readonly explored: number;
  };
}
