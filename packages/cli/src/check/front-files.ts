// Writes fronts of time and cost (`--front-file FILE`), one file per query that has one; the ending names the format.

import { type CheckResult, drawFront, type FrontPoint, pictureToFile } from "@tracehound/core";
import type { Context } from "../context.ts";
import { byEnding } from "../writing/endings.ts";
import { partsOf, writeParts } from "../writing/numbered-files.ts";

type FrontWriter = (front: readonly FrontPoint[]) => string;

export const FRONT_ENDINGS: Readonly<Record<string, FrontWriter>> = {
  svg: (front) => pictureToFile(drawFront(front), "light"),
  json: (front) => `${JSON.stringify(front, null, 2)}\n`,
  csv: (front) => `time,cost,proven\n${front.map(({ time, cost, proven }) => `${time},${cost},${proven}\n`).join("")}`,
};

export function frontWriter(path: string): FrontWriter {
  return byEnding(path, FRONT_ENDINGS);
}

export async function writeFronts(
  results: readonly { readonly number: number; readonly result: CheckResult }[],
  path: string,
  context: Context,
): Promise<void> {
  const write = frontWriter(path);
  const shown = results.flatMap(({ number, result: { front } }) => (front === undefined ? [] : [{ number, front }]));
  if (shown.length === 0) context.err("there is no front to write: ask for one with --front cost\n");
  await writeParts(
    path,
    "front",
    partsOf(shown, ({ front }) => write(front)),
    context,
  );
}
