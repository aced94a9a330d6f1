// What every name in a model means: filled while names are resolved, asked by editors. A use may mean something that is
// itself a use (a process in a question means the one of the system line, which means a template): the last one counts.

import type { NameListener, Span } from "../diagnostics/index.ts";

export class NameTable implements NameListener {
  /** By block: the declarations that spans of it mean, by where the span starts. The first meaning stays. */
  private readonly meanings = new Map<number, Map<number, { readonly use: Span; readonly declaration: Span }>>();

  means(use: Span, declaration: Span): void {
    // What every model finds declared stands nowhere.
    if (declaration.end === declaration.start || use.end === use.start) return;
    let block = this.meanings.get(use.block);
    if (block === undefined) this.meanings.set(use.block, (block = new Map()));
    if (!block.has(use.start)) block.set(use.start, { use, declaration });
  }

  /** The declaration that a span of the text means; the span itself where it is none. */
  declarationOf(span: Span): Span {
    let at = span;
    for (let steps = 0; steps < 8; steps++) {
      const next = this.meanings.get(at.block)?.get(at.start);
      if (next === undefined || sameSpan(next.declaration, at)) return at;
      at = next.declaration;
    }
    return at;
  }

  /** The use at an offset, or a declaration that something means. */
  at(block: number, offset: number): Span | undefined {
    for (const { use } of this.meanings.get(block)?.values() ?? []) if (covers(use, offset)) return use;
    for (const uses of this.meanings.values())
      for (const { declaration } of uses.values())
        if (declaration.block === block && covers(declaration, offset)) return declaration;
    return undefined;
  }

  /** All uses of a declaration, in the order they were met. */
  usesOf(declaration: Span): Span[] {
    const uses: Span[] = [];
    for (const block of this.meanings.values())
      for (const { use } of block.values()) if (sameSpan(this.declarationOf(use), declaration)) uses.push(use);
    return uses;
  }
}

export function sameSpan(a: Span, b: Span): boolean {
  return a.block === b.block && a.start === b.start;
}

function covers({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}
