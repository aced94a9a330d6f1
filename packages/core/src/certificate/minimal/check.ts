// The smallest checker of "cannot happen" for the whole language but stopwatches, to be read in one sitting: states
// with zones (1) hold the initial states, (2) hold whatever steps and time make of them, (3) do not meet the target.
// It knows nothing of engines, searches and the zones of this project; only what expressions mean is taken over.
// A zone is a matrix, row by row: entry (i, j) bounds clock i − clock j, clock 0 is the constant 0. A bound is 2c + 1
// for ≤ c, 2c for < c, Infinity for none: the lesser of two is the tighter one.

import type { Conjunct, Edge, Expression, Formula, Network } from "../../network/network.ts";
import * as evaluate from "../../semantics/evaluate/index.ts";

export interface MinimalState {
  readonly locations: readonly number[];
  readonly cells: readonly number[];
  /** Conjunctions of `[i, j, constant, strict]`. */
  readonly zones: readonly (readonly (readonly [number, number, number, 0 | 1])[])[];
}
type Discrete = Omit<MinimalState, "zones">;
type Zone = readonly number[];
type Comparison = Omit<Extract<Formula, { kind: "clock" }>, "kind" | "op">;
type Bound = readonly [i: number, j: number, bound: number];
/** Where in a zone something can happen, now or after waiting, and where nothing can. */
type Stuck = Readonly<Record<"alive" | "dead", Bound[][]>>;
/** All of them hold; null: something else is false. */
type Bounds = readonly Bound[] | null;
type Offer = { readonly edge: Edge; select: readonly number[]; channel: number; bounds: readonly Bound[] };
/** Who takes part, in the order of updates, and where in the zone: `bounds` hold, and none of `outside`. */
type Move = { readonly offers: readonly Offer[]; bounds: readonly Bound[]; outside: readonly (readonly Bound[])[] };

/** Why the states prove nothing; `unsupported` where this checker cannot say. */
export class NotProved extends Error {
  unsupported = false;
}
const beyond = (what: string) => Object.assign(new NotProved(`${what} are beyond this checker`), { unsupported: true });

export function checkMinimal(network: Network, target: Formula, frameSize: number, states: readonly MinimalState[]) {
  const { processes, clocks, initialValues, hasPriorities } = network;
  if (processes.some(({ locations }) => locations.some(({ rates }) => rates.length > 0))) throw beyond("stopwatches");
  const { cut, without, boundsOf, up, assigned, everything } = zonesOf(clocks.length + 1);
  const model = modelOf(network);
  const start = [0, ...clocks.map(({ initial }) => initial)];
  const known = new Map<string, { state: Discrete; zones: Zone[] }>();
  const name = ({ locations }: Discrete) => locations.map((at, p) => processes[p]!.locations[at]!.name).join(", ");
  for (const { locations, cells, zones } of states) {
    const fits = locations.length === processes.length && cells.length === initialValues.length;
    const stray = locations.some((at, p) => processes[p]?.locations[at] === undefined);
    if (!fits || stray) throw new NotProved("a state does not fit the model");
    const all = known.get(`${locations};${cells}`) ?? { state: { locations, cells }, zones: [] };
    known.set(`${locations};${cells}`, all);
    const bound = ([i, j, c, strict]: readonly number[]): Bound => [i!, j!, 2 * c! + 1 - strict!];
    for (const zone of zones) all.zones.push(...cut(everything, zone.map(bound)));
  }
  /** What time makes of it lies in certified zones, in one or in several together. */
  const expectKnown = (state: Discrete, zone: Zone, what: string): void => {
    const certified = known.get(`${state.locations};${state.cells}`)?.zones ?? [];
    for (const piece of cut(model.timeStops(state) ? zone : up(zone), model.invariant(state))) {
      if (certified.some((one) => piece.every((bound, at) => bound <= one[at]!))) continue;
      if (without([piece], certified.map(boundsOf)).length > 0)
        throw new NotProved(`${what} is in no certified zone: ${name(state)}`);
    }
  };
  /** Where in the zone a move is possible, and what it does. */
  const fired = (state: Discrete, move: Move, zone: Zone) => {
    const pieces = without(cut(zone, move.bounds), move.outside);
    if (pieces.length === 0) return { move, leave: [], after: state, set: [] };
    const { after, set } = model.run(state, move);
    // Each clock becomes one from before plus a number: what the invariant asks then is asked of the clocks before.
    const origin = start.map((_, row): readonly [number, number] => [row, 0]);
    for (const [row, source, value] of set) {
      const [from, plus] = origin[source]!;
      origin[row] = [from, plus + value];
      if (pieces.some((piece) => cut(piece, [[from, 0, -2 * (plus + value)]]).length > 0))
        throw new NotProved(`a clock is set to a negative value behind ${name(state)}`);
    }
    const before = model.invariant(after)?.map(([i, j, bound]): Bound => {
      const [[a, plusA], [b, plusB]] = [origin[i]!, origin[j]!];
      return [a, b, bound - 2 * plusA + 2 * plusB];
    });
    return { move, leave: pieces.flatMap((piece) => cut(piece, before ?? null)), after, set };
  };
  /** Waiting first, where time passes: who can do so forgets the lower bounds of what lies behind. */
  const stuckIn = (state: Discrete, moves: readonly Move[], zone: Zone): Stuck => {
    const waits = !model.timeStops(state);
    const later = cut(waits ? up(zone) : zone, model.invariant(state));
    const able = moves.flatMap((move) => later.flatMap((piece) => fired(state, move, piece).leave));
    const alive = able.map((piece) => boundsOf(piece).filter(([i]) => i > 0 || !waits));
    return { alive, dead: without([zone], alive).map(boundsOf) };
  };
  const asksDeadlock = JSON.stringify(target).includes('"deadlock"');
  const point = start.flatMap((a) => start.map((b) => 2 * (a - b) + 1));
  for (const locations of product(processes.map(({ initial }) => initial))) {
    const state = { locations, cells: initialValues };
    for (const zone of cut(point, model.invariant(state))) expectKnown(state, zone, "an initial state");
  }
  const count = { states: known.size, zones: 0, steps: 0 };
  for (const { state, zones } of known.values()) {
    const moves = model.moves(state);
    for (const zone of zones.flatMap((stored) => cut(stored, model.invariant(state)))) {
      count.zones++;
      const stuck = asksDeadlock ? stuckIn(state, moves, zone) : { alive: [], dead: [] };
      model.load(state, frameSize);
      if (model.where(target, true, stuck).some((bounds) => cut(zone, bounds).length > 0))
        throw new NotProved(`a state meets the target: ${name(state)}`);
      const all = moves.map((move) => fired(state, move, zone));
      for (const { move, leave, after, set } of all) {
        const stronger = all.filter((other) => hasPriorities && model.rank(other.move) > model.rank(move));
        const taken = stronger.flatMap((other) => other.leave.map(boundsOf));
        for (const piece of without(leave, taken)) {
          count.steps++;
          expectKnown(after, set.reduce(assigned, piece), "a successor");
        }
      }
    }
  }
  return count;
}

