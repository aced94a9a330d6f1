// What a model says to guide a search by cost (UPPAAL CORA): `remaining`, a number that the rest of any run costs at
// the least, and `heur`, by which states are ordered and nothing else. They are variables that updates set; here they
// are part of the state. What `remaining` promises is held against the run that is shown.

import { defined } from "../../basics/defined.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import type { DiscreteView } from "../../engine/engine.ts";
import { frozenNetwork, type Network, type Variable } from "../../network/index.ts";

export interface Guides {
  /** With these variables in its states. */
  readonly network: Network;
  /** 0 where the model says nothing. */
  remaining(state: DiscreteView): number;
  /** Undefined: the model says nothing. */
  readonly order: ((state: DiscreteView) => number) | undefined;
}

export function guidesOf(network: Network): Guides {
  const [remaining, order] = [global(network, "remaining"), global(network, "heur")];
  if (remaining === undefined && order === undefined) return { network, remaining: () => 0, order: undefined };
  const variables = network.variables.map((variable) =>
    variable === remaining || variable === order ? { ...variable, meta: false, kept: true as const } : variable,
  );
  return {
    network: frozenNetwork({ ...network, variables }),
    remaining: ({ cells }) => (remaining === undefined ? 0 : cells[remaining.cell]!),
    order: order && (({ cells }) => cells[order.cell]!),
  };
}

function global({ variables }: Network, name: string): Variable | undefined {
  return variables.find(
    (variable) => variable.name === name && variable.type.kind === "int" && variable.constant !== true,
  );
}

/** What is wrong with `remaining`, seen along a run: `paid` by state, the last one all of it. Undefined: nothing. */
export function brokenPromise(
  { network, remaining }: Guides,
  states: readonly DiscreteView[],
  paid: readonly number[],
): Diagnostic | undefined {
  const total = paid.at(-1)!;
  const at = states.findIndex((state, i) => paid[i]! + remaining(state) > total + 1e-9);
  if (at < 0) return undefined;
  const span = global(network, "remaining")?.span;
  const where = at === 0 ? "at the start" : `after step ${at}`;
  return {
    code: "TH4511",
    severity: "error",
    message: `\`remaining\` is ${remaining(states[at]!)} ${where}, but the run that was found pays only ${total - paid[at]!} from there on`,
    hint: "it must be a lower bound of what is still to pay in every state; without it the search is slower and right",
    ...defined({ span }),
  };
}
