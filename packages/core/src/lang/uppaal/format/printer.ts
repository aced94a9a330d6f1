// The page the formatter writes on: lines with indentation, and lists of items between which comments and single
// blank lines of the source are kept. A piece of source with a comment inside is printed as the user wrote it.

import type { Span } from "../../../diagnostics/index.ts";
import { type Comment, Comments } from "../comments.ts";

export interface FormatSource {
  readonly text: string;
  readonly block: number;
  /** The range whose comments belong to what is printed; the whole text when absent. */
  readonly from?: number;
  readonly to?: number;
  /** Parts of the range that are printed elsewhere. */
  readonly holes?: readonly Span[];
}

/** Something printed on lines of its own. */
export interface Item {
  readonly span: Span;
  /** Writes the item without the line end. */
  print(): void;
}

export const INDENT = "    ";

export class Printer {
  private out = "";
  private indent = "";
  readonly comments: Comments | null;
  private readonly source: FormatSource | null;

  constructor(source?: FormatSource) {
    this.source = source ?? null;
    this.comments = source === undefined ? null : new Comments(source.text, source.from, source.to);
    for (const hole of source?.holes ?? []) this.comments!.take(hole.start, hole.end);
  }

  get result(): string {
    return this.out;
  }
  get column(): number {
    return this.out.length - (this.out.lastIndexOf("\n") + 1);
  }
  get indentation(): string {
    return this.indent;
  }

  write(text: string): void {
    if (text === "") return;
    if (this.out === "" || this.out.endsWith("\n")) this.out += this.indent;
    this.out += text;
  }
  newline(): void {
    if (this.out !== "" && !this.out.endsWith("\n")) this.out += "\n";
  }
  private blankLine(): void {
    if (this.out !== "" && !this.out.endsWith("\n\n") && !this.out.endsWith("{\n")) this.out += "\n";
  }
  indented(print: () => void): void {
    const outer = this.indent;
    this.indent += INDENT;
    print();
    this.indent = outer;
  }

  /** Does the range of the source hold a comment that was not printed yet? */
  hasComments(from: number, to: number): boolean {
    return this.comments?.has(from, to) ?? false;
  }

  /**
   * Writes `canonical`, or the source of the range when it holds comments. True: a new line must follow, because
   * the text ends with a line comment.
   */
  glue(from: number, to: number, canonical: string): boolean {
    if (!this.hasComments(from, to)) {
      this.write(canonical);
      return false;
    }
    const taken = this.comments!.take(from, to);
    const text = this.source!.text.slice(from, to).trim();
    this.write(text.replace(/[ \t\r]+$/gm, ""));
    const last = taken.at(-1)!;
    return last.line && this.source!.text.slice(last.end, to).trim() === "";
  }

  /** Prints items one per line, in order, with the comments of the range [from, to) around them. */
  items(items: readonly Item[], from: number, to: number, terminator?: (index: number) => string): void {
    let previous = from;
    for (const [index, item] of items.entries()) {
      this.leading(previous, item.span.start);
      item.print();
      if (terminator !== undefined) this.write(terminator(index));
      previous = item.span.end;
      const next = items[index + 1]?.span.start ?? to;
      previous = this.trailing(previous, Math.max(previous, next));
      this.newline();
    }
    this.leading(previous, to, true);
  }

  /** Comments before an item, on lines of their own, and the blank line that was there. */
  private leading(from: number, to: number, last = false): void {
    if (this.comments === null) return;
    let at = from;
    for (const comment of this.comments.take(from, to)) {
      if (this.blankBetween(at, comment.start)) this.blankLine();
      this.writeComment(comment);
      this.newline();
      at = comment.end;
    }
    if (!last && this.blankBetween(at, to)) this.blankLine();
  }

  /** Comments on the line where something ended; yields where they end. */
  trailing(offset: number, to: number): number {
    let at = offset;
    for (const comment of this.comments?.takeTrailing(offset, to) ?? []) {
      this.write(" ");
      this.writeComment(comment);
      at = comment.end;
    }
    return at;
  }

  private writeComment(comment: Comment): void {
    const text = this.source!.text.slice(comment.start, comment.end).replace(/\r/g, "");
    this.write(comment.line ? text.trimEnd() : text);
  }

  private blankBetween(from: number, to: number): boolean {
    const text = this.source?.text ?? "";
    const newline = text.indexOf("\n", from);
    if (newline < 0 || newline >= to) return false;
    return /\n[ \t\r]*\n/.test(text.slice(newline, to));
  }
}
