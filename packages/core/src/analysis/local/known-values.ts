// Values of which some are not known, the two ways in which working them out ends, and the operators on known ones.

/** Undefined: not known. */
export type KnownValue = number | undefined;

/** Something could not be followed. */
export class Lost extends Error {}
/** The step fails whenever it is taken: it leads nowhere. */
export class Faulty extends Error {}

/** What an operator makes of two known values. */
export function combined(op: string, a: number, b: number): KnownValue {
  switch (op) {
    case "+":
      return (a + b) | 0;
    case "-":
      return (a - b) | 0;
    case "*":
      return Math.imul(a, b);
    case "/":
    case "%":
      if (b === 0) throw new Faulty();
      return op === "/" ? (a / b) | 0 : (a % b) | 0;
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "<":
      return a < b ? 1 : 0;
    case "<=":
      return a <= b ? 1 : 0;
    case "==":
      return a === b ? 1 : 0;
    case "!=":
      return a !== b ? 1 : 0;
    case ">=":
      return a >= b ? 1 : 0;
    case ">":
      return a > b ? 1 : 0;
    case "<?":
      return Math.min(a, b);
    case ">?":
      return Math.max(a, b);
    default:
      throw new Lost();
  }
}
