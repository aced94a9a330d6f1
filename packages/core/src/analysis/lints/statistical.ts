// What random runs take for granted where a model does not say it: how long a process stays that nothing drives out
// (decision D1 of docs/statistics.md).

import type { Edge, Location, Network } from "../../network/index.ts";
import { type Lint, placeOf } from "./lint.ts";

export const rateTakenForGranted: Lint = {
  code: "TH2821",
  title: "A location of random runs with neither rate nor bound",
  check(network, report) {
    const found = new Map<string, Location>();
    for (const { locations, edges } of network.processes) {
      const leaving = edges.map((id) => network.edges[id]!);
      for (const [index, location] of locations.entries()) {
        if (saysHowLong(location) || !leaving.some((edge) => edge.source === index && drives(edge, network))) continue;
        found.set(placeOf(location), location);
      }
    }
    const [first, ...others] = found.values();
    if (first === undefined) return;
    const more = others.slice(0, 5).map(({ name }) => `\`${name}\``);
    const rest = others.length - more.length;
    const list = rest > 0 ? `${more.join(", ")} and ${rest} more` : more.join(", ");
    report(
      `\`${first.name}\` has neither a rate nor a bound: random runs leave it with rate 1`,
      first.span,
      `give it a rate of exponential, or an invariant with an upper bound${list === "" ? "" : `; the same holds for ${list}`}`,
    );
  },
};

function saysHowLong({ rate, urgent, committed, invariant }: Location): boolean {
  const bounds = invariant.some(
    (conjunct) => conjunct.kind === "clock" && (conjunct.right === undefined ? /^</ : /^>/).test(conjunct.op),
  );
  return rate !== undefined || urgent || committed || bounds;
}

/** May the process take the edge on its own, at a moment that it draws? */
function drives({ sync }: Edge, { channels }: Network): boolean {
  if (sync.kind === "internal") return true;
  if (sync.kind !== "send") return false;
  return channels[sync.channel.base]?.urgent !== true;
}
