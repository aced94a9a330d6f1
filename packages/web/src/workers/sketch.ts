// A thumbnail of a model: its richest automaton, without words.

import { drawAutomaton, loadModel, planModel } from "@tracehound/core";
import type { Answer, Ask } from "./protocol.ts";

export function sketch({ name, content }: Ask<"sketch">): Answer<"sketch"> {
  const { plans } = planModel(loadModel({ name, content }, { lints: false }));
  const [richest] = [...plans].sort((a, b) => b.nodes.length + b.edges.length - (a.nodes.length + a.edges.length));
  if (richest === undefined) return null;
  const bare = {
    ...richest,
    nodes: richest.nodes.map((node) => ({ ...node, name: "", labels: [] })),
    edges: richest.edges.map((edge) => ({ ...edge, labels: [] })),
  };
  const first = bare.nodes.findIndex(({ initial }) => initial);
  const picture = drawAutomaton(bare, first < 0 ? {} : { current: first });
  return { ...picture, title: `Automaton ${richest.name} of ${name}` };
}
