// `npm run bench -- cluster`: what sending states costs, and what a second worker gives, with a broker (nats-server)
// and workers on this machine; in processor time, since a machine may have other things to do. `--simulate [--plot
// FILE]` computes what up to 1,000 machines would give from such constants: a simulation, not a measurement.

import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ASSUMED, plotOf, simulate, tableOf } from "./cluster-simulation.ts";

const { values } = parseArgs({
  options: {
    simulate: { type: "boolean" },
    plot: { type: "string" },
    expand: { type: "string", default: "0.5" },
    send: { type: "string", default: "5.8" },
    filtered: { type: "string", default: "0.5" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "20" },
    model: { type: "string", default: "arbiter 8" },
  },
});

if (values.simulate === true) {
  const { expand, send, filtered, seed } = values;
  const rows = simulate({
    expand: Number(expand),
    send: Number(send),
    filtered: Number(filtered),
    seed: Number(seed),
  });
  process.stdout.write(
    `Simulated with ${expand} µs per candidate, ${send} µs to send one on, ${filtered} of them filtered. ${ASSUMED}\n\n`,
  );
  process.stdout.write(tableOf(rows));
  if (values.plot !== undefined) writeFileSync(values.plot, plotOf(rows));
} else {
  const { measure } = await import("./cluster-measure.ts");
  await measure(Number(values.seconds), values.model);
}
