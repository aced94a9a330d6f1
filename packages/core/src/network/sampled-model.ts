// The network that a statistical query is about: the model as it was written, with its doubles, its rates and the
// values of its clocks, which the network of symbolic queries does not have.

import type { Network } from "./network.ts";
import type { QueryOf } from "./queries/index.ts";

export function modelOf({ model }: Pick<QueryOf<"statistical">, "model">): Network {
  return model as Network;
}
