// The fixed short share of every hunt. What fails here by its seed runs alone with
// `npm run hunt -- NAME --from SEED --count 1 --fresh`.

import { describe, expect, it } from "vitest";
import { trial } from "./hunt.ts";
import { HUNTS } from "./hunts/index.ts";

describe.each(HUNTS.filter(({ inTests }) => inTests > 0))("$name: $what", (hunt) => {
  it.each(Array.from({ length: hunt.inTests }, (_, seed) => seed))(
    "holds for seed %d",
    async (seed) => {
      expect((await trial(hunt, seed)).wrong).toEqual([]);
    },
    600_000,
  );
});
