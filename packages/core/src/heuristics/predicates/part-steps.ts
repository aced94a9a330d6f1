// The steps of a network as one part sees them: which of its automata move and which may join, what happens to the
// clocks and cells it owns. An automaton that synchronises with another part moves alone; of a broadcast several may
// move at once, wherever the sender is. Steps that look the same are one.

import { AccessAnalysis } from "../../analysis/accesses.ts";
import type { Network } from "../../network/index.ts";
import type { Action, ActionTable } from "../factored/actions.ts";
import type { Meter } from "../factored/build-budget.ts";
import {
  type FactoredStep,
  type Happenings,
  inOrder,
  type JoiningSteps,
  MOST_JOINS,
  offersOf,
  waysOf,
} from "../factored/joint-steps.ts";
import { type ClockConstraint, clockConstraints, clockEffects } from "./clock-constraints.ts";
import type { PredicatePart } from "./part.ts";

export interface PartStep {
  /** By place in the part. */
  readonly moves: readonly { readonly at: number; readonly source: number; readonly target: number }[];
  /** Automata that may have moved along: the targets of their edges, and where staying is impossible. */
  readonly joins: readonly {
    readonly at: number;
    readonly targets: ReadonlySet<number>;
    readonly must: ReadonlySet<number>;
  }[];
  /** Nobody who stays where it is may be in a committed location. */
  readonly calm: boolean;
  readonly guard: readonly ClockConstraint[];
  readonly resets: readonly { readonly row: number; readonly value: number }[];
  readonly freed: readonly number[];
  /** Conditions and statements that can be followed, in order; cells that may hold anything afterwards. */
  readonly conditions: readonly Action[];
  readonly statements: readonly Action[];
  readonly lost: ReadonlySet<number>;
}

export function partSteps(
  network: Network,
  part: PredicatePart,
  { steps, actions }: Happenings,
  meter: Meter,
): readonly PartStep[] {
  const accesses = new AccessAnalysis(network);
  const place = new Map(part.processes.map((process, at) => [process, at]));
  const found = new Map<string, PartStep>();
  for (const { step, moving, joining } of steps.flatMap((step) => {
    meter.spend(20);
    return seenFrom(step, place, actions);
  })) {
    if (moving.length === 0 && joining.length === 0) continue;
    const key = [
      ...moving.map(({ edge, select }) => `${edge.id}(${select ?? "?"})`),
      ...joining.map(({ process, moves, must }) => `${process}:${moves.map(({ id }) => id)}!${[...must]}`),
      step.calm ? "calm" : "",
    ].join(" ");
    if (found.has(key)) continue;
    found.set(key, {
      ...dataOf(moving, joining),
      moves: moving.map(({ edge }) => ({ at: place.get(edge.process)!, source: edge.source, target: edge.target })),
      joins: joining.map(({ process, moves, must }) => ({
        at: place.get(process)!,
        targets: new Set(moves.map(({ target }) => target)),
        must,
      })),
      calm: step.calm,
      ...clocksOf(moving, joining),
    });
  }
  return [...found.values()];

  function clocksOf(moving: readonly Moving[], joining: readonly JoiningSteps[]) {
    const resets = new Map<number, number>();
    const freed = new Set<number>();
    for (const { edge, select } of moving) {
      const effects = clockEffects(edge, select ?? [], accesses);
      for (const { row, value } of effects.resets) {
        resets.set(row, value);
        freed.delete(row);
      }
      for (const row of effects.freed) {
        freed.add(row);
        resets.delete(row);
      }
    }
    for (const { moves } of joining) {
      for (const { update } of moves) {
        for (const clock of accesses.ofStatements(update).resetClocks) {
          freed.add(clock + 1);
          resets.delete(clock + 1);
        }
      }
    }
    const owns = (row: number): boolean => row === 0 || part.ownsClock(row - 1);
    return {
      guard: moving
        .flatMap(({ edge, select }) => clockConstraints(edge.guard, select ?? []))
        .filter(({ i, j }) => owns(i) && owns(j)),
      resets: [...resets].map(([row, value]) => ({ row, value })).filter(({ row }) => owns(row)),
      freed: [...freed].filter(owns),
    };
  }

  function dataOf(moving: readonly Moving[], joining: readonly JoiningSteps[]) {
    const lost = new Set<number>();
    const conditions: Action[] = [];
    const statements: Action[] = [];
    const readable = ({ reads, asksLocations }: Action): boolean =>
      !asksLocations && [...reads].every((cell) => part.ownsCell(cell));
    const loseWhatJoinsWrite = (): void => {
      for (const { moves } of joining)
        for (const edge of moves) for (const cell of actions.writesOf(edge)) lost.add(cell);
    };
    // Weak participants of a vector may act before those who surely move; receivers of a broadcast act after them.
    if (moving.some(({ edge }) => edge.sync.kind === "event")) loseWhatJoinsWrite();
    for (const { edge, select } of moving) {
      if (select === undefined) {
        for (const cell of actions.writesOf(edge)) lost.add(cell);
        continue;
      }
      const own = actions.of(edge, select);
      conditions.push(...own.conditions.filter(readable));
      for (const statement of own.statements) {
        if (readable(statement) && ![...statement.reads].some((cell) => lost.has(cell))) statements.push(statement);
        else for (const cell of statement.writes) lost.add(cell);
      }
    }
    loseWhatJoinsWrite();
    return { conditions, statements, lost };
  }
}

interface Seen {
  readonly step: FactoredStep;
  readonly moving: readonly Moving[];
  readonly joining: readonly JoiningSteps[];
}

/**
 * The automata of the part that surely move and that may join; one view for each choice of who joins, while there are
 * few.
 */
function seenFrom(step: FactoredStep, place: ReadonlyMap<number, number>, actions: ActionTable): readonly Seen[] {
  const moving = step.moves
    .map((edge, k): Moving => ({ edge, select: step.selects?.[k] }))
    .filter(({ edge }) => place.has(edge.process));
  const joining = step.joins.filter(({ process }) => place.has(process));
  if (joining.reduce((count, { moves }) => count * (1 + waysOf(moves)), 1) > MOST_JOINS)
    return [{ step, moving, joining }];
  let views: Seen[] = [{ step, moving, joining: [] }];
  for (const join of joining) {
    const offers = join.moves.flatMap((edge) => offersOf(edge, actions));
    views = views.flatMap((view) => [
      { ...view, joining: [...view.joining, { ...join, moves: [] }] },
      ...offers.map((offer) => ({ ...view, moving: inOrder([...view.moving, offer]) })),
    ]);
  }
  return views;
}

interface Moving {
  readonly edge: FactoredStep["moves"][number];
  readonly select: readonly number[] | undefined;
}
