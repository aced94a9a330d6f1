// Evidence as a picture and as text: states are named by what changed on the way in, choices by where they lead.

import { describe, expect, it } from "vitest";
import { checkQueries, evidenceStory, shownBy } from "../../src/check/index.ts";
import { loadModel } from "../../src/lang/load.ts";
import { stillEnvironment as environment } from "../../src/limits/index.ts";
import { evidencePicture, pictureToSvg } from "../../src/picture/index.ts";
import type { ProbabilisticEvidence } from "../../src/probabilistic/index.ts";
import { evidenceToHtml } from "../../src/report/index.ts";

const MODEL = `mdp
module m
  on : bool init false;
  tries : [0..3];
  lost : bool init false;
  [] !on & tries<3 -> (on'=true) & (tries'=tries+1);
  [] on & !lost -> 0.5 : (on'=false) + 0.5 : (lost'=true);
  [rest] on & !lost -> (on'=false);
endmodule`;

async function shown(question: string): Promise<ProbabilisticEvidence> {
  const loaded = loadModel({ name: "m.prism", content: MODEL }, { lints: false });
  const query = loaded.compileQuery(question);
  if (!query.ok) throw new Error(query.diagnostics[0]!.message);
  const context = { network: query.network, options: { engine: "reference" }, environment } as const;
  const [result] = await checkQueries(context, [query.value]);
  return shownBy(result!.verdict)!;
}

describe("evidence", () => {
  it("names states by what changed on the way in, not by all that differs from the start", async () => {
    const svg = pictureToSvg(evidencePicture(await shown("P<=0.8 [ F lost ]")), { colour: (name) => name });
    const labels = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
    expect(labels).toEqual(expect.arrayContaining(["start", "on=true tries=1", "lost=true", "on=false"]));
    expect(labels.some((text) => text!.includes("tries=1") && text!.includes("lost"))).toBe(false);
  });

  it("says where the choices of the scheduler lead", async () => {
    const story = evidenceStory(await shown("P<=0.8 [ F lost ]"));
    expect(story).toContain("scheduler:");
    expect(story).toMatch(/on=true, tries=1, lost=false: 1 of 2, to (?:on=false or lost=true|lost=true or on=false)/);
  });

  it("is a page with its paths", async () => {
    const page = evidenceToHtml(await shown("P<=0.8 [ F lost ]"), "P<=0.8 [ F lost ]");
    expect(page).toContain("<td>1</td><td>0.5</td>");
    expect(page).toContain("on=true, tries=1 → lost=true");
  });
});
