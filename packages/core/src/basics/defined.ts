// Optional fields of objects under construction: what is undefined is left out, so that it neither shows among the keys
// nor has to be asked for field by field.

/** The fields that are not undefined: `{ name, ...defined({ span, hint }) }`. */
export function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key in fields) {
    const value = fields[key];
    if (value !== undefined) kept[key] = value as Exclude<T[Extract<keyof T, string>], undefined>;
  }
  return kept;
}
