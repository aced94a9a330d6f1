// Pictures are pure functions: what is in the data is in the picture, where the file puts it, and text from a model is
// text, whatever it looks like.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  type Attributes,
  checkQueries,
  drawAutomaton,
  drawChart,
  drawGantt,
  drawLines,
  drawSeries,
  loadModel,
  type Picture,
  pictureToFile,
  planModel,
  type Shape,
  seriesOf,
  sizeOfText,
  spansOf,
  stillEnvironment,
  THEMES,
  ticks,
  traceOf,
  viewOfProcess,
} from "../../src/index.ts";
import { parseXml } from "../../src/lang/uppaal/xml/tree.ts";

const fischer = loadModel({
  name: "fischer.xml",
  content: readFileSync(new URL("../../../../examples/fischer-weakened.xml", import.meta.url), "utf8"),
});
const network = fischer.network!;

async function fischerTrace() {
  const [result] = await checkQueries({ network, options: {}, environment: stillEnvironment }, [network.queries[0]!]);
  return traceOf(result!.verdict)!;
}

function* shapesOf(shapes: readonly (Shape | string)[]): Generator<Shape> {
  for (const shape of shapes) {
    if (typeof shape === "string") continue;
    yield shape;
    yield* shapesOf(shape.children);
  }
}
const withAttribute = (picture: Picture, name: string): Attributes[] =>
  [...shapesOf(picture.shapes)]
    .map(({ attributes }) => attributes)
    .filter((attributes) => attributes[name] !== undefined);

