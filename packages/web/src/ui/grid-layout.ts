// How large the drawings of processes are and how many stand beside each other: as large as fits, but never so small
// that nobody can read them; then the grid scrolls. An automaton that is larger than most others gets no larger place:
// of it the part is shown where its run stands.

import { type Box, FONT_SIZE } from "@tracehound/core";

export interface Place {
  readonly width: number;
  readonly height: number;
}

export interface GridLayout {
  readonly columns: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
}

export const GAP = 10;
const CAPTION = 30;
/** Letters of twelve pixels become eight and a half. */
const READABLE = 0.7;
/** Below this a part of the drawing says more than all of it. */
const PARTLY = 0.5;
const LARGEST = 1.3;
/** Rather small than more pages than this to scroll through; but then parts are shown, in places of this size. */
const MOST_PAGES = 4;
const SMALLEST = { width: 300, height: 210 };
/** So many of the drawings fit into the places whole. */
const MOST_OF_THEM = 0.75;

export function layOutGrid({ width, height }: Place, boxes: readonly Box[], zoom: number): GridLayout {
  const count = Math.max(1, boxes.length);
  const widest = Math.max(60, Math.min(usual(boxes.map((box) => box.width)), (width - 2 * GAP) / READABLE));
  const tallest = Math.max(
    40,
    Math.min(usual(boxes.map((box) => box.height)), (height - 2 * GAP - CAPTION) / READABLE),
  );
  const cellIn = (columns: number, pages: number): Place => {
    const rows = Math.ceil(count / columns);
    return {
      width: (width - GAP * (columns + 1)) / columns,
      height: (height * pages - GAP * (rows + 1)) / rows,
    };
  };
  const scaleIn = (cell: Place): number => Math.min(cell.width / widest, (cell.height - CAPTION) / tallest);
  const most = Math.min(count, 8);
  const candidates = Array.from({ length: most }, (_, i) => i + 1);
  const bestFor = (pages: number): number => Math.max(...candidates.map((columns) => scaleIn(cellIn(columns, pages))));
  const fitting = bestFor(1);
  const scale = Math.min(LARGEST, fitting >= READABLE ? fitting : Math.min(READABLE, bestFor(MOST_PAGES))) * zoom;
  if (scale <= fitting + 1e-9) {
    const columns = candidates.filter((candidate) => scaleIn(cellIn(candidate, 1)) >= scale - 1e-9).at(-1) ?? 1;
    const cell = cellIn(columns, 1);
    return { columns, cellWidth: cell.width, cellHeight: cell.height };
  }
  // A little smaller where one more fits beside; drawings that were zoomed may be wider than the place.
  const least = scale < READABLE * zoom ? SMALLEST : { width: 0, height: 0 };
  const wanted = Math.max(widest * scale * 0.88, least.width * zoom);
  const columns = Math.max(1, Math.min(most, Math.floor((width - GAP) / (wanted + GAP))));
  const share = cellIn(columns, 1);
  const isZoomed = zoom > 1 && share.width < widest * scale * 0.88;
  const cellWidth = isZoomed ? widest * scale : share.width;
  const drawn = Math.min(scale, cellWidth / widest);
  return { columns, cellWidth, cellHeight: Math.max(tallest * drawn + CAPTION, share.height, least.height * zoom) };
}

/**
 * Of a drawing that has no room, the part around a point, in letters that can be read; undefined: all of it has room.
 */
export function partAround({ cellWidth, cellHeight }: GridLayout, box: Box, at: Point, zoom: number): Box | undefined {
  const room = { width: cellWidth, height: cellHeight - CAPTION };
  if (Math.min(room.width / box.width, room.height / box.height) >= PARTLY * Math.min(1, zoom)) return undefined;
  const scale = READABLE * Math.max(0.5, zoom);
  const [width, height] = [room.width / scale, room.height / scale];
  const from = (centre: number, start: number, length: number, shown: number): number =>
    length <= shown
      ? start - (shown - length) / 2
      : Math.max(start, Math.min(start + length - shown, centre - shown / 2));
  return { x: from(at.x, box.x, box.width, width), y: from(at.y, box.y, box.height, height), width, height };
}

/** Points of type that everybody can read, and so few that no enlarging helps. */
const [READABLE_TYPE, TOO_SMALL] = [11, 5];

/** How much larger than drawn words are to be where this box is seen; 0: there is no room for any. */
export function enlargementOf({ cellWidth, cellHeight }: GridLayout, seen: Box): number {
  const type = FONT_SIZE * Math.min(cellWidth / seen.width, (cellHeight - CAPTION) / seen.height);
  if (type < TOO_SMALL) return 0;
  // In steps: a window that is being resized does not place all words anew at every pixel.
  return Math.max(1, Math.ceil((20 * READABLE_TYPE) / type) / 20);
}

/** All that is seen where a box is to be seen: a place is wider or higher than what it shows. */
export function inPlace({ cellWidth, cellHeight }: GridLayout, { x, y, width, height }: Box): Box {
  const scale = Math.min(cellWidth / width, (cellHeight - CAPTION) / height);
  const [wide, tall] = [cellWidth / scale, (cellHeight - CAPTION) / scale];
  return { x: x - (wide - width) / 2, y: y - (tall - height) / 2, width: wide, height: tall };
}

/** The smallest box around two. */
export function around(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const [right, bottom] = [Math.max(a.x + a.width, b.x + b.width), Math.max(a.y + a.height, b.y + b.height)];
  return { x, y, width: right - x, height: bottom - y };
}

/** A small drawing does not become a giant: what is seen is more than the drawing. Undefined: it fills its place. */
export function roomAround({ cellWidth, cellHeight }: GridLayout, box: Box, zoom: number): Box | undefined {
  const most = LARGEST * Math.max(1, zoom);
  const [width, height] = [cellWidth / most, (cellHeight - CAPTION) / most];
  if (Math.min(width / box.width, height / box.height) <= 1) return undefined;
  return { x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width, height };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function usual(lengths: readonly number[]): number {
  const sorted = [...lengths].sort((a, b) => a - b);
  return sorted[Math.ceil(MOST_OF_THEM * sorted.length) - 1] ?? 0;
}
