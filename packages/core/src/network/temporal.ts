// Linear temporal logic, as a query holds it: atoms are state formulas, named by their place among the query's atoms.

export type Temporal =
  | { readonly kind: "constant"; readonly value: boolean }
  | { readonly kind: "atom"; readonly atom: number }
  | { readonly kind: "not" | "next" | "always" | "eventually"; readonly part: Temporal }
  | { readonly kind: "and" | "or"; readonly parts: readonly Temporal[] }
  /**
   * `p U q`: q some time, and p until then. `p W q`: the same, or p for ever. `p R q`: q until and including p, or q
   * for ever. `p M q`: the same, and p some time.
   */
  | {
      readonly kind: "until" | "weak-until" | "release" | "strong-release";
      readonly left: Temporal;
      readonly right: Temporal;
    };

/** Does it speak of the next step? */
export function hasNext(temporal: Temporal): boolean {
  switch (temporal.kind) {
    case "constant":
    case "atom":
      return false;
    case "next":
      return true;
    case "not":
    case "always":
    case "eventually":
      return hasNext(temporal.part);
    case "and":
    case "or":
      return temporal.parts.some(hasNext);
    default:
      return hasNext(temporal.left) || hasNext(temporal.right);
  }
}
