// Damaged proofs for Munta: a state or a zone left out, bounds widened or shrunk, values changed, the target moved
// to what is reached, another model. Munta's checker (its place in the variable MUNTAC) rejects them, unless they
// are still proofs: which of them are, our own checkers say about the exported model as our reader sees it.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BoundJson,
  type Certificate,
  type CertifiedState,
  certificateOf,
  checkQueries,
  exportToMunta,
  loadModel,
  type MuntaModel,
  MuntaRefusal,
  Prng,
  verifyCertificate,
  verifyMinimal,
} from "@tracehound/core";
import { query, randomTarget, seededChoices } from "@tracehound/core/testing";
import { readAnswer } from "../../packages/cli/src/certify/run-munta.ts";
import { some } from "../damage/damage.ts";
import { patientEnvironment as environment } from "../environment.ts";
import type { Claim, Sightings } from "../hunt.ts";
import { sayableNetwork } from "../munta-networks.ts";

/** Of each network. */
const DAMAGES = 3;
const WORD = 8;

export const muntaDamage: Claim = {
  what: "Munta rejects damaged certificates and other models, unless they are still proofs by our own checkers",
  seeds: 1_200,
  inTests: 6,
  async run(seed, seen) {
    const random = new Prng(seed + 1);
    const network = sayableNetwork(seed);
    const asked = query("E<>", randomTarget(network, seededChoices(seed ^ 0x2545f491)), 4);
    const options = {
      certify: "inclusion",
      abstraction: "extra-lu",
      engine: "reference",
      limits: { seconds: 4 },
    } as const;
    const [result] = await checkQueries({ network, options, environment }, [asked]);
    const { proof } = result!;
    if (proof?.kind !== "states") return;
    try {
      const certificate = certificateOf(network, proof, { model: "random", query: asked.text });
      const { muntax, renaming, cert } = exportToMunta(network, asked, certificate);
      for (let i = 0; i < DAMAGES; i++) {
        const kind = some(Object.keys(KINDS) as (keyof typeof KINDS)[], random)!;
        const damaged = KINDS[kind]({ muntax, states: statesIn(cert) }, random);
        if (damaged !== undefined) judge(kind, damaged, renaming, cert, seen);
      }
    } catch (error) {
      if (!(error instanceof MuntaRefusal)) throw error;
      seen.count(`refused: ${error.reason}`);
    }
  },
};

interface State {
  readonly locations: readonly number[];
  readonly values: readonly number[];
  readonly zones: readonly (readonly bigint[])[];
}
interface Proof {
  readonly muntax: string;
  readonly states: readonly State[];
}
type Damage = (proof: Proof, random: Prng) => Proof | undefined;

const NONE = 2n ** 63n - 1n;

const without = <T>(list: readonly T[], at: number): readonly T[] => list.filter((_, i) => i !== at);
const replaced = <T>(list: readonly T[], at: number, by: T): readonly T[] =>
  list.map((one, i) => (i === at ? by : one));

/** One bound of one zone, made another one. */
function rebound(change: (bound: bigint) => bigint | undefined): Damage {
  return ({ muntax, states }, random) => {
    const at = random.below(states.length);
    const state = states[at]!;
    const zone = random.below(state.zones.length);
    const dim = Math.sqrt(state.zones[zone]!.length);
    const entry = random.below(dim * dim);
    const bound = entry % (dim + 1) === 0 ? undefined : change(state.zones[zone]![entry]!);
    if (bound === undefined) return undefined;
    const zones = replaced(state.zones, zone, replaced(state.zones[zone]!, entry, bound));
    return { muntax, states: replaced(states, at, { ...state, zones }) };
  };
}

/** The model, changed. */
function remodelled(change: (model: Model, states: readonly State[], random: Prng) => boolean): Damage {
  return ({ muntax, states }, random) => {
    const model = JSON.parse(muntax) as Model;
    return change(model, states, random) ? { muntax: JSON.stringify(model), states } : undefined;
  };
}
type Changeable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? Changeable<E>[] : T[K] };
type Model = Changeable<Pick<MuntaModel, "automata" | "formula">>;

const KINDS = {
  "a state dropped": ({ muntax, states }, random) => ({ muntax, states: without(states, random.below(states.length)) }),
  "a zone dropped": ({ muntax, states }, random) => {
    const several = states.flatMap(({ zones }, at) => (zones.length > 1 ? [at] : []));
    if (several.length === 0) return undefined;
    const at = some(several, random)!;
    const { zones } = states[at]!;
    return {
      muntax,
      states: replaced(states, at, { ...states[at]!, zones: without(zones, random.below(zones.length)) }),
    };
  },
  "a zone shrunk": rebound((bound) => (bound === NONE ? 1n : bound - 2n)),
  "a bound made strict": rebound((bound) => (bound === NONE || bound % 2n === 0n ? undefined : bound - 1n)),
  "a zone widened": rebound((bound) => (bound === NONE ? undefined : bound + 2n)),
  "a bound dropped": rebound((bound) => (bound === NONE ? undefined : NONE)),
  "a value changed": ({ muntax, states }, random) => {
    const at = random.below(states.length);
    const { values } = states[at]!;
    if (values.length === 0) return undefined;
    const which = random.below(values.length);
    const other = replaced(values, which, values[which]! === 0 ? 1 : 0);
    return { muntax, states: replaced(states, at, { ...states[at]!, values: other }) };
  },
  "the target reached": remodelled((model, states, random) => {
    const { locations } = some(states, random)!;
    model.formula = `E<> ${model.automata.map(({ name, nodes }, p) => `${name}.${nodes[locations[p]!]!.name}`).join(" && ")}`;
    return true;
  }),
  "a guard removed": remodelled((model, _, random) => {
    const edges = model.automata
      .flatMap((automaton) => automaton.edges)
      .filter(({ guard, label }) => guard !== "" && label !== "_never!");
    const edge = some(edges, random);
    if (edge !== undefined) edge.guard = "";
    return edge !== undefined;
  }),
  "an invariant removed": remodelled((model, _, random) => {
    const node = some(
      model.automata.flatMap(({ nodes }) => nodes).filter(({ invariant }) => invariant !== ""),
      random,
    );
    if (node !== undefined) node.invariant = "";
    return node !== undefined;
  }),
} satisfies Readonly<Record<string, Damage>>;

