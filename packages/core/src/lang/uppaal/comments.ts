// Comments for the printer. They are no part of the syntax tree; the printer finds them in the source text again and
// takes each exactly once, so that none is lost and none printed twice.

export interface Comment {
  readonly start: number;
  readonly end: number;
  /** `//` comments run to the line's end: nothing may follow them on their line. */
  readonly line: boolean;
}

/** All comments in a range of the text; strings are passed over. */
export function findComments(text: string, from = 0, to = text.length): Comment[] {
  const comments: Comment[] = [];
  let at = from;
  while (at < to) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      const line = text.indexOf("\n", at + 1);
      const close = text.indexOf('"', at + 1);
      at = close < 0 || (line >= 0 && line < close) ? at + 1 : close + 1;
    } else if (code === 47 && text.charCodeAt(at + 1) === 47) {
      const newline = text.indexOf("\n", at);
      let end = newline < 0 || newline > to ? to : newline;
      const start = at;
      at = end;
      if (text.charCodeAt(end - 1) === 13) end--;
      comments.push({ start, end, line: true });
    } else if (code === 47 && text.charCodeAt(at + 1) === 42) {
      const close = text.indexOf("*/", at + 2);
      const end = close < 0 || close + 2 > to ? to : close + 2;
      comments.push({ start: at, end, line: false });
      at = end;
    } else {
      at++;
    }
  }
  return comments;
}

/** Where a word stands last in a range, comments left out; -1 when it does not. */
export function lastWord(text: string, word: string, from: number, to: number): number {
  const comments = findComments(text, from, to);
  for (let at = text.lastIndexOf(word, to); at >= from; at = text.lastIndexOf(word, at - 1)) {
    if (!comments.some(({ start, end }) => start <= at && at < end)) return at;
  }
  return -1;
}

/** The comments of one text, each of which can be taken once. */
export class Comments {
  readonly text: string;
  private readonly all: readonly Comment[];
  private readonly taken: Uint8Array;

  constructor(text: string, from = 0, to = text.length) {
    this.text = text;
    this.all = findComments(text, from, to);
    this.taken = new Uint8Array(this.all.length);
  }

  /** Index of the first comment that starts at or after the offset. */
  private first(offset: number): number {
    let low = 0;
    let high = this.all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.all[middle]!.start < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  has(from: number, to: number): boolean {
    for (let i = this.first(from); i < this.all.length && this.all[i]!.start < to; i++) {
      if (this.taken[i] === 0) return true;
    }
    return false;
  }

  take(from: number, to: number): Comment[] {
    const found: Comment[] = [];
    for (let i = this.first(from); i < this.all.length && this.all[i]!.start < to; i++) {
      if (this.taken[i] === 0) found.push(this.all[i]!);
      this.taken[i] = 1;
    }
    return found;
  }

  /** Comments that follow on the same line as `offset`, before `to`. */
  takeTrailing(offset: number, to: number): Comment[] {
    const found: Comment[] = [];
    let end = offset;
    for (let i = this.first(offset); i < this.all.length && this.all[i]!.start < to; i++) {
      const comment = this.all[i]!;
      if (this.taken[i] === 1 || this.text.slice(end, comment.start).includes("\n")) break;
      this.taken[i] = 1;
      found.push(comment);
      end = comment.end;
    }
    return found;
  }
}
