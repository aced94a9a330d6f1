// What is exported to Munta means the same: read back by our own reader of its language, the exported model has the
// same discrete states as ours, and the same answer; with a certificate, its states again, and where Munta's
// checker is at hand (its place in the variable MUNTAC), it accepts them.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Certificate,
  certificateOf,
  checkQueries,
  exportToMunta,
  type Formula,
  loadModel,
  MuntaRefusal,
  modelForMunta,
  type Network,
  type Query,
  verifyMinimal,
} from "@tracehound/core";
import {
  Dice,
  holds,
  inLocation,
  num,
  query,
  randomDataModel,
  randomFaultyNetwork,
  randomFunctionModel,
  randomIdiomModel,
  randomLocalNetwork,
  randomNetwork,
  randomTarget,
  seededChoices,
} from "@tracehound/core/testing";
import { readAnswer } from "../../packages/cli/src/certify/run-munta.ts";
import { patientEnvironment as environment } from "../environment.ts";
import type { Claim, Sightings } from "../hunt.ts";
import { sayable } from "../munta-networks.ts";

/** States that are explored of one network. */
const SECONDS = 4;

export const muntaExports: Claim = {
  what: "models exported to Munta have the same discrete states and answers as ours, and Munta accepts their certificates",
  seeds: 14_000,
  inTests: 8,
  async run(seed, seen) {
    const drawn = draw(seed);
    if (drawn === undefined) {
      seen.count("not a model");
      return;
    }
    const { network, target } = drawn;
    const asked = query("E<>", target, 4);
    const nothing = query("E<>", holds(num(0)), 4);
    try {
      // Refused for one question is refused for all, but for what the question itself cannot say.
      const whole = modelForMunta(network, nothing);
      seen.count("networks exported");
      await sameStates(network, nothing, whole, seen);
      await sameAnswer(network, asked, seen);
      if (seed % 4 === 0) await sameAnswer(network, query("E<>", { kind: "deadlock" }, 4), seen);
    } catch (error) {
      if (!(error instanceof MuntaRefusal)) throw error;
      seen.count(`refused: ${error.reason}`);
    }
  },
};

function draw(seed: number): { readonly network: Network; readonly target: Formula } | undefined {
  const choices = seededChoices(seed);
  const targeted = (drawn: Network) => {
    // One in five keeps what Munta has no words for, to see that it is refused.
    const network = seed % 5 === 0 ? drawn : sayable(drawn);
    return { network, target: randomTarget(network, choices) };
  };
  switch (seed % 10) {
    case 7:
      return targeted(randomFaultyNetwork(choices).network);
    case 8:
      return targeted(randomLocalNetwork(choices, false));
    case 9: {
      const kind = new Dice(choices).between(0, 2);
      if (kind === 0) return textual({ text: randomIdiomModel(choices) });
      return textual((kind === 1 ? randomDataModel : randomFunctionModel)(choices));
    }
    default:
      return targeted(randomNetwork(choices).network);
  }
}

function textual({ text, target }: { readonly text: string; readonly target?: string }) {
  const { network, compileQuery } = loadModel({ name: "model.xta", content: text }, { lints: false });
  if (network === null) return undefined;
  if (target === undefined) return { network, target: inLocation(0, network.processes[0]!.locations.length - 1) };
  const compiled = compileQuery(`E<> ${target}`);
  if (!compiled.ok || compiled.value.kind !== "E<>") return undefined;
  return { network: compiled.network, target: compiled.value.formula };
}

type Answer =
  | { readonly kind: "cannot"; readonly certificate: Certificate }
  | { readonly kind: "can" | "fault" | "other" };

async function answer(network: Network, asked: Query): Promise<Answer> {
  const options = {
    certify: "inclusion",
    abstraction: "extra-lu",
    engine: "reference",
    limits: { seconds: SECONDS },
  } as const;
  const [result] = await checkQueries({ network, options, environment }, [asked]);
  const { verdict, proof } = result!;
  if (verdict.kind === "satisfied") return { kind: "can" };
  if (verdict.kind === "unknown") return { kind: verdict.because === "model-fault" ? "fault" : "other" };
  if (proof === undefined) return { kind: "other" };
  return { kind: "cannot", certificate: certificateOf(network, proof, { model: "random", query: asked.text }) };
}

