// A search as a form: the text is what counts. The form is read from it, and what is chosen there is written into it.

/** A component that is named, with its arguments as they stand there. */
export interface WrittenSearch {
  readonly name: string;
  readonly arguments: readonly { readonly name?: string; readonly value: string }[];
}

/** Undefined where the text is no single name with arguments. */
export function readSearch(text: string): WrittenSearch | undefined {
  const found = /^\s*([\w-]+)\s*(?:\((.*)\))?\s*$/s.exec(text);
  if (found === null) return undefined;
  const parts = splitArguments(found[2] ?? "");
  if (parts === undefined) return undefined;
  return {
    name: found[1]!,
    arguments: parts.map((part) => {
      const [, name, value] = /^(\w+)\s*=(.*)$/s.exec(part) ?? [];
      return name === undefined ? { value: part } : { name, value: value!.trim() };
    }),
  };
}

/** By parameter: arguments without a name belong to the parameters in their order. */
export function argumentsOf(written: WrittenSearch, parameters: readonly { readonly name: string }[]): Values {
  const values: Record<string, string> = {};
  for (const [index, { name, value }] of written.arguments.entries()) {
    const parameter = name ?? parameters[index]?.name;
    if (parameter !== undefined) values[parameter] = value;
  }
  return values;
}

export type Values = Readonly<Record<string, string>>;

/** Undefined where brackets do not match. */
function splitArguments(text: string): readonly string[] | undefined {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const letter = text[at];
    if (letter === "(" || letter === "[") depth++;
    else if (letter === ")" || letter === "]") depth--;
    if (depth < 0) return undefined;
    if (letter !== undefined && (letter !== "," || depth > 0)) continue;
    parts.push(text.slice(start, at).trim());
    start = at + 1;
  }
  if (depth > 0) return undefined;
  return parts.filter((part) => part !== "");
}

/** Greedily by an expression over the model. */
export function guidedSearch(expression: string): string {
  return `greedy(expr("${expression.trim().replace(/\s+/g, " ")}"))`;
}

/** The expression of such a search; undefined for others. */
export function guideOf(search: string): string | undefined {
  return /^\s*greedy\(expr\("([^"]*)"\)\)\s*$/.exec(search)?.[1];
}
