// `tracehound verify`: checks a certificate against the model it is about.

import {
  faultsOf,
  isForInclusion,
  type MinimalVerification,
  type Network,
  readCertificate,
  soughtBy,
  type Verification,
  verifyCertificate,
  verifyMinimal,
} from "@tracehound/core";
import { defineCommand } from "../command.ts";
import { BadInput } from "../errors.ts";
import { EXIT } from "../exit-codes.ts";
import { declareLimits, type LimitOptions, limitsOf } from "../limits/options.ts";
import { counted, size } from "../report/count.ts";
import { shellWord } from "../report/shell-word.ts";
import { VERSION } from "../version.ts";
import { questionOf } from "./replay.ts";

export const verify = defineCommand<LimitOptions & { minimal?: true; json?: true }>({
  name: "verify",
  summary: 'Checks a certificate for "cannot happen" or "must happen".',
  description:
    "Checks a certificate that `check --certificate` wrote: that it contains the initial states, that every step from " +
    "it stays inside, and that it contains no target; for what must happen, that every step leads closer to it and no run " +
    "can end before. Nothing in the file is trusted.",
  examples: [
    ["tracehound verify model.xml proof.json", "exit 0 when it proves what it says, 1 when it does not"],
    [
      "tracehound verify --minimal model.xml proof.json",
      "by the smallest checker, which shares nothing but expressions",
    ],
  ],
  declare: (command) =>
    declareLimits(
      command.argument("<model>", "the model the certificate is about").argument("<certificate>", "the certificate"),
    )
      .option("--minimal", "by the smallest checker: 300 lines and plain matrices, for zones that contain each other")
      .option("--json", "print one JSON object instead of text"),
  async run([path, file], options, context) {
    const budget = context.budget(limitsOf(options));
    const loaded = await context.loadModel(path!, budget);
    const content = await context.readFile(file!);
    const certificate = budget.during(() => readCertificate(new TextDecoder().decode(content)));
    if ("problem" in certificate) throw new BadInput(`${file} is no certificate: ${certificate.problem}`);
    const { labels, query: text } = certificate;
    const { query, network } = budget.during(() => questionOf(loaded, text, labels));
    if (options.minimal) {
      const minimal = budget.during(() => verifyMinimal(network, query!, certificate));
      const about = {
        tool: "tracehound",
        version: VERSION,
        model: path,
        certificate: file,
        query: text,
        minimal: true,
      };
      if (options.json) context.json({ ...about, ...minimal });
      else context.out(`${text}\n  ${minimalText(minimal)}\n`);
      if (
        !minimal.ok &&
        !minimal.supported &&
        soughtBy(query!)?.kind === "state" &&
        !isForInclusion(certificate, network)
      ) {
        const words = ["tracehound", "certify", path!, file!, "--for", "minimal", "-o", "plain.json"];
        context.err(`hint: \`${words.map(shellWord).join(" ")}\` makes one that it knows\n`);
      }
      if (minimal.ok) return EXIT.satisfied;
      return minimal.supported ? EXIT.violated : EXIT.notSupported;
    }
    const result = budget.during(() => verifyCertificate(network, query!, certificate));
    if (options.json) {
      context.json({ tool: "tracehound", version: VERSION, model: path, certificate: file, query: text, ...result });
    } else if (result.ok) {
      context.out(`${text}\n  proved: ${checked(result, network)}\n`);
    } else {
      context.out(`${text}\n  not proved: ${result.reason}\n`);
    }
    return result.ok ? EXIT.satisfied : EXIT.violated;
  },
});

function minimalText(result: MinimalVerification): string {
  if (!result.ok) return `${result.supported ? "not proved" : "not checked"}: ${result.reason}`;
  const { states, zones, steps } = result;
  return `proved: ${counted(states, "discrete state")}, ${counted(zones, "zone")}, ${counted(steps, "step")} checked by the minimal checker`;
}

function checked(result: Verification & { readonly ok: true }, network: Network): string {
  const faults = faultsOf(network).canFault ? "faults of the model were not looked for" : "the model cannot fault";
  if ("states" in result) {
    const { states, zones, steps, followed, invariants } = result;
    const checked = `${counted(states, "discrete state")}, ${counted(zones, "zone")}, ${counted(steps, "step")} checked`;
    if (invariants !== undefined) return `${checked}, and ${setsChecked(invariants)} behind dead ends; ${faults}`;
    if (followed === undefined) return checked;
    const on = followed.length === 1 ? "it depends on" : "they depend on";
    return `${checked} while only ${followed.join(", ")} and what ${on} are followed; ${faults}`;
  }
  if ("diagram" in result) {
    const { diagram, nodes, steps } = result;
    return `a diagram of ${counted(nodes, "node")} with ${size(diagram)} states, ${counted(steps, "joint step")} checked`;
  }
  if ("invariants" in result)
    return `${setsChecked(result.invariants)}, ${counted(result.steps, "joint step")} checked; ${faults}`;
  return `${counted(result.locations, "location")} that processes can visit by themselves; ${faults}`;
}

function setsChecked(invariants: number): string {
  return `${counted(invariants, "invariant")} of sets of values`;
}
