// The way from a variable to some of its cells: the network knows offsets and strides, UPPAAL wants subscripts and
// fields (`[i].items[2]`).

import { type Subscript, sizeOf, type ValueType } from "../../../network/index.ts";
import { Unsayable } from "./unsayable.ts";

/** How far computed subscripts may move. */
export function extent(steps: readonly Subscript[]): number {
  return steps.reduce((sum, { count, stride }) => sum + (count - 1) * stride, 0);
}

/** What stands behind the variable's name to reach `size` cells at `offset` plus the steps. */
export function pathInVariable(
  type: ValueType,
  offset: number,
  steps: readonly Subscript[],
  size: number,
  print: (step: Subscript) => string,
): string {
  let path = "";
  let rest = offset;
  let at = type;
  const open = [...steps];
  const isThere = (): boolean => {
    if (open.length > 0 || rest > 0) return false;
    return size === 1 ? at.kind !== "array" && at.kind !== "struct" : sizeOf(at) <= size;
  };
  while (!isThere()) {
    if (at.kind === "array") {
      const stride = sizeOf(at.element);
      const step = open[0];
      if (step !== undefined && step.stride === stride && step.count === at.length && rest < stride) {
        open.shift();
        const shift = at.first - step.first;
        path += `[${print(step)}${shift === 0 ? "" : ` + ${shift}`}]`;
      } else {
        path += `[${at.first + Math.floor(rest / stride)}]`;
        rest %= stride;
      }
      at = at.element;
    } else if (at.kind === "struct") {
      const field = at.fields.find((candidate) => {
        if (rest < sizeOf(candidate.type)) return true;
        rest -= sizeOf(candidate.type);
        return false;
      });
      if (field === undefined) throw new Unsayable("cells without a variable");
      path += `.${field.name}`;
      at = field.type;
    } else {
      throw new Unsayable("subscripts that fit no array");
    }
  }
  return path;
}
