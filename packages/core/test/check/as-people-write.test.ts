// Models as people write them, each with questions whose answers the brute-force oracle or plain breadth-first search
// by the reference semantics gave: the default, and each question by a directed search of its own, answer the same; and
// what they prove is certified.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type Certificate,
  certificateToText,
  readCertificate,
  verifyCertificate,
} from "../../src/certificate/index.ts";
import { certificateOf, checkQueries, strategies } from "../../src/check/index.ts";
import { stillEnvironment } from "../../src/limits/index.ts";
import { configure } from "../../src/spec/index.ts";
import { load } from "./ask.ts";

const FOLDER = join(import.meta.dirname, "as-people-write");
const SEARCHES = [
  ...["greedy(hU())", "astar(hL())", "greedy(hadd())", "greedy(hL(values=per-location))", "greedy(hU(broadcast=each))"],
  ...["astar(cegar())", "greedy(merge(50))", "greedy(pdb())", "greedy(predicates(split=all))"],
];

async function answersTo(xta: string, text: string, spec: string | undefined): Promise<string> {
  const { compileQuery } = load(xta);
  const query = compileQuery(text);
  if (!query.ok) throw new Error(query.diagnostics[0]!.message);
  const { network } = query;
  const named = spec === undefined ? undefined : configure(strategies, spec);
  if (named?.ok === false) throw new Error(named.diagnostics[0]!.message);
  const options = { certify: true, ...(named === undefined ? {} : { strategy: named.value }) };
  const [result] = await checkQueries({ network, options, environment: stillEnvironment }, [query.value]);
  const { verdict, proof } = result!;
  if (proof !== undefined) {
    const written = certificateToText(certificateOf(network, proof, { model: "model.xta", query: text }));
    expect(verifyCertificate(network, query.value, readCertificate(written) as Certificate)).toMatchObject({
      ok: true,
    });
  }
  return verdict.kind === "unknown" ? `unknown: ${verdict.because}` : verdict.kind;
}

describe.each(readdirSync(FOLDER))("%s", (name) => {
  const xta = readFileSync(join(FOLDER, name), "utf8");
  const asked = [...xta.matchAll(/^\/\/ ask: (.*) \| (\w+)$/gm)].map(([, text, expected]) => ({ text, expected }));

  it.each(asked.map((one, at) => ({ ...one, search: SEARCHES[(name.length + at) % SEARCHES.length]! })))(
    "$text: $expected, by the default and $search",
    async ({ text, expected, search }) => {
      expect([await answersTo(xta, text!, undefined), await answersTo(xta, text!, search)]).toEqual([
        expected,
        expected,
      ]);
    },
  );
});
