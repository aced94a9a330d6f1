// The size of drawings on the canvas: all fit if they can be read then; larger ones scroll.

import { expect, it } from "vitest";
import { layOutGrid, partAround, roomAround } from "../src/ui/grid-layout.ts";

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

it("shows parts of many large automata, where their runs stand", () => {
  const boxes = Array.from({ length: 24 }, () => box(1600, 1200));
  const layout = layOutGrid(place, boxes, 1);
  expect(layout.columns).toBe(2);
  expect(layout.cellHeight).toBeGreaterThanOrEqual(200);
  const part = partAround(layout, boxes[0]!, { x: 800, y: 30 }, 1)!;
  expect(part.width).toBeLessThan(600);
  // Around the point, but not beside the drawing.
  expect(part.x + part.width / 2).toBeCloseTo(800);
  expect(part.y).toBe(0);
  // Zoomed out far enough, all of it is seen.
  const small = layOutGrid(place, boxes.slice(0, 2), 1);
  expect(partAround(small, box(300, 200), { x: 0, y: 0 }, 1)).toBeUndefined();
});

it("lets one large automaton among small ones not make all of them small", () => {
  const boxes = [box(4000, 3000), ...Array.from({ length: 7 }, () => box(200, 150))];
  const { columns, cellWidth, cellHeight } = layOutGrid(place, boxes, 1);
  expect(columns).toBeLessThanOrEqual(4);
  expect(Math.min(cellWidth / 200, (cellHeight - 30) / 150)).toBeGreaterThanOrEqual(0.7);
});

it("leaves room around a small drawing rather than blowing it up", () => {
  const boxes = [box(60, 40), ...Array.from({ length: 7 }, () => box(480, 300))];
  const layout = layOutGrid(place, boxes, 1);
  const { x, y, width, height } = roomAround(layout, boxes[0]!, 1)!;
  expect(layout.cellWidth / width).toBeCloseTo(1.3);
  // In the middle of it.
  expect(x + width / 2).toBeCloseTo(30);
  expect(y + height / 2).toBeCloseTo(20);
  expect(roomAround(layout, boxes[1]!, 1)).toBeUndefined();
  expect(roomAround(layout, boxes[0]!, 2)!.width).toBeCloseTo(width / 2);
});
