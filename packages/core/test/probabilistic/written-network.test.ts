// A PRISM model that was written as JSON takes the same questions, and has the same answers.

import { expect, it } from "vitest";
import { checkQueries } from "../../src/check/index.ts";
import { quantityOf } from "../../src/check/verdict.ts";
import { type LoadedModel, loadModel } from "../../src/lang/load.ts";
import { writeNetworkJson } from "../../src/lang/network-json.ts";
import { stillEnvironment } from "../../src/limits/index.ts";

const MODEL = `mdp
const double p = 0.25;
formula done = x=3;
module m
  x : [0..3];
  b : bool;
  [go] !b & x<3 -> p : (x'=x+1) + 1-p : (b'=true);
  [wait] b -> (b'=false);
  [stop] x=3 -> true;
endmodule
label "end" = done;
rewards "steps" [go] true : 1; endrewards
`;

async function answerOf(model: LoadedModel, text: string): Promise<number> {
  const query = model.compileQuery(text);
  if (!query.ok) throw new Error(query.diagnostics[0]!.message);
  const [result] = await checkQueries({ network: query.network, options: {}, environment: stillEnvironment }, [
    query.value,
  ]);
  return quantityOf(result!.verdict)!.estimate!;
}

it.each(['Pmax=? [ F<=4 "end" ]', "Pmin=? [ F b & x=2 ]", 'R{"steps"}max=? [ F "end" ]', "Pmax=? [ !b U x=2 ]"])(
  "%s",
  async (text) => {
    const own = loadModel({ name: "m.prism", content: MODEL });
    const written = loadModel({ name: "m.json", content: writeNetworkJson(own.network!) });
    expect(await answerOf(written, text)).toBe(await answerOf(own, text));
  },
);

it("names what is not known any more", () => {
  const own = loadModel({ name: "m.prism", content: MODEL });
  const written = loadModel({ name: "m.json", content: writeNetworkJson(own.network!) });
  const query = written.compileQuery("Pmax=? [ F done ]");
  expect(query.ok ? "" : query.diagnostics[0]!.code).toBe("TH2500");
});
