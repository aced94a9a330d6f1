// `-D NAME=VALUE`: constants of a model that are set from outside. `-D N=1:2:5` sets one value after the other: an
// experiment.

import type { Command } from "commander";
import { UsageError } from "./errors.ts";
import { collect } from "./options.ts";

export interface ConstantOptions {
  readonly D?: readonly string[];
}

export function declareConstants(command: Command): Command {
  return command.option(
    "-D <name=value>",
    "set a constant; may be repeated; 1:5 and 1:2:5 are ranges (.prism)",
    collect,
  );
}

/** More runs than anybody wants to read. */
const MOST_RUNS = 10_000;

/** All valuations, the first constant varying slowest; one without constants where none is given. */
export function valuations({ D: given = [] }: ConstantOptions): ReadonlyMap<string, string>[] {
  let all: Map<string, string>[] = [new Map()];
  for (const text of given.flatMap((word) => word.split(","))) {
    const match = /^\s*([A-Za-z_]\w*)\s*=\s*(.+?)\s*$/.exec(text);
    if (match === null) throw new UsageError(`\`-D ${text}\` sets no constant`, "write -D NAME=VALUE");
    const [, name, value] = match as unknown as [string, string, string];
    const values = valuesOf(name, value);
    all = all.flatMap((before) => values.map((one) => new Map(before).set(name, one)));
    if (all.length > MOST_RUNS) throw new UsageError(`these ranges ask for more than ${MOST_RUNS} runs`);
  }
  return all;
}

function valuesOf(name: string, text: string): string[] {
  const parts = text.split(":");
  if (parts.length === 1) return [text];
  const numbers = parts.map(Number);
  const [first, last] = [numbers[0]!, numbers.at(-1)!];
  const step = parts.length === 2 ? 1 : numbers[1]!;
  if (parts.length > 3 || numbers.some((number) => !Number.isFinite(number)) || !(step > 0)) {
    throw new UsageError(
      `\`${text}\` is no range for ${name}`,
      "write -D N=1:5, or -D N=1:2:5 with the step in the middle",
    );
  }
  const values: string[] = [];
  for (let k = 0; first + k * step <= last * (1 + 1e-12) && values.length <= MOST_RUNS; k++) {
    values.push(String(Number((first + k * step).toPrecision(12))));
  }
  if (values.length === 0) throw new UsageError(`the range \`${text}\` of ${name} is empty`);
  return values;
}

/** The one valuation of a command that makes no experiments. */
export function oneValuation(options: ConstantOptions): ReadonlyMap<string, string> {
  const all = valuations(options);
  if (all.length > 1) throw new UsageError("ranges of constants are for `check`", "give one value: -D N=2");
  return all[0]!;
}
