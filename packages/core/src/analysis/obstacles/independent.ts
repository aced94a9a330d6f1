// What a question does not depend on. Where a model computes with numbers that no symbolic analysis supports (doubles,
// hybrid clocks, random numbers), this follows what they may influence (`influence.ts`). A question that none of this
// reaches is answered on the network without it: runs of either network are, as far as the question sees them, runs of
// the other.

import { defined } from "../../basics/defined.ts";
import type { Diagnostic, Span } from "../../diagnostics/index.ts";
import { kindOf, type Network, type Obstacle, type Query, visitNetwork } from "../../network/index.ts";
import { Influence } from "./influence.ts";

export interface Independent {
  /** Without what the question does not depend on; processes, locations and edges keep their numbers. */
  readonly network: Network;
  /** What is used there that is not supported. */
  readonly features: readonly string[];
  /** Processes that stay where they begin. */
  readonly processes: readonly string[];
}

/** Undefined: the question may depend on something that is not supported. */
export function withoutObstacles(network: Network, query: Query): Independent | undefined {
  if (!network.obstacles.every(({ feature }) => NUMBERS.test(feature))) return undefined;
  if (hiddenObstacle(network) !== undefined || kindOf(query).answeredBy === "nobody") return undefined;
  const influence = new Influence(network);
  if (!influence.follow() || influence.reaches(query)) return undefined;
  const features = [...new Set(network.obstacles.map(({ feature }) => feature))];
  const processes = network.processes.filter((_, i) => influence.processes.has(i)).map(({ name }) => name);
  return { network: influence.rest(), features, processes };
}

/** One that left no trace in the network, which means something else without it. */
function hiddenObstacle(network: Network): Obstacle | undefined {
  if (network.obstacles.length === 0) return undefined;
  const seen = new Set<string>();
  visitNetwork(network, {
    expression(expression) {
      if (expression.kind === "unsupported") seen.add(keyOf(expression));
    },
  });
  return network.obstacles.find((obstacle) => !seen.has(keyOf(obstacle)));
}

/** The same as somebody is told it. */
export function hiddenObstacleDiagnostic(network: Network): Diagnostic | undefined {
  const obstacle = hiddenObstacle(network);
  if (obstacle === undefined) return undefined;
  const message = `the model uses ${obstacle.feature}, which symbolic analysis does not support`;
  return { code: "TH4500", severity: "error", message, ...defined({ span: obstacle.span }) };
}

/** Obstacles that are numbers and do nothing else: a spawned process or a foreign function may do anything. */
const NUMBERS = /^(?:double variables|hybrid clocks|`cost` as a number|floating-point numbers|the function `\w+`)$/;

const keyOf = ({ feature, span }: { readonly feature: string; readonly span?: Span }): string =>
  `${feature} ${span === undefined ? "" : `${span.block}:${span.start}:${span.end}`}`;
