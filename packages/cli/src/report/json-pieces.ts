// JSON in pieces: a trace of a million steps is longer than a single string may be.

/** A piece is at least so long, but the last one. */
const PIECE = 1 << 20;

/** Joined, what `JSON.stringify(value, null, 2)` gives. What stands in one list entry must fit into a string. */
export function* jsonPieces(value: unknown): Generator<string> {
  let piece = "";
  for (const part of partsOf(value, "\n")) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

/** Objects are taken apart as far as there are long lists in them. */
function* partsOf(value: unknown, line: string): Generator<string> {
  if (!isComposed(value)) {
    yield JSON.stringify(value, null, 2)?.replaceAll("\n", line) ?? "null";
    return;
  }
  const inner = `${line}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  let before = open;
  for (const [name, entry] of Object.entries(value)) {
    if (entry === undefined && !Array.isArray(value)) continue;
    yield `${before}${inner}${Array.isArray(value) ? "" : `${JSON.stringify(name)}: `}`;
    yield* partsOf(entry, inner);
    before = ",";
  }
  yield before === open ? `${open}${close}` : `${line}${close}`;
}

function isComposed(value: unknown): value is object {
  return typeof value === "object" && value !== null && !("toJSON" in value) && hasLongList(value, 4);
}

function hasLongList(value: object, depth: number): boolean {
  if (Array.isArray(value) && value.length > 1000) return true;
  return depth > 0 && Object.values(value).some((entry) => isObject(entry) && hasLongList(entry, depth - 1));
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
