// The size of drawings on the canvas: all fit if they can be read then; larger ones scroll.

import { expect, it } from "vitest";
import { layOutGrid } from "../src/ui/grid-layout.ts";

const box = (width: number, height: number) => ({ x: 0, y: 0, width, height });
const place = { width: 700, height: 330 };

it("fills the place with few small drawings", () => {
  const { columns, cellWidth, cellHeight } = layOutGrid(place, [box(300, 200), box(300, 200)], 1);
  expect(columns).toBe(2);
  expect(columns * cellWidth).toBeLessThanOrEqual(place.width);
  expect(cellHeight).toBeLessThanOrEqual(place.height);
});

it("keeps drawings readable, and scrolls", () => {
  const boxes = Array.from({ length: 4 }, () => box(480, 300));
  const { columns, cellWidth, cellHeight } = layOutGrid(place, boxes, 1);
  expect(columns).toBe(2);
  expect(cellWidth).toBeGreaterThan(300);
  expect(2 * cellHeight).toBeGreaterThan(place.height);
  expect(cellHeight).toBeGreaterThan(0.6 * 300);
});

it("zooms in without end and out to what fits", () => {
  const boxes = Array.from({ length: 4 }, () => box(480, 300));
  const large = layOutGrid(place, boxes, 3);
  expect(large.columns).toBe(1);
  expect(large.cellWidth).toBeGreaterThan(900);
  const small = layOutGrid(place, boxes, 0.5);
  expect(small.cellHeight).toBeLessThan(layOutGrid(place, boxes, 1).cellHeight);
});

it("does not scroll through more than a few pages for many large automata", () => {
  const boxes = Array.from({ length: 24 }, () => box(1600, 1200));
  const { columns, cellHeight } = layOutGrid(place, boxes, 1);
  expect(Math.ceil(24 / columns) * cellHeight).toBeLessThanOrEqual(3.2 * place.height);
});
