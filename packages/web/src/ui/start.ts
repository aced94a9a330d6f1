// What the page begins with: a shared link, what `tracehound serve` was given, or the document of the last visit.

import { keep, kept } from "../stores/keep.ts";
import type { Workspace } from "../stores/workspace.ts";
import { examples } from "./examples.ts";
import { fromFragment, type Shared } from "./share.ts";

export async function begin(workspace: Workspace): Promise<void> {
  keepEveryChange(workspace);
  leaveAddress(workspace);
  addEventListener("hashchange", () => void openAddress(workspace));
  if (await openAddress(workspace)) return;
  const last = await kept().catch(() => undefined);
  if (last !== undefined && last.name !== "" && workspace.document.state.name === "") {
    await workspace.open(last.name, last.text);
    for (const question of last.questions ?? []) workspace.ask(question);
    workspace.tell(`${last.name}, as you left it`);
  }
}

function keepEveryChange(workspace: Workspace): void {
  let latest = "";
  let saving: Promise<void> = Promise.resolve();
  const changed = (): void => {
    const { name, text, version } = workspace.document.state;
    const questions = workspace.state.questions.filter(({ own }) => own).map((question) => question.text);
    const now = JSON.stringify([version, questions]);
    if (now === latest) return;
    latest = now;
    document.body.dataset["saved"] = "no";
    saving = saving
      .then(() => keep({ name, text, questions }))
      .then(() => {
        if (latest === now) document.body.dataset["saved"] = "yes";
      })
      .catch(() => {
        document.body.dataset["saved"] = "never";
      });
  };
  workspace.document.onChange(changed);
  workspace.onChange(changed);
}

/** What the address stands for; as long as nothing else is open. */
let addressed: { readonly name: string; readonly text: string } | undefined;

function openAddressed(workspace: Workspace, name: string, text: string): Promise<void> {
  addressed = { name, text };
  return workspace.open(name, text);
}

/** Once something else is open than what the address stands for, a reload is to bring back that, not the address. */
function leaveAddress(workspace: Workspace): void {
  let latest = workspace.document.state.version;
  workspace.document.onChange(() => {
    const { name, text, version } = workspace.document.state;
    if (version === latest) return;
    latest = version;
    if (name === addressed?.name && text === addressed.text) return;
    addressed = undefined;
    if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);
  });
}

async function openAddress(workspace: Workspace): Promise<boolean> {
  if (location.hash === "#served") return openServed(workspace);
  try {
    const shared = await fromFragment(location.hash);
    if (shared === undefined) return false;
    await openShared(workspace, shared);
    return true;
  } catch {
    workspace.tell("this link is damaged: the model in it cannot be read");
    return false;
  }
}

async function openShared(
  workspace: Workspace,
  { example, name, text, question, search, step }: Shared,
): Promise<void> {
  const known = examples.find((candidate) => candidate.name === example);
  if (known !== undefined) await openAddressed(workspace, known.name, await known.load());
  else if (name !== undefined && text !== undefined) await openAddressed(workspace, name, text);
  else return;
  if (search !== undefined) workspace.setLimits({ search });
  if (question === undefined) return;
  const asked = workspace.state.questions.find((candidate) => candidate.text === question);
  const id = asked?.id ?? workspace.ask(question);
  workspace.choose(id);
  if (step === undefined) return;
  await workspace.check(id);
  workspace.walk.go(step);
}

/** What the server was started with: a model, and perhaps a trace that `check --open` found. */
async function openServed(workspace: Workspace): Promise<boolean> {
  const response = await fetch("./served.json").catch(() => undefined);
  if (response?.ok !== true) return false;
  const { name, text, question, trace } = (await response.json()) as Record<string, string | undefined>;
  if (name === undefined || text === undefined) return false;
  await openAddressed(workspace, name, text);
  const asked = workspace.state.questions.find((candidate) => candidate.text === question);
  if (question !== undefined) workspace.choose(asked?.id ?? workspace.ask(question));
  if (trace !== undefined) await workspace.replay("the trace that was found", trace);
  return true;
}
