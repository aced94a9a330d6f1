// A call written down from the values of its parameters, such that reading it gives the same values again. What a
// default says anyway is left out.

import type { Component } from "./component.ts";
import { decimal, quoted } from "./syntax.ts";

export function writtenCall(
  { name, params }: Pick<Component<unknown>, "name" | "params">,
  values: Readonly<Record<string, unknown>>,
): string {
  const args = Object.entries(params).flatMap(([param, { defaultText, type }]) => {
    const text = type === "text" ? quoted(String(values[param])) : written(values[param]);
    return text === defaultText ? [] : [`${param}=${text}`];
  });
  return `${name}(${args.join(", ")})`;
}

/** Words stand for themselves; in lists there are only texts. */
function written(value: unknown): string {
  if (typeof value === "number") return decimal(value);
  if (Array.isArray(value)) {
    return `[${value.map((one) => (typeof one === "string" ? quoted(one) : written(one))).join(", ")}]`;
  }
  const isComponent = typeof value === "object" && value !== null && "spec" in value;
  return String(isComponent ? value.spec : value);
}
