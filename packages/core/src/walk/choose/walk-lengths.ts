// How long walks are: 1, 1, 2, 1, 1, 2, 4, … times a unit (Luby, Sinclair & Zuckerman 1993). Depths double, and as
// much time goes into short walks as into long ones, so that neither kind of error is missed for want of patience.

/** The i-th number of the sequence, counted from 1. */
export function luby(i: number): number {
  let size = 1;
  while (size < i + 1) size *= 2;
  // `size` − 1 is the least full block that contains i.
  return size === i + 1 ? size / 2 : luby(i - size / 2 + 1);
}
