// The form of strategies is read from the text, whoever wrote it.

import { expect, it } from "vitest";
import { argumentsOf, readSearch } from "../src/ui/search-form.ts";

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
