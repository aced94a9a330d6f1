// How wide a picture may be in a panel that grows and shrinks with the window.

/** As `small-screens.css` has it: from here down parts stand below each other. */
const NARROW = 640;
/** Padding, and a scroll bar. */
const EDGES = 44;

/**
 * A share of the panel, but not less than can be read; all of it where there is no room for anything beside it. A panel
 * that is not shown has no width, and a picture none that is below nothing.
 */
export function pictureWidth(panel: number, least: number, share: number): number {
  return panel <= NARROW ? Math.max(1, panel - EDGES) : Math.max(least, Math.floor((panel - EDGES) * share));
}
