// The same network with larger numbers: everything that clocks are compared with or set to is multiplied. Its zone
// graph is that of the network itself, state by state, so what is known of the small one must be answered for the large
// one.

import { rescaled } from "../analysis/time-unit.ts";
import type { Expression } from "../network/index.ts";

/** A network, or a query, with all clock constants `by` times as large. */
export function enlarged<T>(of: T, by: number): T {
  const factor: Expression = { kind: "constant", value: by };
  return rescaled(of, (value) =>
    value.kind === "constant"
      ? { kind: "constant", value: value.value * by }
      : { kind: "binary", op: "*", left: value, right: factor },
  );
}
