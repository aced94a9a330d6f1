// Searches by several workers in threads that are interrupted at any moment: by Ctrl-C, by the end of their time or
// memory, or by a fault of the model on either side. What they say is what one engine says, or that they were
// interrupted; and the command ends, so that no thread is left.

import { families } from "@tracehound/core";
import { seededChoices } from "@tracehound/core/testing";
import { inFolder, runCommand } from "../command.ts";
import type { Claim, Sightings } from "../hunt.ts";

const SEARCHES = ["bfs", "astar(distance(combine=max))", "greedy(hL())", "bfs"] as const;
/** Somebody fails, one side or the other, behind some hundred states. */
const FAULTY = (bound: number): string => `int[0,${bound}] n; int[0,7] a[4];
process P(const int i) { clock x; state s { x <= 2 }; init s;
  trans s -> s { guard x >= 1; assign x := 0, a[i] := (a[i] + 1) % 8; }, s -> s { guard a[i] == 7 && n < ${bound + 1}; assign n := n + 1; }; }
p0 = P(0); p1 = P(1); p2 = P(2); system p0, p1, p2;`;

interface Told {
  readonly verdict: string;
  readonly because?: string;
}

export const interruptions: Claim = {
  what: "workers that are interrupted say what one engine says, or that they were interrupted, and end",
  seeds: 200,
  inTests: 0,
  secondsPerSeed: 300,
  async run(seed, seen) {
    const choices = seededChoices(seed);
    const size = 5 + (seed % 3);
    const correct = seed % 2 === 0;
    const fischer = families.find(({ name }) => name === "fischer")!.generate({ size, variant: "", correct, seed: 1 });
    const isFaulty = seed % 5 === 4;
    const model = isFaulty ? FAULTY(3 + (seed % 4)) : fischer.xta;
    const question = isFaulty ? "E<> n == 20" : fischer.queries[0]!.formula;
    await inFolder({ "m.xta": model, "m.q": question }, async (folder) => {
      const search = SEARCHES[seed % SEARCHES.length]!;
      const base = ["check", "m.xta", "m.q", "--json", "--no-why", "--search", search];
      const several = [...base, "--workers", String(2 + (seed % 2))];
      const one = told((await runCommand(base, folder)).out);
      const way = choices.below(isFaulty ? 2 : 4);
      const moment = 100 + choices.below(1500);
      const limits =
        way === 2 ? ["--time", String(moment / 1000)] : way === 3 ? ["--memory", String(60 + choices.below(200))] : [];
      const blow = way === 1 ? ({ signal: "SIGINT", after: moment } as const) : undefined;
      const ended = await runCommand([...several, ...limits], folder, blow);
      if (ended.isStuck) seen.report(`${several.join(" ")} ${limits.join(" ")} does not end`);
      else judge(one, ended, seen);
    });
  },
};

function told(out: string): Told | undefined {
  try {
    return (JSON.parse(out) as { results: Told[] }).results[0];
  } catch {
    return undefined;
  }
}

function judge(
  one: Told | undefined,
  { code, out, err }: { code: number | null; out: string; err: string },
  seen: Sightings,
): void {
  const said = told(out);
  if (code === 70 || one === undefined) seen.report(`exit code ${code}: ${err.slice(0, 300)}`);
  else if (said === undefined) seen.count("interrupted before it began");
  else if (said.verdict === one.verdict && said.because === one.because) seen.count(`as one: ${said.verdict}`);
  else if (said.verdict === "unknown" && said.because !== "model-fault") seen.count(`unknown: ${said.because}`);
  else seen.report(`one says ${one.verdict} ${one.because}, several say ${said.verdict} ${said.because}`);
}
