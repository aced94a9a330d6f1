// Many small requests at once, but not all of thousands.

const GROUP = 64;

export async function inGroups<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += GROUP) await Promise.all(all.slice(from, from + GROUP).map(work));
}
