// The edges of a joint transition with what their selects may be: a channel's index narrows the selects that are that
// index, and a sender's computed index is the value of the receiver's select. Conditions, which are asked before
// anything is written, evaluate that index; updates find it in an input of its own (`LocatedCells.sent`), since it is
// not theirs to compute.

import { type Edge, type Expression, type Visitor, visitExpression, visitStatements } from "../../../network/index.ts";
import type { AbstractCompiler } from "../../../value-sets/abstract-compiler.ts";
import { abstractExpression } from "../../../value-sets/abstract-expression.ts";
import type { AbstractMachine } from "../../../value-sets/abstract-machine.ts";
import type { SetPool } from "../../../value-sets/set-pool.ts";
import type { ValueSet } from "../../../value-sets/value-set.ts";
import { computedIndex, passedSelect, selectSets } from "./channel-index.ts";
import type { LocatedCells } from "./located-cells.ts";
import type { FrameText } from "./program.ts";

/** `passed`: a select that the sender's index decides. */
export interface Part {
  readonly edge: Edge;
  readonly selects: readonly ValueSet[];
  readonly passed: Passed | null;
}
interface Passed {
  readonly cell: number;
  readonly sender: Edge;
  readonly senderSelects: readonly ValueSet[];
  readonly index: Expression;
}

/** Something to be evaluated in an edge's frame. */
export type Piece = Pick<Edge, "update"> | Expression;

export function partsOf(edges: readonly Edge[], channels: readonly number[], pool: SetPool): Part[] {
  const sender = edges.find((edge) => edge.sync.kind === "send");
  const senderSelects = sender === undefined ? [] : selectSets(sender, channels, pool);
  const index = sender === undefined ? null : computedIndex(sender);
  return edges.map((edge) => {
    const selects = edge === sender ? senderSelects : selectSets(edge, channels, pool);
    const cell = sender === undefined || index === null ? null : passedSelect(edge, sender);
    const passed =
      sender === undefined || index === null || cell === null ? null : { cell, sender, senderSelects, index };
    return { edge, selects, passed };
  });
}

interface NeededPart {
  readonly name: string;
  /** What the selects are: the name without the edge. */
  readonly selected: string;
  readonly part: Part;
  /** The part as plain data, but for its edge. */
  readonly source: unknown;
}

/** The part without what the piece does not look at; equal names mean equal results, so that programs are shared. */
export function partFor(part: Part, piece: Piece): NeededPart {
  const { edge, selects, passed } = part;
  const used = usedSelects(piece, edge);
  const relevant = passed !== null && used.has(passed.cell) ? passed : null;
  const ids = (sets: readonly ValueSet[]): string => sets.map(({ id }) => id).join(",");
  const own = [...used].map((cell) => `${cell}:${selects[cell]!.id}`).join(",");
  let selected = own;
  let source: unknown = [own];
  if (relevant !== null) {
    const { cell, index, sender, senderSelects } = relevant;
    const { min, max } = edge.selects[cell]!;
    if ("update" in piece) {
      selected += ` ${cell} sent ${min}…${max}`;
      source = [own, cell, min, max, "sent"];
    } else {
      selected += ` ${cell} from ${sender.id} ${ids(senderSelects)}`;
      source = [own, cell, min, max, index, ids(senderSelects)];
    }
  }
  return { name: `${edge.id} ${selected}`, selected, part: { edge, selects, passed: relevant }, source };
}

/** The frame of a part, as it is written. `sent`: the input that keeps the sender's index, for updates. */
export function frameText({ edge, selects, passed }: Part, sent: number | null): FrameText {
  if (passed === null) return { size: edge.frameSize, selects, passed: null };
  const { cell, sender, senderSelects, index } = passed;
  const { min, max } = edge.selects[cell]!;
  const from = sent ?? { index, size: sender.frameSize, selects: senderSelects };
  return { size: edge.frameSize, selects, passed: { cell, min, max, from } };
}

/** Opens the frame of an update, with the sets of its selects. */
export function updateFrameOf({ edge, selects, passed }: Part, located: LocatedCells): (m: AbstractMachine) => void {
  const seenAs = located.seenFrom(edge.process, edge.source);
  if (passed === null) return (m) => m.begin(edge.frameSize, selects, seenAs);
  const { cell } = passed;
  const { min, max } = edge.selects[cell]!;
  return (m) => {
    m.begin(edge.frameSize, selects, seenAs);
    m.write(m.frame + cell, m.pool.within(m.read(located.sent), min, max), true);
  };
}

/** Opens the frame of a condition, with the sets of its selects. */
export function frameOf(
  { edge, selects, passed }: Part,
  functions: AbstractCompiler,
  located: LocatedCells,
): (m: AbstractMachine) => void {
  const seenAs = located.seenFrom(edge.process, edge.source);
  if (passed === null) return (m) => m.begin(edge.frameSize, selects, seenAs);
  const { cell, sender, senderSelects } = passed;
  const index = abstractExpression(passed.index, functions);
  const { min, max } = edge.selects[cell]!;
  const seenBySender = located.seenFrom(sender.process, sender.source);
  return (m) => {
    m.begin(sender.frameSize, senderSelects, seenBySender);
    const value = m.pool.within(index(m), min, max);
    m.begin(edge.frameSize, selects, seenAs);
    m.write(m.frame + cell, value, true);
  };
}

/** Select variables that something in an edge's frame looks at, ascending. */
function usedSelects(piece: Piece, { selects }: Edge): ReadonlySet<number> {
  if (selects.length === 0) return new Set();
  const used: number[] = [];
  const visitor: Visitor = {
    place: (place) => {
      if (place.space === "frame" && place.base < selects.length) used.push(place.base);
    },
  };
  if ("update" in piece) visitStatements(piece.update, visitor);
  else visitExpression(piece, visitor);
  return new Set(used.sort((a, b) => a - b));
}
