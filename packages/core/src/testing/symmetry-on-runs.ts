// Is an exchange that was proven a symmetry one, state by state? Along a random run every state is held against its
// image: the same steps at the same moments, the same states behind them, the same answer to the question. That goes by
// the concrete semantics, and by nothing that proposed or proved anything.

import { type Network, type Query, soughtBy } from "../network/index.ts";
import { type ConcreteOption, type ConcreteState, createConcreteSemantics } from "../semantics/index.ts";
import { applyDiscrete, CanonicalForm } from "../symmetry/canonical-form.ts";
import { symmetryOf } from "../symmetry/index.ts";
import { type Swap, swapTransition } from "../symmetry/swap.ts";
import type { Choices } from "./choices.ts";

export interface ExchangedRun {
  /** How many states were held against an image. */
  readonly compared: number;
  /** In words, what differs. */
  readonly wrong: readonly string[];
}

/** Images of a run of so many steps, under one exchange of each block after the other. */
export function exchangeRun(network: Network, query: Query, { below }: Choices, steps: number): ExchangedRun {
  const sought = soughtBy(query);
  if (sought?.kind !== "state") return { compared: 0, wrong: [] };
  const symmetry = symmetryOf(network, sought.formula, "auto");
  const form = new CanonicalForm(symmetry);
  const swaps = symmetry.blocks.flatMap(({ swaps }, block) =>
    swaps.map((_, j) => form.swap({ block, i: 0, j: j + 1 })),
  );
  if (swaps.length === 0) return { compared: 0, wrong: [] };
  const semantics = createConcreteSemantics(network);
  const wrong: string[] = [];
  let compared = 0;
  let [state] = semantics.initial();
  for (let step = 0; step < steps && state !== undefined && wrong.length === 0; step++) {
    const here: ConcreteState = state;
    const { options } = semantics.options(here);
    const holds = (at: ConcreteState): string => text(semantics.whenHolds(sought.formula, query.frameSize, at));
    const swap = swaps[below(swaps.length)]!;
    const image = imageOf(here, swap);
    const others = new Map(semantics.options(image).options.map((option) => [stepOf(option), option]));
    compared++;
    if (others.size !== options.length) wrong.push(`${options.length} steps, and ${others.size} of the image`);
    if (holds(here) !== holds(image)) wrong.push("the question is answered otherwise");
    for (const option of options) {
      const transition = swapTransition(symmetry.network, symmetry.classes, swap, option.transition);
      const other = others.get(stepOf({ ...option, transition }));
      if (other === undefined) {
        wrong.push(`no image of ${stepOf(option)}`);
        continue;
      }
      const delay = option.delays[0]!.lower;
      if (option.delays[0]!.lowerStrict) continue;
      const [next, after] = [semantics.take(here, option, delay), semantics.take(image, other, delay)];
      if (text(imageOf(next, swap)) !== text(after)) wrong.push(`${stepOf(option)} leads elsewhere`);
    }
    const taken = options.filter(({ delays }) => !delays[0]!.lowerStrict);
    const chosen = taken[below(Math.max(1, taken.length))];
    state = chosen && semantics.take(here, chosen, chosen.delays[0]!.lower);
  }
  return { compared, wrong };
}

function imageOf({ locations, cells, clocks }: ConcreteState, swap: Swap): ConcreteState {
  const image = { locations: Int32Array.from(locations), cells: Int32Array.from(cells), clocks: [...clocks] };
  applyDiscrete(swap, image.locations, image.cells);
  for (const [a, b] of swap.clocks) [image.clocks[a], image.clocks[b]] = [image.clocks[b]!, image.clocks[a]!];
  return image;
}

/** Edges with what is selected, and when. */
function stepOf({ transition: { edges }, delays }: Pick<ConcreteOption, "transition" | "delays">): string {
  return `${edges.map(({ edge, select }) => `${edge}(${select.join()})`).join(" ")} at ${text(delays)}`;
}

/** Rationals are of big integers. */
function text(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === "bigint" ? `${part}n` : ArrayBuffer.isView(part) ? [...(part as Int32Array)] : part,
  );
}
