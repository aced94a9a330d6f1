// Files whose lines end as on Windows ("\r\n"). The editor counts one character for the end of any line and hands out
// "\n"; here its texts and places become those of the file again, so that typing a word changes no other line.

/** Where most lines end so, all that are written do. */
export function endsLikeWindows(text: string): boolean {
  const pairs = text.split("\r\n").length - 1;
  return pairs > 0 && 2 * pairs >= text.split("\n").length - 1;
}

/** What the editor has, as the file has it. */
export function forFile(text: string, isWindows: boolean): string {
  return isWindows ? text.replace(/\r?\n/g, "\r\n") : text;
}

/** What the file has, as the editor has it. */
export function forEditor(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** A place in the text of the file, counted as the editor does. */
export function placeInEditor(text: string, place: number): number {
  let pairs = 0;
  for (let at = text.indexOf("\r\n"); at >= 0 && at < place; at = text.indexOf("\r\n", at + 2)) pairs++;
  return place - pairs;
}
