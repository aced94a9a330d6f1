// ICB: iterative context bounding (Musuvathi and Qadeer 2007). Everything that can be reached with at most c context
// switches is explored before anything that needs c + 1. A switch happens between transitions that share no process
// (the original), or where the next one is not in the interference context C_n of the last. Duplicates are found by
// state, so the number of switches of a trace is not claimed to be minimal.

import { Interference } from "../analysis/interference.ts";
import type { StateId } from "../engine/engine.ts";
import type { Network } from "../network/index.ts";
import type { LastTransitions } from "./last-transitions.ts";
import { Levels } from "./levels.ts";
import type { OpenList, OpenNode } from "./open-list.ts";
import type { SearchContext } from "./search-context.ts";

export interface IcbOptions {
  readonly contexts: "process" | "interference";
  readonly n: number;
}

export class IcbOpenList extends Levels {
  private readonly last: LastTransitions;
  private readonly switches: Map<StateId, number>;
  private readonly isSwitch: (last: readonly number[], next: readonly number[]) => boolean;

  constructor(create: () => OpenList, context: SearchContext, options: IcbOptions) {
    super(create);
    this.last = context.last;
    const common = context.common(options, () => ({
      switches: new Map<StateId, number>(),
      isSwitch: switchTest(context.problem.network, options),
    }));
    this.switches = common.switches;
    this.isSwitch = common.isSwitch;
  }

  override push(state: StateId, node: OpenNode): void {
    const next = this.last.remember(state, node);
    const last = this.last.of(node.parent);
    const before = this.switches.get(node.parent) ?? 0;
    const switches = next !== undefined && last !== undefined && this.isSwitch(last, next) ? before + 1 : before;
    this.switches.set(state, switches);
    this.pushAt(switches, state, node);
  }
}

function switchTest(
  network: Network,
  { contexts, n }: IcbOptions,
): (last: readonly number[], next: readonly number[]) => boolean {
  if (contexts === "process") {
    const process = (edge: number): number => network.edges[edge]!.process;
    return (last, next) => !next.some((edge) => last.some((other) => process(other) === process(edge)));
  }
  const interference = new Interference(network);
  return (last, next) => interference.distance(last, next) > n;
}
