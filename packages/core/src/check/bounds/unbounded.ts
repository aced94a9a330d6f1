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
import { GrowingLoops, MOST_BACK, type Trail, trailTo } from "./growing-loops.ts";
import { Pump } from "./pumping.ts";
import type { StateReader } from "./state-reader.ts";
import type { Measure } from "./term-range.ts";

/** How often one exploration looks at a path's exact zones, per clock. */
const PATHS = 16;
/** What it spends on loops, per clock, in states walked along. */
const COST_OF_LOOPS = 2_000_000;

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

/**
 * The constants of the model and the condition alone, without what is being measured; undefined where they are not
 * known.
 */
function pumpFor(
  network: Network,
  semantics: SymbolicSemantics,
  { formula, frameSize }: Target,
  row: number,
): Pump | undefined {
  const plain: Query = { kind: "E<>", text: "", frameSize, formula };
  const bounds = chooseAbstraction(network, [plain], "extra-lu");
  return bounds.ok ? Pump.of(semantics, bounds.value.bounds, row) : undefined;
}

/** Does a loop on the path let the clock grow for ever, and the condition be met behind it? */
export function growsOn(
  network: Network,
  semantics: SymbolicSemantics,
  path: Path,
  condition: Target,
  row: number,
): boolean {
  const pump = pumpFor(network, semantics, condition, row);
  if (pump === undefined) return false;
  const goal = { kind: "target", formula: condition.formula } as const;
  const { places } = stemByZones(semantics, { path, frameSize: condition.frameSize, goal });
  return places.some((place) => new GrowingLoops(semantics, pump, condition).isShownBy(trailTo(place, path)));
}

interface Attempt {
  readonly loops: GrowingLoops | undefined;
  paths: number;
}

/** Tries to show, state by state of one exploration, that clocks grow without bound where the condition holds. */
export class Unboundedness {
  private readonly network: Network;
  private readonly setup: EngineSetup;
  private readonly states: StateReader;
  private readonly target: Target;
  private readonly exact: SymbolicSemantics;
  private readonly attempts = new Map<number, Attempt>();

  constructor(network: Network, setup: EngineSetup, states: StateReader, target: Target) {
    this.network = network;
    this.setup = setup;
    this.states = states;
    this.target = target;
    this.exact = createSymbolicSemantics(network);
  }

  /** `measure` was taken in this state. */
  isShownBy(state: StateId, { row, upper }: Measure): boolean {
    const attempt = this.attempts.get(row) ?? this.begin(row);
    if (upper.value === Number.POSITIVE_INFINITY) {
      // Open above, or only beyond what is exact.
      if (attempt.paths-- > 0 && isOpenOn(this.exact, this.pathTo(state), this.target, row)) return true;
    }
    if (attempt.loops === undefined) return false;
    if (attempt.loops.cost > COST_OF_LOOPS) return false;
    return attempt.loops.isShownBy(this.trailTo(state));
  }

  private begin(row: number): Attempt {
    const { network, target, exact } = this;
    const pump = pumpFor(network, exact, target, row);
    const loops = pump === undefined ? undefined : new GrowingLoops(exact, pump, target);
    const attempt = { loops, paths: PATHS };
    this.attempts.set(row, attempt);
    return attempt;
  }

  private trailTo(state: StateId): Trail {
    const { engine } = this.states;
    const chain: StateId[] = [];
    for (let at: StateId | -1 = state; at >= 0 && chain.length < MOST_BACK; at = engine.parentOf(at)) chain.push(at);
    let path: Path | undefined;
    return {
      length: chain.length,
      id: (back) => chain[back]!,
      discrete: (back) => engine.discreteOf(chain[back]!),
      spot: (back) => ({ discrete: this.states.stateOf(chain[back]!), zone: this.states.valuationsOf(chain[back]!) }),
      steps: (from, to) => {
        path ??= this.pathTo(state);
        const { transitions } = path;
        return transitions.slice(transitions.length - from, transitions.length - to);
      },
    };
  }

  private pathTo(state: StateId): Path {
    return rebuildPath(this.states.engine, state, this.setup.createReference(), this.exact);
  }
}
