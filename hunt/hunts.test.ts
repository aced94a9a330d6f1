// The fixed short share of every hunt. What fails here by its seed runs alone with
// `npm run hunt -- NAME --from SEED --count 1 --fresh`.

import { describe, expect, it } from "vitest";
import { trial } from "./hunt.ts";
import { HUNTS } from "./hunts/index.ts";

describe.each(HUNTS.filter(({ inTests }) => inTests > 0))("$name: $what", (hunt) => {
  it(`holds for ${hunt.inTests} seeds`, async () => {
    const wrong: string[] = [];
    for (let seed = 0; seed < hunt.inTests; seed++) {
      for (const sentence of (await trial(hunt, seed)).wrong) wrong.push(`seed ${seed}: ${sentence}`);
    }
    expect(wrong).toEqual([]);
  }, 600_000);
});
