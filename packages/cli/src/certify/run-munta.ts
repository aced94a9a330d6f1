// Runs Munta's checker of certificates, wherever it is, and reads what it says.

import type { spawn as SpawnProcess } from "node:child_process";
import { createRequire } from "node:module";

export type MuntaSays =
  | { readonly kind: "accepted" | "rejected" }
  /** It did not come to an answer: what it printed last. */
  | { readonly kind: "failed"; readonly said: string }
  | { readonly kind: "stopped" }
  | { readonly kind: "missing"; readonly why: string };

export interface MuntaRun {
  readonly says: MuntaSays;
  readonly seconds: number;
}

/** Lines of what it printed that are told when it fails. */
const LAST_LINES = 6;

export function runMunta(
  program: string,
  args: readonly string[],
  { seconds, signal, now }: { readonly seconds?: number; readonly signal: AbortSignal; now(): number },
): Promise<MuntaRun> {
  const begun = now();
  // Loaded when it is needed: it takes time, and most commands start nothing.
  const { spawn } = createRequire(import.meta.url)("node:child_process") as { spawn: typeof SpawnProcess };
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    let isStopped = false;
    const stop = (): void => {
      isStopped = true;
      child.kill("SIGKILL");
    };
    const timer = seconds === undefined ? undefined : setTimeout(stop, Math.min(seconds * 1000, 2 ** 31 - 1));
    signal.addEventListener("abort", stop);
    const end = (says: MuntaSays): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve({ says, seconds: (now() - begun) / 1000 });
    };
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece: Buffer) => (text += piece.toString()));
    child.on("error", (error) => end({ kind: "missing", why: error.message }));
    child.on("close", () => end(isStopped ? { kind: "stopped" } : readAnswer(text)));
  });
}

export function readAnswer(text: string): MuntaSays {
  if (/certificate was accepted/i.test(text)) return { kind: "accepted" };
  if (/certificate was rejected/i.test(text)) return { kind: "rejected" };
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return { kind: "failed", said: lines.slice(-LAST_LINES).join("\n") };
}
