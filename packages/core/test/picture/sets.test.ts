// Sets of a search by decision diagrams, from the search to the picture: what was noted is what the search says of
// itself, and a diagram is drawn with all its nodes and the names of the model.

import { describe, expect, it } from "vitest";
import {
  checkQueries,
  drawDiagram,
  drawSetSizes,
  HuntProbe,
  type NamedDiagram,
  readSearch,
  type SetsSample,
  type Shape,
  stillEnvironment,
} from "../../src/index.ts";
import { familyModel } from "../symbolic/family-model.ts";

async function watched(search: string, family = "fischer", size = 2) {
  const network = familyModel(family, size);
  const probe = new HuntProbe();
  const read = readSearch(search);
  if (!read.ok) throw new Error("not a search");
  const { strategy } = read.value;
  const context = { network, options: { strategy }, environment: stillEnvironment, probe };
  const [result] = await checkQueries(context, [network.queries[0]!]);
  return { network, result: result!, sets: probe.recorders.flatMap((recorder) => recorder.sample().sets ?? []) };
}

function* shapesOf(shapes: readonly (Shape | string)[]): Generator<Shape> {
  for (const shape of shapes) {
    if (typeof shape === "string") continue;
    yield shape;
    yield* shapesOf(shape.children);
  }
}
const titles = (shapes: readonly Shape[]): string[] =>
  [...shapesOf(shapes)].filter(({ tag }) => tag === "title").map(({ children }) => String(children[0]));

describe("what is noted", () => {
  it.each(["saturate()", "symbolic()", "symbolic(order=chaining)", "bdda(hamming())", "symbolic(hints=auto)"])(
    "of %s ends with what the search says of itself",
    async (search) => {
      const { result, sets } = await watched(search, "hanoi", 3);
      const { rounds, diagrams, names } = sets.at(-1)!;
      const { states, nodes, rounds: all } = result.statistics.symbolic!;
      expect(names[0]).toBe("all reached");
      expect(rounds.at(-1)!.sets[0]).toMatchObject({ states, nodes });
      expect(rounds.at(-1)!.round).toBe(all);
      expect(rounds.map(({ round }) => round)).toEqual(Array.from({ length: all + 1 }, (_, round) => round));
      expect(diagrams[0]?.nodes.length).toBe(nodes);
    },
  );

  it("has both ends of a search from both", async () => {
    const { sets } = await watched("symbolic(direction=both)", "hanoi", 3);
    expect(sets[0]!.names).toEqual(["from the start", "from the targets"]);
    expect(sets[0]!.rounds.at(-1)!.sets.every(({ nodes }) => nodes > 0)).toBe(true);
  });

  it("is nothing where single states are looked at", async () => {
    expect((await watched("bfs")).sets).toEqual([]);
  });
});

/** (p, n, x): p is in a with n = 0 or 1, or in b with n = 1; x is 0 or at least 4. */
const SMALL: NamedDiagram = {
  levels: [
    { kind: "process", name: "P", locations: ["a", "b"] },
    { kind: "variable", name: "n" },
    { kind: "clock", name: "x", unit: 2, most: 2 },
  ],
  nodes: [
    [2, 1, 0],
    [0, 1, 2],
    [1, 3, 0],
    [0, 3, 4],
    [1, 4, 0],
    [0, 5, 6],
  ],
  root: 7,
};

describe("a diagram", () => {
  it("has every node once, with its value and its share of the states", () => {
    const { shapes, title } = drawDiagram(SMALL);
    expect(title).toBe("Decision diagram of 6 states: 6 nodes on 3 levels");
    const cells = [...shapesOf(shapes)].filter(({ attributes }) => attributes["data-cell"] !== undefined);
    expect(cells.map(({ attributes }) => attributes["data-cell"]).sort()).toEqual([2, 3, 4, 5, 6, 7]);
    expect(titles(shapes).slice(3).sort()).toEqual([
      "P = a: 4 of 6 states",
      "P = b: 2 of 6 states",
      "n = 0: 2 of 6 states",
      "n = 1: 4 of 6 states",
      "x = 0: 3 of 6 states",
      "x = ≥4: 3 of 6 states",
    ]);
    expect(titles(shapes).slice(0, 3)).toEqual(["process P", "variable n", "clock x"]);
  });

  it("keeps boxes of a level apart and inside the picture, also where lists share an end", async () => {
    const { sets } = await watched("symbolic()", "hanoi", 3);
    for (const diagram of [SMALL, ...sets[0]!.diagrams.filter((one) => one !== undefined)]) {
      const { shapes, box } = drawDiagram(diagram);
      const boxes = [...shapesOf(shapes)].filter(({ tag }) => tag === "rect").map(({ attributes }) => attributes);
      expect(boxes.length).toBe(diagram.nodes.length);
      const at = boxes.map(({ x, y, width }) => [Number(y), Number(x), Number(x) + Number(width)] as const);
      at.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      for (const [i, [y, left, right]] of at.entries()) {
        expect(right).toBeLessThanOrEqual(box.width);
        const next = at[i + 1];
        if (next !== undefined && next[0] === y) expect(next[1]).toBeGreaterThanOrEqual(right - 0.02);
        expect(left).toBeGreaterThan(0);
      }
    }
  });
});

describe("sizes by round", () => {
  const size = (states: string, log10: number, nodes: number) => ({ states, log10, nodes });
  const course: SetsSample = {
    order: "bfs",
    names: ["all reached", "latest layer"],
    rounds: [
      { round: 0, sets: [size("1", 0, 3), size("1", 0, 3)] },
      { round: 1, sets: [size("1,000", 3, 10), size("999", 2.9996, 8)] },
      { round: 4, sets: [size("4.07·10⁵⁹", 59.6, 1200), size("0", Number.NEGATIVE_INFINITY, 0)] },
    ],
    diagrams: [undefined, undefined],
  };

  it("say their numbers where one points, and in words", () => {
    const { shapes, title } = drawSetSizes(course, 400, 200);
    expect(titles(shapes)).toEqual([
      "round 0: all reached 1 state in 3 nodes; latest layer 1 state in 3 nodes",
      "round 1: all reached 1,000 states in 10 nodes; latest layer 999 states in 8 nodes",
      "round 4: all reached 4.07·10⁵⁹ states in 1,200 nodes; latest layer 0 states in 0 nodes",
    ]);
    expect(title).toContain("round 4: all reached 4.07·10⁵⁹ states in 1,200 nodes");
  });

  it("stand on a logarithmic scale, and what is empty has no point", () => {
    const { shapes } = drawSetSizes(course, 400, 200);
    const lines = [...shapesOf(shapes)].filter(({ tag }) => tag === "path").map(({ attributes }) => attributes["d"]);
    expect(lines).toHaveLength(4);
    expect(JSON.stringify(shapes)).not.toMatch(/NaN|Infinity|null/);
    const heights = String(lines[0])
      .split(/[ML]/)
      .slice(1)
      .map((point) => Number(point.split(" ")[1]));
    const [ground, middle, top] = heights as [number, number, number];
    expect((ground - middle) / (ground - top)).toBeCloseTo(3 / 59.6, 3);
    expect(String(lines[2]).match(/[ML]/g)).toHaveLength(2);
  });
});
