// A link that carries everything: the model (deflated, in the fragment, so that no server ever sees it) or the name of
// an example, the questions that were asked here, the strategy, and the walk with where it stands. Whoever has a link
// may have made it by hand: what it unfolds to is bounded.

import { defined } from "@tracehound/core";

export interface Shared {
  readonly example?: string;
  readonly name?: string;
  readonly text?: string;
  /** Questions that are not in the file. */
  readonly asked?: readonly string[];
  /** The chosen question, and whether it was answered. */
  readonly question?: string;
  readonly checked?: boolean;
  readonly search?: string;
  /** The run that is walked, as `--trace` writes it, and which of its states is shown. */
  readonly walk?: string;
  readonly step?: number;
  /** There was a walk in the link, which cannot be read any more. */
  readonly isWalkLost?: boolean;
}

/** Longer addresses get lost on the way; the file itself is the better thing to share. */
export const LONGEST = 30_000;

/** Bytes that a part of a link may unfold to: far more than what fits into a link that we make. */
const MOST_BYTES = 8e6;

export class BadLink extends Error {}

export async function toFragment(shared: Shared): Promise<string> {
  const { example, name, text, asked = [], question, checked, search, walk, step } = shared;
  const fields = new URLSearchParams();
  if (example !== undefined) fields.set("example", example);
  if (name !== undefined && text !== undefined) {
    fields.set("name", name);
    fields.set("model", await deflated(text));
  }
  for (const own of asked) fields.append("ask", own);
  if (question !== undefined) fields.set("question", question);
  if (checked === true) fields.set("checked", "yes");
  if (search !== undefined && search !== "") fields.set("search", search);
  if (walk !== undefined) fields.set("walk", await deflated(walk));
  if (step !== undefined) fields.set("step", String(step));
  return `#${fields}`;
}

/** Undefined where the fragment is no link of ours. */
export async function fromFragment(fragment: string): Promise<Shared | undefined> {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const field = (name: string): string | undefined => fields.get(name) ?? undefined;
  const [example, model, walk, step] = [field("example"), field("model"), field("walk"), field("step")];
  if (example === undefined && model === undefined) return undefined;
  const shownWalk = walk === undefined ? undefined : await inflated(walk, "the walk in it").catch(() => undefined);
  return {
    asked: fields.getAll("ask"),
    checked: fields.has("checked"),
    ...defined({
      example,
      name: model === undefined ? undefined : (field("name") ?? "shared.xml"),
      text: model === undefined ? undefined : await inflated(model, "the model in it"),
      question: field("question"),
      search: field("search"),
      walk: shownWalk,
      isWalkLost: walk !== undefined && shownWalk === undefined ? true : undefined,
      step: /^\d+$/.test(step ?? "") ? Number(step) : undefined,
    }),
  };
}

function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): ReadableStream<Uint8Array> {
  return new Blob([bytes])
    .stream()
    .pipeThrough(stream as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>);
}

async function deflated(text: string): Promise<string> {
  const stream = through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Piece by piece, so that what unfolds to very much is given up early. */
async function inflated(encoded: string, what: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  try {
    const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const reader = through(bytes, new DecompressionStream("deflate-raw")).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      length += value.length;
      if (length > MOST_BYTES) {
        await reader.cancel();
        break;
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    throw new BadLink(`this link is damaged: ${what} cannot be read`);
  }
  throw new BadLink(`this link is refused: ${what} unfolds to more than ${MOST_BYTES / 1e6} MB`);
}
