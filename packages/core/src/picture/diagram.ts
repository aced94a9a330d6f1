// A decision diagram, level by level: the values of a list side by side, a line from each to the list of what may
// follow. A line that meets a list in its middle means the values from there on; where a list ends as another one does,
// a dashed line leads to the rest.

import { diagramValueText, type NamedDiagram, type NamedLevel } from "../search-insight/index.ts";
import { fitting, group, type Picture, round, type Shape, shape, widthOf, words } from "./shape.ts";

const [ROW, CELL, GAP, SIZE] = [50, 20, 16, 11];
const [LEAST_WIDTH, MOST_WIDTH, MOST_LABEL] = [24, 110, 190];
const SWEEPS = 4;
const INKS: Readonly<Record<NamedLevel["kind"], string>> = {
  process: "@ink",
  variable: "@update",
  clock: "@invariant",
};

/** A node with its value, and where it stands. */
interface Cell {
  readonly number: number;
  readonly level: number;
  readonly value: string;
  readonly text: string;
  readonly width: number;
  readonly down: number;
  readonly right: number;
  x: number;
}

export function drawDiagram(diagram: NamedDiagram): Picture {
  const { levels, nodes, root } = diagram;
  const cells = cellsOf(diagram);
  const rows = rowsOf(cells, levels.length, root);
  arrange(rows, cells);
  const label = Math.min(MOST_LABEL, 18 + Math.max(0, ...levels.map(({ name }) => widthOf(name, SIZE + 1))));
  const wide = Math.max(60, ...rows.map(widthOfRow));
  const centre = (cell: Cell): number => round(label + cell.x + cell.width / 2);
  const topOf = ({ level }: Cell): number => 12 + level * ROW;
  const { states, through } = shares(nodes, root);
  const lines: Shape[] = [];
  const boxes: Shape[] = [];
  for (const cell of rows.flat(2)) {
    const [x, y] = [centre(cell), topOf(cell)];
    const below = cells.get(cell.down);
    if (below !== undefined) {
      const [to, bottom] = [centre(below), topOf(below)];
      const d = `M${x} ${y + CELL}C${x} ${y + CELL + 14} ${to} ${bottom - 14} ${to} ${bottom}`;
      lines.push(shape("path", { d, fill: "none", stroke: "@line", "stroke-width": 1, opacity: 0.7 }));
    }
    const place = { x: round(x - cell.width / 2), y, width: cell.width, height: CELL };
    const title = `${levels[cell.level]!.name} = ${cell.value}: ${through.get(cell.number)} of ${states} states`;
    boxes.push(
      group({ "data-cell": cell.number }, [
        shape("title", {}, title),
        shape("rect", { ...place, fill: "@node", stroke: "@line", "stroke-width": 1 }),
        words(x, y + 4, cell.text, { "font-size": SIZE, "text-anchor": "middle" }),
      ]),
    );
  }
  for (const list of rows.flat()) {
    const end = list.at(-1)!;
    const rest = cells.get(end.right);
    if (rest === undefined) continue;
    const [x, y, to] = [centre(end) + end.width / 2, topOf(end) + CELL / 2, centre(rest)];
    const d = `M${x} ${y}C${x + 14} ${y - 20} ${to} ${y - 24} ${to} ${topOf(rest)}`;
    lines.push(shape("path", { d, fill: "none", stroke: "@soft", "stroke-width": 1, "stroke-dasharray": "3 3" }));
  }
  const labels = levels.map(({ name, kind }, level) =>
    group({ "data-level": level }, [
      shape("title", {}, `${kind} ${name}`),
      words(4, 15 + level * ROW, fitting(name, label - 16, SIZE + 1), { fill: INKS[kind], "font-size": SIZE + 1 }),
    ]),
  );
  return {
    title: `Decision diagram of ${states} states: ${nodes.length} nodes on ${levels.length} levels`,
    box: { x: 0, y: 0, width: label + wide + 24, height: 24 + Math.max(1, levels.length) * ROW - (ROW - CELL) },
    shapes: [...labels, ...lines, ...boxes],
  };
}

