// Is a clock without bound? Two proofs. The exact zones along one path, computed without any abstraction, may leave the
// clock open above: then each of its values is reached by these very steps. Or a part of the path can be repeated, and
// the clock grows each time (`pumping.ts`). Neither holds with stopwatches, where zones contain more than there is.

import { chooseAbstraction } from "../../engine/abstraction.ts";
import type { StateId } from "../../engine/engine.ts";
import type { Target } from "../../engine/index.ts";
import type { Network, Query } from "../../network/index.ts";
import { createSymbolicSemantics, type SymbolicSemantics } from "../../semantics/index.ts";
import { type Path, rebuildPath, stemByZones } from "../../trace/index.ts";
import { INF } from "../../zone/index.ts";
import type { EngineSetup } from "../setup/engines.ts";
import { Pump } from "./pumping.ts";
import type { StateReader } from "./state-reader.ts";
import type { Measure } from "./term-range.ts";

/** How often one exploration looks at a path's exact zones, per clock. */
const PATHS = 16;
/** How many states on paths it looks at for repetitions, per clock. */
const STATES_ON_PATHS = 200_000;

/** Does the path end in valuations of the target that let `left − right` (rows of clocks, 0 for none) grow for ever? */
export function isOpenOn(
  semantics: SymbolicSemantics,
  path: Path,
  { formula, frameSize }: Target,
  left: number,
  right = 0,
): boolean {
  const { dim } = semantics;
  const problem = { path, frameSize, goal: { kind: "target", formula } } as const;
  return stemByZones(semantics, problem).places.some(({ discrete, elapsed }) =>
    semantics.where(formula, frameSize, discrete, elapsed).some((piece) => piece[left * dim + right] === INF),
  );
}

/** Tries to show, state by state of one exploration, that clocks grow without bound where the condition holds. */
export class Unboundedness {
  private readonly network: Network;
  private readonly setup: EngineSetup;
  private readonly states: StateReader;
  private readonly target: Target;
  private readonly attempts = new Map<number, { readonly pump: Pump | undefined; paths: number; steps: number }>();

  constructor(network: Network, setup: EngineSetup, states: StateReader, target: Target) {
    this.network = network;
    this.setup = setup;
    this.states = states;
    this.target = target;
  }

  /** `measure` was taken in this state. */
  isShownBy(state: StateId, { row, upper }: Measure): boolean {
    const attempt = this.attempts.get(row) ?? this.begin(row);
    if (upper.value === Number.POSITIVE_INFINITY) {
      // Open above, or only beyond what is exact.
      if (attempt.paths-- > 0 && isOpenOn(this.exact(), this.pathTo(state), this.target, row)) return true;
    }
    if (attempt.pump === undefined || attempt.steps <= 0) return false;
    const { repeats, cost } = attempt.pump.look(state, () => this.pathTo(state));
    attempt.steps -= cost;
    return repeats;
  }

  private begin(row: number) {
    const { network, target, states } = this;
    // The constants of the model and the condition alone, without what is being measured.
    const plain: Query = { kind: "E<>", text: "", frameSize: target.frameSize, formula: target.formula };
    const bounds = chooseAbstraction(network, [plain], "extra-m");
    const pump = bounds.ok ? new Pump(network, states, bounds.value.bounds, row) : undefined;
    const attempt = { pump, paths: PATHS, steps: STATES_ON_PATHS };
    this.attempts.set(row, attempt);
    return attempt;
  }

  private exact(): SymbolicSemantics {
    return createSymbolicSemantics(this.network);
  }

  private pathTo(state: StateId): Path {
    return rebuildPath(this.states.engine, state, this.setup.createReference(), this.exact());
  }
}
