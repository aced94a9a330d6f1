// The plans of a whole model, and which of their parts belong to which process, location and edge of the network.
// UPPAAL models have a plan per template; others are said in UPPAAL's words first, and get a plan per process.

import { convertModel } from "../../lang/convert.ts";
import { type LoadedModel, loadModel } from "../../lang/load.ts";
import type { UppaalDocument } from "../../lang/uppaal/document.ts";
import type { AutomatonPlan } from "../../layout/automaton-plan.ts";
import { layOut } from "../../layout/layout.ts";
import type { Network } from "../../network/index.ts";
import type { JointTransition } from "../../semantics/joint-transition.ts";
import type { AutomatonView } from "./draw.ts";
import { planTemplate } from "./plan.ts";

export interface ModelPlans {
  readonly plans: readonly AutomatonPlan[];
  /** Index of the plan of each process of the network; empty where the model has faults. */
  readonly ofProcess: readonly number[];
}

export function planModel(model: LoadedModel): ModelPlans {
  const { document, network, sources } = model;
  if (document !== null) {
    const plans = document.templates.map((template) => planTemplate(template, sources.blocks));
    const indices = new Map(document.templates.map(({ name }, index) => [name, index]));
    return { plans, ofProcess: network?.processes.map(({ template }) => indices.get(template) ?? 0) ?? [] };
  }
  if (network === null) return { plans: [], ofProcess: [] };
  const said = inUppaal(model)?.templates;
  const plans = network.processes.map((process, index) => {
    const template = said?.[index];
    const fits =
      template?.locations.length === process.locations.length && template.edges.length === process.edges.length;
    return { ...(fits ? planTemplate(template) : barePlan(network, index)), name: process.name };
  });
  return { plans, ofProcess: plans.map((_, index) => index) };
}

function inUppaal(model: LoadedModel): UppaalDocument | null {
  const text = convertModel(model, "xta");
  return text.ok ? loadModel({ name: "drawn.xta", content: text.value }, { lints: false }).document : null;
}

/** Names and events only: for what UPPAAL's language cannot say. */
function barePlan(network: Network, index: number): AutomatonPlan {
  const { name, locations, edges, initial } = network.processes[index]!;
  const origin = { x: 0, y: 0 };
  return layOut({
    name,
    parameters: "",
    placed: false,
    nodes: locations.map(({ name: location, urgent, committed }, at) => ({
      kind: "location",
      name: location,
      at: origin,
      nameAt: origin,
      initial: initial.includes(at),
      urgent,
      committed,
      labels: [],
    })),
    edges: edges.map((id) => {
      const { source, target, sync, controllable } = network.edges[id]!;
      const event = "event" in sync && sync.event !== undefined ? network.events[sync.event]! : "";
      const labels = event === "" ? [] : [{ kind: "synchronisation", text: event, at: origin }];
      return { source, target, nails: [], labels, controllable };
    }),
  });
}

/** The drawn edges that an edge of the network stands for: two where it passes a branchpoint. */
export function plannedEdges(network: Network, { plans, ofProcess }: ModelPlans, id: number): readonly number[] {
  const edge = network.edges[id]!;
  const plan = plans[ofProcess[edge.process]!]!;
  const first = network.language === "uppaal" ? edge.fileIndex : network.processes[edge.process]!.edges.indexOf(id);
  const drawn = plan.edges[first];
  if (drawn === undefined || plan.nodes[drawn.target]?.kind !== "branchpoint")
    return drawn === undefined ? [] : [first];
  const second = plan.edges.findIndex(({ source, target }) => source === drawn.target && target === edge.target);
  return second < 0 ? [first] : [first, second];
}

/** How a process looks when its run stands there and has just taken that step. */
export function viewOfProcess(
  network: Network,
  plans: ModelPlans,
  process: number,
  locations: ArrayLike<number>,
  transition?: JointTransition,
): AutomatonView {
  const edges = transition?.edges.filter(({ edge }) => network.edges[edge]!.process === process) ?? [];
  return {
    process: network.processes[process]!.name,
    current: locations[process]!,
    taken: edges.flatMap(({ edge }) => plannedEdges(network, plans, edge)),
  };
}
