// Whole numbers for people: 1234567 as 1,234,567. By hand, because the first use of node's own formatting loads its
// language data, which costs a tenth of the start-up of a small model.

export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** The same for a decimal number of any length. */
export function digits(value: string): string {
  return value.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Where it is too long to be read, its size. */
export function size(value: string): string {
  return value.length > 24 ? `${value[0]}.${value.slice(1, 3)}e${value.length - 1}` : digits(value);
}

/** The same with what is counted, in the plural where there is not one. */
export function counted(value: number, word: string): string {
  return `${count(value)} ${word}${value === 1 ? "" : "s"}`;
}
