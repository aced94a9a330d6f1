// A link that carries everything: the model (deflated, in the fragment, so that no server ever sees it) or the name of an
// example, the question, the strategy and the step of the walk.

import { defined } from "@tracehound/core";

export interface Shared {
  readonly example?: string;
  readonly name?: string;
  readonly text?: string;
  readonly question?: string;
  readonly search?: string;
  readonly step?: number;
}

/** Longer addresses get lost on the way; the file itself is the better thing to share. */
export const LONGEST = 30_000;

export async function toFragment({ example, name, text, question, search, step }: Shared): Promise<string> {
  const fields = new URLSearchParams();
  if (example !== undefined) fields.set("example", example);
  if (name !== undefined && text !== undefined) {
    fields.set("name", name);
    fields.set("model", await deflated(text));
  }
  if (question !== undefined) fields.set("question", question);
  if (search !== undefined && search !== "") fields.set("search", search);
  if (step !== undefined) fields.set("step", String(step));
  return `#${fields}`;
}

export async function fromFragment(fragment: string): Promise<Shared | undefined> {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const field = (name: string): string | undefined => fields.get(name) ?? undefined;
  const [example, model, step] = [field("example"), field("model"), field("step")];
  if (example === undefined && model === undefined) return undefined;
  const [name, question, search] = [field("name") ?? "shared.xml", field("question"), field("search")];
  return {
    ...defined({ example, question, search, step: /^\d+$/.test(step ?? "") ? Number(step) : undefined }),
    ...defined({
      name: model === undefined ? undefined : name,
      text: model === undefined ? undefined : await inflated(model),
    }),
  };
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: GenericTransformStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const piped = new Blob([bytes])
    .stream()
    .pipeThrough(stream as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

async function deflated(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

async function inflated(encoded: string): Promise<string> {
  const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}
