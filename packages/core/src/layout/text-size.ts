// How large the words of drawings are, close enough for laying them out before anything is drawn.

export const FONT_SIZE = 12;

/** Width of a text in the fixed-width font of labels. */
export function widthOf(content: string, size: number = FONT_SIZE): number {
  return content.length * size * 0.602;
}
