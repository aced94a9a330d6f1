// Interference: processes on a circle, joined where their edges disturb each other; and the contexts of one edge as
// growing rings.

import type { Contexts } from "../insight/index.ts";
import type { Network } from "../network/index.ts";
import { HUES } from "./palette.ts";
import { fitting, group, type Picture, SANS, type Shape, shape, words } from "./shape.ts";

export function drawDisturbances(
  network: Network,
  between: readonly { readonly a: number; readonly b: number; readonly pairs: number }[],
  chosen?: number,
): Picture {
  const taking = new Set(between.flatMap(({ a, b }) => [a, b]));
  const shown = network.processes
    .map((_, index) => index)
    .filter((index) => taking.has(index) || network.processes.length <= 20)
    .slice(0, 60);
  const radius = Math.max(90, shown.length * 13);
  const centre = radius + 80;
  const at = new Map(
    shown.map((process, i) => {
      const angle = (2 * Math.PI * i) / shown.length - Math.PI / 2;
      return [process, { x: centre + radius * Math.cos(angle), y: centre + radius * Math.sin(angle) }];
    }),
  );
  const most = Math.max(1, ...between.map(({ pairs }) => pairs));
  const lines = between.flatMap(({ a, b, pairs }): Shape[] => {
    const [from, to] = [at.get(a), at.get(b)];
    if (from === undefined || to === undefined) return [];
    const width = 1 + (5 * pairs) / most;
    const isNear = chosen === a || chosen === b;
    return [
      shape(
        "path",
        {
          d: `M${from.x} ${from.y}Q${centre} ${centre} ${to.x} ${to.y}`,
          fill: "none",
          stroke: isNear ? "@accent" : "@hue7",
          "stroke-width": width,
          opacity: 0.75,
        },
        shape("title", {}, `${network.processes[a]!.name} and ${network.processes[b]!.name}: ${pairs} pairs of edges`),
      ),
    ];
  });
  const nodes = shown.map((process, i) => {
    const { x, y } = at.get(process)!;
    const { name } = network.processes[process]!;
    return group({ "data-process": process, role: "button", tabindex: 0, "aria-label": `process ${name}` }, [
      shape("circle", {
        cx: x,
        cy: y,
        r: 9,
        fill: HUES[i % HUES.length],
        stroke: process === chosen ? "@accent" : "@line",
        "stroke-width": process === chosen ? 3 : 1.2,
      }),
      words(x, y + 12, fitting(name, 120), { "text-anchor": "middle", "font-family": SANS }),
    ]);
  });
  return {
    title: "Processes whose edges interfere",
    box: { x: 0, y: 0, width: 2 * centre, height: 2 * centre },
    shapes: [...lines, ...nodes],
  };
}

export function drawContexts(network: Network, { rings, beyond, edge }: Contexts): Picture {
  const step = 78;
  const most = rings.length + (beyond.length > 0 ? 1 : 0);
  const centre = most * step + 30;
  const nameOf = (id: number): string => {
    const { process, source, target } = network.edges[id]!;
    const { name, locations } = network.processes[process]!;
    return `${name}: ${locations[source]!.name} → ${locations[target]!.name}`;
  };
  const shapes: Shape[] = [];
  for (let n = rings.length - 1; n >= 1; n--) {
    const r = n * step;
    shapes.push(
      shape("circle", {
        cx: centre,
        cy: centre,
        r: r + step / 2,
        fill: n % 2 === 1 ? "@panel" : "@paper",
        stroke: "@faint",
        "stroke-width": 1,
      }),
      words(centre, centre - r - step / 2 + 3, `C${n}`, { "text-anchor": "middle", fill: "@soft", "font-size": 11 }),
    );
  }
  const dots = (ids: readonly number[], r: number, faded: boolean): void => {
    for (const [i, id] of ids.entries()) {
      const angle = (2 * Math.PI * (i + 0.5)) / ids.length - Math.PI / 2;
      const [x, y] = [centre + r * Math.cos(angle), centre + r * Math.sin(angle)];
      const { process } = network.edges[id]!;
      shapes.push(
        group({ "data-edge": id, role: "button", tabindex: 0, "aria-label": nameOf(id) }, [
          shape("title", {}, nameOf(id)),
          shape("circle", {
            cx: x,
            cy: y,
            r: ids.length > 40 ? 4 : 7,
            fill: faded ? "@paper" : HUES[process % HUES.length],
            stroke: "@line",
            "stroke-width": 1,
          }),
          ...(ids.length <= 12
            ? [words(x, y + 9, fitting(nameOf(id), 130, 10), { "text-anchor": "middle", "font-size": 10 })]
            : []),
        ]),
      );
    }
  };
  for (const [n, ids] of rings.entries()) {
    if (n > 0) dots(ids, n * step, false);
  }
  if (beyond.length > 0) dots(beyond, rings.length * step + 16, true);
  shapes.push(
    shape("circle", { cx: centre, cy: centre, r: 11, fill: "@accent" }),
    words(centre, centre + 13, fitting(nameOf(edge), 180), { "text-anchor": "middle", "font-weight": 600 }),
  );
  return { title: `Contexts of ${nameOf(edge)}`, box: { x: 0, y: 0, width: 2 * centre, height: 2 * centre }, shapes };
}
