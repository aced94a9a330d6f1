// Fischer's protocol over a scalar set, with symmetry and without: states, processor seconds, and whether the orbits of
// the discrete states that are stored add up to those that are reached.
//
//   npm run bench -- symmetry [LARGEST]

import { exploreNetwork, loadModel, type Network, type Query } from "@tracehound/core";
import { storedUpTo } from "@tracehound/core/testing";
import { cpuSeconds, printHead, printRow, unwrap } from "./measure.ts";

const fischer = (n: number): string => `
typedef scalar[${n}] pid_t;
pid_t id; bool set = false;
process P(const pid_t pid) {
  clock x;
  state A, req { x <= 2 }, wait, cs;
  init A;
  trans
    A -> req { guard !set; assign x = 0; },
    req -> wait { guard x <= 2; assign id = pid, set = true, x = 0; },
    wait -> req { guard !set; assign x = 0; },
    wait -> cs { guard set && id == pid && x > 2; },
    cs -> A { assign set = false, x = 0; };
}
system P;
`;

const QUESTION = "A[] forall (i : pid_t) forall (j : pid_t) P(i).cs && P(j).cs imply i == j";
/** More zones than this are not kept for the orbits. */
const MOST_STATES = 4_000_000;

const environment = {
  now: () => performance.now() / 1000,
  cpu: cpuSeconds,
  memoryBytes: () => process.memoryUsage().rss,
  pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
};

async function explored(network: Network, symmetry: "off" | "scalar"): Promise<readonly [number, number, string]> {
  const { statistics } = await exploreNetwork(network, { symmetry }, environment);
  return [statistics.explored, statistics.transitions, statistics.cpuSeconds.toFixed(2)];
}

function orbits(network: Network, query: Query): readonly [number | string, number | string, string] {
  const counted = storedUpTo(network, query, MOST_STATES);
  if (counted === undefined) return ["", "", "not counted"];
  const { reached, stored, stoodFor, agree } = counted;
  return [reached, stored, agree && stoodFor === reached ? `${stoodFor}` : `WRONG: ${stoodFor}`];
}

const largest = Number(process.argv[2] ?? 10);
printHead([
  "processes",
  "explored",
  "steps",
  "CPU s",
  "explored, symmetry",
  "steps",
  "CPU s",
  "discrete states",
  "stored, symmetry",
  "their orbits",
]);
for (let n = 6; n <= largest; n++) {
  const loaded = loadModel({ name: "fischer.xta", content: fischer(n) }, { lints: false });
  const compiled = loaded.compileQuery(QUESTION);
  const query = unwrap(compiled);
  const network = loaded.network!;
  printRow([n, ...(await explored(network, "off")), ...(await explored(network, "scalar")), ...orbits(network, query)]);
}
