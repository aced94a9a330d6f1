// hU's choice among steps of the same layer: the one whose preconditions came earliest, whichever stands first.

import { describe, expect, it } from "vitest";
import { estimate } from "./estimate.ts";

const model = (edges: string): string => `
int[0,1] u, v, w;
process U() { state s; init s; trans s -> s { assign u = 1; }; }
process V() { state s; init s; trans s -> s { assign v = 1; }; }
process W() { state s; init s; trans s -> s { assign w = 1; }; }
process G() { state here, there; init here; trans ${edges}; }
system U, V, W, G;
query { E<> G.there }
`;
const easy = "here -> there { guard u == 1; }";
const hard = "here -> there { guard u == 1 && v == 1 && w == 1; }";

describe("hU", () => {
  it("takes the supporter with the least sum of layers", () => {
    expect(estimate("hU()", model(`${hard}, ${easy}`))).toBe(2);
    expect(estimate("hU()", model(`${easy}, ${hard}`))).toBe(2);
    expect(estimate("hU()", model(hard))).toBe(4);
  });
});
