// The three files that Munta's checker reads, and the command that checks them.

import { type Certificate, exportToMunta, type MuntaExport, type Network, type Query } from "@tracehound/core";
import type { Context } from "../context.ts";
import { count, counted } from "../report/count.ts";
import { shellWord } from "../report/shell-word.ts";

export interface MuntaFiles {
  readonly muntax: string;
  readonly renaming: string;
  readonly cert: string;
}

/** `NAME` and `NAME.muntax` mean the same three files. */
export function muntaFiles(name: string): MuntaFiles {
  const stem = name.replace(/\.muntax$/i, "");
  return { muntax: `${stem}.muntax`, renaming: `${stem}.renaming`, cert: `${stem}.cert` };
}

export const isMuntaName = (path: string): boolean => /\.muntax$/i.test(path);

export const listOf = ({ muntax, renaming, cert }: MuntaFiles): readonly string[] => [muntax, renaming, cert];

/** What Munta's checker is called with. */
export function muntacArguments({ muntax, renaming, cert }: MuntaFiles, deadlock: boolean): readonly string[] {
  return ["-m", muntax, "-r", renaming, "-c", cert, ...(deadlock ? ["-dc"] : [])];
}

export function muntacCommand(files: MuntaFiles, deadlock: boolean): string {
  return ["muntac", ...muntacArguments(files, deadlock).map(shellWord)].join(" ");
}

/** Throws `MuntaRefusal`; nothing is written then. */
export async function writeMuntaFiles(
  files: MuntaFiles,
  { network, query, certificate }: { network: Network; query: Query; certificate: Certificate },
  context: Context,
  during: <T>(work: () => T) => T,
): Promise<MuntaExport> {
  const made = during(() => exportToMunta(network, query, certificate));
  await context.ensureWritable(listOf(files));
  await context.writeFile(files.cert, made.cert);
  await context.writeFile(files.renaming, made.renaming);
  // Last: whoever finds the model finds what belongs to it.
  await context.writeFile(files.muntax, made.muntax);
  return made;
}

export function exportText({ counts, cert }: MuntaExport): string {
  const { states, zones, edges, ownEdges, clocks, variables } = counts;
  const size = `${counted(states, "state")}, ${counted(zones, "zone")}, ${count(cert.length)} bytes`;
  const model = `${counted(edges, "edge")} for ${count(ownEdges)}, ${counted(clocks, "clock")}, ${counted(variables, "variable")}`;
  return `${size}; the model has ${model}`;
}