/** The exported model, as our reader sees it. */
function reread(muntax: string, seen: Sightings): Network | undefined {
  const { network, diagnostics } = loadModel({ name: "model.muntax", content: muntax }, { lints: false });
  if (network === null) seen.report(`our own export cannot be read: ${diagnostics[0]?.message}`);
  return network ?? undefined;
}

async function sameStates(
  network: Network,
  nothing: Query,
  { muntax, places, cells }: ReturnType<typeof modelForMunta>,
  seen: Sightings,
): Promise<void> {
  const exported = reread(muntax, seen);
  if (exported === undefined) return;
  const [ours, theirs] = [await answer(network, nothing), await answer(exported, exported.queries[0]!)];
  if (ours.kind === "other" || theirs.kind === "other") {
    seen.count("states: no answer");
    return;
  }
  if (ours.kind === "fault") {
    seen.count(theirs.kind === "can" ? "fault: trap reached" : "fault: not met");
    return;
  }
  if (ours.kind !== "cannot" || theirs.kind !== "cannot") {
    seen.report(`states: ours ${ours.kind}, the exported model's ${theirs.kind}`);
    return;
  }
  const own = new Set(
    ours.certificate.states.map(({ locations, cells: all }) => `${locations};${cells.map((cell) => all[cell])}`),
  );
  const back = new Set(
    theirs.certificate.states.map(({ locations, cells: all }) => {
      const here = places.map((list, process) => list[locations[process]!]!);
      return `${here};${cells.map((cell, i) => all[i]! + network.initialValues[cell]!)}`;
    }),
  );
  seen.count("states: compared");
  seen.count("discrete states", own.size);
  const missing = [...own].find((state) => !back.has(state));
  const more = [...back].find((state) => !own.has(state));
  if (missing !== undefined) seen.report(`the exported model does not reach ${missing}`);
  if (more !== undefined) seen.report(`only the exported model reaches ${more}`);
}

async function sameAnswer(network: Network, asked: Query, seen: Sightings): Promise<void> {
  const { muntax, deadlock } = modelForMunta(network, asked);
  const exported = reread(muntax, seen);
  if (exported === undefined) return;
  const again = deadlock ? query("E<>", { kind: "deadlock" }, 4) : exported.queries[0]!;
  const [ours, theirs] = [await answer(network, asked), await answer(exported, again)];
  const what = deadlock ? "deadlock" : "target";
  if (ours.kind === "other" || theirs.kind === "other") {
    seen.count(`${what}: no answer`);
    return;
  }
  if (ours.kind === "fault") {
    seen.count(`${what}: fault`);
    return;
  }
  seen.count(`${what}: ${ours.kind}`);
  // A target that is found stands, whatever else fails; the trap may be met as well.
  if (ours.kind !== theirs.kind) seen.report(`${what}: ours ${ours.kind}, the exported model's ${theirs.kind}`);
  if (ours.kind === "cannot") certified(network, asked, ours.certificate, seen);
}

function certified(network: Network, asked: Query, certificate: Certificate, seen: Sightings): void {
  const minimal = verifyMinimal(network, asked, certificate);
  if (minimal.ok) seen.count("minimal: accepted");
  else if (!minimal.supported) seen.count("minimal: not supported");
  // It evaluates guards of edges that the committed rule does not let move.
  else if (minimal.reason.startsWith("a step fails")) seen.count("minimal: fault where nobody moves");
  else seen.report(`the minimal checker refuses: ${minimal.reason}`);
  const program = process.env.MUNTAC;
  const made = exportToMunta(network, asked, certificate);
  const exported = reread(made.muntax, seen);
  if (exported === undefined || program === undefined) {
    seen.count("Munta is not at hand");
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "munta-"));
  try {
    const files = [".muntax", ".renaming", ".cert"].map((ending) => join(folder, `m${ending}`));
    for (const [i, content] of [made.muntax, made.renaming, made.cert].entries()) writeFileSync(files[i]!, content);
    const options = ["-m", files[0]!, "-r", files[1]!, "-c", files[2]!, ...(made.deadlock ? ["-dc"] : [])];
    const { stdout, stderr } = spawnSync(program, options, { encoding: "utf8" });
    const says = readAnswer(`${stdout}${stderr}`);
    seen.count(`Munta: ${says.kind}`);
    if (says.kind !== "accepted") seen.report(`Munta: ${says.kind} ${"said" in says ? says.said : ""}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
