// Where things stand in the files a user wrote. A file is read as one or more text blocks: an `.xta` or `.tck` file
// is one block, an UPPAAL XML file has one block per label or declaration element. A span is a range inside one
// block; `Sources` turns it into file, line and column, through entities and CDATA where the block came from XML.

import { defined } from "../basics/defined.ts";

export interface Span {
  /** Index into the block table. */
  readonly block: number;
  /** Offsets into the block's (decoded) text, end exclusive. */
  readonly start: number;
  readonly end: number;
}

export interface SourceBlock {
  readonly file: string;
  /** The XML path of the element the text stands in, for example `/nta/template[2]/transition[1]/label[1]`. */
  readonly path?: string;
  readonly text: string;
  /**
   * Anchors that say where decoded offsets stand in the file, ascending by `offset`; between anchors text maps one
   * to one. There is one at offset 0 and, in XML, one after each entity, CDATA boundary and so on. Lines and columns
   * count from 1. Absent: the block is the whole file.
   */
  readonly anchors?: readonly Anchor[];
}

export interface Anchor {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** A place in a file as people name it; lines and columns count from 1, the end is exclusive. */
export interface Position {
  readonly file: string;
  readonly path?: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** The text of the block's line the span starts on, and where the span starts and ends in it (for underlining). */
  readonly excerpt: string;
  readonly excerptStart: number;
  readonly excerptEnd: number;
}

/** Hears which declaration each name turned out to mean, from whoever resolves it; editors listen. */
export interface NameListener {
  means(use: Span, declaration: Span): void;
}

/** The block table of one load: every text that diagnostics may point into. */
export class Sources {
  readonly blocks: SourceBlock[];
  readonly names: NameListener | undefined;

  constructor(blocks: readonly SourceBlock[] = [], names?: NameListener) {
    this.blocks = [...blocks];
    this.names = names;
  }

  add(block: SourceBlock): number {
    this.blocks.push(block);
    return this.blocks.length - 1;
  }

  textOf(span: Span): string {
    return this.blocks[span.block]!.text.slice(span.start, span.end);
  }

  locate(span: Span): Position {
    const block = this.blocks[span.block]!;
    const from = positionInFile(block, span.start);
    const to = positionInFile(block, Math.max(span.start, span.end));
    const lineStart = block.text.lastIndexOf("\n", span.start - 1) + 1;
    const newline = block.text.indexOf("\n", span.start);
    const lineEnd = newline < 0 ? block.text.length : newline;
    return {
      file: block.file,
      ...defined({ path: block.path }),
      line: from.line,
      column: from.column,
      endLine: to.line,
      endColumn: to.column,
      excerpt: block.text.slice(lineStart, lineEnd).replace(/\r$/, ""),
      excerptStart: span.start - lineStart,
      excerptEnd: Math.max(span.start + 1, Math.min(span.end, lineEnd)) - lineStart,
    };
  }
}

function positionInFile(block: SourceBlock, offset: number): { line: number; column: number } {
  const anchors = block.anchors;
  let anchor: Anchor = { offset: 0, line: 1, column: 1 };
  if (anchors !== undefined && anchors.length > 0) {
    // The last anchor at or before the offset.
    let low = 0;
    let high = anchors.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (anchors[middle]!.offset <= offset) low = middle;
      else high = middle - 1;
    }
    anchor = anchors[low]!;
  }
  let { line, column } = anchor;
  for (let i = anchor.offset; i < offset; i++) {
    if (block.text.charCodeAt(i) === 10) {
      line++;
      column = 1;
    } else {
      column++;
    }
  }
  return { line, column };
}