/** What the model says about a discrete state. */
function modelOf(network: Network) {
  const { processes, channels, edges, vectors, variables } = network;
  const functions = new evaluate.FunctionTable(network.functions);
  const machine = new evaluate.Machine(network.cells);
  const { asked, where } = conditionsOf(machine, functions);
  const endOf = (v: number) => variables[v + 1]?.cell ?? network.cells;
  const forgotten = new Set(variables.flatMap(({ cell, meta }, v) => (meta ? range(cell, endOf(v) - 1) : [])));
  const load = ({ locations: at, cells }: Discrete, frame: number) => machine.load(Int32Array.from(at), cells, frame);
  const invariant = (state: Discrete): Bounds => {
    const all = state.locations.map((at, p) => {
      const { invariant: conjuncts, frameSize } = processes[p]!.locations[at]!;
      load(state, frameSize);
      return asked(conjuncts);
    });
    return all.includes(null) ? null : all.flatMap((bounds) => bounds!);
  };
  const committedIn = ({ locations }: Discrete) =>
    [...locations.keys()].filter((p) => processes[p]!.locations[locations[p]!]!.committed);
  /** Edges that leave, with values of their selects, whose data holds. */
  const offersIn = (state: Discrete): Offer[] => {
    const first = committedIn(state);
    const mayMove = ({ process: p, sync }: Edge) => first.length === 0 || first.includes(p) || sync.kind !== "internal";
    return edges.flatMap((edge) => {
      if (state.locations[edge.process] !== edge.source || !mayMove(edge)) return [];
      return product(edge.selects.map(({ min, max }) => range(min, max))).flatMap((select): Offer[] => {
        load(state, edge.frameSize);
        machine.setFrame(select);
        const bounds = asked(edge.guard);
        if (bounds === null) return [];
        const named = "channel" in edge.sync ? evaluate.compileIndexed(edge.sync.channel, functions) : () => -1;
        return [{ edge, select, bounds, channel: named(machine) }];
      });
    });
  };
  const moves = (state: Discrete): Move[] => {
    const offers = offersIn(state);
    const nobody: Move = { offers: [], bounds: [], outside: [] };
    const all = offers.flatMap((offer): Move[] => {
      const alone = joined([nobody], [offer], false);
      if (offer.edge.sync.kind !== "send") return offer.edge.sync.kind === "internal" ? alone : [];
      const isPartner = ({ edge, channel }: Offer) => edge.sync.kind === "receive" && channel === offer.channel;
      const partners = offers.filter((other) => other.edge.process !== offer.edge.process && isPartner(other));
      if (!channels[offer.channel]!.broadcast) return joined(alone, partners, false);
      const ofProcess = processes.map((_, p) => partners.filter(({ edge }) => edge.process === p));
      return ofProcess.reduce((some, own) => joined(some, own, true), alone);
    });
    for (const { participants } of vectors) {
      const inOrder = [...participants].sort((a, b) => a.process - b.process);
      const isOwn = ({ edge: { sync } }: Offer, event: number) => sync.kind === "event" && sync.event === event;
      const own = (p: number, event: number) => offers.filter((one) => one.edge.process === p && isOwn(one, event));
      const some = inOrder.reduce((ms, { process, event, weak }) => joined(ms, own(process, event), weak), [nobody]);
      all.push(...some.filter((move) => move.offers.length > 0));
    }
    const first = committedIn(state);
    return all.filter((move) => first.length === 0 || move.offers.some(({ edge }) => first.includes(edge.process)));
  };
  const timeStops = (state: Discrete): boolean => {
    const places = state.locations.map((at, p) => processes[p]!.locations[at]!);
    if (places.some(({ urgent, committed }) => urgent || committed)) return true;
    const hurried = (channels.some(({ urgent }) => urgent) ? moves(state) : []).flatMap(({ offers }) => {
      const channel = channels[offers[0]!.channel];
      // The sender of a broadcast needs nobody.
      return channel?.urgent ? [(channel.broadcast ? offers.slice(0, 1) : offers).flatMap(({ bounds }) => bounds)] : [];
    });
    if (hurried.length === 0 || hurried.some((bounds) => bounds.length === 0)) return hurried.length > 0;
    throw beyond("urgent synchronisations that ask clocks");
  };
  /** Runs the updates: the state behind them, and the clocks that are set (row := source row + value). */
  const run = (state: Discrete, { offers }: Move) => {
    const hook = (update: Edge["update"]) => ({ edge: { update, frameSize: network.updateFrameSize }, select: [] });
    load(state, 0);
    machine.clearAssignments();
    for (const { edge, select } of [hook(network.beforeUpdate), ...offers, hook(network.afterUpdate)]) {
      machine.openFrame(edge.frameSize);
      machine.setFrame(select);
      evaluate.compileBlock(edge.update, functions)(machine);
    }
    const cells = network.initialValues.map((first, at) => (forgotten.has(at) ? first : machine.memory[at]!));
    const locations = state.locations.map((at, p) => offers.find(({ edge }) => edge.process === p)?.edge.target ?? at);
    const set = range(0, machine.assigned - 1).map((k) => machine.assignments.slice(3 * k, 3 * k + 3));
    return { after: { locations, cells }, set: set as [row: number, source: number, value: number][] };
  };
  /** Channels decide first, processes where these are equal. */
  const rank = ({ offers }: Move): number =>
    2 ** 20 * (channels[offers[0]!.channel]?.priority ?? network.internalPriority) +
    Math.max(...offers.map(({ edge }) => processes[edge.process]!.priority));
  return { load, where, invariant, moves, timeStops, run, rank };
}

