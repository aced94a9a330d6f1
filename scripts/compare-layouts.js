// Our layout of automata beside that of elkjs: crossings, labels on labels, labels on locations, lines through labels,
// area and processor time, over all different automata of a folder of UPPAAL models. elkjs is no dependency: fetch it
// (`npm pack elkjs`) and name its bundle.
//
//   npm run build && node scripts/compare-layouts.js package/lib/elk.bundled.js FOLDER

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { isShown, LINE_HEIGHT, LOCATION_RADIUS, layOut, loadModel, planModel, sizeOfText } from "@tracehound/core";

const [bundle, folder] = process.argv.slice(2);
const Elk = createRequire(import.meta.url)(resolve(bundle));
const elk = new Elk();
const KINDS = ["crossings", "labelsOnLabels", "labelsOnLocations", "linesThroughLabels", "area"];

function blockOf(texts) {
  const sizes = texts.filter((text) => text !== "").map(sizeOfText);
  const height = sizes.reduce((sum, size) => sum + size.height, 0);
  return { width: Math.max(0, ...sizes.map(({ width }) => width)), height };
}

const shownTexts = (labels) => labels.filter(isShown).map(({ text }) => text);

async function byElk(plan) {
  const labelled = (texts) => {
    const size = blockOf(texts);
    return size.width === 0 ? [] : [{ text: "…", ...size }];
  };
  const placed = await elk.layout({
    id: "automaton",
    layoutOptions: {
      "elk.algorithm": "layered",
      "elk.direction": "DOWN",
      "elk.edgeRouting": "POLYLINE",
      "elk.spacing.nodeNode": "46",
      "elk.layered.spacing.nodeNodeBetweenLayers": "44",
    },
    children: plan.nodes.map(({ name, labels }, i) => ({
      id: `n${i}`,
      width: 2 * LOCATION_RADIUS,
      height: 2 * LOCATION_RADIUS,
      labels: labelled([name, ...shownTexts(labels)]),
      layoutOptions: { "elk.nodeLabels.placement": "OUTSIDE H_RIGHT V_CENTER" },
    })),
    edges: plan.edges.map(({ source, target, labels }, i) => ({
      id: `e${i}`,
      sources: [`n${source}`],
      targets: [`n${target}`],
      labels: labelled(shownTexts(labels)),
    })),
  });
  const nodes = plan.nodes.map((node, i) => {
    const { x, y, labels = [] } = placed.children[i];
    const nameAt = { x: x + (labels[0]?.x ?? 0), y: y + (labels[0]?.y ?? 0) };
    const below = { x: nameAt.x, y: nameAt.y + (node.name === "" ? 0 : LINE_HEIGHT) };
    return {
      ...node,
      at: { x: x + LOCATION_RADIUS, y: y + LOCATION_RADIUS },
      nameAt,
      labels: column(node.labels, below),
    };
  });
  const edges = plan.edges.map((edge, i) => {
    const { sections, labels = [] } = placed.edges[i];
    const { startPoint, bendPoints = [], endPoint } = sections[0];
    const nails = edge.source === edge.target ? [startPoint, ...bendPoints, endPoint] : bendPoints;
    return { ...edge, nails, labels: column(edge.labels, labels[0] ?? startPoint) };
  });
  return { ...plan, nodes, edges };
}

function column(labels, corner) {
  let { y } = corner;
  return labels.map((label) => {
    const at = { x: corner.x, y };
    if (isShown(label)) y += sizeOfText(label.text).height;
    return { ...label, at };
  });
}

function measure({ nodes, edges }) {
  const lines = edges.flatMap((edge) => {
    const points = [nodes[edge.source].at, ...edge.nails, nodes[edge.target].at];
    return points.slice(1).map((to, i) => ({ from: points[i], to, edge }));
  });
  const box = (owner, at, text) => ({ owner, ...at, ...sizeOfText(text) });
  const texts = [
    ...nodes.flatMap((node) => (node.name === "" ? [] : [box(node, node.nameAt, node.name)])),
    ...[...nodes, ...edges].flatMap((owner) =>
      owner.labels.filter(isShown).map(({ at, text }) => box(owner, at, text)),
    ),
  ];
  const circles = nodes.map(({ at: { x, y } }) => {
    const side = 2 * LOCATION_RADIUS;
    return { x: x - LOCATION_RADIUS, y: y - LOCATION_RADIUS, width: side, height: side };
  });
  const pairs = (list, holds) =>
    list.reduce((sum, a, i) => sum + list.slice(i + 1).filter((b) => holds(a, b)).length, 0);
  const all = [...texts, ...circles];
  const span = (from, size) =>
    Math.max(...all.map((one) => one[from] + one[size])) - Math.min(...all.map((one) => one[from]));
  return {
    crossings: pairs(lines, (a, b) => a.edge !== b.edge && cross(a, b)),
    labelsOnLabels: pairs(texts, overlap),
    labelsOnLocations: texts.reduce((sum, text) => sum + circles.filter((circle) => overlap(text, circle)).length, 0),
    linesThroughLabels: texts.reduce(
      (sum, text) => sum + lines.filter((line) => line.edge !== text.owner && passes(line, text)).length,
      0,
    ),
    area: span("x", "width") * span("y", "height"),
  };
}

function overlap(a, b) {
  const apart = (from, size) => a[from] + a[size] <= b[from] + 1 || b[from] + b[size] <= a[from] + 1;
  return !apart("x", "width") && !apart("y", "height");
}

function cross(a, b) {
  const side = (p, q, r) => Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
  const parts = (one, other) => side(one.from, one.to, other.from) * side(one.from, one.to, other.to) < 0;
  return parts(a, b) && parts(b, a);
}

function passes(line, { x, y, width, height }) {
  const [left, top, right, bottom] = [x + 2, y + 2, x + width - 2, y + height - 2];
  const inside = (point) => point.x > left && point.x < right && point.y > top && point.y < bottom;
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ].map(([cx, cy]) => ({ x: cx, y: cy }));
  return (
    inside(line.from) ||
    inside(line.to) ||
    corners.some((from, i) => cross(line, { from, to: corners[(i + 1) % corners.length] }))
  );
}

function automata() {
  const plans = new Map();
  for (const file of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".xml"))) {
    const model = loadModel({ name: file, content: readFileSync(join(folder, file)) }, { lints: false });
    for (const plan of model.document === null ? [] : planModel(model).plans) {
      const { nodes, edges } = plan;
      if (nodes.length < 2 || nodes.length + edges.length > 400) continue;
      plans.set(JSON.stringify([nodes.map(({ name }) => name), edges.map((edge) => shownTexts(edge.labels))]), plan);
    }
  }
  return [...plans.values()];
}

const plans = automata();
const layouts = { ours: layOut, elkjs: byElk };
for (const lay of Object.values(layouts)) await lay(plans[0]);
const table = {};
for (const [name, lay] of Object.entries(layouts)) {
  const sums = Object.fromEntries([...KINDS, "milliseconds"].map((kind) => [kind, 0]));
  for (const plan of plans) {
    const before = process.cpuUsage();
    const laid = await lay(plan);
    const { user, system } = process.cpuUsage(before);
    sums.milliseconds += (user + system) / 1000;
    const measured = measure(laid);
    for (const kind of KINDS) sums[kind] += measured[kind];
  }
  table[name] = Object.fromEntries(Object.entries(sums).map(([kind, sum]) => [kind, Math.round(sum)]));
}
console.log(`${plans.length} automata`);
console.table(table);
