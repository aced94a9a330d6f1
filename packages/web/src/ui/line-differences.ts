// Two versions of a text, line by line: what stands in one of them only is marked.

export interface Line {
  readonly text: string;
  readonly isOnlyHere: boolean;
}

/** Lines that are compared one by one; of longer differences all lines are marked. */
const MOST = 2000;

/** The lines of both, those that they share in the same order being as many as possible. */
export function lineDifferences(left: string, right: string): { readonly left: Line[]; readonly right: Line[] } {
  const [a, b] = [left.split("\n"), right.split("\n")];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const shared = sharedLines(a.slice(start, a.length - end), b.slice(start, b.length - end));
  const marked = (lines: readonly string[], same: ReadonlySet<number>): Line[] =>
    lines.map((text, index) => {
      const isBetween = index >= start && index < lines.length - end;
      return { text, isOnlyHere: isBetween && !same.has(index - start) };
    });
  return { left: marked(a, shared.left), right: marked(b, shared.right) };
}

function sharedLines(a: readonly string[], b: readonly string[]): { left: Set<number>; right: Set<number> } {
  const [left, right] = [new Set<number>(), new Set<number>()];
  if (a.length > MOST || b.length > MOST) return { left, right };
  // How many lines the rest of both share at most, by where the rests begin.
  const width = b.length + 1;
  const most = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const skipped = Math.max(most[(i + 1) * width + j]!, most[i * width + j + 1]!);
      most[i * width + j] = a[i] === b[j] ? most[(i + 1) * width + j + 1]! + 1 : skipped;
    }
  }
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      left.add(i++);
      right.add(j++);
    } else if (most[(i + 1) * width + j]! >= most[i * width + j + 1]!) i++;
    else j++;
  }
  return { left, right };
}
