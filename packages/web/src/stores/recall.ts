// What was done before a reload, put together from the slots: each document keeps its own changes and the names of
// those that were open before and after it, so that undo goes back through all of them, as it did before.

import {
  applied,
  type Beside,
  type Change,
  type Identity,
  inverse,
  type KeptChange,
  NOTHING,
  type Past,
  type QuestionChange,
  turnOver,
} from "./history.ts";
import type { Kept } from "./slots.ts";
import type { RecalledBeside } from "./workspace.ts";

/** What changes beside the texts. */
interface Besides {
  asked(questions: QuestionChange): Beside;
  turned(before: RecalledBeside, after: RecalledBeside): Beside;
}

/** A document at one moment of its past. */
interface Moment extends RecalledBeside {
  readonly identity: Identity;
  readonly text: string;
}

/** So many documents one goes back through. */
const MOST_DOCUMENTS = 12;
const START: Moment = { identity: NOTHING, text: "", questions: [], draft: "", search: "" };

export async function recallPast(
  document: Kept,
  find: (id: string) => Promise<Kept | undefined>,
  besides: Besides,
): Promise<Past> {
  const made = ({ questions, ...change }: KeptChange): Change =>
    questions === undefined ? change : { ...change, beside: besides.asked(questions) };

  /** From the document towards the others: `own` are its changes in that direction, the farthest first. */
  const gather = async (direction: "before" | "after"): Promise<Change[]> => {
    const isBack = direction === "before";
    const found: Change[] = [];
    const seen = new Set<string>();
    let here: Kept | undefined = document;
    while (here !== undefined) {
      seen.add(here.id);
      const own: readonly KeptChange[] = (isBack ? here.history?.done : here.history?.undone) ?? [];
      found.unshift(...own.map(made));
      let near = momentOf(here, own, isBack);
      let next: Kept | undefined;
      for (const id of here.history?.[direction] ?? []) {
        next = id === "" || seen.has(id) || seen.size >= MOST_DOCUMENTS ? undefined : await find(id);
        if (id !== "" && (next === undefined || next.name === "")) break;
        const far = next === undefined ? START : momentOf(next, [], isBack);
        const [before, after] = isBack ? [far, near] : [near, far];
        found.unshift(turnOver(before, after, besides.turned(before, after)));
        near = far;
      }
      here = next?.name === "" ? undefined : next;
    }
    return found;
  };
  return { done: await gather("before"), undone: await gather("after") };
}

/** A document with these changes, the latest last, taken back; or, ahead of it, made once more. */
function momentOf(document: Kept, changes: readonly KeptChange[], isBack: boolean): Moment {
  const { id, name, saved = document.text, file, draft = "", search = "" } = document;
  let { text, questions = [] } = document;
  for (const change of [...changes].reverse()) {
    text = applied(text, isBack ? inverse(change) : change);
    questions = (isBack ? change.questions?.before : change.questions?.after) ?? questions;
  }
  return { identity: { id, name, saved, file }, text, questions, draft, search };
}
