// The best run in whole units of time: the digitised network is searched, and what was found becomes a run of the model
// itself, which is replayed before it counts.

import type { DiscreteView } from "../../engine/engine.ts";
import type { Target } from "../../engine/index.ts";
import type { Network } from "../../network/index.ts";
import type { Digitised } from "../../schedule/index.ts";
import type { RunOutcome } from "../../search/index.ts";
import { createConcreteSemantics, createSymbolicSemantics, type JointTransition } from "../../semantics/index.ts";
import { type Path, rebuildPath, replay, type Trace, TraceMismatch } from "../../trace/index.ts";
import { rational } from "../../zone/index.ts";
import type { Session } from "../session.ts";
import { setUpEngine } from "../setup/engines.ts";
import { inHand } from "./in-hand.ts";
import type { Improvements } from "./optimum.ts";
import { type Spending, TickSearch } from "./tick-search.ts";

export interface TickAnswer {
  readonly outcome: Exclude<RunOutcome, "found" | "fault">;
  /** No run spends less. */
  readonly lower: number;
  readonly search: TickSearch;
}

/**
 * What runs come to: `below`: more is not wanted; `perUnit`: of what the search counts; `worth`: added up along a run.
 */
export interface TickValues {
  readonly below: number;
  readonly perUnit: number;
  worth(trace: Trace): number;
}

/** `unit`: so much of the model's time is one tick. */
export async function bestByTicks(
  session: Session,
  target: Target,
  { network, tick, target: sought, step, hasUrgentChannels }: Digitised,
  unit: number,
  spending: Spending,
  improvements: Improvements,
  { below, perUnit, worth }: TickValues,
): Promise<TickAnswer | undefined> {
  const { frameSize } = target;
  const query = { kind: "E<>", text: session.query.text, formula: sought, frameSize } as const;
  const targets = [{ formula: sought, frameSize }];
  const setup = session.work(() => setUpEngine(network, [query], targets, "auto", session.engineWish));
  if (!setup.ok) return undefined;
  const search = session.work(() => {
    const stops = hasUrgentChannels ? stopsOf(session.network) : undefined;
    return new TickSearch(setup.value.create(), tick, spending, stops);
  });
  search.best = below / perUnit;
  search.order = session.context.options.order ?? "turns";
  const isJumping = step !== undefined;
  for (;;) {
    const outcome = await session.run(search);
    if (outcome === "fault") continue;
    if (outcome !== "found") return { outcome, lower: search.lower * perUnit, search };
    const run = inHand(session, () => {
      const path = rebuildPath(
        search.engine,
        search.found,
        setup.value.createReference(),
        createConcreteSemantics(network),
      );
      return followed(session, target, path, tick, unit, isJumping ? search.pathOfSpending() : undefined);
    });
    if ("limit" in run) return { outcome: run.limit, lower: search.lower * perUnit, search };
    const trace = run.made;
    const value = worth(trace);
    if (value !== search.best * perUnit) throw new Error(`a run comes to ${value}, not to ${search.best * perUnit}`);
    improvements.add(trace, value, isJumping ? "event points" : "ticks", search.lower * perUnit);
  }
}

/** Where time may not pass in the model itself, of whose processes and cells the digitised network has more. */
function stopsOf(network: Network): (state: DiscreteView) => boolean {
  const semantics = createSymbolicSemantics(network);
  return ({ locations, cells }) =>
    semantics.timeStops({
      locations: Int32Array.from(locations).slice(0, network.processes.length),
      cells: Int32Array.from(cells).slice(0, network.cells),
    });
}

/** Ticks in a row are one delay; `spent`: when each state was entered, where ticks differ. */
function followed(
  session: Session,
  target: Target,
  { initial, transitions: steps }: Path,
  tick: number,
  unit: number,
  spent?: readonly number[],
): Trace {
  const transitions: JointTransition[] = [];
  const delays: number[] = [];
  let waited = 0;
  for (const [i, step] of steps.entries()) {
    if (step.edges[0]!.edge === tick) waited += unit * (spent === undefined ? 1 : spent[i + 1]! - spent[i]!);
    else {
      transitions.push(step);
      delays.push(waited);
      waited = 0;
    }
  }
  const goal = { kind: "target", formula: target.formula } as const;
  const problem = { path: { initial, transitions }, goal, frameSize: target.frameSize };
  const replayed = replay(
    session.network,
    problem,
    [...delays, waited].map((delay) => rational(delay)),
  );
  if (replayed.ok) return replayed.trace;
  throw new TraceMismatch(`a run in whole units does not replay: step ${replayed.step}: ${replayed.problem}`, problem);
}
