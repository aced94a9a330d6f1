// Numbers about numbers, and how they are written in tables.

export const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}

/** As the papers write them: whole numbers up to a million, then 1.2e+6. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (value >= 1e6) return value.toExponential(1);
  if (value >= 100 || Number.isInteger(value)) return String(Math.round(value));
  return value.toFixed(1);
}

/** "15K" and "2.1G" (of MB) are thousands, "1.2e+6" is a number as it stands. */
export function numberOf(printed: number | string): number {
  if (typeof printed === "number") return printed;
  return Number.parseFloat(printed) * (/[KG]$/.test(printed) ? 1000 : 1);
}

/** `| a | b |`; what a cell has of bars and line breaks stays in the cell. */
export const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ")).join(" | ")} |`;

export const head = (cells: readonly string[]): string => `${row(cells)}\n|${cells.map(() => "---|").join("")}`;