describe("automata", () => {
  it("show one of many labels in one place when they are only looked at: that of the edge that was taken", () => {
    const edges = Array.from(
      { length: 50 },
      (_, i) => `<transition><source ref="a"/><target ref="a"/><label kind="guard" x="9" y="5">n == ${i}</label>
        <label kind="synchronisation" x="9" y="90">c!</label></transition>`,
    );
    const content = `<nta><declaration>int n; broadcast chan c;</declaration><template><name>T</name><location id="a" x="0" y="0">
      <name x="200" y="5">L</name></location><init ref="a"/>${edges.join("")}</template><system>system T;</system></nta>`;
    const [plan] = planModel(loadModel({ name: "pile.xml", content })).plans;
    const texts = (picture: Picture): string[] =>
      [...shapesOf(picture.shapes)].filter(({ tag }) => tag === "text").map(({ children }) => String(children[0]));
    expect(texts(drawAutomaton(plan!))).toHaveLength(101);
    const still = drawAutomaton(plan!, { still: true, taken: [7] });
    expect(texts(still)).toEqual(["n == 7 +49", "c! +49", "L"]);
    // What each edge says can still be heard.
    expect(withAttribute(still, "data-edge")).toHaveLength(50);
    const few = { ...plan!, edges: plan!.edges.slice(0, 3) };
    expect(texts(drawAutomaton(few, { still: true }))).toHaveLength(7);
  });

  it("that are laid out have no label on another one or on a location, and one pile is no layout", () => {
    const labels = (n: number) => ({
      guard: `x >= ${n} && forall (i : int[0,3]) a[i] != ${n}`,
      assign: `n = ${n},\nx = 0`,
    });
    const edge = (from: string, to: string, n: number) => `<transition><source ref="${from}"/><target ref="${to}"/>
      <label kind="guard">${labels(n).guard.replaceAll("&", "&amp;").replaceAll(">", "&gt;")}</label><label kind="assignment">${labels(n).assign}</label></transition>`;
    const names = ["a", "b", "c", "d"];
    const xml = `<nta><declaration>clock x; int n; int a[4];</declaration><template><name>T</name>
      ${names.map((id) => `<location id="${id}" x="0" y="0"><name>Location${id}</name><label kind="invariant">x &lt;= 10\n&amp;&amp; n &lt; 20\n&amp;&amp; n &gt;= 0</label></location>`).join("")}
      <init ref="a"/>${Array.from({ length: 7 }, (_, n) => edge("b", "b", n)).join("")}
      ${names.flatMap((from) => names.filter((to) => to > from).map((to, n) => edge(from, to, n))).join("")}</template><system>system T;</system></nta>`;
    const [plan] = planModel(loadModel({ name: "pile.xml", content: xml })).plans;
    expect(plan!.placed).toBe(false);
    const boxes = [
      ...plan!.nodes.map(({ name, nameAt }) => ({ ...nameAt, ...sizeOfText(name) })),
      ...[...plan!.nodes, ...plan!.edges].flatMap((one) =>
        one.labels.map(({ at, text }) => ({ ...at, ...sizeOfText(text) })),
      ),
    ];
    const circles = plan!.nodes.map(({ at: { x, y } }) => ({ x: x - 14, y: y - 14, width: 28, height: 28 }));
    type Rectangle = (typeof boxes)[number];
    const overlap = (a: Rectangle, b: Rectangle): boolean =>
      a.x + 1 < b.x + b.width && b.x + 1 < a.x + a.width && a.y + 1 < b.y + b.height && b.y + 1 < a.y + a.height;
    const piles = boxes.flatMap((a, i) =>
      [...boxes.slice(i + 1), ...circles].filter((b) => overlap(a, b)).map((b) => [a, b]),
    );
    expect(piles).toEqual([]);
  });

  it("that have no places fan the loops of a location out, each with its label beside it", () => {
    const loops = ["a", "b", "c", "d", "e", "f"].map((name) => `A -> A { sync ${name}!; }`);
    const content = `broadcast chan a, b, c, d, e, f; process P() { state A, B; init A; trans ${loops.join(", ")}, A -> B { }; } system P;`;
    const [plan] = planModel(loadModel({ name: "loops.xta", content })).plans;
    const drawn = plan!.edges.filter(({ source, target }) => source === target);
    expect(drawn).toHaveLength(6);
    const places = drawn.map(({ labels }) => labels[0]!.at);
    for (const [i, one] of places.entries()) {
      for (const other of places.slice(i + 1)) {
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(15);
      }
    }
  });

  it("stand where the file puts them", () => {
    const plans = planModel(fischer);
    expect(plans.ofProcess).toEqual([0, 0, 0, 0]);
    const [plan] = plans.plans;
    expect(plan!.placed).toBe(true);
    expect(plan!.nodes.map(({ name, at }) => [name, at.x, at.y])).toEqual([
      ["Idle", 0, 0],
      ["Asking", 260, 0],
      ["Waiting", 260, 200],
      ["Critical", 0, 200],
    ]);
    expect(plan!.edges[2]!.nails).toEqual([{ x: 212, y: 100 }]);
    expect(plan!.edges[0]!.path).toBe("/nta/template[1]/transition[1]");
    const picture = drawAutomaton(plan!);
    expect(withAttribute(picture, "data-node")).toHaveLength(4);
    expect(withAttribute(picture, "data-edge")).toHaveLength(5);
  });

  it("show where a run stands and what it took", async () => {
    const trace = await fischerTrace();
    const plans = planModel(fischer);
    const { transition, state } = trace.steps[0]!;
    const views = network.processes.map((_, p) => viewOfProcess(network, plans, p, state.locations, transition));
    expect(views.filter(({ taken }) => taken!.length > 0)).toHaveLength(1);
    const moved = views.find(({ taken }) => taken!.length > 0)!;
    expect(moved).toMatchObject({ current: 1, taken: [0] });
    const said = withAttribute(drawAutomaton(plans.plans[0]!, moved), "aria-label").map((one) => one["aria-label"]);
    expect(said).toContain("location Asking, current");
    expect(said.filter((label) => `${label}`.endsWith(", taken"))).toHaveLength(1);
  });

  it("are laid out where nobody did, without two locations in one place", () => {
    const content = [
      "system:s",
      "event:e",
      "process:P",
      ...[..."abcdef"].map((name, i) => `location:P:${name}${i === 0 ? "{initial:}" : ""}`),
      ...["a:b", "b:c", "c:a", "a:d", "d:e", "e:f", "f:f", "b:e"].map((ends) => `edge:P:${ends}:e`),
    ].join("\n");
    const { plans } = planModel(loadModel({ name: "p.tck", content: `${content}\n` }));
    expect(plans[0]!.placed).toBe(false);
    const places = plans[0]!.nodes.map(({ at }) => `${at.x},${at.y}`);
    expect(new Set(places).size).toBe(6);
    for (const { at } of plans[0]!.nodes) expect(Number.isFinite(at.x) && Number.isFinite(at.y)).toBe(true);
  });

  it("follow an edge through its branchpoint", () => {
    const content = `<nta><template><name>T</name><location id="a" x="0" y="0"/><location id="b" x="9" y="0"/>
      <branchpoint id="p" x="5" y="5"/><init ref="a"/>
      <transition><source ref="a"/><target ref="p"/></transition>
      <transition><source ref="p"/><target ref="a"/></transition>
      <transition><source ref="p"/><target ref="b"/></transition></template><system>system T;</system></nta>`;
    const model = loadModel({ name: "b.xml", content });
    const plans = planModel(model);
    const edges = model.network!.edges.map(
      ({ id }) => viewOfProcess(model.network!, plans, 0, [0], { edges: [{ edge: id, select: [] }] }).taken,
    );
    expect(edges).toEqual([
      [0, 1],
      [0, 2],
    ]);
  });
});

