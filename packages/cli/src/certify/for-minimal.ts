// `certify --for minimal`: a certificate that `verify --minimal` knows, which follows inclusion of zones and nothing
// else.

import { beyondMinimal, type Certificate, certificateToText, soughtBy } from "@tracehound/core";
import { NotSupported, UsageError } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";
import { count, counted } from "../report/count.ts";
import { byInclusion } from "./by-inclusion.ts";
import type { ForChecker } from "./for-checker.ts";

export const forMinimal: ForChecker = async (given, { output, run }, context, bounds) => {
  if (run !== undefined) throw new UsageError("--run is for Munta", "`verify --minimal` runs the minimal checker");
  const { query, network } = given;
  const refuse = (message: string): never => {
    const hint = "`tracehound verify` checks it";
    throw new NotSupported([{ code: "TH3902", severity: "error", message, hint }], context.modelSources);
  };
  const askFor = (certificate?: Certificate): void => {
    const obstacle = bounds.budget.during(() => beyondMinimal(network, query, certificate));
    if (obstacle !== undefined) refuse(obstacle);
  };
  if (soughtBy(query)?.kind !== "state")
    refuse(`the minimal checker checks what cannot be reached, and ${query.kind} asks for something else`);
  askFor();
  await context.ensureWritable([output]);
  const claimed = await byInclusion(given, "the minimal checker", context, bounds);
  askFor(claimed.certificate);
  const { states } = claimed.certificate;
  const zones = states.reduce((sum, state) => sum + state.zones.length, 0);
  const text = bounds.budget.during(() => certificateToText(claimed.certificate));
  await context.writeFile(output, text);
  const size = `${counted(states.length, "state")}, ${counted(zones, "zone")}, ${count(text.length)} bytes`;
  return {
    json: { exploredAnew: claimed.isExplored === true, file: output, bytes: text.length, states: states.length, zones },
    text: `  written: ${output}\n  ${size}\n`,
    exit: EXIT.satisfied,
  };
};
