// What the page begins with: what the address says, or the document of the last visit.

import { keep, kept } from "../stores/keep.ts";
import type { Workspace } from "../stores/workspace.ts";
import { openAddress, watchAddress } from "./address.ts";

export async function begin(workspace: Workspace): Promise<void> {
  keepEveryChange(workspace);
  watchAddress(workspace);
  addEventListener("hashchange", () => void openAddress(workspace));
  if (await openAddress(workspace)) return;
  // Whatever is wrong with the address is to be read, also beside the document of the last visit.
  const { notice: wrong } = workspace.state;
  const last = await kept().catch(() => undefined);
  if (last === undefined || last.name === "" || workspace.document.state.name !== "") return;
  workspace.setLimits({ search: last.search ?? "" });
  await workspace.open(last.name, last.text, last.questions);
  if (wrong === "") workspace.tell(`${last.name}, as you left it`);
  else workspace.warn(`${wrong} – this is ${last.name}, as you left it`);
}

function keepEveryChange(workspace: Workspace): void {
  let latest = "";
  let saving: Promise<void> = Promise.resolve();
  const changed = (): void => {
    const { name, text, version } = workspace.document.state;
    const { search } = workspace.state;
    const questions = workspace.own.map((question) => question.text);
    const now = JSON.stringify([version, questions, search]);
    if (now === latest) return;
    latest = now;
    document.body.dataset["saved"] = "no";
    saving = saving
      .then(() => keep({ name, text, questions, search }))
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