describe("charts of a trace", () => {
  it("have a row per step, a bar per stay and a strip per value", async () => {
    const trace = await fischerTrace();
    const chart = drawChart(network, trace, { selected: 2 });
    expect(withAttribute(chart, "data-step").map((one) => one["data-step"])).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const part = drawChart(network, trace, { from: 2, to: 4 });
    expect(withAttribute(part, "data-step").map((one) => one["data-step"])).toEqual([3, 4]);
    const moves = trace.steps.flatMap(({ transition }) => transition.edges).length;
    expect(withAttribute(drawGantt(network, trace), "data-step")).toHaveLength(network.processes.length + moves);
    const series = seriesOf(network, trace);
    expect(series.map(({ name }) => name)).toEqual(["turn", ...network.clocks.map(({ name }) => name)]);
    // A clock grows by the delay while a state lasts.
    const spans = spansOf(trace);
    const clock = series[1]!;
    for (const [i, { from, to }] of spans.entries()) expect(clock.left[i]! - clock.entered[i]!).toBe(to - from);
    expect(drawSeries(trace, series).shapes.length).toBeGreaterThan(series.length);
  });

  it("mark where a loop begins, and how far it reaches", async () => {
    const plain = await fischerTrace();
    const trace = { ...plain, loop: { start: 2, turns: 1, repeats: "exactly", time: "diverges" } } as const;
    const says = (picture: Picture): boolean => JSON.stringify(picture.shapes).includes("↻ the loop begins");
    const marks = (picture: Picture): Attributes[] =>
      withAttribute(picture, "stroke").filter((one) => one["stroke"] === "@accent" && one["stroke-width"] === 3);
    expect(says(drawChart(network, plain))).toBe(false);
    expect(marks(drawChart(network, plain))).toEqual([]);
    expect(says(drawChart(network, trace))).toBe(true);
    // Before the loop, around its beginning, and in the middle of it.
    const pages = [0, 2, 4].map((from) => drawChart(network, trace, { from, to: from + 2 }));
    expect(pages.map((page) => [says(page), marks(page).length])).toEqual([
      [false, 0],
      [true, 1],
      [false, 1],
    ]);
    const spans = spansOf(plain);
    const late = { ...trace, loop: { ...trace.loop, start: spans.findIndex(({ from }) => from > 0) } };
    const [first, last] = [spans[late.loop.start]!.from, spans.at(-1)!.to];
    const series = seriesOf(network, late);
    for (const [window, isTold] of [
      [undefined, true],
      [{ from: 0, to: first / 2 }, false],
      [{ from: (first + last) / 2, to: last }, false],
    ] as const) {
      const options = window === undefined ? {} : { window };
      expect(says(drawGantt(network, late, options))).toBe(isTold);
      expect(says(drawSeries(late, series, options))).toBe(isTold);
    }
    expect(says(drawGantt(network, plain))).toBe(false);
  });

  it("label time with round numbers", () => {
    expect(ticks(0, 4)).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4]);
    expect(ticks(3, 97, 5)).toEqual([20, 40, 60, 80]);
    expect(ticks(5, 5)).toEqual([5]);
  });
});

describe("SVG files", () => {
  it("are well-formed whatever a model is called, and carry no markup of it", () => {
    const evil = '"><script>alert(1)</script>&\u0001';
    const picture: Picture = {
      title: evil,
      box: { x: 0, y: 0, width: 10, height: 10 },
      shapes: [{ tag: "text", attributes: { x: 0, "aria-label": evil, fill: "@ink" }, children: [evil] }],
    };
    const svg = pictureToFile(picture, "light");
    expect("file" in parseXml(svg)).toBe(true);
    expect(svg).not.toContain("<script");
    expect(svg).toContain(THEMES.light.ink);
  });

  it("have colours one can read: contrast of text against the paper is at least 4.5, of areas against the panel 2", () => {
    const luminance = (colour: string): number => {
      const parts = [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16) / 255);
      const [r, g, b] = parts.map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [
        number,
        number,
        number,
      ];
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one: string, other: string): number => {
      const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
      return (light + 0.05) / (dark + 0.05);
    };
    const texts = [
      "ink",
      "soft",
      "accent",
      "good",
      "bad",
      "unknown",
      "guard",
      "sync",
      "update",
      "select",
      "invariant",
    ] as const;
    for (const theme of Object.values(THEMES)) {
      expect(contrast(theme.visited, theme.panel), "visited").toBeGreaterThanOrEqual(2);
      for (const paper of ["paper", "panel"] as const) {
        for (const name of texts)
          expect(contrast(theme[name], theme[paper]), `${name} on ${paper}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
});

describe("lines", () => {
  it("of small plots have numbers beside them that do not touch, and never only the ground", () => {
    for (const top of [1, 3, 9, 24, 46, 99, 101, 4600]) {
      const lines = [{ name: "one", points: [[0, 0] as const, [1, top] as const] }];
      const picture = drawLines(lines, { width: 300, height: 80, xLabel: "seconds", yLabel: "rate" });
      const beside = withAttribute(picture, "text-anchor").filter(
        (one) => one["text-anchor"] === "end" && one["x"] === 40,
      );
      const heights = beside.map(({ y }) => Number(y)).sort((a, b) => a - b);
      expect(heights.length, `${top}`).toBeGreaterThan(1);
      for (const [i, y] of heights.slice(1).entries()) expect(y - heights[i]!, `${top}`).toBeGreaterThanOrEqual(11);
    }
  });
});
