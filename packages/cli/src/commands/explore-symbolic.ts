// `tracehound explore --symbolic`: all states as one set, counted to the last digit.

import {
  type Budget,
  defined,
  exploreSets,
  type LoadedModel,
  type Network,
  type SymbolicStatistics,
} from "@tracehound/core";
import { ProgressLine } from "../check/progress.ts";
import { rounded, symbolicJson } from "../check/report.ts";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type LimitOptions, limitsOf, secondsOf } from "../limits/options.ts";
import { count, digits } from "../report/count.ts";
import { diagnosticJson } from "../report/diagnostics.ts";
import { VERSION } from "../version.ts";

export async function exploreSymbolically(
  { network, name, sources }: LoadedModel & { readonly network: Network },
  order: "bfs" | undefined,
  options: LimitOptions & { readonly json?: true; readonly progress?: true },
  context: Context,
  budget: Budget,
): Promise<ExitCode> {
  const limits = { ...limitsOf(options), ...secondsOf(budget) };
  const progress = new ProgressLine(context, options.progress ?? false);
  const explored = await exploreSets(
    network,
    { limits, ...defined({ order }) },
    context.environment,
    context.signal,
    (at) => progress.show("exploring", at),
  );
  progress.clear();
  const { symbolic, because, diagnostic, seconds, cpuSeconds, memoryMB } = explored;
  if (diagnostic !== undefined) context.report([diagnostic], sources);
  if (options.json) {
    const measured = { seconds: rounded(seconds), cpuSeconds: rounded(cpuSeconds), memoryMB: rounded(memoryMB) };
    const sets = symbolic === undefined ? undefined : symbolicJson(symbolic);
    const statistics = { ...defined({ symbolic: sets }), ...measured };
    const diagnostics = diagnostic && [diagnosticJson(diagnostic, sources)];
    const told = defined({ because, diagnostics });
    context.json({ tool: "tracehound", version: VERSION, model: name, ...told, statistics });
  } else {
    for (const [label, value] of rowsOf(symbolic, seconds)) {
      context.out(`${label.padEnd(12)}${value.padStart(12)}\n`);
    }
    if (because !== undefined) context.out(`not finished: ${because}\n`);
  }
  if (because === undefined) return EXIT.satisfied;
  if (because === "model-fault") return EXIT.badInput;
  return because === "not-supported" ? EXIT.notSupported : EXIT.unknown;
}

function rowsOf(symbolic: SymbolicStatistics | undefined, seconds: number): (readonly [string, string])[] {
  return [
    ...(symbolic === undefined
      ? []
      : ([
          ["states", digits(symbolic.discrete)],
          ...(symbolic.side === undefined
            ? []
            : ([
                ["with clocks", digits(symbolic.states)],
                ["ticks", count(symbolic.ticks)],
                ["bounds", symbolic.side],
              ] as const)),
          ["nodes", count(symbolic.nodes)],
          ["made", count(symbolic.made)],
          ["levels", count(symbolic.levels)],
          ["rounds", count(symbolic.rounds)],
        ] as const)),
    ["seconds", String(rounded(seconds))] as const,
  ];
}
