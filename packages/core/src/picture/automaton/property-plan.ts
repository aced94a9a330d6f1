// The automaton of a temporal formula as a plan, laid out like every automaton without places. Edges that an accepting
// run takes again and again are coloured.

import type { AutomatonPlan, PlannedEdge, PlannedNode } from "../../layout/automaton-plan.ts";
import { layOut } from "../../layout/layout.ts";
import type { Automaton, AutomatonEdge } from "../../ltl/index.ts";

const ORIGIN = { x: 0, y: 0 };

/** `names` are those of the atoms, in order. */
export function planProperty(automaton: Automaton, names: readonly string[], title: string): AutomatonPlan {
  const nodes = automaton.edges.map(
    (_, state): PlannedNode => ({
      kind: "location",
      name: `${state}`,
      at: ORIGIN,
      nameAt: ORIGIN,
      initial: state === automaton.initial,
      urgent: false,
      committed: false,
      labels: [],
    }),
  );
  const edges = automaton.edges.flatMap((list, source) =>
    list.map((edge): PlannedEdge => {
      const sets = setsOf(edge, automaton);
      const recurs = automaton.sets === 0 || sets.length > 0;
      // With several sets it says which of them: edges of each are taken again and again.
      const which = automaton.sets > 1 && sets.length > 0 ? `\n{${sets.join(", ")}}` : "";
      const labels = [{ kind: "guard", text: cubeText(edge, names) + which, at: ORIGIN }];
      const colour = recurs ? { colour: "@accent" } : {};
      return { source, target: edge.target, nails: [], labels, controllable: true, ...colour };
    }),
  );
  return layOut({ name: title, parameters: "", nodes, edges, placed: false });
}

function setsOf({ marks }: AutomatonEdge, { sets }: Automaton): number[] {
  return Array.from({ length: sets }, (_, set) => set).filter((set) => ((marks >> set) & 1) === 1);
}

/** What has to hold where the edge is taken. */
function cubeText({ yes, no }: AutomatonEdge, names: readonly string[]): string {
  const literals = names.flatMap((name, atom) => {
    if (((yes >> atom) & 1) === 1) return [name];
    if (((no >> atom) & 1) === 0) return [];
    return [/^[\w.()[\]]+$/.test(name) ? `!${name}` : `!(${name})`];
  });
  return literals.length === 0 ? "true" : literals.join(" &&\n");
}