function statesIn(cert: Uint8Array): readonly State[] {
  const view = new DataView(cert.buffer, cert.byteOffset, cert.byteLength);
  let at = WORD;
  const next = (): bigint => {
    at += WORD;
    return view.getBigInt64(at - WORD);
  };
  const several = <T>(count: number, read: () => T): readonly T[] => Array.from({ length: count }, read);
  const number = (): number => Number(next());
  const [processes, dim, variables, count] = [number(), number(), number(), number()];
  return several(count, () => ({
    locations: several(processes, number),
    values: several(variables, number),
    zones: several(number(), () => several(dim * dim, next)),
  }));
}

function bytesOf(states: readonly State[], cert: Uint8Array): Uint8Array {
  const head = new DataView(cert.buffer, cert.byteOffset, cert.byteLength);
  const words: bigint[] = [0, 1, 2, 3].map((i) => head.getBigInt64(i * WORD));
  words.push(BigInt(states.length));
  for (const { locations, values, zones } of states) {
    words.push(...[...locations, ...values, zones.length].map(BigInt), ...zones.flat());
  }
  const view = new DataView(new ArrayBuffer(words.length * WORD));
  for (const [i, word] of words.entries()) view.setBigInt64(i * WORD, word);
  return new Uint8Array(view.buffer);
}

function judge(kind: string, { muntax, states }: Proof, renaming: string, cert: Uint8Array, seen: Sightings): void {
  const { network } = loadModel({ name: "m.muntax", content: muntax }, { lints: false });
  if (network === null) {
    seen.report(`${kind}: the damaged model cannot be read`);
    return;
  }
  const [asked] = network.queries;
  const model = JSON.parse(muntax) as Model;
  const certificate: Certificate = {
    format: "tracehound-certificate",
    formatVersion: 1,
    model: "m",
    query: asked!.text,
    abstraction: "none",
    states: states.map((state) => certified(state, stopsIn(model, state))),
  };
  const [large, small] = [verifyCertificate(network, asked!, certificate), verifyMinimal(network, asked!, certificate)];
  if (large.ok !== small.ok) seen.report(`${kind}: one of our checkers says ${large.ok}, the other ${small.ok}`);
  seen.count(`${kind}${large.ok ? ", still a proof" : ""}`);
  const program = process.env.MUNTAC;
  if (program === undefined) {
    seen.count("Munta is not at hand");
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "munta-"));
  try {
    const files = ["muntax", "renaming", "cert"].map((ending) => join(folder, `m.${ending}`));
    for (const [i, content] of [muntax, renaming, bytesOf(states, cert)].entries()) writeFileSync(files[i]!, content);
    const { stdout, stderr } = spawnSync(program, ["-m", files[0]!, "-r", files[1]!, "-c", files[2]!], {
      encoding: "utf8",
    });
    const accepted = readAnswer(`${stdout}${stderr}`).kind === "accepted";
    seen.count(accepted ? "accepted" : "not accepted");
    if (accepted && !large.ok) seen.report(`${kind}: Munta accepts what is no proof`);
    // It wants one zone around each, where ours also take several together.
    if (!accepted && large.ok) seen.count(`${kind}, still a proof, and not accepted`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Is a process where no time passes? */
function stopsIn({ automata }: Model, { locations }: State): boolean {
  return locations.some((at, p) => automata[p]!.urgent.includes(at));
}

/** Munta asks only that what enters lies in a zone; ours, that what time makes of it does. So time passes first. */
function certified({ locations, values, zones }: State, stops: boolean): CertifiedState {
  return {
    locations,
    cells: values,
    zones: zones.flatMap((zone) => {
      const dim = Math.sqrt(zone.length);
      const tight = closed(
        zone.map((bound) => (bound === NONE ? Number.POSITIVE_INFINITY : Number(bound))),
        dim,
      );
      if (tight === undefined) return [];
      return [
        tight.flatMap((bound, at): BoundJson[] => {
          const [i, j] = [Math.floor(at / dim), at % dim];
          if (bound === Number.POSITIVE_INFINITY || i === j || (j === 0 && !stops)) return [];
          return [[i, j, Math.floor(bound / 2), bound % 2 === 0 ? 1 : 0]];
        }),
      ];
    }),
  };
}

/** All bounds as tight as they are; undefined: nothing is in the zone. */
function closed(zone: readonly number[], dim: number): readonly number[] | undefined {
  const z = zone.map((bound, at) => (at < dim ? Math.min(bound, 1) : bound));
  const sum = (a: number, b: number): number => (a + b === Number.POSITIVE_INFINITY ? a + b : a + b - ((a | b) & 1));
  for (let k = 0; k < dim; k++) {
    for (let i = 0; i < dim; i++) {
      for (let j = 0; j < dim; j++) {
        z[i * dim + j] = Math.min(z[i * dim + j]!, sum(z[i * dim + k]!, z[k * dim + j]!));
      }
    }
  }
  return Array.from({ length: dim }, (_, i) => z[i * (dim + 1)]!).some((bound) => bound < 1) ? undefined : z;
}
