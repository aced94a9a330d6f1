// The 28 configurations of the CE paper's tables: plain search, context-enhanced search (CE), iterative context
// bounding with process and with interference contexts, each under six orders; and useless transitions under the four
// estimates. Context bounding is exact: section 5.4 says that it is guaranteed to minimise the number of switches.

const ORDERS: Readonly<Record<string, string>> = {
  bfs: "fifo()",
  dfs: "lifo()",
  dL: "best(h)",
  dU: "best(h)",
  hL: "best(h)",
  hU: "best(h)",
};

const ESTIMATES: Readonly<Record<string, string>> = {
  dL: "distance(combine=max)",
  dU: "distance(combine=sum)",
  hL: "hL()",
  hU: "hU()",
};

const METHODS: Readonly<Record<string, (open: string) => string>> = {
  plain: (open) => open,
  ce: (open) => `context(${open})`,
  "icb-p": (open) => `icb(${open}, contexts=process, exact=true)`,
  "icb-i": (open) => `icb(${open}, contexts=interference, exact=true)`,
};

export const presets: ReadonlyMap<string, string> = new Map([
  ...Object.entries(METHODS).flatMap(([method, wrap]) =>
    Object.entries(ORDERS).map(([order, open]): [string, string] => [
      `${method}-${order}`,
      sharing(order, `eager(${wrap(open)})`),
    ]),
  ),
  ...Object.keys(ESTIMATES).map((order): [string, string] => [
    `ut-${order}`,
    sharing(order, "eager(useless(best(h), h))"),
  ]),
]);

/** Binds h where the order has an estimate. */
function sharing(order: string, search: string): string {
  const estimate = ESTIMATES[order];
  return estimate === undefined ? search : `let(h, ${estimate}, ${search})`;
}
