// What a walk through the model needs: where it starts, what can happen and why other things cannot, and the state
// after a step.

import {
  type ConcreteSemantics,
  createConcreteSemantics,
  exactText,
  hasDelay,
  intervalsText,
  type Network,
  sameTransition,
  stepOf,
  WhyNotExplainer,
} from "@tracehound/core";
import { modelOf, networkOf, Refusal } from "./models.ts";
import type { Answer, Ask } from "./protocol.ts";

const semantics = new WeakMap<Network, ConcreteSemantics>();

function semanticsOf(network: Network): ConcreteSemantics {
  let known = semantics.get(network);
  if (known === undefined) semantics.set(network, (known = createConcreteSemantics(network)));
  return known;
}

export function prepare({ source }: Ask<"prepare">): Answer<"prepare"> {
  const { network } = modelOf(source);
  if (network !== null) semanticsOf(network);
  return network !== null;
}

export function start({ source }: Ask<"start">): Answer<"start"> {
  return [...semanticsOf(networkOf(source).network).initial()];
}

export function options({ source, state }: Ask<"options">): Answer<"options"> {
  const { network } = networkOf(source);
  const concrete = semanticsOf(network);
  const { options: possible, faults } = concrete.options(state);
  const used = new Set(possible.flatMap(({ transition }) => transition.edges.map(({ edge }) => edge)));
  const refused = network.edges
    .filter(({ id, process, source: from }) => state.locations[process] === from && !used.has(id))
    .map(({ id }) => id);
  return {
    delays: concrete.delays(state),
    options: possible.map(({ transition, delays }) => ({ transition, delays })),
    faults: faults.map(({ transition, fault }) => ({ transition, words: fault.diagnostic.message })),
    refused,
  };
}

const explainers = new WeakMap<Network, WhyNotExplainer>();

export function reasons({ source, state, edges }: Ask<"reasons">): Answer<"reasons"> {
  const { network } = networkOf(source);
  let explainer = explainers.get(network);
  if (explainer === undefined) explainers.set(network, (explainer = new WhyNotExplainer(network)));
  return new Map(
    edges.map((edge) => [edge, explainer.explain(state, edge).reasons.map(({ sentence }) => sentence)] as const),
  );
}

export function take({ source, state, transition, delay }: Ask<"take">): Answer<"take"> {
  const concrete = semanticsOf(networkOf(source).network);
  const option = concrete.options(state).options.find((one) => sameTransition(one.transition, transition));
  if (option === undefined) throw new Refusal("that step is not possible here");
  if (!hasDelay(option.delays, delay)) {
    throw new Refusal(`not after ${exactText(delay)}: this step is possible after ${intervalsText(option.delays)}`);
  }
  return stepOf(delay, option, concrete.take(state, option, delay));
}