/** By number; each behind those it refers to. */
function cellsOf({ levels, nodes }: NamedDiagram): ReadonlyMap<number, Cell> {
  const cells = new Map<number, Cell>();
  for (const [at, [value, down, right]] of nodes.entries()) {
    const level = (cells.get(down)?.level ?? levels.length) - 1;
    const whole = diagramValueText(levels[level]!, value);
    const text = fitting(whole, MOST_WIDTH - 10, SIZE);
    const width = Math.max(LEAST_WIDTH, Math.ceil(widthOf(text, SIZE)) + 10);
    cells.set(at + 2, { number: at + 2, level, value: whole, text, width, down, right, x: 0 });
  }
  return cells;
}

/** By level: lists, each node in one of them. The longest come first, so that few have to refer to others. */
function rowsOf(cells: ReadonlyMap<number, Cell>, depth: number, root: number): Cell[][][] {
  const rows: Cell[][][] = [];
  let heads = new Set([root]);
  const placed = new Set<number>();
  for (let level = 0; level < depth; level++) {
    const lists = [...heads].map((head): Cell[] => {
      const list: Cell[] = [];
      for (let cell = cells.get(head); cell !== undefined; cell = cells.get(cell.right)) list.push(cell);
      return list;
    });
    heads = new Set(lists.flatMap((list) => list.map(({ down }) => down)));
    const row: Cell[][] = [];
    for (const list of lists.sort((a, b) => b.length - a.length)) {
      const own = list.filter(({ number }) => !placed.has(number));
      for (const { number } of own) placed.add(number);
      if (own.length > 0) row.push(own);
    }
    rows.push(row);
  }
  return rows;
}

/** Lists stand near those that lead to them and those they lead to. Rows begin beside their names. */
function arrange(rows: readonly Cell[][][], cells: ReadonlyMap<number, Cell>): void {
  const parents = new Map<number, Cell[]>();
  for (const cell of cells.values()) parents.set(cell.down, [...(parents.get(cell.down) ?? []), cell]);
  const above = ({ number }: Cell): Cell[] => parents.get(number) ?? [];
  const below = ({ down }: Cell): Cell[] => [cells.get(down)].filter((cell) => cell !== undefined);
  for (const row of rows) pack(row);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isDown = sweep % 2 === 0;
    for (const row of isDown ? rows : [...rows].reverse()) {
      const near = new Map(row.map((list) => [list, meanOf(list.flatMap(isDown ? above : below), list)]));
      row.sort((a, b) => near.get(a)! - near.get(b)!);
      pack(row);
    }
  }
}

function meanOf(neighbours: readonly Cell[], own: readonly Cell[]): number {
  const of = neighbours.length > 0 ? neighbours : own;
  return of.reduce((sum, { x, width }) => sum + x + width / 2, 0) / of.length;
}

function pack(row: readonly Cell[][]): void {
  let at = 0;
  for (const list of row) {
    for (const cell of list) {
      cell.x = at;
      at += cell.width;
    }
    at += GAP;
  }
}

function widthOfRow(row: readonly Cell[][]): number {
  return row.flat().reduce((sum, { width }) => sum + width, 0) + GAP * Math.max(0, row.length - 1);
}

/** How many states there are, and how many of them go through each node. */
function shares(nodes: NamedDiagram["nodes"], root: number) {
  const onwards: bigint[] = [0n, 1n];
  for (const [, down, right] of nodes) onwards.push(onwards[down]! + onwards[right]!);
  const waysTo: bigint[] = onwards.map((_, number) => (number === root ? 1n : 0n));
  const through = new Map<number, string>();
  const said = (count: bigint): string => count.toLocaleString("en");
  for (let number = nodes.length + 1; number >= 2; number--) {
    const [, down, right] = nodes[number - 2]!;
    waysTo[down]! += waysTo[number]!;
    waysTo[right]! += waysTo[number]!;
    through.set(number, said(waysTo[number]! * onwards[down]!));
  }
  return { states: said(onwards[root]!), through };
}
