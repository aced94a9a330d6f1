// Where states stand for all that symmetry takes them to (`symmetry/`): only where that is asked for, and only for
// questions about single states.

import type { Formula, Network, Query } from "../../network/index.ts";
import type { SearchConfig } from "../../search/index.ts";
import { obstacleTo, type Symmetry, type SymmetryMode, symmetryOf } from "../../symmetry/index.ts";
import type { CheckOptions } from "../options.ts";
import { unitsText } from "../units.ts";
import { insistsOnReduction } from "./reduction.ts";
import type { SoughtState } from "./target.ts";

export interface PlannedSymmetry {
  /** Why every state stands for itself; absent: it stands for others, too. */
  readonly obstacle?: string;
  /** What was found, where it was looked for. */
  readonly found?: Symmetry;
}

/** Absent where nobody asked. */
export function symmetryFor(
  network: Network,
  query: Query,
  sought: SoughtState | undefined,
  search: SearchConfig | undefined,
  options: CheckOptions,
): PlannedSymmetry | undefined {
  const { symmetry: wish } = options;
  if (wish === undefined) return undefined;
  if (wish === "off") return { obstacle: "it was switched off" };
  const obstacle =
    sought === undefined ? `${query.kind} asks for more than a state` : obstacleOf(network, search, options);
  if (obstacle !== undefined) return { obstacle };
  const found = foundSymmetry(network, sought!.target.formula, wish);
  if (found.blocks.length > 0) return { found };
  const [first] = found.broken;
  const because = first === undefined ? "" : ` (${first.names.join(" and ")}: ${first.because})`;
  return { obstacle: `nothing is interchangeable${because}`, found };
}

function obstacleOf(network: Network, search: SearchConfig | undefined, options: CheckOptions): string | undefined {
  const { por, optimal, witnesses = 1, abstraction, disk, workers } = options;
  if (por !== undefined && insistsOnReduction(por)) return "partial-order reduction, which was asked for";
  if (abstraction === "local-time") return "the abstraction `local-time`, which was asked for";
  if (optimal === "time" || optimal === "cost") return `the best run by ${optimal}, which is looked for in another way`;
  if (search?.promise === "cheapest") return `the search \`${search.spec}\`, for which steps have costs`;
  if (search?.inOrder === true) return `the search \`${search.spec}\`, which minds the order of steps`;
  if (witnesses > 1) return "several witnesses";
  if (disk !== undefined) return "states on disk";
  if (workers !== undefined && workers.count > 1 && !workers.isAuto) return "several workers";
  return obstacleTo(network);
}

const known = new WeakMap<Formula, Map<SymmetryMode, Symmetry>>();

/** All members of a plan have one question. */
function foundSymmetry(network: Network, formula: Formula, mode: SymmetryMode): Symmetry {
  let byMode = known.get(formula);
  if (byMode === undefined) known.set(formula, (byMode = new Map()));
  let found = byMode.get(mode);
  if (found?.of !== network) byMode.set(mode, (found = symmetryOf(network, formula, mode)));
  return found;
}

export function symmetryText(planned: PlannedSymmetry | undefined): string | undefined {
  if (planned?.obstacle !== undefined) return `none: ${planned.obstacle}`;
  if (planned?.found === undefined) return undefined;
  const { blocks, broken } = planned.found;
  const [first] = broken;
  const but = first === undefined ? "" : `; not ${first.names.join(" and ")}: ${first.because}`;
  return `interchangeable: ${unitsText(blocks.map(({ names }) => names))}${but}`;
}

export function symmetryProposal(network: Network, formula: Formula): string | undefined {
  const { blocks } = foundSymmetry(network, formula, "auto");
  if (blocks.length === 0) return undefined;
  return `interchangeable, as was proven: ${unitsText(blocks.map(({ names }) => names))}; --symmetry auto uses that`;
}
