// From a line and a column in a file to an offset in the text that stands there, through the entities of XML: the
// inverse of `Sources.locate`. Lines and columns count from 0 here, as editors count.

import type { Anchor, SourceBlock, Sources } from "../diagnostics/index.ts";

export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

export interface TextPlace {
  readonly block: number;
  readonly offset: number;
}

interface Start {
  readonly block: number;
  readonly line: number;
  readonly column: number;
}

export class Places {
  private readonly sources: Sources;
  /** Blocks of a file by where they begin. */
  private readonly starts = new Map<string, readonly Start[]>();

  constructor(sources: Sources) {
    this.sources = sources;
  }

  /** Undefined where no text of the model stands: in tags, between elements. */
  at(file: string, { line, column }: FilePosition): TextPlace | undefined {
    const wanted = { line: line + 1, column: column + 1 };
    const starts = this.startsOf(file);
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isAfter(starts[middle]!, wanted)) high = middle;
      else low = middle + 1;
    }
    // A start tag may be a block of its own and end where the content begins: the nearest one that reaches here counts.
    for (let i = low - 1; i >= Math.max(0, low - 3); i--) {
      const { block } = starts[i]!;
      const offset = offsetIn(this.sources.blocks[block]!, wanted);
      if (offset !== undefined) return { block, offset };
    }
    return undefined;
  }

  private startsOf(file: string): readonly Start[] {
    let starts = this.starts.get(file);
    if (starts === undefined) {
      const known = this.sources.blocks.flatMap((candidate, block) => {
        const [first] = candidate.anchors ?? [{ line: 1, column: 1 }];
        // Start tags are blocks too; nothing is looked up in them.
        const isTag = candidate.anchors !== undefined && candidate.text.startsWith("<");
        return candidate.file === file && first !== undefined && !isTag
          ? [{ block, line: first.line, column: first.column }]
          : [];
      });
      starts = known.sort((a, b) => a.line - b.line || a.column - b.column);
      this.starts.set(file, starts);
    }
    return starts;
  }
}

function isAfter(a: FilePosition, b: FilePosition): boolean {
  return a.line > b.line || (a.line === b.line && a.column > b.column);
}

function offsetIn({ text, anchors }: SourceBlock, wanted: FilePosition): number | undefined {
  let anchor: Anchor = { offset: 0, line: 1, column: 1 };
  for (const next of anchors ?? []) {
    if (isAfter(next, wanted)) break;
    anchor = next;
  }
  let { line, offset } = anchor;
  let lineStart = offset - (anchor.column - 1);
  while (line < wanted.line) {
    const newline = text.indexOf("\n", offset);
    if (newline < 0) return undefined;
    line++;
    offset = newline + 1;
    lineStart = offset;
  }
  const found = lineStart + wanted.column - 1;
  const newline = text.indexOf("\n", offset);
  return found < offset || found > (newline < 0 ? text.length : newline) ? undefined : found;
}
