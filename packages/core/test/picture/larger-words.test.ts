// Words that are drawn larger than planned are moved out of the way: counted are the circles and other words that their
// boxes touch, as they stand in the picture.

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { boundsOf, drawAutomaton, loadModel, planModel, type Shape, withLargerWords } from "../../src/index.ts";

interface Words {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function collect(shapes: readonly (Shape | string)[], found: { circles: Shape[]; texts: Shape[] }): typeof found {
  for (const shape of shapes) {
    if (typeof shape === "string") continue;
    if (shape.tag === "circle" && shape.attributes["class"] === "body") found.circles.push(shape);
    if (shape.tag === "text" && shape.attributes["text-anchor"] === undefined) found.texts.push(shape);
    collect(shape.children, found);
  }
  return found;
}

/** Circles and words that other words stand on. */
function touchesIn(shapes: readonly Shape[], wordsOnly = false): number {
  const { circles: bodies, texts } = collect(shapes, { circles: [], texts: [] });
  const circles = wordsOnly ? [] : bodies;
  const boxes = texts.map(({ attributes: { x, y, "font-size": size }, children }): Words => {
    const [left, baseline, height] = [Number(x), Number(y), Number(size)];
    const width = String(children[0]).length * height * 0.6;
    return { left, right: left + width, top: baseline - 0.75 * height, bottom: baseline + 0.1 * height };
  });
  let touches = 0;
  for (const [i, box] of boxes.entries()) {
    for (const { attributes } of circles) {
      const [x, y, r] = [Number(attributes["cx"]), Number(attributes["cy"]), Number(attributes["r"])];
      const dx = x - Math.max(box.left, Math.min(box.right, x));
      const dy = y - Math.max(box.top, Math.min(box.bottom, y));
      if (Math.hypot(dx, dy) < r) touches++;
    }
    for (const other of boxes.slice(i + 1)) {
      const isApart =
        other.left >= box.right || box.left >= other.right || other.top >= box.bottom || box.top >= other.bottom;
      if (!isApart) touches++;
    }
  }
  return touches;
}

const folder = new URL("../../../../examples/", import.meta.url);
const models = readdirSync(folder).filter((name) => name.endsWith(".xml"));
const FACTOR = 1.35;

it.each(models)("moves the words of %s out of the way", (name) => {
  const { plans } = planModel(loadModel({ name, content: readFileSync(new URL(name, folder), "utf8") }));
  for (const plan of plans) {
    const { x, y, width, height } = boundsOf(plan);
    const within = { x: x - 23, y, width: width + 46, height };
    const asDrawn = touchesIn(drawAutomaton(plan).shapes);
    const moved = withLargerWords(plan, FACTOR, within);
    const touches = touchesIn(drawAutomaton(moved, { words: FACTOR }).shapes);
    expect(touches, `${name}, ${plan.name}`).toBeLessThanOrEqual(asDrawn);
  }
});

it("leaves words alone that are not larger, and draws none where there is no room", () => {
  const text = "process P() { state a, b; init a; trans a -> b { guard true; }; }\nsystem P;\n";
  const plan = planModel(loadModel({ name: "m.xta", content: text })).plans[0]!;
  expect(withLargerWords(plan, 1, boundsOf(plan))).toBe(plan);
  expect(collect(drawAutomaton(plan, { words: 0 }).shapes, { circles: [], texts: [] }).texts).toEqual([]);
});

it("leaves out what stands on other words still, and keeps every name", () => {
  const edges = Array.from({ length: 6 }, (_, i) => `a -> b { guard n == ${i}; assign n = ${i} + 1; }`);
  const text = `int n; process P() { state a, b; init a; trans ${edges.join(", ")}; }\nsystem P;\n`;
  const [laidOut] = planModel(loadModel({ name: "m.xta", content: text })).plans;
  const nodes = laidOut!.nodes.map((node, i) => ({ ...node, at: { x: 60 * i, y: 0 }, nameAt: { x: 60 * i, y: -40 } }));
  const close = laidOut!.edges.map((edge) => ({
    ...edge,
    nails: [],
    labels: edge.labels.map((label) => ({ ...label, at: { x: 10, y: 5 } })),
  }));
  const plan = { ...laidOut!, nodes, edges: close };
  const moved = withLargerWords(plan, 2.4, boundsOf(plan));
  expect(touchesIn(drawAutomaton(moved, { words: 2.4 }).shapes, true)).toBe(0);
  const left = moved.edges.flatMap(({ labels }) => labels.filter(({ text: shown }) => shown !== ""));
  expect(left.length).toBeGreaterThan(0);
  expect(left.length).toBeLessThan(12);
  expect(moved.nodes.map(({ name }) => name)).toEqual(["a", "b"]);
});