/** What conditions ask of clocks, evaluated where the machine stands. */
function conditionsOf(machine: evaluate.Machine, functions: evaluate.FunctionTable) {
  const valued = (expression: Expression) => evaluate.compileExpression(expression, functions)(machine);
  const bind = (cell: number, value: number) => void (machine.memory[machine.frame + cell] = value);
  const compared = ({ left, right, bound }: Comparison, op: string): Bound[] => {
    const [i, j] = [left, right].map((clock) => evaluate.compileClock(clock, functions)(machine)) as [number, number];
    const c = valued(bound);
    const upper: Bound[] = op === ">" || op === ">=" ? [] : [[i, j, 2 * c + (op === "<" ? 0 : 1)]];
    return op === "<" || op === "<=" ? upper : [...upper, [j, i, -2 * c + (op === ">" ? 0 : 1)]];
  };
  const asked = (conjuncts: readonly Conjunct[]): Bounds => {
    const bounds: Bound[] = [];
    for (const one of conjuncts) {
      if (one.kind === "data" && valued(one.condition) === 0) return null;
      if (one.kind === "data") continue;
      for (const chosen of product(one.binders.map(({ min, max }) => range(min, max)))) {
        for (const [k, { cell }] of one.binders.entries()) bind(cell, chosen[k]!);
        if (one.when === undefined || valued(one.when) !== 0) bounds.push(...compared(one, one.op));
      }
    }
    return bounds;
  };
  /** The formula, or its opposite, as conjunctions one of which holds. */
  const where = (formula: Formula, positive: boolean, stuck: Stuck): (readonly Bound[])[] => {
    if (formula.kind === "deadlock") return positive ? stuck.dead : stuck.alive;
    if (formula.kind === "data") return (valued(formula.condition) !== 0) === positive ? [[]] : [];
    if (formula.kind === "not") return where(formula.part, !positive, stuck);
    if (formula.kind === "clock") {
      const op = positive ? formula.op : OPPOSITE[formula.op];
      return (op === "!=" ? ["<", ">"] : [op]).map((way) => compared(formula, way));
    }
    const isAll = (formula.kind === "and" || formula.kind === "forall") === positive;
    const rounds = "parts" in formula ? formula.parts : range(formula.binder.min, formula.binder.max);
    let all: (readonly Bound[])[] = isAll ? [[]] : [];
    for (const round of rounds) {
      if ("binder" in formula) bind(formula.binder.cell, round as number);
      if (isAll && all.length === 0) break;
      const more = where("binder" in formula ? formula.body : (round as Formula), positive, stuck);
      all = isAll ? all.flatMap((one) => more.map((other) => [...one, ...other])) : [...all, ...more];
    }
    return all;
  };
  return { asked, where };
}

