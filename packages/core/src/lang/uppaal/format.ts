import type { Declaration } from "./ast.ts";
export function formatDeclarations(_d: readonly Declaration[], _source?: { text: string; block: number }): string {
  return "";
}
