// The form of strategies is read from the text, whoever wrote it.

import { expect, it } from "vitest";
import { argumentsOf, guidedSearch, guideOf, readSearch } from "../src/ui/search-form.ts";

const ASTAR = [{ name: "h" }, { name: "cost" }];
const valuesOf = (text: string) => argumentsOf(readSearch(text)!, ASTAR);

it("reads what is named, and its arguments by place and by name", () => {
  expect(readSearch("bfs")).toEqual({ name: "bfs", arguments: [] });
  expect(readSearch(" ce-hL ")?.name).toBe("ce-hL");
  expect(valuesOf("astar(hL(), cost=moves)")).toEqual({ h: "hL()", cost: "moves" });
  expect(valuesOf("astar(cost = moves, h = max([hL(), hU()]))")).toEqual({ cost: "moves", h: "max([hL(), hU()])" });
  expect(valuesOf("astar()")).toEqual({});
});

it("reads nothing from what is half written", () => {
  for (const text of ["", "astar(hL(", "astar(hL()]", "a(b) c(d)", "astar hL", "42%"]) {
    expect(readSearch(text), text).toBeUndefined();
  }
});

it("writes a search by an expression, and reads it back", () => {
  expect(guidedSearch(" 3 * waiting\n+ len ")).toBe('greedy(expr("3 * waiting + len"))');
  expect(guideOf(guidedSearch("P.a ? 1 : 0"))).toBe("P.a ? 1 : 0");
  for (const other of ["", "bfs", 'greedy(expr("x")), bfs', 'astar(expr("x"))']) expect(guideOf(other)).toBeUndefined();
});