function zonesOf(dim: number) {
  const rows = range(0, dim - 1);
  const entries = rows.flatMap((i) => rows.map((j) => [i, j] as const));
  const everything: Zone = entries.map(([i, j]) => (i === 0 || i === j ? 1 : Infinity));
  /** The part of the zone that meets the bounds, each as tight as it is; none where nothing does. */
  const cut = (zone: Zone, bounds: Bounds): Zone[] => {
    const z = [...zone];
    for (const [i, j, bound] of bounds ?? []) z[i * dim + j] = Math.min(z[i * dim + j]!, bound);
    for (const k of rows)
      for (const i of rows)
        for (const j of rows) z[i * dim + j] = Math.min(z[i * dim + j]!, sum(z[i * dim + k]!, z[k * dim + j]!));
    return bounds === null || rows.some((i) => z[i * (dim + 1)]! < 1) ? [] : [z];
  };
  /** Without what meets one of the conjunctions: of each zone what misses the first bound, what misses the second, … */
  const without = (zones: readonly Zone[], conjunctions: readonly (readonly Bound[])[]): readonly Zone[] =>
    conjunctions.reduce((left, bounds) => {
      const missing = (zone: Zone, k: number) => cut(zone, [...bounds.slice(0, k), opposite(bounds[k]!)]);
      return left.flatMap((zone) => bounds.flatMap((_, k) => missing(zone, k)));
    }, zones);
  const boundsOf = (zone: Zone): Bound[] =>
    entries.map(([i, j]): Bound => [i, j, zone[i * dim + j]!]).filter(([i, j, b]) => i !== j && b !== Infinity);
  const up = (zone: Zone): Zone => zone.map((bound, at) => (at > 0 && at % dim === 0 ? Infinity : bound));
  const assigned = (zone: Zone, [row, source, value]: readonly [number, number, number]): Zone =>
    entries.map(([i, j]) => {
      if (i === j || (i !== row && j !== row)) return zone[i * dim + j]!;
      return i === row ? sum(zone[source * dim + j]!, 2 * value + 1) : sum(zone[i * dim + source]!, 1 - 2 * value);
    });
  return { everything, cut, without, boundsOf, up, assigned };
}

const OPPOSITE = { "<": ">=", "<=": ">", "==": "!=", "!=": "==", ">=": "<", ">": "<=" } as const;
const opposite = ([i, j, bound]: Bound): Bound => [j, i, 1 - bound];
const sum = (a: number, b: number) => (a === Infinity || b === Infinity ? Infinity : a + b - ((a | b) & 1));
const range = (min: number, max: number) => Array.from({ length: Math.max(0, max - min + 1) }, (_, k) => min + k);
const product = (lists: readonly (readonly number[])[]) =>
  lists.reduce<number[][]>((all, list) => all.flatMap((one) => list.map((value) => [...one, value])), [[]]);

/** One more takes part; who may stay out does so where none of its guards hold. */
function joined(moves: readonly Move[], own: readonly Offer[], mayStayOut: boolean): Move[] {
  const isForced = own.some(({ bounds }) => bounds.length === 0);
  return moves.flatMap((move) => {
    const staying = { ...move, outside: [...move.outside, ...own.map(({ bounds }) => bounds)] };
    const joining = own.map((one) => ({
      ...move,
      offers: [...move.offers, one],
      bounds: [...move.bounds, ...one.bounds],
    }));
    return mayStayOut && !isForced ? [...joining, staying] : joining;
  });
}
