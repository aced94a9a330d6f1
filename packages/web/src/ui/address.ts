// The address stands for what is open: a shared link, an example by its name, or what `tracehound serve` was given. As
// soon as something else is open or asked, the address no longer stands for it and is cleared, so that a reload brings
// back what was there, not what the link said.

import { defined } from "@tracehound/core";
import type { FileLink } from "../stores/file-link.ts";
import type { Workspace } from "../stores/workspace.ts";
import { examples } from "./examples.ts";
import { opening, takeToken } from "./served.ts";
import { BadLink, fromFragment, LONGEST, type Shared, toFragment } from "./share.ts";

/** What the address stands for: a version of the document and own questions; undefined when for nothing. */
let addressed: string | undefined;

function contentOf({ document: { state }, asking: { own } }: Workspace): string {
  return JSON.stringify([state.version, own.map(({ text }) => text)]);
}

/** Follows what is open; called once. */
export function watchAddress(workspace: Workspace): void {
  const leave = (): void => {
    if (addressed === undefined || contentOf(workspace) === addressed) return;
    addressed = undefined;
    clearAddress();
  };
  workspace.document.onChange(leave);
  workspace.onChange(leave);
}

function clearAddress(): void {
  if (location.hash !== "") history.replaceState(history.state, "", location.pathname + location.search);
}

interface Opened {
  readonly name: string;
  readonly text: string;
  readonly asked?: readonly string[];
  readonly id: string | undefined;
  readonly file?: FileLink | undefined;
}

/** Opens a model with its questions; from then on the address stands for that. */
async function open(workspace: Workspace, { name, text, asked = [], id, file }: Opened): Promise<void> {
  addressed = undefined;
  await workspace.open(name, text, asked, defined({ id, file }));
  // Somebody who opened something else meanwhile has left the address already.
  const { state } = workspace.document;
  if (state.name === name && state.text === text) addressed = contentOf(workspace);
  else clearAddress();
}

/**
 * Opens what the address says, in the slot that it was kept in before; false where it says nothing that can be opened.
 */
export async function openAddress(workspace: Workspace, id?: string): Promise<boolean> {
  try {
    if (takeToken()) return await openServed(workspace, id);
    const shared = await fromFragment(location.hash);
    if (shared === undefined && location.hash !== "") {
      throw new BadLink(
        "this address names neither a model nor an example; a link of this page begins with #model= or #example=",
      );
    }
    if (shared === undefined) return false;
    await openShared(workspace, shared, id);
    return true;
  } catch (error) {
    workspace.warn(
      error instanceof BadLink ? error.message : `this link cannot be opened: ${(error as Error).message}`,
    );
    return false;
  }
}

async function openShared(workspace: Workspace, shared: Shared, id: string | undefined): Promise<void> {
  const { example, name, text, asked = [], question, checked = false, search, walk, step, isWalkLost } = shared;
  const all = question === undefined ? asked : [...asked, question];
  if (name !== undefined && text !== undefined) await open(workspace, { name, text, asked: all, id });
  else {
    const known = examples.find(
      (candidate) => candidate.name === example || candidate.name.replace(/\.\w+$/, "") === example,
    );
    if (known === undefined) {
      const names = examples.map((candidate) => candidate.name).join(", ");
      throw new BadLink(`there is no example called ${example}; there are ${names}`);
    }
    await open(workspace, {
      name: known.name,
      text: await known.load(),
      asked: [...(await known.questions()), ...all],
      id,
    });
  }
  if (search !== undefined) workspace.setLimits({ search });
  const chosen = workspace.state.questions.find((candidate) => candidate.text === question);
  if (chosen !== undefined) workspace.choose(chosen.id);
  if (walk !== undefined) {
    await workspace.replay("The walk of the link", walk);
    workspace.walk.go(step ?? 0);
  }
  if (isWalkLost === true) {
    workspace.warn("the walk in this link is damaged; the model and its questions are as they were");
    return;
  }
  if (chosen === undefined || !(checked || (walk === undefined && step !== undefined))) return;
  // The same strategy may find another run: the walk of the link is the one that was meant.
  await workspace.checking.check(chosen.id, { walks: walk === undefined });
  if (walk === undefined && step !== undefined) workspace.walk.go(step);
}

/** What the server was started with: a model, and perhaps a trace that `check --open` found. */
async function openServed(workspace: Workspace, id: string | undefined): Promise<boolean> {
  const served = await opening();
  if (served === undefined) {
    throw new BadLink(
      "the server that this address came from has ended, or this is not the whole address that it printed",
    );
  }
  const { name, text, question, trace, file, tag } = served;
  const link = file === undefined || tag === undefined ? undefined : ({ kind: "served", file, tag } as const);
  await open(workspace, { name, text, asked: question === undefined ? [] : [question], id, file: link });
  const asked = workspace.state.questions.find((candidate) => candidate.text === question);
  if (asked !== undefined) workspace.choose(asked.id);
  if (trace !== undefined) await workspace.replay("The trace that was found", trace);
  return true;
}

/** The address becomes one that carries everything, for the clipboard; a sentence says what it carries. */
export async function shareAddress(workspace: Workspace): Promise<void> {
  const { state, walk, document: model } = workspace;
  const { own } = workspace.asking;
  const { name, text } = model.state;
  const example = examples.find((candidate) => candidate.name === name);
  const isExample = example !== undefined && (await example.load()) === text;
  const { question } = workspace;
  const withoutWalk: Shared = {
    ...(isExample ? { example: name } : { name, text }),
    asked: own.map((one) => one.text).filter((one) => one !== question?.text),
    search: state.search,
    ...defined({ question: question?.text, checked: question?.run?.state.answer === undefined ? undefined : true }),
  };
  const run = walk.state.path.length > 1 ? await workspace.writeWalk().catch(() => undefined) : undefined;
  const whole = { ...withoutWalk, ...(run === undefined ? {} : { walk: run, step: walk.state.at }) };
  const fragments = [await toFragment(whole), await toFragment(withoutWalk)];
  const fragment = fragments.find(({ length }) => length <= LONGEST);
  if (fragment === undefined) {
    workspace.warn("the model is too large for a link; share the file instead: Download");
    return;
  }
  history.replaceState(history.state, "", fragment);
  addressed = contentOf(workspace);
  const isCopied = await copied(location.href);
  const carries = fragment === fragments[0] ? "model" : "model, but not the walk, which is too long";
  workspace.tell(
    `the link is in the address bar${isCopied ? " and in the clipboard" : ""}; whoever has it has the ${carries}`,
  );
}

function copied(text: string): Promise<boolean> {
  const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("there is no clipboard"));
  return writing.then(
    () => true,
    () => false,
  );
}
