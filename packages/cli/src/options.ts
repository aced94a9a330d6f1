// Parsers for values of options; what does not fit is a usage error that names the option.

import { InvalidArgumentError } from "commander";

export function positiveInteger(text: string): number {
  if (/^[0-9]+$/.test(text) && Number(text) >= 1 && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InvalidArgumentError("It must be a whole number of at least 1.");
}

export function nonNegativeInteger(text: string): number {
  if (/^[0-9]+$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InvalidArgumentError("It must be a whole number of at least 0.");
}

export function portNumber(text: string): number {
  if (/^[0-9]{1,5}$/.test(text) && Number(text) < 65536) return Number(text);
  throw new InvalidArgumentError("It must be a number from 0 to 65535.");
}

export function nonNegativeNumber(text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError("It must be a number of at least 0.");
}

export function positiveNumber(text: string): number {
  const value = nonNegativeNumber(text);
  if (value > 0) return value;
  throw new InvalidArgumentError("It must be a number above 0.");
}

/** Whole numbers from 1, one per use of the option. */
export function positiveIntegers(text: string, before: readonly number[] = []): number[] {
  return [...before, positiveInteger(text)];
}

/** `a,b,c`, also over several uses of the option. */
export function list(text: string, before: readonly string[] = []): string[] {
  const words = text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
  return [...before, ...words];
}

/** An option in the place of a query is a query that was forgotten. */
export function collectQueries(text: string, before: readonly string[] = []): string[] {
  if (text.startsWith("--")) throw new InvalidArgumentError("It is an option, not a query.");
  return collect(text, before);
}

/** One value per use of the option. */
export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}
